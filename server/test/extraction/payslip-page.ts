import type { PageWord, PdfPage } from '../../src/extraction/document.ts'

// Payslip pages for tests, written as lists of words: [y, [x, text], …]. Right-aligned numbers are { to, text }.

export type Piece = [x: number, text: string] | { to: number; text: string }
export type PageLine = [y: number, ...pieces: Piece[]]

const size = 8
const widthOf = (text: string) => text.length * size * 0.5

function wordsOf(y: number, piece: Piece): PageWord[] {
  const text = 'text' in piece ? piece.text : piece[1]
  let x = 'text' in piece ? piece.to - widthOf(text) : piece[0]
  return text.split(' ').map((word) => {
    const placed = { text: word, x, right: x + widthOf(word), y, size }
    x = placed.right + size * 0.3
    return placed
  })
}

/** Creates a page for each list of lines. */
export const drawPages = (...sheets: PageLine[][]): PdfPage[] =>
  sheets.map((lines, n) => ({
    number: n + 1,
    width: 595,
    height: 842,
    words: lines.flatMap(([y, ...pieces]) => pieces.flatMap((piece) => wordsOf(y, piece))),
    hidden: [],
    covers: [],
    source: 'text',
    imageShare: 0,
  }))

export const to = (edge: number, text: string): Piece => ({ to: edge, text })

/** Header that most test payslips share. */
export const head: PageLine[] = [
  [30, [40, 'Brindlewick Ledger Services Ltd']],
  [50, [40, 'Employee'], [120, 'Ms Wilhelmina Oakapple'], [320, 'Pay date'], [420, '30 June 2025']],
  [62, [40, 'NI number'], [120, 'QQ123456C'], [320, 'Tax code'], [420, '1257L']],
]

/** Character width and line height of `drawText`, in points. */
const [column, row] = [5, 12]

/** Creates a page in fixed-pitch type from a text, for payslips whose layout matters more than exact positions. */
export const drawText = (text: string): PdfPage[] => {
  const [page] = drawPages([])
  const words = text.split('\n').flatMap((line, n) =>
    [...line.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
      text: word,
      x: 30 + index * column,
      right: 30 + (index + word.length) * column,
      y: 40 + n * row,
      size: 8.3,
    })),
  )
  return page ? [{ ...page, width: 700, words }] : []
}
