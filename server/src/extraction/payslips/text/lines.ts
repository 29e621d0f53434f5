import type { Box, PageRegion, PageWord, PdfPage } from '../../document.ts'
import { lineTuning } from '../tuning/text.ts'
import { withoutDrawnRules } from './drawn-rules.ts'
import { splitIntoPanels } from './panels.ts'
import type { PayslipLine, TextPiece } from './text-piece.ts'
import { type ParsedNumber, parseNumber } from './values.ts'

export type { PayslipLine, TextPiece } from './text-piece.ts'

// Groups the words of a page into lines, and each line into pieces. A piece is a single number or a group of words
// that belong together.

type WordLine = { y: number; words: PageWord[] }

export function groupIntoLines(pages: readonly PdfPage[]): PayslipLine[] {
  let blocks = 0
  return pages.flatMap((page) => {
    const words = withoutDrawnRules(page.words).flatMap(splitAtLeaders)
    const getMaxGap =
      page.source === 'ocr' ? () => lineTuning.columnGap : estimateColumnGaps(groupWords(words, page))
    const groupBlock = (some: PageWord[]) => groupBlockIntoLines(some, page, blocks++, getMaxGap)
    const whole = groupBlock(words)
    // On scanned pages, baselines are too uneven to distinguish side panels from table columns.
    const panels = page.source === 'text' ? splitIntoPanels(words, whole) : [words]
    return panels.length === 1 ? whole : panels.flatMap(groupBlock)
  })
}

/** Splits a word that contains leader dots without spaces around them: `tax..........458.97`. */
function splitAtLeaders(word: PageWord): PageWord[] {
  const [, before = '', after = ''] = /^(.*?[^.])\.{4,}([^.].*)$/.exec(word.text) ?? []
  if (before === '' || after === '') return [word]
  const letter = word.size * lineTuning.typicalLetter
  return [
    { ...word, text: before, right: Math.min(word.right, word.x + before.length * letter) },
    { ...word, text: after, x: Math.max(word.x, word.right - after.length * letter) },
  ]
}

function groupWords(words: readonly PageWord[], page: PdfPage): WordLine[] {
  const { sameLineStep, sameCentreStep, ocrStepFactor } = lineTuning
  const factor = page.source === 'ocr' ? ocrStepFactor : 1
  const lines: WordLine[] = []
  for (const word of words.toSorted((one, other) => one.y - other.y || one.x - other.x)) {
    const line = lines.findLast(({ y, words: [first] }) => {
      if (!first) return false
      const size = Math.min(word.size, first.size)
      return (
        word.y - y <= sameLineStep * factor * size ||
        Math.abs(centreOf(word) - centreOf(first)) <= sameCentreStep * size
      )
    })
    if (line && !overlapsAny(line.words, word)) line.words.push(word)
    else lines.push({ y: word.y, words: [word] })
  }
  return lines
}

function groupBlockIntoLines(
  words: PageWord[],
  page: PdfPage,
  block: number,
  getMaxGap: (word: PageWord) => number,
): PayslipLine[] {
  return mergeOffsetLines(
    groupWords(words, page).map(({ y, words: ofLine }) => ({
      page: page.number,
      block,
      y,
      pieces: groupIntoPieces(ofLine, { page: page.number, block }, getMaxGap),
    })),
  )
}

/**
 * Returns the vertical centre of a word. The cells of a row may use different type sizes and are then aligned by
 * their centres.
 */
const centreOf = ({ y, size }: PageWord) => y - size * lineTuning.centreHeight

/**
 * Merges two lines into one row if nothing in them overlaps horizontally. Values typed into a printed form may be
 * slightly above or below the baseline of their labels.
 */
function mergeOffsetLines(lines: PayslipLine[]): PayslipLine[] {
  const merged: PayslipLine[] = []
  for (const line of lines) {
    const last = merged.at(-1)
    const size = Math.max(...(last?.pieces ?? []).map((piece) => piece.size))
    const isSameRow =
      last &&
      line.y - last.y <= size * lineTuning.maxRowOffset &&
      line.pieces.every((piece) => last.pieces.every((other) => overlap(piece, other) < 0))
    if (isSameRow) last.pieces = [...last.pieces, ...line.pieces].toSorted((one, other) => one.x - other.x)
    else merged.push(line)
  }
  return merged
}

/**
 * Returns the maximum gap inside a piece for each font, in ems. It is derived from the median gap between words of
 * that font, because fixed-pitch fonts have wide spaces.
 */
function estimateColumnGaps(lines: WordLine[]): (word: PageWord) => number {
  const { columnGap, columnGapInSpaces, minWordSpace, minTypeSize, minGapsForWordSpace } = lineTuning
  const gaps = lines.flatMap(({ words }) => {
    const inOrder = words.toSorted((one, other) => one.x - other.x)
    return inOrder.slice(1).flatMap((word, n) => {
      const before = inOrder[n] as PageWord
      const gap = (word.x - before.right) / Math.max(minTypeSize, word.size)
      return gap > minWordSpace && gap < columnGap ? [{ gap, font: familyOf(word) }] : []
    })
  })
  const toMaxGap = (some: { gap: number }[]) => {
    const median = some.map(({ gap }) => gap).toSorted((one, other) => one - other)[
      Math.floor(some.length / 2)
    ]
    return Math.min(columnGap, columnGapInSpaces * (median ?? columnGap))
  }
  const ofPage = gaps.length < minGapsForWordSpace ? columnGap : toMaxGap(gaps)
  const byFont = new Map(
    [...Map.groupBy(gaps, ({ font }) => font)]
      .filter(([, some]) => some.length >= lineTuning.minGapsOfFont)
      .map(([font, some]) => [font, toMaxGap(some)]),
  )
  return (word) => byFont.get(familyOf(word)) ?? ofPage
}

/** Returns the font name without its style. Bold and regular type have equally wide spaces. */
const familyOf = ({ font }: PageWord) => font?.replace(/[-,].*$/, '') ?? ''

/**
 * Whether a word overlaps other words of a line. Words of one line do not overlap, but lines of neighbouring blocks
 * may be at nearly the same height.
 */
const overlapsAny = (words: PageWord[], { x, right, size }: PageWord) =>
  words.some((word) => Math.min(word.right, right) - Math.max(word.x, x) > size * lineTuning.maxWordOverlap)

function groupIntoPieces(
  words: PageWord[],
  { page, block }: { page: number; block: number },
  getMaxGap: (word: PageWord) => number,
): TextPiece[] {
  const { columnGap, minTypeSize } = lineTuning
  const pieces: TextPiece[] = []
  const inOrder = words.map(stripRules).toSorted((one, other) => one.x - other.x)
  for (const [n, word] of inOrder.entries()) {
    if (word.text === '') continue
    const last = pieces.at(-1)
    const isNil = /^nil$/i.test(word.text) && n === inOrder.length - 1 && pieces.length > 0
    const figure = parseNumber(isNil ? '0.00' : word.text.replace(/(?<=\.\d\d)[,;]$/, ''))
    const gap = last
      ? (word.x - last.right) / Math.max(minTypeSize, Math.min(word.size, last.size))
      : Infinity
    const joined = last && gap < columnGap ? parseSplitNumber(last.text, word.text) : null
    const isSign = last && gap < columnGap && /^[-–−(+]$/.test(last.text) && word.text === '£'
    const isPercentage = last?.figure != null && gap < columnGap && word.text === '%'
    if (last && (joined || isSign || isPercentage)) append(last, word, joined)
    else if (
      last &&
      gap < getMaxGap(word) &&
      (belongsToPiece(last, word, figure) || isMultiple(inOrder, n, last))
    )
      append(last, word, null)
    else
      pieces.push({
        text: word.text,
        figure,
        words: [word],
        page,
        block,
        x: word.x,
        right: word.right,
        y: word.y,
        size: word.size,
      })
  }
  return joinDivisions(joinCurrency(pieces, getMaxGap))
}

/**
 * Joins the currency to the title before it on a line without numbers: `This month | £ | To date | £`. Alone, it would be
 * the only title that is exactly above the amounts.
 */
function joinCurrency(pieces: TextPiece[], getMaxGap: (word: PageWord) => number): TextPiece[] {
  if (pieces.some(({ figure }) => figure !== null)) return pieces
  const joined: TextPiece[] = []
  for (const piece of pieces) {
    const [last, word] = [joined.at(-1), piece.words[0]]
    const gap = last ? (piece.x - last.right) / Math.max(lineTuning.minTypeSize, last.size) : Infinity
    if (last && word && piece.text === '£' && gap < getMaxGap(word)) append(last, word, null)
    else joined.push(piece)
  }
  return joined
}

/** Joins a salary and its division into the label: `Annual salary £47,000.04 ÷ 12` before `£3,916.67`. */
function joinDivisions(pieces: TextPiece[]): TextPiece[] {
  const at = pieces.findIndex(({ text }) => /^(?:÷|\/) ?(?:12|52|26|13)$/.test(text))
  const [label, salary, division, amount] = at < 2 ? [] : pieces.slice(at - 2, at + 2)
  if (!label || !salary || !division || label.figure !== null || salary.figure?.pence == null) return pieces
  if (amount?.figure?.pence == null) return pieces
  for (const word of [...salary.words, ...division.words]) append(label, word, null)
  return pieces.filter((piece) => piece !== salary && piece !== division)
}

/** Removes leader dots and table rules that OCR read as characters. */
const stripRules = (word: PageWord): PageWord => {
  if (/^[-–—=_+!|¦*~#:.]{3,}$|^[!|¦]$/.test(word.text)) return { ...word, text: '' }
  const text = word.text.replace(/^[|¦[\]_]+|[|¦[\]_]+$|\.{2,}$|^\.{2,}/g, '')
  return text === word.text ? word : { ...word, text: /^[.·…]+$/.test(text) ? '' : text }
}

function append(piece: TextPiece, word: PageWord, figure: ParsedNumber | null) {
  piece.text += ` ${word.text}`
  piece.right = word.right
  piece.figure = figure
  piece.words.push(word)
}

/** Parses a number that is typed with spaces: `- £ 12.50`, `12.50 CR`, `( 12.50 )`. */
const parseSplitNumber = (before: string, text: string): ParsedNumber | null =>
  /^[-–−(£+ ]+$/.test(before) ||
  (/^([-–−)]|cr|dr)$/i.test(text) && parseNumber(before)?.pence != null) ||
  /^\(\s?£?[\d.,]+$/.test(before)
    ? parseNumber(`${before} ${text}`.replace(/\s+/g, ''))
    : null

/**
 * Whether a small number belongs to the label before it, as in `Overtime 1.33`, `O/T 1.5` or `Overtime @ 1.5`. It does if an
 * amount follows on the same row.
 */
function isMultiple(words: PageWord[], n: number, last: TextPiece): boolean {
  const isFollowedByAmount = words.slice(n + 1).some(({ text }) => parseNumber(text)?.pence != null)
  return (
    isFollowedByAmount &&
    last.figure === null &&
    /(?:\p{L}{3,}|\bo\/?t)( ?[@x×])?$/iu.test(last.text) &&
    !/^(hours?|hrs?|days?|units?|at|rate)\b/i.test(last.text) &&
    /^[0-3](\.\d{1,2})?$/.test(words[n]?.text ?? '') &&
    !/^0(\.0+)?$/.test(words[n]?.text ?? '')
  )
}

/**
 * Whether a word belongs to the piece before it. An amount is always its own piece; a number without pence may be
 * part of a name, as in `Band 3`.
 */
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

/** Returns the region around all pieces that are on the same page as the first piece. */
export const locatePieces = (...pieces: TextPiece[]): PageRegion | null => {
  const [first] = pieces
  if (!first) return null
  const same = pieces.filter(({ page }) => page === first.page)
  return { page: first.page, box: boundingBox(same.flatMap(({ words }) => words)) }
}

/**
 * Returns by how many points two pieces overlap horizontally. The result is negative if there is a gap between them.
 */
export const overlap = (one: { x: number; right: number }, other: { x: number; right: number }): number =>
  Math.min(one.right, other.right) - Math.max(one.x, other.x)
