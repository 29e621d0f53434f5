import type { DeductionKind, DeductionLine, EarningsLine } from '../../../vocabulary/payslip-figures.ts'
import { classifyDeduction, classifyEarning } from '../../../vocabulary/payslip-lines.ts'
import { classifyLabel } from '../text/label-meaning.ts'
import type { PayLine } from './figures.ts'

// Converts rows of the payslip into the vocabulary shared by all sources of payslips.

export const toEarning = ({ row, pence }: PayLine): EarningsLine => {
  const quantity = row.quantity?.figure?.decimal ?? null
  // Some payslips print salaried pay as quantity 1.00.
  const isByUnit = quantity !== null && quantity !== '1.00'
  return {
    ...classifyEarning(row.label.text, { isByUnit }),
    label: row.label.text,
    amount: pence,
    isBenefit: row.isBenefit,
    quantity,
    rate: row.rate?.figure?.decimal ?? null,
    unit: row.unit,
  }
}

export const toDeduction = ({ row, pence }: PayLine): DeductionLine => {
  const { kind: labelKind } = classifyLabel(row.label.text)
  const kind =
    labelKind === 'tax'
      ? 'income_tax'
      : labelKind === 'ni'
        ? 'national_insurance'
        : classifyDeduction(row.label.text)
  return { kind, label: row.label.text, amount: pence }
}

export const totalDeducted = (lines: PayLine[], kind: DeductionKind): number =>
  lines
    .map(toDeduction)
    .filter((deduction) => deduction.kind === kind)
    .reduce((sum, { amount }) => sum + amount, 0)
