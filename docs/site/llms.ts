import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Section, sections } from './pages.ts'

const introduction = `# Payproof

> Open-source income verification for UK lenders. A person consents and connects a payroll account or HMRC, or uploads payslips and bank
> statements; verified income is returned by API and webhook. Pre-release: the sandbox is complete, no live payroll provider ships with it yet.
`

/** Builds the index of the documentation for language models, in the format of llmstxt.org. */
export function describeForModels(notes: string, urlOf: (page: Section['pages'][number]) => string) {
  const chapters = sections.map(({ title, pages }) => {
    const lines = pages.map((page) => `- [${page.title}](${urlOf(page)}): ${page.about}\n`)
    return `## ${title}\n${lines.join('')}`
  })
  return [introduction, notes, ...chapters].join('\n')
}

/** Builds the llms.txt of the repository, whose links are files. */
export const repositoryIndex = () =>
  describeForModels(
    'Every page below is a Markdown file of this repository; server/openapi.json describes the API. To change the code, read AGENTS.md.\n',
    ({ source }) => source,
  )

export const repositoryIndexPath = fileURLToPath(new URL('../../llms.txt', import.meta.url))
export const readRepositoryIndex = () => readFileSync(repositoryIndexPath, 'utf8')
