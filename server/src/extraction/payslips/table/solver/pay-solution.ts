import type { TextPiece } from '../../text/lines.ts'
import type { NumberCell } from '../cells/number-cell.ts'
import type { PayRow } from '../rows/pay-row.ts'

/** An amount. `at` is where it is printed or, if it is computed, the amounts it was computed from. */
export type PayAmount = { pence: number; at: TextPiece[]; isPrinted: boolean }
/** A row with the number chosen as its amount. */
export type PayLine = { row: PayRow; pence: number; cell: NumberCell }

export type PaySolution = {
  gross: PayAmount | null
  totalDeductions: PayAmount | null
  net: PayAmount | null
  earningLines: PayLine[]
  deductionLines: PayLine[]
  /** Whether gross pay less deductions equals the printed net pay. */
  netAddsUp: boolean
  /** Whether the earnings lines add up to the gross pay. */
  earningsAddUp: boolean
  /** Whether the deduction lines add up to the total deductions. */
  deductionsAddUp: boolean
  /** Whether the rows were split into earnings and deductions by arithmetic alone, ignoring the table titles. */
  isSplitByArithmetic: boolean
  /** Whether a solution with a different gross or net pay has nearly the same score. */
  isAmbiguous: boolean
}
