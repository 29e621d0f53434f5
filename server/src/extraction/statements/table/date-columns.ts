import type { PageWord } from '../../document.ts'
import { countDaysBetween, isWeekday, type PrintedDate } from '../text/dates.ts'
import { median, type StatementLine, textOf } from '../text/lines.ts'
import { bookedTitle, valueTitle } from '../text/vocabulary.ts'
import { tableTuning } from '../tuning/table.ts'
import type { ColumnGrids, GridPlacement } from './columns.ts'

/** Left edges of the date columns; first that of booking dates or, on a credit card, of purchase dates. */
export type DateColumns = Map<GridPlacement, readonly number[]>

/** Finds the date columns of all pages. `isOwed`: the rows of a credit card are dated by purchase and not by posting. */
export function findDateColumns(
  lines: readonly StatementLine[],
  columnGrids: ColumnGrids,
  isOwed: boolean,
): DateColumns {
  const dateColumns: DateColumns = new Map()
  const inPageOrder = columnGrids.placements.toSorted((a, b) => Math.min(...a.pages) - Math.min(...b.pages))
  let isSecondFirst: boolean | null = null
  for (const placement of inPageOrder) {
    const pageLines = lines.filter(({ page }) => placement.pages.has(page))
    const ranked = rankDateColumns(pageLines, columnGrids)
    const found = ranked.length > 0 ? ranked : findOnlyHeading(pageLines, columnGrids)
    const sparse = isOwed && found.length === 1 ? findSparseColumn(pageLines, columnGrids, found) : []
    const candidates = [...found, ...sparse].toSorted((a, b) => a - b)
    const [first, second, ...others] = candidates
    // Titles may be missing on some pages. If any page shows which of two date columns dates the rows, it applies to
    // all pages.
    if (first !== undefined && second !== undefined)
      isSecondFirst ??= isOwed
        ? isSecondPurchaseDate(pageLines, first, second)
        : isSecondBookingDate(pageLines, first, second)
    const columns =
      isSecondFirst && first !== undefined && second !== undefined ? [second, first, ...others] : candidates
    // If a page has too few dates to find their column, use the date columns of another page.
    const known = [...dateColumns.values()].find(({ length }) => length > 0)
    dateColumns.set(placement, columns.length > 0 ? columns : (known ?? []))
  }
  return dateColumns
}

/**
 * Returns the left edge of a second, titled column of dates that few rows fill: on the statement of a credit card, only
 * purchases have a date of purchase, but payments, fees and interest do not.
 */
function findSparseColumn(
  lines: readonly StatementLine[],
  columnGrids: ColumnGrids,
  [first]: readonly number[],
): number[] {
  const { minSparseDates, maxDateSpread, maxTitleOffset } = tableTuning
  const seconds = lines
    .filter((line) => hasCell({ columnGrids }, line) && findRowDate(line, first))
    .flatMap(({ dates: [, second] }) => (second ? [second.x] : []))
  const x = median(seconds)
  const isAligned = seconds.every((other) => Math.abs(other - x) < maxDateSpread)
  const isTitled = lines.some(
    ({ words, dates, amounts }) =>
      dates.length === 0 &&
      amounts.length === 0 &&
      dateTitle.test(textOf(words.filter((word) => Math.abs(word.x - x) < maxTitleOffset))),
  )
  return seconds.length >= minSparseDates && isAligned && isTitled ? [x] : []
}

const dateTitle = /\b(date|day|purchased?|transactions?|made)\b/i

/**
 * Returns the left edge of the heading of the only day: a date alone on its line, above the only amount in a column that
 * is not part of a sentence.
 */
function findOnlyHeading(lines: readonly StatementLine[], columnGrids: ColumnGrids): number[] {
  const rows = lines.filter((line) => hasCell({ columnGrids }, line))
  const [row] = rows
  const above = row && lines.slice(0, lines.indexOf(row)).findLast(({ amounts }) => amounts.length === 0)
  const [date, second] = above?.dates ?? []
  if (rows.length !== 1 || !row || !above || !date || second) return []
  const isDate = above.words.every((word) => date.words.includes(word) || isWeekday(word.text))
  const isNear = row.page === above.page && row.y - above.y < tableTuning.maxRowHeight * row.size
  return isDate && isNear ? [date.x] : []
}

type WeightedDate = { x: number; weight: number }

/** Returns the left edges of dates that begin a row, from left to right. */
function rankDateColumns(lines: readonly StatementLine[], columnGrids: ColumnGrids): number[] {
  const groups = clusterDates(lines.flatMap((line) => weighDates(line, columnGrids)))
  const maxWeight = Math.max(0, ...groups.map(({ weight }) => weight))
  const maxCount = Math.max(0, ...groups.map(({ count }) => count))
  const { minDateColumnWeight, minRelativeWeight, minWeightPerDate, minRelativeCount } = tableTuning
  return groups
    .filter(
      ({ weight, count }) =>
        (weight >= minDateColumnWeight && weight >= minRelativeWeight * maxWeight) ||
        (weight >= minWeightPerDate * count && count >= minRelativeCount * maxCount),
    )
    .toSorted((a, b) => a.x - b.x)
    .map(({ x }) => x)
}

function weighDates(line: StatementLine, columnGrids: ColumnGrids): WeightedDate[] {
  const { separatedDateWeight, sentenceDateWeight, noAmountWeight } = tableTuning
  const amountWeight = hasCell({ columnGrids }, line) ? 1 : noAmountWeight
  return line.dates.map((date) => {
    const before = line.words[line.words.indexOf(date.words[0] as PageWord) - 1]
    const isSeparated =
      before !== undefined &&
      (date.x - before.right > before.size ||
        [...line.dates, ...line.amounts].some(({ words }) => words.includes(before)))
    const positionWeight = before === undefined ? 1 : isSeparated ? separatedDateWeight : sentenceDateWeight
    return { x: date.x, weight: positionWeight * amountWeight }
  })
}

/** Clusters dates by their left edges; the cluster with the largest weight is first. */
function clusterDates(dates: readonly WeightedDate[]): (WeightedDate & { count: number })[] {
  const groups: (WeightedDate & { count: number })[] = []
  const remaining = new Set(dates)
  while (remaining.size > 0 && groups.length < tableTuning.maxDateColumns) {
    const sorted = [...remaining].toSorted((a, b) => a.x - b.x)
    let best: WeightedDate[] = []
    let bestWeight = 0
    for (let start = 0, end = 0, weight = 0; end < sorted.length; end++) {
      weight += sorted[end]?.weight ?? 0
      while ((sorted[end]?.x ?? 0) - (sorted[start]?.x ?? 0) > tableTuning.maxDateSpread)
        weight -= sorted[start++]?.weight ?? 0
      if (weight > bestWeight) [bestWeight, best] = [weight, sorted.slice(start, end + 1)]
    }
    if (best.length === 0) break
    groups.push({ x: median(best.map(({ x }) => x)), weight: bestWeight, count: best.length })
    for (const date of best) remaining.delete(date)
  }
  return groups
}

/**
 * Whether the second of two date columns is the booking date: it is titled as booking date, or the first is titled as
 * value date. Null if the titles do not show it.
 */
function isSecondBookingDate(lines: readonly StatementLine[], first: number, second: number): boolean | null {
  const { maxTitleOffset, maxTitleWidth, maxHeaderWords } = tableTuning
  const titles = lines.filter((line) => line.amounts.length === 0 && line.dates.length === 0)
  const textAt = (line: StatementLine, x: number) =>
    textOf(line.words.filter((word) => Math.abs(word.x - x) < maxTitleOffset))
  const isSecondBooked = titles.some(
    (line) => bookedTitle.test(textAt(line, second)) && line.words.length < maxHeaderWords,
  )
  const isFirstBooked = titles.some((line) => bookedTitle.test(textAt(line, first)))
  if (isSecondBooked !== isFirstBooked) return isSecondBooked
  const isValueDate = (x: number) =>
    titles.some(
      (line) =>
        line.words.length < maxHeaderWords &&
        valueTitle.test(
          textOf(line.words.filter((word) => word.x > x - maxTitleOffset && word.x < x + maxTitleWidth)),
        ),
    )
  const [isFirstValue, isSecondValue] = [isValueDate(first), isValueDate(second)]
  return isFirstValue === isSecondValue ? null : isFirstValue && !isFirstBooked
}

/**
 * Whether the second of two date columns is the date of the purchase. A purchase is posted on the same day or later, so
 * the dates show it; the titles decide only if they do not. Null if nothing shows it.
 */
function isSecondPurchaseDate(
  lines: readonly StatementLine[],
  first: number,
  second: number,
): boolean | null {
  const distances = lines.flatMap((line) => {
    const [from, to] = [first, second].map((edge) => findRowDate(line, edge))
    return from && to ? [countDaysBetween(from, to)] : []
  })
  const [earliest, latest] = [Math.min(0, ...distances), Math.max(0, ...distances)]
  if (earliest < 0 !== latest > 0) return earliest < 0
  const isSecondBooked = isSecondBookingDate(lines, first, second)
  return isSecondBooked === null ? null : !isSecondBooked
}

/** Returns the date of a line at this edge, if it is not part of a sentence. */
export function findRowDate(line: StatementLine, edge: number | undefined): PrintedDate | undefined {
  const maxOffset = line.isOcr ? tableTuning.maxOcrDateOffset : tableTuning.maxDateOffset
  if (edge === undefined) return undefined
  return line.dates.find((date) => Math.abs(date.x - edge) <= maxOffset && !isInSentence(line, date))
}

/** Whether a date is part of a sentence: a word precedes it closely that is not part of a date itself. */
function isInSentence(line: StatementLine, date: PrintedDate): boolean {
  const before = line.words[line.words.indexOf(date.words[0] as PageWord) - 1]
  if (line.isOcr || !before || date.x - before.right > tableTuning.maxSentenceGap * before.size) return false
  return ![...line.dates, ...line.amounts].some(({ words }) => words.includes(before))
}

/** Whether a line has an amount in one of the columns. */
export const hasCell = ({ columnGrids }: { columnGrids: ColumnGrids }, line: StatementLine): boolean =>
  line.amounts.some((money) => columnGrids.columnByAmount.has(money))
