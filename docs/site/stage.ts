import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'
import { anchorsOf, type Link, replaceLinks } from './markdown.ts'
import { operationsPage } from './operations-page.ts'
import { leftOut, operationsSource, type Page, pages, served } from './pages.ts'

const pictures = new Set(['.png', '.svg', '.jpg', '.webp'])

export type Staged = Page & { markdown: string }

/**
 * The Markdown of the repository as the site has it: every page under its address, with links that work there. The
 * generator reads these files, and readers get the very same as `.md`. Throws with all faults at once.
 */
export function stage(project: string, folder: string): Staged[] {
  const faults = unlisted(project)
  const texts = new Map<string, string>()
  for (const { source } of pages) {
    const file = join(project, source)
    if (existsSync(file)) texts.set(source, read(file, source))
    else faults.push(`${source} is in docs/site/pages.ts and does not exist`)
  }
  const staged = pages.map((page) => {
    const markdown = replaceLinks(texts.get(page.source) ?? '', (link) => {
      const { text, fault, picture } = placed(link, page, { project, texts })
      if (fault) faults.push(`${page.source}: ${fault}`)
      if (picture) cpSync(join(project, picture), join(folder, pictureAddress(picture)))
      return text
    })
    return { ...page, markdown }
  })
  if (faults.length > 0) throw new Error(`The documentation has faults:\n${faults.join('\n')}`)
  for (const { address, markdown } of staged) {
    const file = join(folder, `${address}.md`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, markdown)
  }
  return staged
}

function unlisted(project: string) {
  const known = new Set(pages.map(({ source }) => source))
  return globSync('docs/**/*.md', { cwd: project })
    .filter((path) => !known.has(path) && !leftOut.some((start) => path.startsWith(start)))
    .map((path) => `${path} is not in docs/site/pages.ts`)
}

function read(file: string, source: string) {
  const text = readFileSync(file, 'utf8')
  // Notes to whoever edits the file.
  return source === operationsSource ? operationsPage(text) : text.replace(/^<!--[\s\S]*?-->\n/gm, '')
}

type Repository = { project: string; texts: ReadonlyMap<string, string> }
type Placed = { text: string; fault?: string; picture?: string }

/** A link of the repository, as it has to be on the site. */
function placed(link: Link, page: Page, { project, texts }: Repository): Placed {
  const { whole, text, target } = link
  if (/^[a-z]+:|^\//.test(target)) return { text: whole }
  const [path = '', anchor] = target.split('#')
  const source = path === '' ? page.source : join(dirname(page.source), path)
  if (!existsSync(join(project, source))) return { text: whole, fault: `${target} leads nowhere` }
  const other = pages.find((one) => one.source === source && one.source !== operationsSource)
  if (other) {
    const fault =
      anchor && !anchorsOf(texts.get(source) ?? '').has(anchor) ? `${target} has no such heading` : undefined
    const from = dirname(page.address)
    const file = path === '' ? '' : relative(from, `${other.address}.md`)
    return { text: `[${text}](${file}${anchor ? `#${anchor}` : ''})`, ...(fault && { fault }) }
  }
  if (served[source]) return { text: `[${text}](${served[source]})` }
  if (pictures.has(extname(source))) {
    const address = relative(dirname(page.address), pictureAddress(source))
    return {
      text: `${link.isImage ? '!' : ''}[${text}](${address.startsWith('.') ? address : `./${address}`})`,
      picture: source,
    }
  }
  // A file that only the repository has: its path says where.
  const shown = `\`${source.replace(/\/$/, '')}\``
  return { text: shown.includes(text.replaceAll('`', '').replace(/\/$/, '')) ? shown : `${text} (${shown})` }
}

const pictureAddress = (source: string) => `images/${source.split('/').at(-1)}`
