import { decimalOf } from '../../../vocabulary/money.ts'
import type { Gathered } from '../extract-fields.ts'
import { deductionLine } from '../table/pay-lines.ts'
import type { Piece } from '../text/lines.ts'

// What is printed in several places must be the same everywhere.

export type Contradiction = {
  field: 'earnings.gross_pay' | 'earnings.net_pay' | 'deductions.total_deductions'
  label: string
  at: Piece
  expected: number
  actual: number
  message: string
}

/** Labels that may stand over a part of it: pay can go to two accounts. */
const ofParts = /\b(bacs|bank|account|cash|cheque|transfer)\b|^(payments|earnings)$/i

/** Totals that differ from the ones that fit together. */
export function contradictionsOf({ figures, sums }: Gathered): Contradiction[] {
  const own = new Set([...figures.earnings, ...figures.taken].map(({ cell }) => cell))
  const told = [
    ['gross', figures.gross, 'earnings.gross_pay'],
    ['net', figures.net, 'earnings.net_pay'],
    ['totalDeductions', figures.deductions, 'deductions.total_deductions'],
  ] as const
  return told.flatMap(([kind, value, field]) =>
    sums
      .filter((sum) => sum.kind === kind && sum.span === 'period' && sum.strength >= 2 && !own.has(sum.cell))
      .flatMap(({ label, pence, cell }) => {
        if (value === null || ofParts.test(label.text) || Math.abs(pence) === Math.abs(value.pence)) return []
        const message = `"${label.text}" says £${decimalOf(pence)}, not £${decimalOf(value.pence)}`
        return [{ field, label: label.text, at: cell.piece, expected: value.pence, actual: pence, message }]
      }),
  )
}

/** Tax and National Insurance stand in the table and often in a summary. */
export function partsTwice({ figures, stated }: Gathered): string[] {
  const lines = figures.taken.map(deductionLine)
  const deducted = (word: string) =>
    lines.filter((line) => line.word === word).reduce((sum, { amount }) => sum + amount, 0)
  const parts = [
    ['tax', 'income_tax', stated.tax],
    ['National Insurance', 'national_insurance', stated.ni],
  ] as const
  return parts.flatMap(([name, word, { value, isContradicted }]) =>
    figures.taken.length > 0 && (isContradicted || (value !== null && value.pence !== deducted(word)))
      ? [`the ${name} of the period is printed with different amounts`]
      : [],
  )
}
