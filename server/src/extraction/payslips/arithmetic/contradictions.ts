import { decimalOf } from '../../../vocabulary/money.ts'
import type { PayslipFields } from '../extract-fields.ts'
import { totalDeducted } from '../table/pay-lines.ts'
import type { TextPiece } from '../text/lines.ts'
import { checkTuning } from '../tuning.ts'

// Finds amounts that are printed more than once with different values.

export type PayslipContradiction = {
  field: 'earnings.gross_pay' | 'earnings.net_pay' | 'deductions.total_deductions'
  label: string
  at: TextPiece
  expected: number
  actual: number
  message: string
}

/** Labels that may belong to a part of the total: net pay can be split between two bank accounts. */
const partialAmountLabels = /\b(bacs|bank|account|cash|cheque|transfer)\b|^(payments|earnings)$/i

/** Printed totals that differ from the solution. */
export function findContradictions({ figures, amounts }: PayslipFields): PayslipContradiction[] {
  const cellsOfLines = new Set([...figures.earningLines, ...figures.deductionLines].map(({ cell }) => cell))
  const totals = [
    ['gross', figures.gross, 'earnings.gross_pay'],
    ['net', figures.net, 'earnings.net_pay'],
    ['totalDeductions', figures.totalDeductions, 'deductions.total_deductions'],
  ] as const
  return totals.flatMap(([kind, value, field]) =>
    amounts
      .filter(
        (amount) =>
          amount.kind === kind &&
          amount.span === 'period' &&
          amount.strength >= checkTuning.minAgreementStrength &&
          !cellsOfLines.has(amount.cell),
      )
      .flatMap(({ label, pence, cell }) => {
        if (value === null || Math.abs(pence) === Math.abs(value.pence)) return []
        if (partialAmountLabels.test(label.text)) return []
        const message = `"${label.text}" says £${decimalOf(pence)}, not £${decimalOf(value.pence)}`
        return [{ field, label: label.text, at: cell.piece, expected: value.pence, actual: pence, message }]
      }),
  )
}

/** Tax and National Insurance are printed in the table, and often again in a summary. */
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
