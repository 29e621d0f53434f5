import { isDeductionLabel } from '../rows/deduction-labels.ts'
import type { PayRow } from '../rows/pay-row.ts'

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
