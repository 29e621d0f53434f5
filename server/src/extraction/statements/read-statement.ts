import type { PageWord } from '../document.ts'
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
import { findBalanceLines, findLabelledAmounts, type LabelledAmount } from './arithmetic/labelled-amounts.ts'
import { type RunningBalance, signBalance } from './arithmetic/running-balance.ts'
import {
  areDaysAmbiguous,
  countBrokenDays,
  countOtherTables,
  findHeadedRows,
  findPagesWithoutRows,
  findRepeatedPages,
  findTrailingHeading,
  findUndatedPages,
  findUnexplainedAmounts,
} from './completeness.ts'
import { checkDailyBalances } from './daily-balance-check.ts'
import { findAccounts, findRepeatedPair } from './facts/account.ts'
import type { AccountFacts } from './facts/account-information.ts'
import { findBank } from './facts/bank.ts'
import { type LineDay, resolveDays } from './facts/days.ts'
import { collectDescriptions } from './facts/descriptions.ts'
import { findAccountAboveRows, findHeadingAccount } from './facts/heading-account.ts'
import { findHolder } from './facts/holder.ts'
import { findIban } from './facts/iban.ts'
import type { LocatedFact } from './facts/located-fact.ts'
import { findPeriods, type RowDay, type StatementPeriod } from './facts/period.ts'
import type { StatementRow } from './statement-row.ts'
import { type AmountColumn, findColumnGrids } from './table/columns.ts'
import { findTable, listHeaderTexts, type TransactionTable } from './table/table.ts'
import { readTableContent, type TableContent, type TableSection } from './table/table-content.ts'
import { type StatementLine, textOf } from './text/lines.ts'
import type { PrintedAmount } from './text/money.ts'
import { checkPageNumbers, type PageNumbering } from './text/numbering.ts'
import { getPrintedWords } from './text/respelling.ts'
import type { StatementText } from './text/statement-text.ts'
import { type ColumnRole, findOwedDirection } from './text/vocabulary.ts'
import { parseTuning } from './tuning/checks.ts'

/** Everything read from a statement, before the checks run. */
export type StatementReading = {
  columns: ColumnReading
  runningBalance: RunningBalance
  /** Sorted from oldest to newest. */
  rows: StatementRow[]
  period: StatementPeriod
  opening: LocatedBalance | null
  closing: LocatedBalance | null
  totalChecks: TotalCheck[]
  dailyBalances: { right: number; wrong: number }
  /** Number of other column readings that are also consistent with the balances. */
  alternatives: number
  numbering: PageNumbering
  unexplainedAmounts: PrintedAmount[]
  /** Amounts outside the table; each is stored as the text `page pence`. */
  outsideAmounts: Set<string>
  /** All balances labelled as opening or closing balance, in pence. */
  statedBalances: { opening: number[]; closing: number[] }
  pagesWithoutRows: number[]
  repeatedPages: number[]
  /** Number of headings of other accounts or savings pots between the rows. */
  otherTables: number
  undatedPages: number[]
  brokenDays: number
  /** Rows below a heading that is between them and the row above. */
  headedRows: ReadonlySet<StatementLine>
  /** First heading below the rows below which amounts may belong to another account. */
  trailingHeading: StatementLine | undefined
  /** It is unclear to which rows the dates belong. */
  areDaysAmbiguous: boolean
  accounts: string[]
  facts: AccountFacts
  isOcr: boolean
  /** Returns the role of an amount according to the title of its column. */
  getTitle: (money: PrintedAmount) => ColumnRole | null
  /** Why descriptions may be incomplete or contain other text; null if they are complete. */
  descriptionDoubt: string | null
}

/** The most consistent reading of the columns, before dates, descriptions and account details are read. */
export type TableReading = {
  table: TransactionTable
  content: TableContent
  labelledAmounts: LabelledAmount[]
  readings: ColumnReading[]
  outsideAmounts: LabelledAmount[]
  columns: ColumnReading
}

/** Reads the statement with the most consistent column reading. Returns null if there is no table of transactions. */
export function readStatement(text: StatementText, hints: LayoutHints): StatementReading | null {
  const read = readTable(text, hints)
  return read && completeReading(text, hints, read)
}

/** Finds the table and the meaning of its columns. Returns null if there is no table of transactions. */
export function readTable({ lines }: StatementText, hints: LayoutHints): TableReading | null {
  const { isOwed } = hints
  const balanceLines = findBalanceLines(lines, isOwed)
  const tableLines = lines.filter((line) => !line.isPanel && !balanceLines.has(line))
  const table = findTable(tableLines, findColumnGrids(tableLines), isOwed)
  const labelledAmounts = findLabelledAmounts(lines, listHeaderTexts(table), isOwed)
  const closing = labelledAmounts.filter(({ kind }) => kind === 'closing').map(({ pence }) => pence)
  const printed = readTableContent(table, (money) => closing.includes(signBalance(money, isOwed)))
  const content = isOwed ? { ...printed, sections: printed.sections.map(redirect) } : printed
  const contentLines = new Set(content.lines)
  const stated = { ...findStatedBalances(labelledAmounts, contentLines), isOwed }
  const readings = rankColumnReadings(content, stated, hints)
  const [best] = readings
  if (!best || best.runningBalance.steps.length === 0) return null
  const outsideAmounts = findAmountsOutsideTable(labelledAmounts, content, best)
  const columns = applyStatedBalances(best, content, stated, outsideAmounts)
  return { table, content, labelledAmounts, readings, outsideAmounts, columns }
}

/** Reads everything that depends on the meaning of the columns. */
export function completeReading(
  text: StatementText,
  hints: LayoutHints,
  { table, content, labelledAmounts, readings, outsideAmounts, columns }: TableReading,
): StatementReading {
  const { pages, lines, letterheadLines } = text
  const heights = pages.map(({ height }) => height)
  const contentLines = new Set(content.lines)
  const { runningBalance } = columns

  const periods = findPeriods(lines, contentLines, outsideAmounts, listRowDays(content))
  const isReversed = columns.order === 'up' || columns.order === 'days'
  const isBySection = areInSections(columns, content)
  const sectionByLine = isBySection ? content.sectionByLine : new Map()
  const days = resolveDays(table, periods, isReversed, sectionByLine)
  const descriptions = collectDescriptions(content, columns, hints.amountOn)
  const rows = sortRows(
    runningBalance.steps.map((step) => {
      const lineDay = days.get(step.entry.line) ?? null
      const description = descriptions.byEntry.get(step.entry) ?? { text: '', words: [] }
      return { step, day: lineDay?.day ?? null, lineDay, description }
    }),
    isBySection || (hints.isOwed === true && ![...columns.roles.values()].includes('balance')),
  )
  const listStated = (kind: 'opening' | 'closing') =>
    labelledAmounts.filter((labelled) => labelled.kind === kind).map(({ pence }) => pence)
  return {
    columns,
    runningBalance,
    rows,
    period: mergePeriods(periods, listClosingDays(content, days)),
    opening: locateBalance(runningBalance, 'opening', outsideAmounts),
    closing: locateBalance(runningBalance, 'closing', outsideAmounts),
    totalChecks: checkTotals(runningBalance, outsideAmounts, content.sections),
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
    headedRows: findHeadedRows(lines, columns),
    trailingHeading: findTrailingHeading(lines, columns),
    areDaysAmbiguous: text.areDaysInferred || areDaysAmbiguous(rows, table),
    ...readFacts(letterheadLines, rows, table, heights),
    isOcr: pages.some(({ source }) => source === 'ocr'),
    descriptionDoubt: descriptions.doubt,
    getTitle: (money) =>
      columns.titles.get(table.columnGrids.columnByAmount.get(money) as AmountColumn) ?? null,
  }
}

/** Directs the rows of a section as on the statement of a credit card. */
const redirect = ({ line }: TableSection): TableSection => ({
  line,
  direction: findOwedDirection(textOf(line.words)),
})

/** Lists the days printed in the table. A day below a month heading has the month of the heading. */
function listRowDays({ lines, table }: TableContent): RowDay[] {
  let heading: { month: number | null; year: number | null } = { month: null, year: null }
  return lines.flatMap((line) => {
    const { day, month, year, printedDate } = table.stamps.get(line) ?? {}
    if (month && !day) heading = { month, year: year ?? null }
    if (!day) return []
    if (!month) return heading.month ? [{ day, month: heading.month, year: heading.year }] : []
    const isNumeric = printedDate != null && printedDate.form !== 'name'
    return [{ day, month, year: year ?? null, isNumeric }]
  })
}

/** Reads account details from the lines that are not rows of the table. */
export function readFacts(
  letterheadLines: readonly StatementLine[],
  rows: readonly StatementRow[],
  table: Pick<TransactionTable, 'tops'>,
  heights: readonly number[],
): Pick<StatementReading, 'accounts' | 'facts'> {
  const otherLines = dropRows(letterheadLines, rows)
  const linesAboveTable = dropDescriptions(otherLines, rows).filter(
    ({ page, y }) =>
      y <=
      Math.max(
        table.tops.get(page) ?? Number.POSITIVE_INFINITY,
        parseTuning.letterheadShare * (heights[page] ?? 0),
      ),
  )
  const { sortCodes, accounts } = findAccounts(dropDescriptions(otherLines, rows))
  // A summary may list several accounts. The heading above the transactions repeats the account that they belong to.
  const countOf = (facts: readonly LocatedFact[], { value }: LocatedFact) =>
    new Set(
      facts
        .filter((other) => other.value === value && other.place.page === 1)
        .map(({ place }) => Math.round(place.box[1])),
    ).size
  const preferLabelled = (facts: readonly LocatedFact[]) => {
    const labelled = facts.filter(({ isLabelled }) => isLabelled)
    const candidates = labelled.length > 0 ? labelled : facts
    const [first] = candidates
    const repeated = candidates.toSorted((a, b) => countOf(facts, b) - countOf(facts, a))[0]
    return first && repeated && countOf(facts, repeated) > countOf(facts, first) ? repeated : first
  }
  const rowLines = rows.map(({ step }) => step.entry.line)
  const repeated = findRepeatedPair(rowLines)
  const heading = findHeadingAccount(letterheadLines, rowLines) ?? findAccountAboveRows(accounts, rowLines)
  const bank = findBank(dropDescriptions(letterheadLines, rows), { tops: table.tops, heights })
  return {
    accounts: [...new Set(accounts.filter(({ isLabelled }) => isLabelled).map(({ value }) => value))],
    facts: {
      holder: findHolder(linesAboveTable, {
        heights,
        linesOutsideTable: otherLines,
        bank: bank?.value,
        descriptions: rows.map(({ description }) => description.text),
      }),
      account: heading ?? preferLabelled(accounts) ?? repeated?.account,
      sortCode: preferLabelled(sortCodes) ?? repeated?.sortCode,
      iban: findIban(letterheadLines),
      bank,
    },
  }
}

/** Removes the rows of the table, but keeps the words of a panel beside them. */
function dropRows(lines: readonly StatementLine[], rows: readonly StatementRow[]): StatementLine[] {
  const toKey = ({ page, y }: StatementLine) => `${page} ${Math.round(y)}`
  const rowKeys = new Set(rows.map(({ step }) => toKey(step.entry.line)))
  const rowWords = new Set(rows.flatMap(({ step: { entry } }) => entry.line.words.flatMap(getPrintedWords)))
  let positions: Set<string> | undefined
  // Steps between the two lists of lines may have copied a word.
  const isOfRow = (word: PageWord): boolean => {
    if (rowWords.has(word)) return true
    positions ??= new Set([...rowWords].map(toPosition))
    return positions.has(toPosition(word))
  }
  return lines.flatMap((line) => {
    if (!rowKeys.has(toKey(line))) return [line]
    const words = line.words.filter((word) => !getPrintedWords(word).some(isOfRow))
    return words.length > 0 ? [{ ...line, words }] : []
  })
}

const toPosition = ({ x, y, text }: PageWord): string => `${x} ${y} ${text}`

/** Removes the words of descriptions, because a company that is paid every month looks like the name of the bank. */
function dropDescriptions(
  lines: readonly StatementLine[],
  rows: readonly StatementRow[],
): readonly StatementLine[] {
  const taken = new Set(rows.flatMap(({ description }) => description.words.flatMap(({ words }) => words)))
  return lines.map((line) =>
    line.words.some((word) => taken.has(word))
      ? { ...line, words: line.words.filter((word) => !taken.has(word)) }
      : line,
  )
}

/** Whether all rows are in sections for money in and money out, each with its own dates. */
function areInSections({ mode, runningBalance }: ColumnReading, { sections }: TableContent): boolean {
  if (mode === 'section' || mode === 'refunds') return true
  return (
    new Set(sections.map(({ direction }) => direction)).size > 1 &&
    runningBalance.steps.every(({ entry }) => sections[entry.section] !== undefined)
  )
}

/**
 * Merges the rows of separate sections by date; rows of the same day keep their order. The statement of a credit card
 * may list the payments before the purchases, without a heading.
 */
const sortRows = (rows: StatementRow[], isBySection: boolean): StatementRow[] =>
  isBySection ? rows.toSorted((a, b) => (a.day ?? '').localeCompare(b.day ?? '')) : rows

/** Lists the days printed beside closing balances in the table. */
const listClosingDays = (
  { lines, texts }: TableContent,
  days: ReadonlyMap<StatementLine, LineDay>,
): Set<string> =>
  new Set(
    lines.flatMap((line) => {
      const { marker = null } = texts.get(line) ?? {}
      const lineDay = days.get(line)
      return (marker === 'closing' || marker === 'carried') && lineDay?.isOwn ? [lineDay.day] : []
    }),
  )

/**
 * Returns one period that spans all statements in the file. A start or end that is not printed is null. A statement
 * date is the end of a period only if the previous statement or the closing balance is dated too: the last row may
 * happen to have the same date.
 */
function mergePeriods(
  periods: readonly StatementPeriod[],
  closingDays: ReadonlySet<string>,
): StatementPeriod {
  const printed = periods.filter(
    ({ isPrinted, start, end }) => isPrinted || (end !== null && (start !== null || closingDays.has(end))),
  )
  const first = printed
    .filter(({ start }) => start !== null)
    .toSorted((a, b) => (a.start ?? '').localeCompare(b.start ?? ''))[0]
  const last = printed
    .filter(({ end }) => end !== null)
    .toSorted((a, b) => (b.end ?? '').localeCompare(a.end ?? ''))[0]
  return {
    start: first?.start ?? null,
    end: last?.end ?? null,
    startPlace: first?.startPlace ?? null,
    endPlace: last?.endPlace ?? null,
    isPrinted: true,
    isDayOrderInferred: [first, last].some((period) => period?.isDayOrderInferred),
  }
}

/** Counts the other readings that are consistent, explain as many rows and result in different amounts. */
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
    // A reading with a single balance check over all rows is weak evidence compared with one that has a balance for
    // each row.
    if (checks < parseTuning.minAlternativeChecks * best.runningBalance.checks) return false
    if (steps.some(({ isConfirmed, sign }) => !isConfirmed || sign === 'guess')) return false
    return getSignature(other) !== bestSignature
  }).length
}
