type Operation = { operationId: string; summary: string; tags?: string[] }
type Api = {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
}

/** Markdown page that lists every operation with links into the API reference; makes operations searchable. */
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
      .filter(({ tags }) => tags?.includes(name))
      .map(({ method, path, summary, operationId }) => {
        const address = `/docs/reference/#tag/${name.toLowerCase().replaceAll(' ', '-')}/${method}${path}`
        return `| [\`${method} ${path}\`](${address}) | ${summary} | \`${operationId}\` |`
      })
    return `## ${name}\n${description}\n\n| Request | Description | Operation id |\n|---|---|---|\n${rows.join('\n')}\n`
  })
  return `# API

Every operation, by chapter. Each links to the [reference](/docs/reference/), which shows fields, responses and errors and lets you try a
request. The OpenAPI document is [openapi.json](/openapi.json); Postman and Bruno can import it.

${chapters.join('\n')}`
}
