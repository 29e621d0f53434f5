import type { Box, PageRegion, PageWord, PdfPage } from '../../document.ts'
import { lineTuning } from '../tuning.ts'
import { type ParsedNumber, parseNumber } from './values.ts'

// Groups the words of a page into lines, and each line into pieces: words that are read together, or one number.

export type TextPiece = {
  text: string
  /** Set if the piece is a single number. */
  figure: ParsedNumber | null
  words: PageWord[]
  page: number
  x: number
  right: number
  y: number
  size: number
}
export type PayslipLine = { page: number; y: number; pieces: TextPiece[] }

export function groupIntoLines(pages: readonly PdfPage[]): PayslipLine[] {
  return pages.flatMap((page) => {
    const { sameLineStep, ocrStepFactor, columnGap, columnGapInSpaces } = lineTuning
    const step = page.source === 'ocr' ? sameLineStep * ocrStepFactor : sameLineStep
    const lines: { y: number; words: PageWord[] }[] = []
    for (const word of page.words.toSorted((one, other) => one.y - other.y || one.x - other.x)) {
      const line = lines.findLast(({ y, words }) => {
        const [first] = words
        return word.y - y <= step * Math.min(word.size, first?.size ?? word.size) && first !== undefined
      })
      if (line && !overlapsAny(line.words, word)) line.words.push(word)
      else lines.push({ y: word.y, words: [word] })
    }
    const maxGap =
      page.source === 'ocr' ? columnGap : Math.min(columnGap, columnGapInSpaces * estimateWordSpace(lines))
    return lines.map(({ y, words }) => ({
      page: page.number,
      y,
      pieces: groupIntoPieces(words, page.number, maxGap),
    }))
  })
}

/** Median gap between words of the page, in ems. */
function estimateWordSpace(lines: { words: PageWord[] }[]): number {
  const { columnGap, minWordSpace, minTypeSize, minGapsForWordSpace } = lineTuning
  const gaps = lines.flatMap(({ words }) => {
    const inOrder = words.toSorted((one, other) => one.x - other.x)
    return inOrder.slice(1).flatMap((word, n) => {
      const gap = (word.x - (inOrder[n]?.right ?? 0)) / Math.max(minTypeSize, word.size)
      return gap > minWordSpace && gap < columnGap ? [gap] : []
    })
  })
  if (gaps.length < minGapsForWordSpace) return columnGap
  return gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? columnGap
}

/** Blocks side by side may have lines at nearly the same height; words of one line do not overlap. */
const overlapsAny = (words: PageWord[], { x, right, size }: PageWord) =>
  words.some((word) => Math.min(word.right, right) - Math.max(word.x, x) > size * lineTuning.maxWordOverlap)

function groupIntoPieces(words: PageWord[], page: number, maxGap: number): TextPiece[] {
  const { columnGap, minTypeSize } = lineTuning
  const pieces: TextPiece[] = []
  for (const word of words.map(stripRules).toSorted((one, other) => one.x - other.x)) {
    if (word.text === '') continue
    const last = pieces.at(-1)
    const figure = parseNumber(word.text.replace(/(?<=\.\d\d)[,;]$/, ''))
    const gap = last
      ? (word.x - last.right) / Math.max(minTypeSize, Math.min(word.size, last.size))
      : Infinity
    const joined = last && gap < columnGap ? parseSplitNumber(last.text, word.text) : null
    const isSign = last && gap < columnGap && /^[-–−(+]$/.test(last.text) && word.text === '£'
    if (last && (joined || isSign)) append(last, word, joined)
    else if (last && gap < maxGap && belongsToPiece(last, word, figure)) append(last, word, null)
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

/** Removes leader dots, and table rules that OCR read as characters. */
const stripRules = (word: PageWord): PageWord => {
  const text = word.text.replace(/^[|¦[\]_]+|[|¦[\]_]+$|\.{2,}$|^\.{2,}/g, '')
  return text === word.text ? word : { ...word, text: /^[.·…]+$/.test(text) ? '' : text }
}

function append(piece: TextPiece, word: PageWord, figure: ParsedNumber | null) {
  piece.text += ` ${word.text}`
  piece.right = word.right
  piece.figure = figure
  piece.words.push(word)
}

/** `- £ 12.50`, `12.50 CR`, `( 12.50 )`: one number though typed with spaces. */
const parseSplitNumber = (before: string, text: string): ParsedNumber | null =>
  /^[-–−(£+ ]+$/.test(before) ||
  (/^([-–−)]|cr|dr)$/i.test(text) && parseNumber(before)?.pence != null) ||
  /^\(\s?£?[\d.,]+$/.test(before)
    ? parseNumber(`${before} ${text}`.replace(/\s+/g, ''))
    : null

/** An amount is always a piece of its own; a number without pence may be part of a name, as in `Band 3`. */
function belongsToPiece(last: TextPiece, word: PageWord, figure: ParsedNumber | null): boolean {
  if (last.figure?.pence != null || figure?.pence != null || /^[-–−(]?£$/.test(word.text)) return false
  if (last.figure !== null && /^[@x×]$/.test(word.text)) return false
  if (figure !== null && /\.\d/.test(word.text) && last.figure === null)
    return /[a-z]$/i.test(last.text) && !/^(at|x|@)$/i.test(last.text)
  return true
}

export const boundingBox = (words: readonly PageWord[]): Box => [
  Math.min(...words.map(({ x }) => x)),
  Math.min(...words.map(({ y, size }) => y - size * lineTuning.ascent)),
  Math.max(...words.map(({ right }) => right)),
  Math.max(...words.map(({ y, size }) => y + size * lineTuning.descent)),
]

/** The region around the pieces that are on the first one's page. */
export const locatePieces = (...pieces: TextPiece[]): PageRegion | null => {
  const [first] = pieces
  if (!first) return null
  const same = pieces.filter(({ page }) => page === first.page)
  return { page: first.page, box: boundingBox(same.flatMap(({ words }) => words)) }
}

/** Points by which two pieces overlap horizontally; negative if there is a gap between them. */
export const overlap = (one: { x: number; right: number }, other: { x: number; right: number }): number =>
  Math.min(one.right, other.right) - Math.max(one.x, other.x)
