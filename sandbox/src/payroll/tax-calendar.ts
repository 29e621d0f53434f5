import { type Day, daysBetween, partsOf } from '../calendar.ts'
import type { Frequency, TaxYear } from './types.ts'

/** The years whose tables we have, in order. */
const taxYears: readonly TaxYear[] = ['2024-25', '2025-26', '2026-27']

/** The tax year a day lies in, if it is one of those we have tables for. */
export function taxYearOf(day: Day): TaxYear | undefined {
  const { year } = partsOf(day)
  const first = day.slice(5) < '04-06' ? year - 1 : year
  return taxYears.find((taxYear) => taxYear.startsWith(`${first}-`))
}

/** 1 to 12; tax month 1 is 6 April to 5 May. */
export function taxMonthOf(day: Day): number {
  const { month, date } = partsOf(day)
  return ((month + 8 - (date < 6 ? 1 : 0)) % 12) + 1
}

/** 1 to 53; the last day of the year, in a leap year the last two, are week 53. */
export function taxWeekOf(day: Day): number {
  const { year } = partsOf(day)
  const first = day.slice(5) < '04-06' ? year - 1 : year
  return Math.floor(daysBetween(`${first}-04-06`, day) / 7) + 1
}

/** How many weeks or months a payment is for, and how many of them make a year in the tax tables. */
export const spanOf: Record<Frequency, { unit: 'week' | 'month'; units: number; unitsInYear: 12 | 52 }> = {
  weekly: { unit: 'week', units: 1, unitsInYear: 52 },
  fortnightly: { unit: 'week', units: 2, unitsInYear: 52 },
  four_weekly: { unit: 'week', units: 4, unitsInYear: 52 },
  monthly: { unit: 'month', units: 1, unitsInYear: 12 },
}

/**
 * The tax month, or the last of the tax weeks that a payment covers: a fortnight paid in week 1 or 2 is taxed by the
 * table of week 2. A pay day in week 53 makes it 53, 54 or 56, and such an extra payment is taxed by itself.
 */
export function taxPeriodOf(payDate: Day, frequency: Frequency): number {
  const { unit, units } = spanOf[frequency]
  return unit === 'month' ? taxMonthOf(payDate) : Math.ceil(taxWeekOf(payDate) / units) * units
}

/** Whether a payment is the extra one at the end of a year with 53 weekly, 27 fortnightly or 14 four-weekly pay days. */
export const isExtraPeriod = (taxPeriod: number, frequency: Frequency): boolean =>
  taxPeriod > spanOf[frequency].unitsInYear
