import { decimalOf } from '../../../vocabulary/money.ts'
import type { PayslipFields } from '../extract-fields.ts'
import { toEarning, totalDeducted } from '../table/pay-lines.ts'
import type { TextPiece } from '../text/lines.ts'
import { checkTuning } from '../tuning/checks.ts'

// Finds amounts that are printed more than once with different values.

export type PayslipContradiction = {
  field: 'earnings.gross_pay' | 'earnings.net_pay' | 'deductions.total_deductions'
  label: string
  at: TextPiece
  expected: number
  actual: number
  message: string
}

/** Labels of amounts that may be only part of a total: net pay can be split between two bank accounts. */
const partialAmountLabels = /\b(bacs|bank|account|cash|cheque|transfer)\b|^(payments|earnings)$/i

/** Lists printed totals that differ from the totals of the solution. */
export function findContradictions({ figures, amounts }: PayslipFields): PayslipContradiction[] {
  const payLines = [...figures.earningLines, ...figures.deductionLines]
  const cellsOfLines = new Set(payLines.map(({ cell }) => cell))
  const factors = new Set(payLines.flatMap(({ row }) => [row.quantity, row.rate]))
  const totals = [
    ['gross', figures.gross, 'earnings.gross_pay'],
    ['net', figures.net, 'earnings.net_pay'],
    ['totalDeductions', figures.totalDeductions, 'deductions.total_deductions'],
  ] as const
  // In a row of boxes, a number may be matched to the caption of the neighbouring box, so a number that equals
  // another total is no contradiction.
  const isOtherTotal = (kind: string, pence: number) =>
    totals.some(
      ([other, value]) => other !== kind && value !== null && Math.abs(value.pence) === Math.abs(pence),
    )
  return totals.flatMap(([kind, value, field]) =>
    amounts
      .filter(
        (amount) =>
          amount.kind === kind &&
          amount.span === 'period' &&
          amount.strength >= checkTuning.minAgreementStrength &&
          !cellsOfLines.has(amount.cell) &&
          !factors.has(amount.cell.piece) &&
          !isOtherTotal(kind, amount.pence),
      )
      .flatMap(({ label, pence, cell }) => {
        if (value === null || Math.abs(pence) === Math.abs(value.pence)) return []
        if (partialAmountLabels.test(label.text)) return []
        const message = `"${label.text}" says £${decimalOf(pence)}, not £${decimalOf(value.pence)}`
        return [{ field, label: label.text, at: cell.piece, expected: value.pence, actual: pence, message }]
      }),
  )
}

/** Compares tax and National Insurance in the deductions table with the same amounts in a summary. */
export function findRepeatedAmountMismatches({ figures, stated }: PayslipFields): string[] {
  const repeated = [
    ['tax', 'income_tax', stated.tax],
    ['National Insurance', 'national_insurance', stated.ni],
  ] as const
  return repeated.flatMap(([name, kind, { value, isContradicted }]) => {
    const isDifferent = value !== null && value.pence !== totalDeducted(figures.deductionLines, kind)
    return figures.deductionLines.length > 0 && (isContradicted || isDifferent)
      ? [`the ${name} of the period is printed with different amounts`]
      : []
  })
}

/**
 * Whether a summary states an employee pension that is neither a deduction nor sacrificed pay. No total contains such a
 * pension, so a misread digit in it would go unnoticed.
 */
export function hasUnconfirmedPension({ figures, stated }: PayslipFields): boolean {
  const pension = Math.abs(stated.pension.value?.pence ?? 0)
  if (pension === 0) return false
  const sacrificed = figures.earningLines.map(toEarning).filter(({ kind }) => kind === 'sacrifice')
  const confirmed = [
    totalDeducted(figures.deductionLines, 'pension'),
    ...sacrificed.map(({ amount }) => Math.abs(amount)),
  ]
  return !confirmed.includes(pension)
}
