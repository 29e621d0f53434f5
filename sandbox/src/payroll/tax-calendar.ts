import { datePartsOf, daysBetween, type IsoDate } from '../calendar.ts'
import type { PayrollFrequency, SupportedTaxYear } from './types.ts'

const taxYears: readonly SupportedTaxYear[] = ['2024-25', '2025-26', '2026-27']

/** Returns the tax year of a day, or undefined if we have no tables for it. */
export function taxYearOf(day: IsoDate): SupportedTaxYear | undefined {
  const { year } = datePartsOf(day)
  const first = day.slice(5) < '04-06' ? year - 1 : year
  return taxYears.find((taxYear) => taxYear.startsWith(`${first}-`))
}

/** Returns 1 to 12; tax month 1 is 6 April to 5 May. */
export function taxMonthOf(day: IsoDate): number {
  const { month, date } = datePartsOf(day)
  return ((month + 8 - (date < 6 ? 1 : 0)) % 12) + 1
}

/** Returns 1 to 53; week 53 is the last day of the tax year, or the last two days in a leap year. */
export function taxWeekOf(day: IsoDate): number {
  const { year } = datePartsOf(day)
  const first = day.slice(5) < '04-06' ? year - 1 : year
  return Math.floor(daysBetween(`${first}-04-06`, day) / 7) + 1
}

/** Number of weeks or months that one payment covers, and how many weeks or months the tax tables count in a year. */
export const payPeriodUnits: Record<
  PayrollFrequency,
  { unit: 'week' | 'month'; units: number; unitsInYear: 12 | 52 }
> = {
  weekly: { unit: 'week', units: 1, unitsInYear: 52 },
  fortnightly: { unit: 'week', units: 2, unitsInYear: 52 },
  four_weekly: { unit: 'week', units: 4, unitsInYear: 52 },
  monthly: { unit: 'month', units: 1, unitsInYear: 12 },
}

/**
 * Returns the tax month, or the last tax week that a payment covers: a fortnight paid in week 1 or 2 uses the table
 * of week 2. For a pay day in week 53 the result is 53, 54 or 56; this extra payment is taxed non-cumulatively.
 */
export function taxPeriodOf(payDate: IsoDate, frequency: PayrollFrequency): number {
  const { unit, units } = payPeriodUnits[frequency]
  return unit === 'month' ? taxMonthOf(payDate) : Math.ceil(taxWeekOf(payDate) / units) * units
}

/** Whether this is the extra payment of a year with 53 weekly, 27 fortnightly or 14 four-weekly pay days. */
export const isExtraPeriod = (taxPeriod: number, frequency: PayrollFrequency): boolean =>
  taxPeriod > payPeriodUnits[frequency].unitsInYear
