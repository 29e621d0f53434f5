import type { PdfPage } from '../document.ts'
import type { ColumnReading } from './arithmetic/column-readings.ts'
import type { LineDay } from './facts/days.ts'
import type { StatementRow } from './statement-row.ts'
import type { TransactionTable } from './table/table.ts'
import type { TableContent } from './table/table-content.ts'
import { type StatementLine, textOf } from './text/lines.ts'
import { isShortPhrase, namesOtherAccount } from './text/main-account.ts'
import type { PrintedAmount } from './text/money.ts'
import { nothingHappened } from './text/vocabulary.ts'
import { completenessTuning } from './tuning/checks.ts'

// Indications that part of the table was not read.

/** Returns the amounts in cells of the table that the reading does not use. */
export function findUnexplainedAmounts(
  { table, lines, balanceListLines }: TableContent,
  { roles, titles, runningBalance: { steps } }: ColumnReading,
  rows: readonly StatementRow[],
): PrintedAmount[] {
  const used = new Set(steps.map(({ money }) => money))
  const rowLines = new Set(steps.map(({ entry }) => entry.line))
  // The arithmetic of a few rows may hold without the balances that contradict it.
  const isIgnoredBalance = (money: PrintedAmount, line: StatementLine): boolean => {
    const column = table.columnGrids.columnByAmount.get(money)
    return (
      column !== undefined && !roles.has(column) && titles.get(column) === 'balance' && rowLines.has(line)
    )
  }
  const descriptionWords = new Set(
    rows.flatMap(({ description }) => description.words.flatMap(({ words }) => words)),
  )
  const lastRowY = new Map<number, number>()
  for (const { entry } of steps) {
    lastRowY.set(entry.line.page, Math.max(lastRowY.get(entry.line.page) ?? 0, entry.line.y))
  }
  return lines.flatMap((line) => {
    const placement = table.columnGrids.byPage.get(line.page)
    if (!placement || balanceListLines.has(line)) return []
    if (line.y > (lastRowY.get(line.page) ?? 0) + completenessTuning.maxBelowLastRow) return []
    const columns = [...roles.keys()].filter((column) => placement.grid.columns.includes(column))
    const right = Math.max(...columns.map((column) => column.right)) + placement.shift
    const edges = columns.map((column) => column.left + placement.shift)
    const left = Math.min(...(table.dateColumns.get(placement)?.slice(0, 1) ?? []), ...edges)
    return line.amounts.filter((money) => {
      const column = table.columnGrids.columnByAmount.get(money)
      if ((column && roles.has(column)) || used.has(money) || money.isForeign || !money.isCell) return false
      // An amount of 0.00, such as a waived fee, does not change the balance.
      if (money.pence === 0) return false
      if (isIgnoredBalance(money, line)) return true
      const isInside =
        money.fullX > left - completenessTuning.edgeTolerance &&
        money.fullRight < right + completenessTuning.edgeTolerance
      return isInside && !money.words.every((word) => descriptionWords.has(word))
    })
  })
}

/** Returns pages without rows that have several amounts or a dated amount. */
export function findPagesWithoutRows(
  lines: readonly StatementLine[],
  { entries }: ColumnReading,
  { balanceListLines }: TableContent,
): number[] {
  const pagesWithRows = new Set(entries.map(({ line }) => line.page))
  const counts = new Map<number, { cells: number; dated: number }>()
  for (const line of lines) {
    if (pagesWithRows.has(line.page) || balanceListLines.has(line)) continue
    const cells = line.amounts.filter(({ isCell, isForeign }) => isCell && !isForeign).length
    const count = counts.get(line.page) ?? { cells: 0, dated: 0 }
    counts.set(line.page, count)
    count.cells += cells
    if (cells > 0 && line.dates.length > 0) count.dated++
  }
  return [...counts].flatMap(([page, { cells, dated }]) =>
    cells >= completenessTuning.minPageAmounts || dated >= 1 ? [page] : [],
  )
}

// Factor for sort keys of lines across pages; larger than the height of any page in points.
const maxPageHeight = 10_000
const getSortKey = (page: number, y: number) => page * maxPageHeight + y

const otherAccount = /\b(pot|pots|saver|savings|isa|loan)\b/i

/**
 * Counts the headings of other accounts or savings pots between the rows, or between the sentence that an account had no
 * transactions and the rows. These accounts have their own balances.
 */
export function countOtherTables(lines: readonly StatementLine[], rows: readonly StatementRow[]): number {
  const { minHeadingSize, maxHeadingWords } = completenessTuning
  const rowKeys = rows.map(({ step: { entry } }) => getSortKey(entry.line.page, entry.line.y))
  const [first, last] = [Math.min(...rowKeys), Math.max(...rowKeys)]
  const rowSize = rows[0]?.step.entry.line.size ?? 0
  const above = lines.filter(({ page, y, isPanel }) => !isPanel && getSortKey(page, y) < first)
  const said = above.findIndex(({ words }) => nothingHappened.test(textOf(words)))
  const isEmptyAbove =
    said >= 0 &&
    above.slice(said + 1).some((line) => isShortPhrase(line) && namesOtherAccount(line, new Set()))
  const between = lines.filter(({ page, y, size, words, amounts, isPanel }) => {
    const key = getSortKey(page, y)
    const isHeading =
      size >= minHeadingSize * rowSize && amounts.length === 0 && words.length <= maxHeadingWords
    if (isPanel || !isHeading || key < first || key > last) return false
    const text = textOf(words)
    return otherAccount.test(text) && /\b(statement|account|transactions|activity)\b/i.test(text)
  })
  return between.length + (isEmptyAbove ? 1 : 0)
}

/**
 * Finds the rows and balances below a heading. A heading begins at the left edge of the rows, where the second line of a
 * description does not.
 */
export function findHeadedRows(
  lines: readonly StatementLine[],
  { entries }: ColumnReading,
): ReadonlySet<StatementLine> {
  const { headingEdge } = completenessTuning
  const entryLines = new Set(entries.map(({ line }) => line))
  const left = Math.min(...entries.map(({ line }) => line.words[0]?.x ?? Number.POSITIVE_INFINITY))
  const headed = new Set<StatementLine>()
  let isHeaded = false
  let last: StatementLine | undefined
  for (const line of lines) {
    if (entryLines.has(line)) {
      if (isHeaded && last?.page === line.page) headed.add(line)
      isHeaded = false
      last = line
    } else if (!line.isPanel && (line.words[0]?.x ?? left + headingEdge) < left + headingEdge)
      isHeaded ||= isShortPhrase(line)
  }
  return headed
}

const ofStatement = /\b(summary|totals?|account|statement|balances?|period|month|overview|in|out)\b/i

/**
 * Finds the first heading below the last row that is not about the statement as a whole. Amounts below it may belong to
 * another account: `Kitchen fund`.
 */
export function findTrailingHeading(
  lines: readonly StatementLine[],
  { entries }: ColumnReading,
): StatementLine | undefined {
  const left = Math.min(...entries.map(({ line }) => line.words[0]?.x ?? Number.POSITIVE_INFINITY))
  const last = Math.max(...entries.map(({ line }) => getSortKey(line.page, line.y)))
  return lines.find(
    (line) =>
      !line.isPanel &&
      getSortKey(line.page, line.y) > last &&
      (line.words[0]?.x ?? Number.POSITIVE_INFINITY) < left + completenessTuning.headingEdge &&
      isShortPhrase(line) &&
      !ofStatement.test(textOf(line.words)),
  )
}

/** Returns pages with rows whose text, apart from the page number, is the same as on an earlier page. */
export function findRepeatedPages(pages: readonly PdfPage[], rows: readonly StatementRow[]): number[] {
  const withRows = new Set(rows.map(({ step }) => step.entry.line.page))
  const seen = new Set<string>()
  return pages.flatMap(({ words }, page) => {
    if (!withRows.has(page)) return []
    const key = textOf(words).replace(/\b\d{1,2}\b/g, '')
    if (seen.has(key)) return [page]
    seen.add(key)
    return []
  })
}

/** Returns pages that have several rows but no printed date. */
export function findUndatedPages(rows: readonly StatementRow[], days: Map<StatementLine, LineDay>): number[] {
  const datedPages = new Set(
    [...days.values()].filter(({ isOwn }) => isOwn).map(({ dateLine }) => dateLine?.page),
  )
  const counts = new Map<number, number>()
  for (const { step } of rows) counts.set(step.entry.line.page, (counts.get(step.entry.line.page) ?? 0) + 1)
  return [...counts].flatMap(([page, count]) =>
    count >= completenessTuning.minRowsWithDate && !datedPages.has(page) ? [page] : [],
  )
}

const weekday = /^(mon|tue|wed|thu|fri|sat|sun)[a-z]*\W?$/i

/**
 * Counts incomplete dates: headings that begin with a weekday, and rows with a bare number whose month may be on the
 * next line.
 */
export function countBrokenDays(
  rows: readonly StatementRow[],
  { lines, stamps, dateColumns, columnGrids }: TransactionTable,
): number {
  const getDateEdge = (page: number) => {
    const placement = columnGrids.byPage.get(page)
    return placement && dateColumns.get(placement)?.[0]
  }
  const brokenHeadings = lines.filter((line) => {
    const edge = getDateEdge(line.page)
    const [first, second] = line.words
    if (!first || edge === undefined || stamps.has(line)) return false
    if (Math.abs(first.x - edge) > completenessTuning.maxHeadingOffset) return false
    return weekday.test(first.text) && /^\d{1,2}(st|nd|rd|th)?$/.test(second?.text ?? '')
  })
  const brokenRows = rows.filter(({ step: { entry } }) => {
    const edge = getDateEdge(entry.line.page)
    if (edge === undefined || stamps.has(entry.line)) return false
    return entry.line.words.some(
      ({ x, text }) =>
        Math.abs(x - edge) < completenessTuning.maxDayOffset && /^\d{1,2}(st|nd|rd|th)?$/i.test(text),
    )
  })
  return brokenRows.length + brokenHeadings.length
}

/**
 * Whether it is unclear which rows the date headings belong to: some are closer to the row above than to the row
 * below, or are below the last row.
 */
export function areDaysAmbiguous(
  rows: readonly StatementRow[],
  { stamps, lines }: TransactionTable,
): boolean {
  const byPage = Map.groupBy(rows, ({ step }) => step.entry.line.page)
  const { maxDateDistance, maxTrailingDistance, maxAmbiguousShare, maxTrailingShare } = completenessTuning
  let [ambiguous, clear, trailing] = [0, 0, 0]
  for (const pageRows of byPage.values()) {
    const sorted = pageRows.toSorted((a, b) => a.step.entry.line.y - b.step.entry.line.y)
    sorted.forEach(({ step, lineDay }, n) => {
      const [line, before, dateLine] = [step.entry.line, sorted[n - 1]?.step.entry.line, lineDay?.dateLine]
      if (!dateLine || !before || dateLine === line) return
      if (dateLine.page !== line.page || dateLine.y <= before.y) return
      // A date on the first line of a description clearly belongs to that description.
      if (!stamps.get(dateLine)?.isHeading) return
      if (dateLine.y - before.y < maxDateDistance * (line.y - dateLine.y)) ambiguous++
      else clear++
    })
    // A date below the last row belongs to no row, unless it is the date of a balance.
    const last = sorted.at(-1)?.step.entry.line
    const below =
      last &&
      lines.filter(
        ({ page, y }) => page === last.page && y > last.y && y - last.y < maxTrailingDistance * last.size,
      )
    if (below?.some((line) => line.amounts.length === 0 && stamps.get(line)?.printedDate)) trailing++
  }
  return ambiguous > maxAmbiguousShare * clear || trailing > maxTrailingShare * byPage.size
}
