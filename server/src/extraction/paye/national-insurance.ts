import { niRates, taxYears } from './rates-and-thresholds.ts'

export type NiablePay = {
  year: number
  letter: string
  /** Earnings of the period that are subject to National Insurance, in pence. */
  earnings: number
  frequency: 'weekly' | 'fortnightly' | 'four_weekly' | 'monthly'
}

const weeksByFrequency = { weekly: 1, fortnightly: 2, four_weekly: 4 }

/**
 * Returns the employee's National Insurance in pence, or null if the category letter or tax year is unknown. Not
 * valid for directors.
 */
export function calculateNationalInsurance({ year, letter, earnings, frequency }: NiablePay): number | null {
  const taxYear = taxYears[year]
  const rates = niRates[letter]
  if (!taxYear || !rates) return null
  const isMonthly = frequency === 'monthly'
  const { primaryThreshold, upperLimit } = isMonthly ? taxYear.ni.month : taxYear.ni.week
  const periods = isMonthly ? 1 : weeksByFrequency[frequency]
  const [from, to] = [primaryThreshold * periods * 100, upperLimit * periods * 100]
  const between = Math.max(0, Math.min(earnings, to) - from)
  const above = Math.max(0, earnings - to)
  return Math.round((between * rates.between + above * rates.above) / 100)
}
