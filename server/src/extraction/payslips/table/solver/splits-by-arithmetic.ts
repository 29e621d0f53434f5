import { classifyLabel } from '../../text/label-meaning.ts'
import type { PayAmountKind } from '../../text/labels.ts'
import { solverTuning, splitPrior } from '../../tuning/solver.ts'
import type { LabelledPayAmount } from '../labelled-amounts.ts'
import type { PayRow } from '../rows/pay-row.ts'
import { listCandidates } from './candidates.ts'
import {
  hasDeductionLabel,
  hasNoDeductionLabel,
  isRefundRow,
  type RowSplit,
  refundedAmountOf,
} from './row-split.ts'
import { findBestRun } from './rows-adding-up.ts'

// Splits rows by sums that equal printed totals, regardless of the titles of their tables.

const kindsNeverInRows = new Set<PayAmountKind | null>([
  'gross',
  'net',
  'totalDeductions',
  'taxable',
  'niable',
  'employer',
])

const sectionsWithoutPay = new Set<string | null>(['year', 'employer', 'leave', 'distribution'])

/**
 * If a printed gross, deductions and net add up, searches for consecutive rows that add up to the gross and to the
 * deductions. Ignores the titles above the rows.
 */
export function splitByArithmetic(rows: PayRow[], amounts: LabelledPayAmount[]): RowSplit[] {
  const columns = groupByLeftEdge(rows.filter(mayBePayRow))
  return findPrintedTriples(amounts)
    .slice(0, solverTuning.maxTriples)
    .flatMap(({ gross, deductions }) =>
      findBestRun(columns, gross, hasNoDeductionLabel).flatMap((earningRun) => {
        const remaining = columns.map((column) => column.filter((row) => !earningRun.includes(row)))
        const deductionRuns = deductions === 0 ? [[]] : findDeductionRuns(remaining, Math.abs(deductions))
        return deductionRuns.map((deductionRun) => ({
          earnings: earningRun,
          deductions: deductionRun,
          prior: splitPrior.byArithmetic,
          isSplitByArithmetic: true,
        }))
      }),
    )
}

/** Searches for deductions that add up to the total, as printed or with refunds as negative amounts. */
function findDeductionRuns(columns: PayRow[][], total: number): PayRow[][] {
  const asPrinted = findBestRun(columns, total, hasDeductionLabel)
  if (asPrinted.length > 0 || !columns.some((column) => column.some(isRefundRow))) return asPrinted
  return findBestRun(columns, total, hasDeductionLabel, refundedAmountOf)
}

function mayBePayRow({ label, amounts: [cell] }: PayRow): boolean {
  const { kind, isYear } = classifyLabel(label.text)
  return (
    !kindsNeverInRows.has(kind) &&
    !isYear &&
    !cell?.isYearToDateLine &&
    !sectionsWithoutPay.has(cell?.section ?? null)
  )
}

function findPrintedTriples(amounts: LabelledPayAmount[]): { gross: number; deductions: number }[] {
  const listPrinted = (kind: PayAmountKind) =>
    listCandidates(amounts, kind).filter(({ strength }) => strength >= solverTuning.minStrengthInTriple)
  const [grosses, totals, nets] = [listPrinted('gross'), listPrinted('totalDeductions'), listPrinted('net')]
  return grosses.flatMap(({ value: grossValue }) =>
    totals.flatMap(({ value: totalValue }) =>
      nets.flatMap(({ value: netValue }) => {
        const [gross, total] = [grossValue?.pence ?? 0, totalValue?.pence ?? 0]
        // A negative total is the sum of printed negative deductions, or of refunds that exceed the deductions.
        const deductions = [Math.abs(total), total].find((pence) => gross - pence === netValue?.pence)
        return gross > 0 && deductions !== undefined ? [{ gross, deductions }] : []
      }),
    ),
  )
}

/** Groups rows whose labels begin at the same left edge. The rows of a group are sorted from top to bottom. */
function groupByLeftEdge(rows: PayRow[]): PayRow[][] {
  const columns: PayRow[][] = []
  for (const row of rows.toSorted((one, other) => one.line - other.line)) {
    const column = columns.find(
      ([first]) =>
        first?.label.block === row.label.block &&
        (first.isBox ?? false) === (row.isBox ?? false) &&
        (row.isBox
          ? first.line === row.line
          : Math.abs(first.label.x - row.label.x) < solverTuning.columnEdgeTolerance),
    )
    if (column) column.push(row)
    else columns.push([row])
  }
  return columns
}
