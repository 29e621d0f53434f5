import { flatRates, taxYears } from './rates-and-thresholds.ts'

// Income tax by tax code, following HMRC's routines: free pay by period, taxable pay in whole pounds, bands pro rata.

export type TaxablePay = {
  /** The year in which the tax year begins. */
  year: number
  code: string
  /** Pence of taxable pay: to date for a cumulative code, else of the period. */
  taxable: number
  /** Tax month or week; for a non-cumulative code, the number of periods that the payment covers. */
  number: number
  unit: 'week' | 'month'
}

/** Pence: binary rounding errors must not add (when rounding up) or lose (when rounding down) a penny. */
const ceilMargin = 1e-9
const floorMargin = 1e-6

const taxCodeFormat = /^([SC]?)(?:(\d{1,5})[LMNT]|(K)(\d{1,5})|(0T))$/

/** Tax due in pence, or null if the code or the tax year is unknown. */
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

/** Tax-free pay in pence up to a period. Codes above 500 are split, as in HMRC's tables. */
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
