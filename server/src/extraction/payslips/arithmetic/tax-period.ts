import { countDays } from '../../../vocabulary/days.ts'
import type { TrustFinding } from '../../document.ts'
import { taxMonthOf, taxWeekOf } from '../../paye/tax-calendar.ts'
import type { PayslipFields } from '../extract-fields.ts'
import { taxPeriodTuning } from '../tuning/checks.ts'
import { arithmeticFinding } from './arithmetic-finding.ts'

/** A week or month of the tax year: month 1 begins on 6 April. */
export type TaxPeriodOfYear = { number: number; unit: 'week' | 'month' }

/** Pay frequencies for which tax and National Insurance can be recalculated. */
export type CalculableFrequency = 'weekly' | 'fortnightly' | 'four_weekly' | 'monthly'

/** Returns the tax period that the payslip states, or null if the statement is ambiguous. */
export function readStatedTaxPeriod({ period }: PayslipFields): TaxPeriodOfYear | null {
  if (!period.payDate) return null
  const { taxPeriod, frequency } = period
  if (taxPeriod?.unit) return { number: taxPeriod.number, unit: taxPeriod.unit }
  if (frequency?.value === 'monthly')
    return { number: taxPeriod?.number ?? taxMonthOf(period.payDate.day), unit: 'month' }
  return taxPeriod && taxPeriod.number > 12 ? { number: taxPeriod.number, unit: 'week' } : null
}

/**
 * Returns the stated tax period. If none is stated, returns candidates inferred from the pay date; an exact tax match
 * later confirms one of them.
 */
export function listPossibleTaxPeriods(fields: PayslipFields): TaxPeriodOfYear[] {
  const stated = readStatedTaxPeriod(fields)
  if (stated) return [stated]
  const { payDate, taxPeriod } = fields.period
  if (!payDate) return []
  const week = taxWeekOf(payDate.day)
  const weeks = taxPeriod ? [taxPeriod.number] : [week, week + 1, week + 2, week + 3]
  return [
    { number: taxMonthOf(payDate.day), unit: 'month' as const },
    ...weeks.map((number) => ({ number, unit: 'week' as const })),
  ]
}

/**
 * Returns the printed frequency. If none is printed, infers it from the length of the pay period or the unit of the
 * tax period.
 */
export function inferFrequency({ period }: PayslipFields): CalculableFrequency | null {
  const printed = period.frequency?.value
  if (printed === 'weekly' || printed === 'fortnightly' || printed === 'four_weekly' || printed === 'monthly')
    return printed
  if (printed) return null
  if (period.taxPeriod?.unit === 'month') return 'monthly'
  const { start, end } = period
  const days = start && end ? countDays(start.day, end.day) : 0
  if (days === 7) return 'weekly'
  if (days === 14) return 'fortnightly'
  if (days === 28 && period.taxPeriod?.unit === 'week') return 'four_weekly'
  return days >= 30 && days <= 31 ? 'monthly' : null
}

/** Returns a finding if the printed tax period does not match the pay date. */
export function findTaxPeriodMismatch({ period }: PayslipFields): TrustFinding[] {
  const { payDate, taxPeriod } = period
  if (!payDate || !taxPeriod?.unit) return []
  const isMonth = taxPeriod.unit === 'month'
  const expected = isMonth ? taxMonthOf(payDate.day) : taxWeekOf(payDate.day)
  const periodsInYear = isMonth ? 12 : 53
  const difference = Math.abs(taxPeriod.number - expected)
  const tolerance = isMonth ? taxPeriodTuning.nearMonths : taxPeriodTuning.nearWeeks
  const isNear = Math.min(difference, periodsInYear - difference) <= tolerance
  if (difference === 0 || (!isMonth && isNear)) return []
  return [
    arithmeticFinding({
      code: 'ARITHMETIC_TAX_PERIOD',
      severity: isNear ? 'low' : 'medium',
      title: 'Pay date and tax period do not match',
      message: `A payment on ${payDate.day} falls into tax ${taxPeriod.unit} ${expected}, but the payslip says ${taxPeriod.number}. Employers that pay early or number their own periods could explain it.`,
      at: [{ piece: taxPeriod.at[0], expected: String(expected), actual: String(taxPeriod.number) }],
      fields: ['income_information.pay_date'],
    }),
  ]
}
