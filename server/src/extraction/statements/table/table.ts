import type { PageWord } from '../../document.ts'
import { beginsWithRange } from '../text/date-ranges.ts'
import { type StatementLine, splitIntoCells, textOf } from '../text/lines.ts'
import { areTitles, classifyAmountLabel, columnWords, factTitle } from '../text/vocabulary.ts'
import { tableTuning } from '../tuning/table.ts'
import type { ColumnGrids, GridPlacement } from './columns.ts'
import { type DateColumns, findDateColumns, hasCell } from './date-columns.ts'
import { type DateStamp, stampDates } from './date-stamps.ts'

/** The table before the meaning of its columns is known. */
export type TransactionTable = {
  lines: readonly StatementLine[]
  columnGrids: ColumnGrids
  stamps: Map<StatementLine, DateStamp>
  /** Top of the table on each page; pages without a table have no entry. */
  tops: Map<number, number>
  /** Header lines above the columns on each page. */
  headers: Map<number, StatementLine[]>
  dateColumns: DateColumns
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
  stampDates(table, isOwed)
  const linesByPage = Map.groupBy(lines, ({ page }) => page)
  for (const [page, pageLines] of linesByPage) findTop(table, page, pageLines)
  return table
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
    if (line.y - above.y > tableTuning.maxRowPitch * line.size || isTotalLine(above)) break
    // A dated line of text is the first line of the row whose amount is further below.
    const isRowStart = stamps.get(above)?.isHeading === false && above.amounts.length === 0
    if (isRowStart || !stamps.has(above)) top--
    if (stamps.has(above)) break
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
  if (text.length > tableTuning.maxHeaderLength || /\d\d/.test(text)) return false
  const knownTitles = countKnownTitles(line)
  if (factTitle.test(text) && knownTitles < tableTuning.minCertainTitles) return false
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
