import type { PageRegion } from '../../document.ts'
import type { TableContent, TableEntry, TableSection } from '../table/table-content.ts'
import { locateWords, type StatementLine } from '../text/lines.ts'
import type { AmountKind } from '../text/vocabulary.ts'
import { balanceTuning } from '../tuning/arithmetic.ts'
import type { ColumnReading } from './column-readings.ts'
import type { LabelledAmount } from './labelled-amounts.ts'
import {
  computeRunningBalance,
  dropSummaryLines,
  type RunningBalance,
  type StatedBalances,
} from './running-balance.ts'

export type LocatedBalance = { pence: number; place: PageRegion | null; isPrinted: boolean }
/** A printed total (actual) compared with the sum of the rows (expected). */
export type TotalCheck = {
  label: string
  expected: number
  actual: number
  isRight: boolean
  place: PageRegion
}

/**
 * Returns the opening and closing balance that the summary states. If the file contains several statements, they are
 * the opening balance of the first and the closing balance of the last.
 */
export function findStatedBalances(
  labelledAmounts: readonly LabelledAmount[],
  inTable: ReadonlySet<StatementLine>,
): StatedBalances {
  const listBalances = (kind: AmountKind) => {
    const candidates = labelledAmounts.filter(
      (labelled) => labelled.kind === kind && !(labelled.isFar && inTable.has(labelled.line)),
    )
    // Balances carried or brought forward belong to a page, not to the whole statement.
    const isCarried = ({ label }: LabelledAmount) => /\b(carried|brought)\b/i.test(label)
    const named = candidates.filter((labelled) => !isCarried(labelled))
    return named.length > 0 ? named : candidates.filter(({ line }) => !inTable.has(line))
  }
  return {
    opening: listBalances('opening')[0]?.pence ?? null,
    closing: listBalances('closing').at(-1)?.pence ?? null,
  }
}

/** Returns the labelled amounts outside the table: above it, below it or in a panel beside it. */
export function findAmountsOutsideTable(
  labelledAmounts: readonly LabelledAmount[],
  { table, lines }: TableContent,
  { roles, entries }: ColumnReading,
): LabelledAmount[] {
  const inTable = new Set(lines)
  const rowEntries = new Set(dropSummaryLines(entries))
  const summaryLines = new Set(entries.filter((entry) => !rowEntries.has(entry)).map(({ line }) => line))
  const used = new Set(
    [...rowEntries].flatMap(({ amount, balance, both }) => [amount?.money, balance, both?.in, both?.out]),
  )
  return labelledAmounts.filter(({ line, money }) => {
    if (used.has(money)) return false
    if (!inTable.has(line) || summaryLines.has(line)) return true
    const placement = table.columnGrids.byPage.get(line.page)
    const columns = [...roles.keys()].filter((column) => placement?.grid.columns.includes(column))
    if (!placement || columns.length === 0) return true
    const left = table.dateColumns.get(placement)?.[0] ?? 0
    const right = Math.max(...columns.map((column) => column.right)) + placement.shift
    const lastRowY = Math.max(
      0,
      ...entries.filter((entry) => entry.line.page === line.page).map((entry) => entry.line.y),
    )
    return (
      money.fullX > right + balanceTuning.tableTolerance ||
      money.fullRight < left - balanceTuning.tableTolerance ||
      line.y > lastRowY
    )
  })
}

/**
 * Looks for the opening and closing balance implied by the rows among the amounts printed outside the table, whatever
 * their labels. A match also confirms the rows before the first and after the last printed balance.
 */
export function applyStatedBalances(
  best: ColumnReading,
  { sections, lines }: TableContent,
  stated: StatedBalances,
  outsideAmounts: readonly LabelledAmount[],
): ColumnReading {
  const statedOutside = findStatedBalances(outsideAmounts, new Set(lines))
  const { opening, closing } = best.runningBalance
  const isPrinted = (pence: number | undefined) =>
    pence !== undefined &&
    outsideAmounts.some(
      (labelled) => labelled.pence === pence && labelled.kind !== 'in' && labelled.kind !== 'out',
    )
  const computedOpening = opening?.from === 'computed' && isPrinted(opening.pence) ? opening.pence : null
  const computedClosing = closing?.from === 'computed' && isPrinted(closing.pence) ? closing.pence : null
  const pair = opening === null ? findBalancePair(best.runningBalance, outsideAmounts) : null
  const extended = {
    opening: pair?.opening ?? stated.opening ?? statedOutside.opening ?? computedOpening,
    closing: pair?.closing ?? stated.closing ?? statedOutside.closing ?? computedClosing,
    isOwed: stated.isOwed,
  }
  if (extended.opening === stated.opening && extended.closing === stated.closing) return best
  const runningBalance = computeRunningBalance(best.entries, best.mode, sections, extended)
  const isAsGood =
    runningBalance.breaks.length <= best.runningBalance.breaks.length &&
    runningBalance.disagrees.length <= best.runningBalance.disagrees.length
  return isAsGood ? { ...best, runningBalance, isPaired: pair !== null } : best
}

/**
 * Finds opening and closing balance in a summary with unknown labels: two amounts that differ by the sum of the rows,
 * printed next to the totals of money in and out. Four matching amounts are unlikely to be a coincidence.
 */
function findBalancePair(
  { steps }: RunningBalance,
  outsideAmounts: readonly LabelledAmount[],
): { opening: number; closing: number } | null {
  const ins = steps.reduce((sum, { pence }) => sum + Math.max(0, pence), 0)
  const outs = steps.reduce((sum, { pence }) => sum + Math.max(0, -pence), 0)
  const isPrinted = (pence: number) => outsideAmounts.some(({ money }) => money.pence === pence)
  if (ins === 0 || outs === 0 || !isPrinted(ins) || !isPrinted(outs)) return null
  for (const [n, first] of outsideAmounts.entries()) {
    const last = outsideAmounts.slice(n + 1).find(({ pence }) => pence === first.pence + ins - outs)
    if (last) return { opening: first.pence, closing: last.pence }
  }
  return null
}

/** Returns the opening or closing balance with the region of the page where it is printed. */
export function locateBalance(
  { opening, closing }: RunningBalance,
  kind: 'opening' | 'closing',
  outsideAmounts: readonly LabelledAmount[],
): LocatedBalance | null {
  const balance = kind === 'opening' ? opening : closing
  const labelled = outsideAmounts.find(
    (amount) => amount.kind === kind && (!balance || amount.pence === balance.pence),
  )
  const locate = (amount: LabelledAmount): LocatedBalance => ({
    pence: amount.pence,
    place: locateWords(amount.line.page, amount.money.words),
    isPrinted: true,
  })
  if (!balance) return labelled ? locate(labelled) : null
  const { pence, from, entry } = balance
  const rowBalance = from === 'row' ? entry?.balance : null
  if (rowBalance) return { pence, place: locateWords(rowBalance.page, rowBalance.words), isPrinted: true }
  const sameAmount =
    labelled ??
    outsideAmounts.find((amount) => amount.pence === pence && (amount.kind === null || amount.kind === kind))
  if (sameAmount) return locate(sameAmount)
  const last = entry?.balance
  return { pence, place: last ? locateWords(last.page, last.words) : null, isPrinted: false }
}

/** Compares the totals in the summary and in total rows with the sums of the transactions. */
export function checkTotals(
  { steps, totals }: RunningBalance,
  outsideAmounts: readonly LabelledAmount[],
  sections: readonly TableSection[],
): TotalCheck[] {
  const sumPages = (from: number, to: number) => {
    const pageSteps = steps.filter(({ entry }) => entry.line.page >= from && entry.line.page <= to)
    return {
      in: pageSteps.reduce((sum, { pence }) => sum + Math.max(0, pence), 0),
      out: pageSteps.reduce((sum, { pence }) => sum + Math.max(0, -pence), 0),
    }
  }
  const sums = sumPages(0, Number.POSITIVE_INFINITY)
  // The total of a section is that of its rows, less those in the other direction, such as refunds.
  const sumSections = (direction: 'in' | 'out') =>
    Math.abs(
      steps
        .filter(({ entry }) => sections[entry.section]?.direction === direction)
        .reduce((sum, { pence }) => sum + pence, 0),
    )
  const summaryChecks = outsideAmounts.flatMap(({ kind, label, money, line }) => {
    if (kind !== 'in' && kind !== 'out') return []
    const place = locateWords(line.page, money.words)
    // If the file contains several statements, each has its own totals, printed before or after its rows.
    const pages = [
      ...new Set(outsideAmounts.filter((other) => other.kind === kind).map((other) => other.line.page)),
    ].toSorted((a, b) => a - b)
    const next = pages.find((page) => page > line.page) ?? Number.POSITIVE_INFINITY
    const last = pages.findLast((page) => page < line.page) ?? -1
    const pageSums = [sums, sumPages(line.page, next - 1), sumPages(last + 1, line.page)]
    const reached = [...pageSums.map((sum) => sum[kind]), sumSections(kind)]
    return [
      {
        kind,
        label,
        expected: sums[kind],
        actual: money.pence,
        isRight: reached.includes(money.pence),
        place,
      },
    ]
  })
  // Other amounts, such as interest, may have the same label as a total. If one of them equals the sum, the others
  // are not totals.
  const rightKinds = new Set(summaryChecks.filter(({ isRight }) => isRight).map(({ kind }) => kind))
  // An amount above the first row is not a total of the rows, but for example that of all accounts of the customer.
  const [firstRow] = steps
  const isAboveRows = ({ line }: TableEntry) =>
    firstRow !== undefined &&
    line.page === firstRow.entry.line.page &&
    steps.every(({ entry }) => entry.line.page > line.page || entry.line.y > line.y)
  const rowChecks = totals.flatMap(({ kind, pence, isRight, entry }): TotalCheck[] => {
    if (!isRight && isAboveRows(entry)) return []
    const money = entry.both?.[kind === 'in' ? 'in' : 'out'] ?? entry.amount?.money
    if (kind === 'amount' || !money) return []
    const place = locateWords(entry.line.page, money.words)
    return [{ label: 'A total', expected: sums[kind], actual: pence, isRight, place }]
  })
  return [...summaryChecks.filter(({ isRight, kind }) => isRight || !rightKinds.has(kind)), ...rowChecks]
}
