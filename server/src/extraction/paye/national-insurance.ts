import { insuranceRates, yearTables } from './rates-and-thresholds.ts'

export type InsuredPay = {
  year: number
  letter: string
  /** Pence of earnings that count for National Insurance in the period. */
  earnings: number
  frequency: 'weekly' | 'fortnightly' | 'four_weekly' | 'monthly'
}

const weeks = { weekly: 1, fortnightly: 2, four_weekly: 4 }

/** Pence of an employee's National Insurance, or null where letter or year are not known. Not for directors. */
export function insuranceDue({ year, letter, earnings, frequency }: InsuredPay): number | null {
  const table = yearTables[year]
  const rates = insuranceRates[letter]
  if (!table || !rates) return null
  const isMonthly = frequency === 'monthly'
  const { primaryThreshold, upperLimit } = isMonthly ? table.insurance.month : table.insurance.week
  const times = isMonthly ? 1 : weeks[frequency]
  const [from, to] = [primaryThreshold * times * 100, upperLimit * times * 100]
  const between = Math.max(0, Math.min(earnings, to) - from)
  const above = Math.max(0, earnings - to)
  return Math.round((between * rates.between + above * rates.above) / 100)
}
