import { isDeductionLabel, isRefund } from '../rows/deduction-labels.ts'
import { amountOf, type PayRow } from '../rows/pay-row.ts'

/**
 * One way to split the rows into earnings and deductions. `prior` is the score of this way before any amounts are
 * added up.
 */
export type RowSplit = {
  earnings: PayRow[]
  deductions: PayRow[]
  prior: number
  isSplitByArithmetic?: boolean
}

export const hasDeductionLabel = ({ label }: PayRow) => isDeductionLabel(label.text)

export const hasNoDeductionLabel = (row: PayRow) => !hasDeductionLabel(row)

export const isRefundRow = ({ label, amounts }: PayRow) => isRefund(label.text, amounts.at(-1)?.piece)

/** Returns the amount of a row in pence, and a refund as a negative amount. */
export const refundedAmountOf = (row: PayRow) => (isRefundRow(row) ? -Math.abs(amountOf(row)) : amountOf(row))
