import { classifyDeduction } from '../../../../vocabulary/payslip-lines.ts'
import { classifyLabel } from '../../text/label-meaning.ts'
import type { TextPiece } from '../../text/text-piece.ts'
import { translateWelsh } from '../../text/welsh.ts'
import { hasPlusSign } from './pay-row.ts'

// Recognises labels of deductions and refunds.

export const isTaxOrNiLabel = (text: string): boolean => {
  const { kind } = classifyLabel(text)
  return kind === 'tax' || kind === 'ni'
}

export const isDeductionLabel = (text: string): boolean =>
  isTaxOrNiLabel(text) || classifyDeduction(translateWelsh(text)) !== 'other'

const refundWords = /\b(?:refunds?|refunded|rebates?|repaid to you)\b/i

/** Whether a deduction is paid back: its label or amount names a refund, or its amount is printed with a plus sign. */
export const isRefund = (label: string, amount: TextPiece | undefined): boolean =>
  isRefundLabel(label) || (amount !== undefined && (isRefundLabel(amount.text) || hasPlusSign(amount)))

/** Whether the label names money paid back to the employee, in English or Welsh. */
const isRefundLabel = (text: string): boolean => refundWords.test(translateWelsh(text))
