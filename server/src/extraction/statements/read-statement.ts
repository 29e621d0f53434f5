import {
  applyStatedBalances,
  checkTotals,
  findAmountsOutsideTable,
  findStatedBalances,
  type LocatedBalance,
  locateBalance,
  type TotalCheck,
} from './arithmetic/balances.ts'
import { type ColumnReading, type LayoutHints, rankColumnReadings } from './arithmetic/column-readings.ts'
import { findLabelledAmounts } from './arithmetic/labelled-amounts.ts'
import type { RunningBalance } from './arithmetic/running-balance.ts'
import {
  areDaysAmbiguous,
  countBrokenDays,
  countOtherTables,
  findPagesWithoutRows,
  findRepeatedPages,
  findUndatedPages,
  findUnexplainedAmounts,
} from './completeness.ts'
import { checkDailyBalances } from './daily-balance-check.ts'
import { findAccounts, findIban, type LocatedFact } from './facts/account.ts'
import { findBank } from './facts/bank.ts'
import { resolveDays } from './facts/days.ts'
import { collectDescriptions } from './facts/descriptions.ts'
import { findHolder } from './facts/holder.ts'
import { findPeriods, type StatementPeriod } from './facts/period.ts'
import type { StatementRow } from './statement-row.ts'
import { type AmountColumn, findColumnGrids } from './table/columns.ts'
import { findTable, listHeaderTexts, type TransactionTable } from './table/table.ts'
import { readTableContent } from './table/table-content.ts'
import type { StatementLine } from './text/lines.ts'
import type { PrintedAmount } from './text/money.ts'
import { checkPageNumbers, type PageNumbering } from './text/numbering.ts'
import type { StatementText } from './text/statement-text.ts'
import type { ColumnRole } from './text/vocabulary.ts'
import { parseTuning } from './tuning.ts'

type FactName = 'holder' | 'account' | 'sortCode' | 'iban' | 'bank'

/** Everything that was read from a statement, before it is checked. */
export type StatementReading = {
  columns: ColumnReading
  runningBalance: RunningBalance
  /** From oldest to newest. */
  rows: StatementRow[]
  period: StatementPeriod
  opening: LocatedBalance | null
  closing: LocatedBalance | null
  totalChecks: TotalCheck[]
  dailyBalances: { right: number; wrong: number }
  /** Number of other column readings that work out as well. */
  alternatives: number
  numbering: PageNumbering
  unexplainedAmounts: PrintedAmount[]
  /** Amounts outside the table, as `page pence`. */
  outsideAmounts: Set<string>
  /** Every opening and closing balance that is labelled as such, in pence. */
  statedBalances: { opening: number[]; closing: number[] }
  pagesWithoutRows: number[]
  repeatedPages: number[]
  /** Number of headings of other accounts or savings pots between the rows. */
  otherTables: number
  undatedPages: number[]
  brokenDays: number
  /** It is not certain to which rows the dates belong. */
  areDaysAmbiguous: boolean
  /** All labelled account numbers. */
  accounts: string[]
  facts: Partial<Record<FactName, LocatedFact | undefined>>
  isOcr: boolean
  /** Role that the title of its column gives an amount. */
  getTitle: (money: PrintedAmount) => ColumnRole | null
}

/** Reads the statement with the best meaning of its columns; null if it has no table of transactions. */
export function readStatement(text: StatementText, hints: LayoutHints): StatementReading | null {
  const { pages, lines, letterheadLines } = text
  const heights = pages.map(({ height }) => height)
  const tableLines = lines.filter(({ isPanel }) => !isPanel)
  const table = findTable(tableLines, findColumnGrids(tableLines))
  const content = readTableContent(table)
  const contentLines = new Set(content.lines)
  const labelledAmounts = findLabelledAmounts(lines, listHeaderTexts(table))
  const stated = findStatedBalances(labelledAmounts, contentLines)
  const readings = rankColumnReadings(content, stated, hints)
  const [best] = readings
  if (!best || best.runningBalance.steps.length === 0) return null
  const outsideAmounts = findAmountsOutsideTable(labelledAmounts, content, best)
  const columns = applyStatedBalances(best, content, stated, outsideAmounts)
  const { runningBalance } = columns

  const periods = findPeriods(lines, contentLines, outsideAmounts)
  const days = resolveDays(table, periods, columns.order === 'up' || columns.order === 'days')
  const descriptions = collectDescriptions(content, columns, hints.amountOn)
  const rows = sortRows(
    runningBalance.steps.map((step) => {
      const lineDay = days.get(step.entry.line) ?? null
      const description = descriptions.get(step.entry) ?? { text: '', words: [] }
      return { step, day: lineDay?.day ?? null, lineDay, description }
    }),
    columns,
  )
  const listStated = (kind: 'opening' | 'closing') =>
    labelledAmounts.filter((labelled) => labelled.kind === kind).map(({ pence }) => pence)
  return {
    columns,
    runningBalance,
    rows,
    period: mergePeriods(periods, rows),
    opening: locateBalance(runningBalance, 'opening', outsideAmounts),
    closing: locateBalance(runningBalance, 'closing', outsideAmounts),
    totalChecks: checkTotals(runningBalance, outsideAmounts),
    dailyBalances: checkDailyBalances(content, columns, rows, periods),
    alternatives: countAlternatives(columns, readings),
    numbering: checkPageNumbers(lines, heights),
    unexplainedAmounts: findUnexplainedAmounts(content, columns, rows),
    outsideAmounts: new Set(outsideAmounts.map(({ money }) => `${money.page} ${money.pence}`)),
    statedBalances: { opening: listStated('opening'), closing: listStated('closing') },
    pagesWithoutRows: findPagesWithoutRows(lines, columns, content),
    repeatedPages: findRepeatedPages(pages, rows),
    otherTables: countOtherTables(lines, rows),
    undatedPages: findUndatedPages(rows, days),
    brokenDays: countBrokenDays(rows, table),
    areDaysAmbiguous: text.areDaysInferred || areDaysAmbiguous(rows, table),
    ...readFacts(letterheadLines, rows, table, heights),
    isOcr: pages.some(({ source }) => source === 'ocr'),
    getTitle: (money) =>
      columns.titles.get(table.columnGrids.columnByAmount.get(money) as AmountColumn) ?? null,
  }
}

/** Account details, from the lines that are not rows of the table. */
function readFacts(
  letterheadLines: readonly StatementLine[],
  rows: readonly StatementRow[],
  table: TransactionTable,
  heights: readonly number[],
): Pick<StatementReading, 'accounts' | 'facts'> {
  const toKey = ({ page, y }: StatementLine) => `${page} ${Math.round(y)}`
  const rowKeys = new Set(rows.map(({ step }) => toKey(step.entry.line)))
  const otherLines = letterheadLines.filter((line) => !rowKeys.has(toKey(line)))
  const linesAboveTable = otherLines.filter(
    ({ page, y }) =>
      y <=
      Math.max(
        table.tops.get(page) ?? Number.POSITIVE_INFINITY,
        parseTuning.letterheadShare * (heights[page] ?? 0),
      ),
  )
  const { sortCodes, accounts } = findAccounts(otherLines)
  const preferLabelled = (facts: readonly LocatedFact[]) =>
    facts.find(({ isLabelled }) => isLabelled) ?? facts[0]
  return {
    accounts: [...new Set(accounts.filter(({ isLabelled }) => isLabelled).map(({ value }) => value))],
    facts: {
      holder: findHolder(linesAboveTable, heights),
      account: preferLabelled(accounts),
      sortCode: preferLabelled(sortCodes),
      iban: findIban(letterheadLines),
      bank: findBank(letterheadLines, table.tops, heights),
    },
  }
}

/** Rows of separate sections are merged by date; rows of one day keep their order. */
function sortRows(rows: StatementRow[], { mode }: ColumnReading): StatementRow[] {
  return mode === 'section' ? rows.toSorted((a, b) => (a.day ?? '').localeCompare(b.day ?? '')) : rows
}

/** One period over all statements in the file; a missing end is taken from the rows. */
function mergePeriods(periods: readonly StatementPeriod[], rows: readonly StatementRow[]): StatementPeriod {
  const days = rows.flatMap(({ day }) => day ?? []).toSorted()
  const first = periods
    .filter(({ start }) => start !== null)
    .toSorted((a, b) => (a.start ?? '').localeCompare(b.start ?? ''))[0]
  const last = periods
    .filter(({ end }) => end !== null)
    .toSorted((a, b) => (b.end ?? '').localeCompare(a.end ?? ''))[0]
  return {
    start: first?.start ?? days[0] ?? null,
    end: last?.end ?? days.at(-1) ?? null,
    startPlace: first?.startPlace ?? null,
    endPlace: last?.endPlace ?? null,
    isPrinted: first?.isPrinted === true && last?.isPrinted === true,
  }
}

/** Number of other readings that are consistent, explain as many rows and give different amounts. */
function countAlternatives(best: ColumnReading, readings: readonly ColumnReading[]): number {
  const getSignature = ({ runningBalance: { steps } }: ColumnReading) =>
    steps
      .map(({ pence, entry }) => `${entry.line.page}:${entry.line.y}:${pence}`)
      .toSorted()
      .join()
  const bestSignature = getSignature(best)
  return readings.filter((other) => {
    const { steps, breaks, disagrees, closing, checks } = other.runningBalance
    if (
      steps.length < best.runningBalance.steps.length ||
      breaks.length > 0 ||
      disagrees.length > 0 ||
      !closing
    )
      return false
    // One equation over all rows is weak compared with a balance for each row.
    if (checks < parseTuning.minAlternativeChecks * best.runningBalance.checks) return false
    if (steps.some(({ isConfirmed, sign }) => !isConfirmed || sign === 'guess')) return false
    return getSignature(other) !== bestSignature
  }).length
}
