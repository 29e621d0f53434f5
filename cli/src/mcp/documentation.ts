import { boundedText } from './bounded.ts'

type Page = { page: string; title: string; about: string }
type Section = Page & { heading: string; text: string }

/** The documentation that the service serves as Markdown. Pages are fetched once per process. */
export type Documentation = ReturnType<typeof openDocumentation>

// Requests in flight while all pages are loaded for the first search.
const maxConcurrent = 6
// Length of the excerpt that a search result shows, in characters.
const excerptLength = 300

/** Opens the documentation of the service. Only `/llms.txt` and pages that it lists are requested. */
export function openDocumentation(baseUrl: string, fetchFrom: typeof fetch) {
  let index: Promise<Page[]> | undefined
  const texts = new Map<string, Promise<string>>()

  async function load(path: string) {
    const response = await fetchFrom(`${baseUrl}${path}`, { redirect: 'error' })
    if (response.ok) return response.text()
    const hint = response.status === 503 ? ' The documentation of this service is not built.' : ''
    throw new Error(`Could not load ${path} (HTTP ${response.status}).${hint}`)
  }

  // Results are cached, failures are not: a later call may succeed.
  const listPages = () => {
    index ??= load('/llms.txt').then(parseIndex)
    index.catch(() => {
      index = undefined
    })
    return index
  }

  const loadPage = (page: string) => {
    const text = texts.get(page) ?? load(`/docs/${page}.md`)
    texts.set(page, text)
    text.catch(() => texts.delete(page))
    return text
  }

  async function loadSections() {
    const pages = await listPages()
    const sections: Section[][] = []
    for (let at = 0; at < pages.length; at += maxConcurrent) {
      const batch = pages.slice(at, at + maxConcurrent)
      sections.push(
        ...(await Promise.all(batch.map(async (page) => splitPage(page, await loadPage(page.page))))),
      )
    }
    return sections.flat()
  }

  return {
    async search(query: string, limit: number) {
      const results = rankSections(await loadSections(), query).slice(0, limit)
      return results.length > 0 ? results.map(describeResult(query)).join('\n\n') : 'No results.'
    },

    async read(page: string, offset: number) {
      const pages = await listPages()
      if (!pages.some((listed) => listed.page === page))
        throw new Error(
          `There is no page ${page}. The pages are: ${pages.map((listed) => listed.page).join(', ')}`,
        )
      return boundedText(await loadPage(page), undefined, offset)
    },
  }
}

/** Reads the pages from an index in the format of llmstxt.org. Links to other places are ignored. */
export const parseIndex = (text: string): Page[] =>
  [...text.matchAll(/^- \[([^\]]+)\]\(\/docs\/([\w./-]+)\.md\): (.*)$/gm)].flatMap(
    ([, title = '', page = '', about = '']) => (page.includes('..') ? [] : [{ page, title, about }]),
  )

/** Splits a page at its headings. A line that begins with # inside a code block is not a heading. */
export function splitPage(page: Page, markdown: string): Section[] {
  const sections: Section[] = [{ ...page, heading: page.title, text: '' }]
  let isCode = false
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const [, heading] = (!isCode && /^#{1,4} (.+)$/.exec(line)) || []
    if (heading) sections.push({ ...page, heading, text: '' })
    else (sections.at(-1) as Section).text += `${line}\n`
  }
  return sections.filter(({ text }) => text.trim() !== '')
}

const termsOf = (query: string) => query.toLowerCase().match(/[\p{L}\p{N}_-]{2,}/gu) ?? []

/** Orders sections by how well they match: words in a heading or title count more than words in the text. */
export function rankSections(sections: readonly Section[], query: string): Section[] {
  const terms = termsOf(query)
  return sections
    .map((section) => ({ section, score: scoreOf(section, terms) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ section }) => section)
}

function scoreOf({ heading, title, about, text }: Section, terms: readonly string[]) {
  const scores = terms.map((term) => {
    const has = (where: string) => where.toLowerCase().includes(term)
    const inText = Math.min(3, text.toLowerCase().split(term).length - 1)
    return (has(heading) ? 10 : 0) + (has(title) ? 5 : 0) + (has(about) ? 3 : 0) + inText
  })
  const matched = scores.filter((score) => score > 0).length
  return scores.reduce((sum, score) => sum + score, 0) * matched
}

const describeResult =
  (query: string) =>
  ({ page, title, heading, text }: Section) => {
    const flat = text.replaceAll(/\s+/g, ' ').trim()
    const found = termsOf(query).map((term) => flat.toLowerCase().indexOf(term))
    const first = Math.max(0, Math.min(...found.filter((at) => at >= 0), flat.length) - 80)
    const start = first >= flat.length - 80 ? 0 : first
    return `${page}: ${title}${heading === title ? '' : `, ${heading}`}\n${flat.slice(start, start + excerptLength)}`
  }
