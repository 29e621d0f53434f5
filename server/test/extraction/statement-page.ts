import type { PageWord, PdfPage } from '../../src/extraction/document.ts'

// A statement as a list of positioned words. Every character is half as wide as it is high, which is enough to test
// alignment.

export type Placed = { text: string; x: number; isRight: boolean }

/** `at` places text that starts at x, `to` places text that ends at x. */
export const at = (x: number, text: string): Placed => ({ text, x, isRight: false })
export const to = (x: number, text: string): Placed => ({ text, x, isRight: true })

const size = 8
const leading = 12
const widthOf = (text: string) => text.length * size * 0.5

/** Creates a page from its lines, top to bottom; an empty line is a gap. */
export function sheet(lines: (Placed | Placed[])[], moved: { x?: number; number?: number } = {}): PdfPage {
  const words = lines.flatMap((line, n) =>
    [line].flat().flatMap((placed) => wordsOf(placed, 40 + n * leading, moved.x ?? 0)),
  )
  return {
    number: moved.number ?? 1,
    width: 595,
    height: 842,
    words,
    hidden: [],
    covers: [],
    source: 'text',
    imageShare: 0,
  }
}

function wordsOf({ text, x, isRight }: Placed, y: number, moved: number): PageWord[] {
  let left = (isRight ? x - widthOf(text) : x) + moved
  return text.split(' ').map((part) => {
    const word = { text: part, x: left, right: left + widthOf(part), y, size }
    left = word.right + size * 0.5
    return word
  })
}

export const head = (more: (Placed | Placed[])[] = []): (Placed | Placed[])[] => [
  at(40, 'Heronmere Bank'),
  at(40, 'Mr Percival Wobblestone'),
  at(40, '12 Gingernut Street'),
  at(40, 'Nottingham'),
  at(40, 'NG7 0YZ'),
  [],
  at(40, 'Sort code 00-31-88 Account number 39308396'),
  at(40, 'Statement period 1 December 2025 to 5 January 2026'),
  ...more,
  [],
]

export const titles = (...names: string[]): Placed[] => [
  at(40, 'Date'),
  at(110, 'Description'),
  ...names.map((name, n) => to(400 + n * 70, name)),
]

/** Creates a row with date, description, and right-aligned values at 400, 470 and 540. */
export const row = (day: string, description: string, ...sums: string[]): Placed[] => [
  ...(day === '' ? [] : [at(40, day)]),
  at(110, description),
  ...sums.flatMap((sum, n) => (sum === '' ? [] : [to(400 + n * 70, sum)])),
]

export const foot = (page: number, pages: number) => [[], to(540, `Page ${page} of ${pages}`)]
