import type { Box, Page, Place, Word } from '../../document.ts'
import { type Figure, figureIn } from './values.ts'

// Words become lines across the page, and on each line pieces: words that are read together, or one number.

export type Piece = {
  text: string
  figure: Figure | null
  words: Word[]
  page: number
  x: number
  right: number
  y: number
  size: number
}
export type Line = { page: number; y: number; pieces: Piece[] }

/** In ems: less of a step down is the same line; a wider gap is another column, at the latest. */
const sameLine = 0.33
const columnGap = 0.82
/** How many times a space of the page's own type is another column. */
const spaces = 1.7

export function linesOf(pages: readonly Page[]): Line[] {
  return pages.flatMap((page) => {
    const step = page.source === 'ocr' ? sameLine * 1.4 : sameLine
    const lines: { y: number; words: Word[] }[] = []
    for (const word of page.words.toSorted((one, other) => one.y - other.y || one.x - other.x)) {
      const line = lines.findLast(({ y, words }) => {
        const [first] = words
        return word.y - y <= step * Math.min(word.size, first?.size ?? word.size) && first !== undefined
      })
      if (line && !covers(line.words, word)) line.words.push(word)
      else lines.push({ y: word.y, words: [word] })
    }
    const widest = page.source === 'ocr' ? columnGap : Math.min(columnGap, spaces * spaceOf(lines))
    return lines.map(({ y, words }) => ({
      page: page.number,
      y,
      pieces: piecesOf(words, page.number, widest),
    }))
  })
}

const fewestSpaces = 12

/** In ems: how wide the spaces of a page are, by the narrower ones between its words. */
function spaceOf(lines: { words: Word[] }[]): number {
  const gaps = lines.flatMap(({ words }) => {
    const inOrder = words.toSorted((one, other) => one.x - other.x)
    return inOrder.slice(1).flatMap((word, n) => {
      const gap = (word.x - (inOrder[n]?.right ?? 0)) / Math.max(4, word.size)
      return gap > 0.1 && gap < columnGap ? [gap] : []
    })
  })
  if (gaps.length < fewestSpaces) return columnGap
  return gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? columnGap
}

/** Lines of different blocks may be close; no word stands on another of its line. */
const covers = (words: Word[], { x, right, size }: Word) =>
  words.some((word) => Math.min(word.right, right) - Math.max(word.x, x) > size * 0.5)

function piecesOf(words: Word[], page: number, widest: number): Piece[] {
  const pieces: Piece[] = []
  for (const word of words.map(withoutRules).toSorted((one, other) => one.x - other.x)) {
    if (word.text === '') continue
    const last = pieces.at(-1)
    const figure = figureIn(word.text.replace(/(?<=\.\d\d)[,;]$/, ''))
    const gap = last ? (word.x - last.right) / Math.max(4, Math.min(word.size, last.size)) : Infinity
    const joined = last && gap < columnGap ? signJoined(last.text, word.text) : null
    const isSign = last && gap < columnGap && /^[-–−(+]$/.test(last.text) && word.text === '£'
    if (last && (joined || isSign)) append(last, word, joined)
    else if (last && gap < widest && isRunOn(last, word, figure)) append(last, word, null)
    else
      pieces.push({
        text: word.text,
        figure,
        words: [word],
        page,
        x: word.x,
        right: word.right,
        y: word.y,
        size: word.size,
      })
  }
  return pieces
}

/** Leader dots, and lines of a table that were recognised as signs. */
const withoutRules = (word: Word): Word => {
  const text = word.text.replace(/^[|¦[\]_]+|[|¦[\]_]+$|\.{2,}$|^\.{2,}/g, '')
  return text === word.text ? word : { ...word, text: /^[.·…]+$/.test(text) ? '' : text }
}

function append(piece: Piece, word: Word, figure: Figure | null) {
  piece.text += ` ${word.text}`
  piece.right = word.right
  piece.figure = figure
  piece.words.push(word)
}

/** `- £ 12.50`, `12.50 CR`, `( 12.50 )`: one number though typed with spaces. */
const signJoined = (before: string, text: string): Figure | null =>
  /^[-–−(£+ ]+$/.test(before) ||
  (/^([-–−)]|cr|dr)$/i.test(text) && figureIn(before)?.pence != null) ||
  /^\(\s?£?[\d.,]+$/.test(before)
    ? figureIn(`${before} ${text}`.replace(/\s+/g, ''))
    : null

/** Sums never run on; a number without pence may be a part of a name, as in `Band 3`. */
function isRunOn(last: Piece, word: Word, figure: Figure | null): boolean {
  if (last.figure?.pence != null || figure?.pence != null || /^[-–−(]?£$/.test(word.text)) return false
  if (last.figure !== null && /^[@x×]$/.test(word.text)) return false
  if (figure !== null && /\.\d/.test(word.text) && last.figure === null)
    return /[a-z]$/i.test(last.text) && !/^(at|x|@)$/i.test(last.text)
  return true
}

export const boxOf = (words: readonly Word[]): Box => [
  Math.min(...words.map(({ x }) => x)),
  Math.min(...words.map(({ y, size }) => y - size * 0.8)),
  Math.max(...words.map(({ right }) => right)),
  Math.max(...words.map(({ y, size }) => y + size * 0.25)),
]

export const placeOf = (...pieces: Piece[]): Place | null => {
  const [first] = pieces
  if (!first) return null
  const same = pieces.filter(({ page }) => page === first.page)
  return { page: first.page, box: boxOf(same.flatMap(({ words }) => words)) }
}

/** How much of the narrower of two pieces lies above or below the other. */
export const overlap = (one: { x: number; right: number }, other: { x: number; right: number }): number =>
  Math.min(one.right, other.right) - Math.max(one.x, other.x)
