import { taxMonthOf } from '../../paye/tax-calendar.ts'
import type { PayslipFields } from '../extract-fields.ts'
import { totalDeducted } from '../table/pay-lines.ts'
import { checkTuning } from '../tuning/checks.ts'
import { isPayConfirmedByNi } from './ni-check.ts'
import { isPayConfirmedByTax } from './tax-check.ts'
import { isPayConfirmedByUnits } from './units-check.ts'

// A forger who raises an earnings line, the gross and the net by the same amount leaves all totals consistent. The tax and
// National Insurance still belong to the original pay, so the printed pay must be confirmed by them or by another figure.

/** Returns why neither tax, National Insurance nor another figure confirms the pay, or null. */
export function findUnconfirmedPay(fields: PayslipFields): string | null {
  const possiblePay = listPossiblePay(fields)
  const isConfirmed =
    isPayConfirmedByNi(fields, possiblePay) ||
    isPayConfirmedByTax(fields, possiblePay) ||
    isPayConfirmedByUnits(fields) ||
    isPayConfirmedByYear(fields)
  return isConfirmed
    ? null
    : 'only its own totals confirm the pay: neither its National Insurance nor its tax does'
}

/**
 * Lists amounts of pay on which tax or National Insurance may be due: the gross pay, the gross pay less one of the
 * smaller earnings lines (such as mileage), and the gross pay less the pension.
 */
export function listPossiblePay({ figures }: PayslipFields): number[] {
  const gross = figures.gross?.pence ?? 0
  const lines = figures.earningLines.map(({ pence }) => pence)
  const largest = Math.max(0, ...lines)
  const exempt = [
    ...lines.filter((pence) => pence !== largest),
    totalDeducted(figures.deductionLines, 'pension'),
  ]
  return [gross, ...exempt.filter((pence) => pence > 0).map((pence) => gross - pence)]
}

/**
 * Whether the year-to-date gross is the gross pay times the number of the tax period, as with equal pay in every
 * period.
 */
function isPayConfirmedByYear({ figures, year, period }: PayslipFields): boolean {
  const [gross, grossToDate] = [figures.gross?.pence ?? 0, year.gross.value?.pence ?? 0]
  const number = period.taxPeriod?.number ?? (period.payDate ? taxMonthOf(period.payDate.day) : 0)
  return number > 1 && gross > checkTuning.minPayToDivide && grossToDate === gross * number
}
