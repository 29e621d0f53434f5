import type { PageRegion, PageWord, PdfPage } from '../document.ts'

/** A visible word of the document. The model refers to it by `id`; `page` is the page number, from 1. */
export type NumberedWord = { id: number; page: number; line: number; word: PageWord }

/** Words on one baseline, from left to right. */
export type NumberedLine = { page: number; y: number; words: NumberedWord[] }

/** Words of two lines of text are at least this far apart, as a share of the type size. */
const lineDistance = 0.5

/** Numbers the visible words of all pages in reading order. The same pages always get the same numbers. */
export function numberLines(pages: readonly PdfPage[]): NumberedLine[] {
  const lines: NumberedLine[] = []
  let id = 0
  for (const page of pages)
    for (const words of splitIntoLines(page.words)) {
      const line = lines.length
      const numbered = words.map((word) => ({ id: id++, page: page.number, line, word }))
      lines.push({ page: page.number, y: words[0]?.y ?? 0, words: numbered })
    }
  return lines
}

function splitIntoLines(words: readonly PageWord[]): PageWord[][] {
  const lines: PageWord[][] = []
  for (const word of words.toSorted((a, b) => a.y - b.y)) {
    const first = lines.at(-1)?.[0]
    if (first && word.y - first.y <= lineDistance * Math.min(first.size, word.size)) lines.at(-1)?.push(word)
    else lines.push([word])
  }
  return lines.map((line) => line.toSorted((a, b) => a.x - b.x))
}

// Share of the type size above and below the baseline that a box covers.
const [ascent, descent] = [0.8, 0.25]

/** The region that contains all words. They must be on the same page. */
export function regionOf(words: readonly Pick<NumberedWord, 'page' | 'word'>[]): PageRegion | null {
  const [first] = words
  if (!first || words.some(({ page }) => page !== first.page)) return null
  return {
    page: first.page,
    box: [
      Math.min(...words.map(({ word }) => word.x)),
      Math.min(...words.map(({ word }) => word.y - ascent * word.size)),
      Math.max(...words.map(({ word }) => word.right)),
      Math.max(...words.map(({ word }) => word.y + descent * word.size)),
    ],
  }
}
