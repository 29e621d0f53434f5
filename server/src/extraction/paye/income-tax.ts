import { flatRates, taxYears } from './rates-and-thresholds.ts'

// Calculates income tax by tax code as HMRC's routines do: free pay is computed per period, taxable pay is rounded
// down to whole pounds, and tax bands are applied pro rata.

export type TaxablePay = {
  /** The year in which the tax year begins. */
  year: number
  code: string
  /** Taxable pay in pence: year to date for a cumulative code, of the period for any other code. */
  taxable: number
  /** Number of the tax month or week. For a non-cumulative code, the number of periods that the payment covers. */
  number: number
  unit: 'week' | 'month'
}

/**
 * Margins in pence. They prevent binary rounding errors from adding a penny when rounding up or losing a penny when
 * rounding down.
 */
const ceilMargin = 1e-9
const floorMargin = 1e-6

const taxCodeFormat = /^([SC]?)(?:(\d{1,5})[LMNT]|(K)(\d{1,5})|(0T))$/

/** Returns the tax due in pence, or null if the code or the tax year is unknown. */
export function calculateTax({ year, code, taxable, number, unit }: TaxablePay): number | null {
  const table = taxYears[year]
  if (!table) return null
  const flat = flatRates[code]
  if (flat !== undefined) return Math.floor((wholePounds(taxable) * 100 * flat) / 100)
  const [, country, digits, isK, added] = taxCodeFormat.exec(code) ?? []
  if (country === undefined) return null
  const free = freePay(Number(digits ?? added ?? 0), number, unit)
  const pounds = wholePounds(isK ? taxable + free : taxable - free)
  return applyBands(
    country === 'S' ? table.scotland : table.restOfUk,
    pounds,
    number / (unit === 'week' ? 52 : 12),
  )
}

const wholePounds = (pence: number) => Math.max(0, Math.floor(pence / 100))

/**
 * Returns the tax-free pay up to a period, in pence. Codes above 500 are split into several parts, as in HMRC's
 * tables.
 */
export function freePay(code: number, number: number, unit: 'week' | 'month'): number {
  if (code === 0) return 0
  const periodsInYear = unit === 'week' ? 52 : 12
  const wholeTables = Math.floor((code - 1) / 500)
  const remainder = ((code - 1) % 500) + 1
  const perPeriod = (pounds: number) => Math.ceil((pounds * 100) / periodsInYear - ceilMargin)
  return (perPeriod(remainder * 10 + 9) + wholeTables * perPeriod(5000)) * number
}

function applyBands(bands: [upTo: number, percent: number][], pounds: number, shareOfYear: number): number {
  let [tax, from] = [0, 0]
  for (const [upTo, percent] of bands) {
    const limit = upTo * shareOfYear
    if (pounds > from) tax += (Math.min(pounds, limit) - from) * percent
    from = limit
  }
  return Math.floor(tax + floorMargin)
}
