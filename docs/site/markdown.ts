/** The id that a Git host gives a heading, so that a link with an anchor works there and here. */
export const slugify = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

/** Every heading's id, with the number that a repeated heading gets. */
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

export type Link = { whole: string; isImage: boolean; text: string; target: string }

/** Texts between the code blocks, which stay as they are. */
const codeBlocks = /^( *)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1\2`*~* *$/gm
const link = /(!?)\[((?:`[^`]*`|[^[\]`])*)\]\(<?([^()\s<>]+)>?\)/g
const codeSpan = /(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g

export const withoutCode = (markdown: string) => markdown.replace(codeBlocks, '')

export function linksOf(markdown: string): Link[] {
  const links: Link[] = []
  replaceLinks(markdown, (found) => {
    links.push(found)
    return found.whole
  })
  return links
}

/** The same Markdown with other links. What stands in code is no link. */
export function replaceLinks(markdown: string, replaced: (link: Link) => string): string {
  return betweenCode(markdown, (text) =>
    text.replace(link, (whole, mark: string, words: string, target: string, at: number) =>
      isInSpan(text, at) ? whole : replaced({ whole, isImage: mark === '!', text: words, target }),
    ),
  )
}

function betweenCode(markdown: string, change: (text: string) => string) {
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
