/** Returns the heading id that Git hosts generate, so that anchors work there and on the site. */
export const slugify = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

/** Returns the ids of all headings; repeated headings get a number. */
export function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>()
  for (const [, heading = ''] of withoutCode(markdown).matchAll(/^ {0,3}#{1,6}\s+(.+?)\s*#*$/gm)) {
    const slug = slugify(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'))
    let unique = slug
    for (let count = 1; anchors.has(unique); count++) unique = `${slug}-${count}`
    anchors.add(unique)
  }
  return anchors
}

export type MarkdownLink = { whole: string; isImage: boolean; text: string; target: string }

const codeBlocks = /^( *)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1\2`*~* *$/gm
const linkPattern = /(!?)\[((?:`[^`]*`|[^[\]`])*)\]\(<?([^()\s<>]+)>?\)/g
const codeSpan = /(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g

export const withoutCode = (markdown: string) => markdown.replace(codeBlocks, '')

export function linksOf(markdown: string): MarkdownLink[] {
  const links: MarkdownLink[] = []
  replaceLinks(markdown, (link) => {
    links.push(link)
    return link.whole
  })
  return links
}

/** Replaces links; code blocks and code spans are left unchanged. */
export function replaceLinks(markdown: string, replacement: (link: MarkdownLink) => string): string {
  return mapOutsideCode(markdown, (text) =>
    text.replace(linkPattern, (whole, mark: string, label: string, target: string, at: number) =>
      isInSpan(text, at) ? whole : replacement({ whole, isImage: mark === '!', text: label, target }),
    ),
  )
}

function mapOutsideCode(markdown: string, change: (text: string) => string) {
  let changed = ''
  let end = 0
  for (const block of markdown.matchAll(codeBlocks)) {
    changed += change(markdown.slice(end, block.index)) + block[0]
    end = block.index + block[0].length
  }
  return changed + change(markdown.slice(end))
}

const isInSpan = (text: string, at: number) =>
  text.matchAll(codeSpan).some(({ index, 0: span }) => index < at && at < index + span.length)
