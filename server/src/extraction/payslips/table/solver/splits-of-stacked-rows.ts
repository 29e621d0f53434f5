import { solverTuning, splitPrior } from '../../tuning/solver.ts'
import type { LabelledPayAmount } from '../labelled-amounts.ts'
import type { PayRow } from '../rows/pay-row.ts'
import {
  hasDeductionLabel,
  hasNoDeductionLabel,
  isRefundRow,
  type RowSplit,
  refundedAmountOf,
} from './row-split.ts'
import { findRun, findRunEndingLast } from './rows-adding-up.ts'

// Splits a list in which earnings end with the gross pay and deductions follow it.

/**
 * Splits a table without titles: earnings are the rows directly above gross pay that add up to it, deductions are
 * other rows that add up to the total deductions.
 */
export const splitStacked = (
  rows: PayRow[],
  amounts: LabelledPayAmount[],
  knownDeductions: PayRow[],
): RowSplit[] =>
  amounts
    .filter(({ kind }) => kind === 'gross')
    .slice(0, solverTuning.maxCandidates)
    .flatMap((gross) => splitAtGross(rows, amounts, knownDeductions, gross))
    .slice(0, solverTuning.maxStackedSplits)

function splitAtGross(
  rows: PayRow[],
  amounts: LabelledPayAmount[],
  knownDeductions: PayRow[],
  gross: LabelledPayAmount,
): RowSplit[] {
  const earnings = findEarningsAbove(rows, gross)
  if (!earnings) return []
  const deductions =
    knownDeductions.length > 0 ? knownDeductions : listDeductionsAround(rows, earnings, gross)
  const totals = [
    ...amounts.filter(({ kind }) => kind === 'totalDeductions').map(({ pence }) => pence),
    ...amounts.filter(({ kind }) => kind === 'net').map(({ pence }) => gross.pence - pence),
  ]
  const addingUp = [...new Set(totals.slice(0, solverTuning.maxCandidates))].flatMap((total) => {
    const run = findDeductions(deductions, Math.abs(total))
    return run ? [{ earnings, deductions: run, prior: splitPrior.stackedAddingUp }] : []
  })
  const byLabels = knownDeductions.length > 0 ? knownDeductions : deductions.filter(hasDeductionLabel)
  return [...addingUp, { earnings, deductions: byLabels, prior: splitPrior.stackedByLabels }]
}

/** Returns the rows directly above the gross pay that add up to it, with or without deductions between them. */
function findEarningsAbove(rows: PayRow[], gross: LabelledPayAmount): PayRow[] | null {
  const above = rows.filter(
    ({ line, side, label }) =>
      line < gross.cell.line && side !== 'deductions' && label.block === gross.label.block,
  )
  return (
    findRunEndingLast(above, gross.pence) ?? findRunEndingLast(above.filter(hasNoDeductionLabel), gross.pence)
  )
}

/** Lists possible deductions: all other rows below the gross pay, and those above it that have a deduction's label. */
const listDeductionsAround = (rows: PayRow[], earnings: PayRow[], { cell }: LabelledPayAmount): PayRow[] =>
  rows.filter(
    (row) =>
      !earnings.includes(row) &&
      (row.line > cell.line || (row.side !== 'earnings' && hasDeductionLabel(row))),
  )

/** Returns the first run of deductions that adds up to the total, as printed or with refunds as negative amounts. */
const findDeductions = (rows: PayRow[], total: number): PayRow[] | null =>
  findRun(rows, total) ?? (rows.some(isRefundRow) ? findRun(rows, total, refundedAmountOf) : null)
