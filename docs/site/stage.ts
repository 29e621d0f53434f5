import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'
import { anchorsOf, type MarkdownLink, replaceLinks } from './markdown.ts'
import { operationsPage } from './operations-page.ts'
import { leftOut, operationsSource, type Page, pages, served } from './pages.ts'

const imageExtensions = new Set(['.png', '.svg', '.jpg', '.webp'])

export type Staged = Page & { markdown: string }

/**
 * Copies the repository's Markdown to the site's paths with links rewritten. VitePress builds from these files, which
 * are also served as `.md`. Throws an error that lists all problems.
 */
export function stage(project: string, folder: string): Staged[] {
  const errors = findUnlisted(project)
  const texts = new Map<string, string>()
  for (const { source } of pages) {
    const file = join(project, source)
    if (existsSync(file)) texts.set(source, read(file, source))
    else errors.push(`${source} is in docs/site/pages.ts but does not exist`)
  }
  const staged = pages.map((page) => {
    const markdown = replaceLinks(texts.get(page.source) ?? '', (link) => {
      const { text, error, image } = rewriteLink(link, page, { project, texts })
      if (error) errors.push(`${page.source}: ${error}`)
      if (image) cpSync(join(project, image), join(folder, imageAddress(image)))
      return text
    })
    return { ...page, markdown }
  })
  if (errors.length > 0) throw new Error(`The documentation has errors:\n${errors.join('\n')}`)
  for (const { address, markdown } of staged) {
    const file = join(folder, `${address}.md`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, markdown)
  }
  return staged
}

function findUnlisted(project: string) {
  const listed = new Set(pages.map(({ source }) => source))
  return globSync('docs/**/*.md', { cwd: project })
    .filter((path) => !listed.has(path) && !leftOut.some((start) => path.startsWith(start)))
    .map((path) => `${path} is not in docs/site/pages.ts`)
}

function read(file: string, source: string) {
  const text = readFileSync(file, 'utf8')
  // HTML comments are removed, because they are notes for editors of the file.
  return source === operationsSource ? operationsPage(text) : text.replace(/^<!--[\s\S]*?-->\n/gm, '')
}

type Repository = { project: string; texts: ReadonlyMap<string, string> }
type RewrittenLink = { text: string; error?: string; image?: string }

/** Rewrites a repository link for the site. */
function rewriteLink(link: MarkdownLink, page: Page, { project, texts }: Repository): RewrittenLink {
  const { whole, text, target } = link
  if (/^[a-z]+:|^\//.test(target)) return { text: whole }
  const [path = '', anchor] = target.split('#')
  const source = path === '' ? page.source : join(dirname(page.source), path)
  if (!existsSync(join(project, source))) return { text: whole, error: `${target} does not exist` }
  const other = pages.find((one) => one.source === source && one.source !== operationsSource)
  if (other) {
    const error =
      anchor && !anchorsOf(texts.get(source) ?? '').has(anchor) ? `${target} has no such heading` : undefined
    const from = dirname(page.address)
    const file = path === '' ? '' : relative(from, `${other.address}.md`)
    return { text: `[${text}](${file}${anchor ? `#${anchor}` : ''})`, ...(error && { error }) }
  }
  if (served[source]) return { text: `[${text}](${served[source]})` }
  if (imageExtensions.has(extname(source))) {
    const address = relative(dirname(page.address), imageAddress(source))
    return {
      text: `${link.isImage ? '!' : ''}[${text}](${address.startsWith('.') ? address : `./${address}`})`,
      image: source,
    }
  }
  // The target is not on the site, so its path in the repository is shown instead of a link.
  const shown = `\`${source.replace(/\/$/, '')}\``
  return { text: shown.includes(text.replaceAll('`', '').replace(/\/$/, '')) ? shown : `${text} (${shown})` }
}

const imageAddress = (source: string) => `images/${source.split('/').at(-1)}`
