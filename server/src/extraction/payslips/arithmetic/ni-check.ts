import { taxYearOf } from '../../../vocabulary/days.ts'
import { decimalOf } from '../../../vocabulary/money.ts'
import type { TrustFinding } from '../../document.ts'
import { calculateNationalInsurance } from '../../paye/national-insurance.ts'
import { niRates, taxYears } from '../../paye/rates-and-thresholds.ts'
import type { PayslipFields } from '../extract-fields.ts'
import { toDeduction, totalDeducted } from '../table/pay-lines.ts'
import { niTuning } from '../tuning/checks.ts'
import { arithmeticFinding } from './arithmetic-finding.ts'
import {
  type CalculableFrequency,
  inferFrequency,
  listPossibleTaxPeriods,
  type TaxPeriodOfYear,
} from './tax-period.ts'

// Checks the National Insurance of a payslip against its category letter and pay.

/** Category letter assumed if none is printed. Most employees have this one. */
const defaultLetter = 'A'
const frequencies = ['weekly', 'fortnightly', 'four_weekly', 'monthly'] as const

const isWithin = (due: number | null, actual: number | undefined, tolerance: number) =>
  due !== null && actual !== undefined && Math.abs(due - actual) <= tolerance

/** Whether the year-to-date earnings confirm the year-to-date National Insurance. */
export function isNiToDateConfirmed(fields: PayslipFields, earnings: number | undefined): boolean {
  const ni = fields.year.ni.value?.pence
  return listPossibleTaxPeriods(fields).some((period) => {
    const tolerance = Math.min(
      niTuning.maxConfirmTolerance,
      period.number * niTuning.confirmTolerancePerPeriod,
    )
    return calculateNiToDate(fields, earnings, period).some((due) => isWithin(due, ni, tolerance))
  })
}

/**
 * Calculates the year-to-date National Insurance from the year-to-date earnings. National Insurance is due on each
 * payment separately, so the total is known in two cases only: every payment was between the threshold and the upper
 * limit (first result), or every payment was above the upper limit (second result).
 */
function calculateNiToDate(
  { niLetter, period }: PayslipFields,
  earnings: number | undefined,
  { number, unit }: TaxPeriodOfYear,
): number[] {
  const taxYear = period.payDate && taxYears[taxYearOf(period.payDate.day)]
  const rates = niRates[niLetter?.value ?? defaultLetter]
  if (!taxYear || !rates || earnings === undefined) return []
  const { primaryThreshold, upperLimit } = unit === 'month' ? taxYear.ni.month : taxYear.ni.week
  const [limit, threshold] = [upperLimit * 100 * number, primaryThreshold * 100 * number]
  return [
    ((earnings - threshold) * rates.between) / 100,
    ((limit - threshold) * rates.between + (earnings - limit) * rates.above) / 100,
  ]
}

/**
 * Lists the pay frequencies for which the National Insurance deducted is exactly what is due on one of these amounts
 * of pay.
 */
export function listFrequenciesByNi(
  { period, niLetter, figures }: PayslipFields,
  possiblePay: number[],
): CalculableFrequency[] {
  const ni = totalDeducted(figures.deductionLines, 'national_insurance')
  if (!period.payDate || ni <= 0) return []
  const basis = { year: taxYearOf(period.payDate.day), letter: niLetter?.value ?? defaultLetter }
  return frequencies.filter((frequency) =>
    possiblePay.some((earnings) =>
      isWithin(calculateNationalInsurance({ ...basis, earnings, frequency }), ni, niTuning.payTolerance),
    ),
  )
}

/**
 * Whether the National Insurance deducted is exactly what is due on one of these amounts of pay. If so, it confirms
 * that amount.
 */
export function isPayConfirmedByNi(fields: PayslipFields, possiblePay: number[]): boolean {
  const printed = frequencies.find((frequency) => frequency === fields.period.frequency?.value)
  return listFrequenciesByNi(fields, possiblePay).some((frequency) => !printed || frequency === printed)
}

/**
 * Returns a finding if the National Insurance of the period differs from the amount due for the category letter and
 * pay.
 */
export function findNiMismatch(fields: PayslipFields): TrustFinding[] {
  const { niLetter, stated, figures, period, identity } = fields
  const frequency = inferFrequency(fields)
  const earnings = stated.niable.value?.pence
  if (!niLetter || !frequency || earnings === undefined || !period.payDate || !figures.deductionsAddUp)
    return []
  // Directors pay National Insurance on annual earnings, not per pay period.
  if (/director/i.test(identity.role?.text ?? '')) return []
  const actual = totalDeducted(figures.deductionLines, 'national_insurance')
  const due = calculateNationalInsurance({
    year: taxYearOf(period.payDate.day),
    letter: niLetter.value,
    earnings,
    frequency,
  })
  if (due === null || isWithin(due, actual, niTuning.findingTolerance)) return []
  const line = figures.deductionLines.find((one) => toDeduction(one).kind === 'national_insurance')
  return [
    arithmeticFinding({
      code: 'ARITHMETIC_NATIONAL_INSURANCE',
      severity: 'medium',
      title: 'National Insurance differs from what the category gives',
      message: `Category ${niLetter.value} on earnings of £${decimalOf(earnings)} gives £${decimalOf(due)}; the payslip says £${decimalOf(actual)}. A director, more than one period in one payment, or a change of category could explain it.`,
      at: [{ piece: line?.cell.piece, expected: decimalOf(due), actual: decimalOf(actual) }],
      fields: ['income_information.deductions.employee_ni'],
    }),
  ]
}
