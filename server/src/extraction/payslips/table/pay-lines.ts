import type { Deduction, Earning } from '../../../vocabulary/payslip-figures.ts'
import { deductionOf, earningOf } from '../../../vocabulary/payslip-lines.ts'
import { meaningOf } from '../text/label-meaning.ts'
import type { Chosen } from './figures.ts'

/** Lines of the paper in the words that every source uses. */
export const earningLine = ({ row, pence }: Chosen): Earning => {
  const quantity = row.quantity?.figure?.decimal ?? null
  // Some papers print a salary as one of itself.
  const isByUnit = quantity !== null && quantity !== '1.00'
  return {
    ...earningOf(row.label.text, { isByUnit }),
    label: row.label.text,
    amount: pence,
    isBenefit: row.isBenefit,
    quantity,
    rate: row.rate?.figure?.decimal ?? null,
    unit: row.unit,
  }
}

export const deductionLine = ({ row, pence }: Chosen): Deduction => {
  const { kind } = meaningOf(row.label.text)
  const word =
    kind === 'tax' ? 'income_tax' : kind === 'ni' ? 'national_insurance' : deductionOf(row.label.text)
  return { word, label: row.label.text, amount: pence }
}
