import { slugOf } from './reference/api.ts'

type Operation = { operationId: string; summary: string; tags?: string[] }
type Api = {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
}

/**
 * Renders a Markdown page that lists every operation with links into the API reference. It makes operations
 * searchable.
 */
export function operationsPage(openapi: string): string {
  const { tags, paths } = JSON.parse(openapi) as Api
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  )
  const chapters = tags.map(({ name, description }) => {
    const rows = operations
      .filter(({ tags }) => tags?.[0] === name)
      .map(({ method, path, summary, operationId }) => {
        const url = `/docs/reference/${slugOf(name)}#${operationId}`
        return `| [\`${method} ${path}\`](${url}) | ${summary} | \`${operationId}\` |`
      })
    return `## ${name}\n${description}\n\n| Request | Description | Operation id |\n|---|---|---|\n${rows.join('\n')}\n`
  })
  return `# API

Every operation, by chapter. Each links to the [reference](/docs/reference/), which has fields, responses, errors, and samples in curl,
TypeScript and Python. The OpenAPI document is [openapi.json](/openapi.json); Postman and Bruno can import it. We test the clients that
\`openapi-typescript\` and \`@hey-api/openapi-ts\` generate from it.

${chapters.join('\n')}`
}
