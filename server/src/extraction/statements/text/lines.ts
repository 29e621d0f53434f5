import type { Box, PageRegion, PageWord } from '../../document.ts'
import { lineTuning } from '../tuning/text.ts'
import { findDates, type PrintedDate } from './dates.ts'
import { findAmounts, type PrintedAmount } from './money.ts'
import type { Notation } from './notation.ts'
import { getPrintedWords, type RespelledWord, respellAmounts } from './respelling.ts'

/** Words on the same baseline, from left to right, with the amounts and dates among them. */
export type StatementLine = {
  /** Zero-based page index. */
  page: number
  y: number
  size: number
  words: PageWord[]
  amounts: PrintedAmount[]
  dates: PrintedDate[]
  isOcr: boolean
  /** Whether the line is part of an information box beside the table. */
  isPanel: boolean
}

type LineSource = Pick<StatementLine, 'page' | 'isOcr' | 'isPanel'>

export function groupIntoLines(
  words: readonly PageWord[],
  source: LineSource,
  notation: Notation,
): StatementLine[] {
  const lines = groupByBaseline(words, source.isOcr).map((line) => buildLine(line, source, notation))
  return lines.map((line, n) => {
    const above = lines.slice(Math.max(0, n - lineTuning.sentenceLookback), n)
    const dates = line.dates.filter((date) => !isPartOfSentence(date, line, above))
    return dates.length === line.dates.length ? line : { ...line, dates }
  })
}

const leadsToDay = /^(on|of|dated)$/i

/**
 * Whether a date is part of a wrapped sentence, such as `CARD PAYMENT ON` above `06-07-2024`. Its date is not the
 * date of the row.
 */
function isPartOfSentence(
  { x, words: [first] }: PrintedDate,
  { y, size }: StatementLine,
  above: readonly StatementLine[],
): boolean {
  return above.some(
    (line) =>
      y - line.y < lineTuning.maxSentencePitch * size &&
      first?.size === line.size &&
      !isTitleLine(line) &&
      splitIntoCells(line.words).some(
        (cell) =>
          Math.abs((cell[0] as PageWord).x - x) < lineTuning.maxSentenceIndent * size &&
          leadsToDay.test(cell.at(-1)?.text ?? ''),
      ),
  )
}

/** Whether a line consists of separate titles without a date or an amount: `Processed on   Created on   Type`. */
const isTitleLine = ({ words, amounts, dates }: StatementLine): boolean =>
  amounts.length === 0 && dates.length === 0 && splitIntoCells(words).length >= lineTuning.minTitles

function groupByBaseline(words: readonly PageWord[], isOcr: boolean): PageWord[][] {
  const maxShift = isOcr ? lineTuning.maxOcrBaselineShift : lineTuning.maxBaselineShift
  const groups: PageWord[][] = []
  let baseline = Number.NEGATIVE_INFINITY
  for (const word of words.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const group = groups.at(-1)
    if (group && word.y - baseline <= maxShift * Math.min(word.size, group[0]?.size ?? word.size))
      group.push(word)
    else {
      groups.push([word])
      baseline = word.y
    }
  }
  return groups
}

export function buildLine(
  words: readonly PageWord[],
  { page, isOcr, isPanel }: LineSource,
  notation: Notation,
): StatementLine {
  const sorted = respellAmounts(
    words.toSorted((a, b) => a.x - b.x),
    notation,
  )
  const y = median(words.map((word) => word.y))
  const size = median(words.map((word) => word.size))
  const amounts = findAmounts(sorted, page, isOcr)
  const dates = findDates(sorted, isOcr, notation.isMonthFirst)
  return { page, y, size, words: sorted, amounts, dates, isOcr, isPanel }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? 0
}

/** Joins the words as they are printed on the page. */
export function textOf(words: readonly PageWord[]): string {
  let text = ''
  for (const word of words) {
    if (text !== '') text += ' '
    const { printed } = word as RespelledWord
    text += printed ? textOf(printed) : word.text
  }
  return text
}

export function getBox(words: readonly PageWord[]): Box {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0]
  const shown = words.some((word) => 'printed' in word) ? words.flatMap(getPrintedWords) : words
  for (const { x, right: end, y, size } of shown) {
    left = Math.min(left, x)
    right = Math.max(right, end)
    top = Math.min(top, y - size * lineTuning.boxAscent)
    bottom = Math.max(bottom, y + size * lineTuning.boxDescent)
  }
  return [left, top, right, bottom]
}

/** Returns the region of the words. Page numbers start at 0 in the parser and at 1 in a region. */
export const locateWords = (page: number, words: readonly PageWord[]): PageRegion => ({
  page: page + 1,
  box: getBox(words),
})

/** Splits words into groups at wide gaps, such as table cells or the columns of a letterhead. */
export function splitIntoCells(words: readonly PageWord[], gap = lineTuning.cellGap): PageWord[][] {
  const cells: PageWord[][] = []
  for (const word of words) {
    const before = cells.at(-1)?.at(-1)
    if (before && word.x - before.right <= gap * Math.max(word.size, before.size)) cells.at(-1)?.push(word)
    else cells.push([word])
  }
  return cells
}
