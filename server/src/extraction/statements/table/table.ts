import type { PageWord } from '../../document.ts'
import { beginsWithRange } from '../text/date-ranges.ts'
import { countDaysBetween, isWeekday, type PrintedDate, parseMonth } from '../text/dates.ts'
import { median, type StatementLine, splitIntoCells, textOf } from '../text/lines.ts'
import {
  areTitles,
  bookedTitle,
  classifyAmountLabel,
  columnWords,
  factTitle,
  valueTitle,
} from '../text/vocabulary.ts'
import { tableTuning } from '../tuning/table.ts'
import type { ColumnGrids, GridPlacement } from './columns.ts'

/** A full or partial date printed in the table: a heading may contain month and year, and a row only the day. */
export type DateStamp = {
  day: number | null
  month: number | null
  year: number | null
  printedDate: PrintedDate | null
  isHeading: boolean
}

/** The table before the meaning of its columns is known. */
export type TransactionTable = {
  lines: readonly StatementLine[]
  columnGrids: ColumnGrids
  stamps: Map<StatementLine, DateStamp>
  /** Top of the table on each page; pages without a table have no entry. */
  tops: Map<number, number>
  /** Header lines above the columns on each page. */
  headers: Map<number, StatementLine[]>
  /** Left edges of the date columns; first that of booking dates or, on a credit card, of purchase dates. */
  dateColumns: Map<GridPlacement, readonly number[]>
}

/** Returns the texts of all header lines. A header may be repeated anywhere in the table. */
export const listHeaderTexts = ({ headers }: Pick<TransactionTable, 'headers'>): Set<string> =>
  new Set([...headers.values()].flat().map((line) => textOf(line.words)))

/** Finds the table. `isOwed`: it is that of a credit card, whose rows are dated by purchase and not by posting. */
export function findTable(
  lines: readonly StatementLine[],
  columnGrids: ColumnGrids,
  isOwed = false,
): TransactionTable {
  const table: TransactionTable = {
    lines,
    columnGrids,
    stamps: new Map(),
    tops: new Map(),
    headers: new Map(),
    dateColumns: findDateColumns(lines, columnGrids, isOwed),
  }
  stampDates(table)
  const linesByPage = Map.groupBy(lines, ({ page }) => page)
  for (const [page, pageLines] of linesByPage) findTop(table, page, pageLines)
  return table
}

function findDateColumns(
  lines: readonly StatementLine[],
  columnGrids: ColumnGrids,
  isOwed: boolean,
): TransactionTable['dateColumns'] {
  const dateColumns: TransactionTable['dateColumns'] = new Map()
  const inPageOrder = columnGrids.placements.toSorted((a, b) => Math.min(...a.pages) - Math.min(...b.pages))
  let isSecondFirst: boolean | null = null
  for (const placement of inPageOrder) {
    const pageLines = lines.filter(({ page }) => placement.pages.has(page))
    const ranked = rankDateColumns(pageLines, columnGrids)
    const candidates = ranked.length > 0 ? ranked : findOnlyHeading(pageLines, columnGrids)
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

function stampDates(table: TransactionTable) {
  const { lines, dateColumns } = table
  const hasMonthHeadings = lines.some(
    (line) => line.words.length > 1 && parseMonth(textOf(line.words)) !== undefined,
  )
  const rowDates = [...dateColumns].flatMap(([{ pages }, [edge]]) =>
    lines.flatMap((line) => (pages.has(line.page) ? (findRowDate(line, edge) ?? []) : [])),
  )
  const form = findDateForm(rowDates, findHeadingForm(table))
  for (const [placement, columns] of [...dateColumns]) {
    const pageLines = lines.filter(({ page }) => placement.pages.has(page))
    dateColumns.set(placement, stampLines(table, pageLines, columns, hasMonthHeadings, form))
  }
}

/** Finds the header and the top edge of the table on a page. */
function findTop(table: TransactionTable, page: number, pageLines: StatementLine[]) {
  const { columnGrids, stamps, tops, headers } = table
  const earliest = pageLines.findIndex((_, n) => isFirstRow(table, pageLines, n))
  const certain = pageLines.findIndex(
    (line, n) =>
      stamps.get(line)?.printedDate &&
      hasCell(table, line) &&
      !beginsWithRange(line) &&
      !isFactGrid(line, pageLines[n - 1], pageLines[n + 1]),
  )
  const knownHeaders = listHeaderTexts(table)
  const titles = pageLines.filter(
    (line, n) =>
      (knownHeaders.has(textOf(line.words)) || isHeader(line, columnGrids)) &&
      !isAmountGrid(table, pageLines[n + 1]) &&
      !(pageLines[n + 1] && isFactGrid(pageLines[n + 1] as StatementLine, line)) &&
      !isCaptionOf(line, table, pageLines[n - 1]),
  )
  // A date above the header belongs to the letterhead.
  const isInLetterhead =
    earliest >= 0 &&
    titles.some(
      ({ y }) =>
        y > (pageLines[earliest] as StatementLine).y &&
        y < (pageLines[certain]?.y ?? 0) &&
        (tops.size === 0 ||
          countRowsAbove(table, pageLines.slice(earliest), y) < tableTuning.minRowsAboveHeader),
    )
  const first = isInLetterhead ? certain : earliest
  const start = first < 0 ? titles.find((title) => hasRowsBelow(table, pageLines, title)) : undefined
  if (first < 0 && !start) {
    // The last rows of a day may continue on a page that has neither a date nor a header.
    const rest = tops.has(page - 1) ? findFirstCell(table, pageLines, -1, page - 1) : -1
    if (rest >= 0) tops.set(page, (pageLines[rest] as StatementLine).y - 1)
    return
  }
  const firstRowY = first < 0 ? (start as StatementLine).y : (pageLines[first] as StatementLine).y
  const header = titles.findLast(
    (line) => line.y <= firstRowY && (isNearRow(line, firstRowY) || countKnownTitles(line) > 0),
  )
  headers.set(page, header ? getHeaderBlock(pageLines, header) : [])
  const headerText = header && textOf(header.words)
  // A header may be repeated in the middle of a page; the rows between the two headers belong to the table.
  const highest = titles.find((line) => textOf(line.words) === headerText) ?? header
  // On a later page without a header, the table continues from the previous page.
  const isLater = tops.size > 0
  const firstCell = isLater ? findFirstCell(table, pageLines, first) : first
  tops.set(page, highest ? highest.y : findTopWithoutHeader(table, pageLines, firstCell))
}

/**
 * Whether a line can be the first row: a date with an amount beside it, or a few lines below it if amounts are on the
 * last line of a row.
 */
function isFirstRow(table: TransactionTable, pageLines: readonly StatementLine[], index: number): boolean {
  const line = pageLines[index] as StatementLine
  if (beginsWithRange(line) || isFactGrid(line, pageLines[index - 1], pageLines[index + 1])) return false
  const stamp = table.stamps.get(line)
  if (!stamp || (stamp.day === null && !stamp.isHeading)) return false
  if (stamp.day !== null && hasCell(table, line)) return true
  const below = pageLines.slice(index + 1, index + 1 + tableTuning.maxRowLines)
  const row = below.find((other) => hasCell(table, other))
  if (row === undefined || row.y - line.y >= tableTuning.maxRowHeight * line.size) return false
  // Below the month in a letterhead is a summary.
  return !below
    .slice(0, below.indexOf(row) + 1)
    .some((other) => other.amounts.length > 0 && isSummaryLine(other))
}

const countRowsAbove = (table: TransactionTable, lines: readonly StatementLine[], y: number): number =>
  lines.filter((line) => line.y < y && hasCell(table, line) && !isSummaryLine(line)).length

/** Whether a line belongs to a summary: its amounts have a label on their left instead of a date. */
function isSummaryLine(line: StatementLine): boolean {
  const label = textOf(line.words.filter((word) => !line.amounts.some(({ words }) => words.includes(word))))
  return (
    /\b(balance|total|paid in|paid out|money in|money out)\b/i.test(label) ||
    classifyAmountLabel(label) !== null
  )
}

/**
 * Finds the first line with an amount in a column. On a later page, rows of a day may begin above the first printed
 * date.
 */
function findFirstCell(
  table: TransactionTable,
  pageLines: readonly StatementLine[],
  first: number,
  previousPage?: number,
): number {
  const index = pageLines.findIndex(
    (line) => hasCell(table, line) && !isSummaryLine(line) && isBelowColumns(table, line, previousPage),
  )
  return index < 0 ? first : Math.min(index, first < 0 ? index : first)
}

/**
 * Whether the amounts are roughly aligned with the previous page's columns. Pages may be shifted slightly against
 * each other.
 */
function isBelowColumns(
  { columnGrids }: TransactionTable,
  line: StatementLine,
  previousPage?: number,
): boolean {
  const placement = previousPage === undefined ? undefined : columnGrids.byPage.get(previousPage)
  if (!placement) return previousPage === undefined
  const { grid, shift } = placement
  const maxCount = Math.max(...grid.columns.map(({ count }) => count))
  const columns = grid.columns.filter(({ count }) => count >= tableTuning.minComparedColumn * maxCount)
  return line.amounts.some((money) =>
    columns.some(({ right }) => Math.abs(money.fullRight - shift - right) < tableTuning.maxContinuedShift),
  )
}

const hasRowsBelow = (
  table: TransactionTable,
  pageLines: readonly StatementLine[],
  title: StatementLine,
): boolean =>
  pageLines.some(
    (line) => line.y > title.y && line.y < title.y + tableTuning.maxHeaderDistance && hasCell(table, line),
  )

const hasCell = ({ columnGrids }: Pick<TransactionTable, 'columnGrids'>, line: StatementLine): boolean =>
  line.amounts.some((money) => columnGrids.columnByAmount.has(money))

/**
 * Finds the top of a table without a header. Rows of the previous day may be above the first date of the page, at the
 * usual row pitch.
 */
function findTopWithoutHeader(
  { stamps }: TransactionTable,
  pageLines: readonly StatementLine[],
  first: number,
): number {
  let top = first
  while (top > 0) {
    const [above, line] = [pageLines[top - 1] as StatementLine, pageLines[top] as StatementLine]
    if (line.y - above.y > tableTuning.maxRowPitch * line.size || stamps.has(above) || isTotalLine(above))
      break
    top--
  }
  return (pageLines[top] as StatementLine).y - 1
}

/** Whether a line is a closing balance or a total; above the rows, it belongs to a summary. */
function isTotalLine({ words, amounts }: StatementLine): boolean {
  if (amounts.length === 0) return false
  const amountWords = new Set(amounts.flatMap((money) => money.words))
  const kind = classifyAmountLabel(textOf(words.filter((word) => !amountWords.has(word))))
  return kind !== null && kind !== 'opening'
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

/** Returns the format of nearly all dates of a column. A date in another format is the end of a description. */
function findDateForm(dates: readonly PrintedDate[], headingForm: string | null): string | null {
  const counts = new Map<string, number>()
  for (const { form } of dates) counts.set(form, (counts.get(form) ?? 0) + 1)
  const [first, second] = [...counts].toSorted((a, b) => b[1] - a[1])
  if (!first || !second) return null
  if (headingForm !== null && (counts.get(headingForm) ?? 0) >= tableTuning.minHeadingFormat * dates.length)
    return headingForm
  return first[1] >= tableTuning.minFormatDominance * second[1] ? first[0] : null
}

/** If most dates are on separate lines, returns the format of the first date above a row. */
function findHeadingForm(table: TransactionTable): string | null {
  const { lines, columnGrids, dateColumns } = table
  let [headings, others] = [0, 0]
  let form: string | null = null
  lines.forEach((line, n) => {
    const placement = columnGrids.byPage.get(line.page)
    const date = findRowDate(line, placement && dateColumns.get(placement)?.[0])
    if (!date) return
    if (date.words.length < line.words.length) {
      others++
      return
    }
    headings++
    const isAboveRow = lines
      .slice(n + 1, n + 1 + tableTuning.maxHeadingDistance)
      .some((below) => below.page === line.page && hasCell(table, below))
    if (isAboveRow) form ??= date.form
  })
  return headings > tableTuning.minHeadingDominance * others ? form : null
}

/** Records the dates of these lines in `stamps` and returns the left edges of their date columns. */
function stampLines(
  table: TransactionTable,
  lines: readonly StatementLine[],
  columns: readonly number[],
  hasMonthHeadings: boolean,
  form: string | null,
): readonly number[] {
  const { stamps } = table
  const edge = columns[0]
  for (const line of lines) {
    const stamp = readStamp(line, edge, form)
    if (stamp) stamps.set(line, stamp)
  }
  const allDated = lines.filter((line) => stamps.get(line)?.printedDate)
  const dated = allDated.filter((line) => !(hasMonthHeadings && stamps.get(line)?.isHeading))
  const bareDays = findBareDays(table, lines, hasMonthHeadings)
  const areHeadingsDays = allDated.length > tableTuning.minDayHeadingDominance * bareDays.size
  if (bareDays.size === 0 || areHeadingsDays || dated.length >= (hasMonthHeadings ? bareDays.size : 1)) {
    includeWeekdays(stamps, lines)
    return columns
  }
  // Below month headings, aligned day numbers are the dates of rows; full dates are part of descriptions.
  for (const line of lines) if (stamps.get(line)?.printedDate) stamps.delete(line)
  for (const [line, stamp] of bareDays) stamps.set(line, stamp)
  includeWeekdays(stamps, lines)
  return [Math.min(...[...bareDays.values()].map(({ printedDate }) => printedDate?.x ?? 0))]
}

/**
 * Adds the weekday before or after a date to the words of the date, so that it does not become a description: `14
 * Mon`. A weekday beside few dates is the beginning of a description, such as the name of a newspaper.
 */
function includeWeekdays(stamps: Map<StatementLine, DateStamp>, lines: readonly StatementLine[]) {
  const dated = lines.flatMap((line) => {
    const stamp = stamps.get(line)
    return stamp?.printedDate ? [{ line, stamp, date: stamp.printedDate }] : []
  })
  const withWeekday = dated.flatMap(({ line: { words }, stamp, date }) => {
    const start = words.indexOf(date.words[0] as PageWord)
    const beside = [words[start - 1], words[start + date.words.length]]
    const name = beside.find((word) => word && isWeekday(word.text))
    return name ? [{ words, stamp, date, name }] : []
  })
  if (withWeekday.length < tableTuning.minWeekdayShare * dated.length) return
  for (const { words, stamp, date, name } of withWeekday) {
    stamp.printedDate = { ...date, words: words.filter((word) => word === name || date.words.includes(word)) }
    stamp.isHeading ||= date.form !== 'day' && stamp.printedDate.words.length === words.length
  }
}

function readStamp(
  line: StatementLine,
  edge: number | undefined,
  form: string | null,
): DateStamp | undefined {
  const date = findRowDate(line, edge)
  if (date && (line.isOcr || form === null || date.form === form)) {
    const { day, month, year } = date
    return { day, month, year, printedDate: date, isHeading: date.words.length === line.words.length }
  }
  const text = textOf(line.words)
  const month = parseMonth(text)
  if (month && (month.year !== null || edge === undefined))
    return { day: null, ...month, printedDate: null, isHeading: true }
  if (/^(19|20)\d\d$/.test(text) && (line.words[0]?.x ?? 0) < (edge ?? 0) + tableTuning.maxYearOffset)
    return { day: null, month: null, year: Number(text), printedDate: null, isHeading: true }
  return undefined
}

function findRowDate(line: StatementLine, edge: number | undefined): PrintedDate | undefined {
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

/** Finds day numbers without a month, as printed below month headings. */
function findBareDays(
  table: TransactionTable,
  lines: readonly StatementLine[],
  hasMonthHeadings: boolean,
): Map<StatementLine, DateStamp> {
  const stamps = new Map<StatementLine, DateStamp>()
  const candidates = lines.flatMap((line) => {
    const index = line.words.findIndex(
      ({ text }) => /^(\d{1,2})(st|nd|rd|th)?$/i.test(text) && Number.parseInt(text, 10) <= 31,
    )
    const word = line.words[index]
    if (!word || index > 1 || !(hasMonthHeadings || hasCell(table, line))) return []
    const first = line.words[0] as PageWord
    if (index === 1 && !isWeekday(first.text)) return []
    // `Sunday 28 September` is a whole date.
    if (line.dates.some(({ words }) => words.includes(word) && words.length > index + 1)) return []
    return [{ line, word, right: word.right, left: first.x }]
  })
  // Day numbers are right-aligned, or a weekday before them is left-aligned.
  const [aligned = []] = (['right', 'left'] as const)
    .map((side) => {
      const edge = findDensest(candidates.map((candidate) => candidate[side]))
      return candidates.filter((candidate) => Math.abs(candidate[side] - edge) <= tableTuning.maxDayOffset)
    })
    .toSorted((a, b) => b.length - a.length)
  if (aligned.length < (hasMonthHeadings ? 1 : tableTuning.minBareDays)) return stamps
  for (const { line, word } of aligned) {
    const day = Number.parseInt(word.text, 10)
    const printedDate = {
      day,
      month: 0,
      year: null,
      x: word.x,
      right: word.right,
      words: [word],
      form: 'day',
    }
    stamps.set(line, { day, month: null, year: null, printedDate, isHeading: false })
  }
  return stamps
}

/** Returns the position that has the most other positions nearby. */
function findDensest(positions: readonly number[]): number {
  const countNear = (x: number) =>
    positions.filter((other) => Math.abs(other - x) <= tableTuning.dayClusterWidth).length
  return positions.toSorted((a, b) => countNear(b) - countNear(a))[0] ?? 0
}

/**
 * Whether a line contains only amounts side by side. The line above it contains labels of a summary, not column
 * titles.
 */
const isAmountGrid = ({ stamps }: TransactionTable, line: StatementLine | undefined): boolean =>
  line !== undefined &&
  line.amounts.length > 1 &&
  !stamps.has(line) &&
  line.amounts.reduce((sum, { words }) => sum + words.length, 0) === line.words.length

/**
 * Whether a line contains dates and balances of the summary below or above their captions: `From`, `To` and `Balance at
 * start` above `01/05/2025`, `31/05/2025` and `1,204.77`.
 */
export function isFactGrid(
  { words, amounts, dates, y, size }: StatementLine,
  ...around: readonly (StatementLine | undefined)[]
): boolean {
  if (amounts.length === 0 || dates.length === 0) return false
  const values = new Set([...amounts, ...dates].flatMap((value) => value.words))
  if (!words.every((word) => values.has(word))) return false
  const isCaption = (cell: readonly PageWord[]) => {
    const kind = classifyAmountLabel(textOf(cell))
    return kind === 'opening' || kind === 'closing'
  }
  return around.some(
    (line) =>
      line !== undefined &&
      line.amounts.length === 0 &&
      Math.abs(line.y - y) < tableTuning.maxFactPitch * size &&
      splitIntoCells(line.words, tableTuning.titleGap).some(isCaption),
  )
}

/** Whether a line contains the captions of the amounts directly above it. */
const isCaptionOf = (
  line: StatementLine,
  table: TransactionTable,
  above: StatementLine | undefined,
): boolean =>
  isAmountGrid(table, above) &&
  above !== undefined &&
  line.y - above.y < tableTuning.maxCaptionPitch * above.size

/**
 * Whether a line is a header: separate titles without numbers that are above the amount columns or use the vocabulary
 * of column titles.
 */
function isHeader(line: StatementLine, columnGrids: ColumnGrids): boolean {
  if (line.amounts.length > 0 || line.dates.length > 0) return false
  const cells = splitIntoCells(line.words, tableTuning.titleGap)
  if (cells.length < tableTuning.minTitles) return false
  const text = textOf(line.words)
  if (text.length > tableTuning.maxHeaderLength || /\d\d/.test(text) || factTitle.test(text)) return false
  const knownTitles = countKnownTitles(line)
  const placement = columnGrids.byPage.get(line.page)
  if (!placement) return knownTitles >= tableTuning.minTitles
  // Descriptions use the same vocabulary as titles, but only titles are above amounts.
  const isKnown = knownTitles >= tableTuning.minTitles || areTitles(cells.map(textOf))
  if (isKnown && line.words.some((word) => isAboveFullColumn(word, placement))) return true
  const titlesAboveColumns = cells.filter((cell) => isAboveColumn(cell, placement))
  return titlesAboveColumns.length >= tableTuning.minTitles && !/[:.]$/.test(text)
}

const countKnownTitles = ({ words }: StatementLine): number =>
  splitIntoCells(words, tableTuning.titleGap).filter(
    (cell) => cell.length <= tableTuning.maxTitleWords && textOf(cell).match(columnWords),
  ).length

/** Whether a line is close enough to the first row to be its header without using the vocabulary of titles. */
const isNearRow = ({ y }: StatementLine, rowY: number): boolean => rowY - y < tableTuning.maxHeaderDistance

function isAboveColumn(cell: readonly PageWord[], { grid, shift }: GridPlacement): boolean {
  const [first, last] = [cell[0], cell.at(-1)]
  if (!first || !last || cell.length > tableTuning.maxUnknownTitleWords) return false
  return grid.columns.some(
    ({ left, right, count }) =>
      count > 1 &&
      first.x - shift < right + tableTuning.titleTolerance &&
      last.right - shift > left - tableTuning.titleTolerance,
  )
}

/** Whether a word is above one of the columns that have many amounts. */
function isAboveFullColumn({ x, right }: PageWord, { grid, shift }: GridPlacement): boolean {
  const maxCount = Math.max(...grid.columns.map(({ count }) => count))
  return grid.columns.some(
    (column) =>
      column.count >= tableTuning.minTitledColumn * maxCount &&
      x - shift < column.right + tableTuning.titleTolerance &&
      right - shift > column.left - tableTuning.titleTolerance,
  )
}

/** Returns all lines of a header, which may span two or three lines. */
function getHeaderBlock(pageLines: readonly StatementLine[], header: StatementLine): StatementLine[] {
  const index = pageLines.indexOf(header)
  const block = [header]
  for (let n = index - 1; n >= Math.max(0, index - tableTuning.maxHeaderLines); n--) {
    const line = pageLines[n] as StatementLine
    const below = block[0] as StatementLine
    const isTooFar = below.y - line.y > tableTuning.maxHeaderPitch * below.size
    if (isTooFar || line.amounts.length > 0 || line.dates.length > 0) break
    block.unshift(line)
  }
  return block
}
