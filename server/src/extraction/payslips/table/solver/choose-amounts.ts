import { splitPrior } from '../../tuning/solver.ts'
import type { NumberCell } from '../cells/number-cell.ts'
import { isRefund } from '../rows/deduction-labels.ts'
import { hasPlusSign, type PayRow } from '../rows/pay-row.ts'
import type { PayLine } from './pay-solution.ts'
import type { RowSplit } from './row-split.ts'

// Lists variants of a split: which number of each row is its amount, and which amounts count with which sign.

/** A row split with an amount chosen for each row. */
export type LineSplit = {
  earnings: PayLine[]
  deductions: PayLine[]
  prior: number
  isSplitByArithmetic: boolean
}

/**
 * Lists variants of a split: which number of each row is the amount, whether benefits count as pay, and the sign of
 * deductions.
 */
export function chooseAmounts({
  earnings,
  deductions,
  prior,
  isSplitByArithmetic = false,
}: RowSplit): LineSplit[] {
  const lastNumbers: LineSplit = {
    earnings: earnings.map(withLastNumber).map(withSubtraction),
    deductions: deductions.map(withLastNumber),
    prior,
    isSplitByArithmetic,
  }
  const hasOneNumberEach = [...earnings, ...deductions].every(({ amounts }) => amounts.length === 1)
  if (hasOneNumberEach) return addVariants(lastNumbers)
  const firstNumbers: LineSplit = {
    earnings: earnings.map(withFirstNumber).map(withSubtraction),
    deductions: deductions.map(withFirstNumber),
    prior: prior - splitPrior.firstNumberPenalty,
    isSplitByArithmetic,
  }
  return [...addVariants(lastNumbers), ...addVariants(firstNumbers)]
}

const withSubtraction = (line: PayLine): PayLine =>
  line.row.isSubtracted && line.pence > 0 ? { ...line, pence: -line.pence } : line

const withLastNumber = (row: PayRow) => toPayLine(row, row.amounts.at(-1) as NumberCell)

const withFirstNumber = (row: PayRow) => toPayLine(row, row.amounts[0] as NumberCell)

const toPayLine = (row: PayRow, cell: NumberCell): PayLine => ({
  row,
  cell,
  pence: cell.piece.figure?.pence ?? 0,
})

function addVariants(split: LineSplit): LineSplit[] {
  const hasBenefits = split.earnings.some(({ row }) => row.isBenefit)
  const variants = hasBenefits ? [split, withBenefitsPaid(split)] : [split]
  // Some payslips print deductions as negative amounts, and refunds with a plus sign. On others, a negative deduction
  // is a refund.
  const hasSigns = split.deductions.some(({ pence, cell }) => pence < 0 || hasPlusSign(cell.piece))
  const signed = hasSigns ? variants.flatMap((variant) => [variant, withSignsFlipped(variant)]) : variants
  return split.deductions.some(isPositiveRefund)
    ? signed.flatMap((variant) => [variant, withRefundsNegative(variant)])
    : signed
}

const isPositiveRefund = ({ row, cell, pence }: PayLine) => pence > 0 && isRefund(row.label.text, cell.piece)

/** Makes a refund among the deductions negative: `Tax refund £24.80` adds to the net pay. */
const withRefundsNegative = (split: LineSplit): LineSplit => ({
  ...split,
  prior: split.prior - splitPrior.refundsNegativePenalty,
  deductions: split.deductions.map((line) =>
    isPositiveRefund(line) ? { ...line, pence: -line.pence } : line,
  ),
})

const withBenefitsPaid = (split: LineSplit): LineSplit => ({
  ...split,
  earnings: split.earnings.map((line) => ({ ...line, row: { ...line.row, isBenefit: false } })),
  prior: split.prior - splitPrior.benefitsPaidPenalty,
})

/**
 * Inverts the sign of all deductions. Adds to the score if no deduction is positive, because the payslip then prints
 * deductions as negative amounts.
 */
const withSignsFlipped = (split: LineSplit): LineSplit => ({
  ...split,
  prior: split.prior + (split.deductions.every(({ pence }) => pence <= 0) ? splitPrior.allNegative : 0),
  deductions: split.deductions.map((line) => ({ ...line, pence: line.pence === 0 ? 0 : -line.pence })),
})
