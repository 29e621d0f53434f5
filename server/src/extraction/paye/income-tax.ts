import { flatRates, yearTables } from './rates-and-thresholds.ts'

// Income tax by code, as HMRC's table routines work it out: free pay by period, whole pounds, bands in proportion.

export type Pay = {
  /** The year in which the tax year begins. */
  year: number
  code: string
  /** Pence of taxable pay: to date for a cumulative code, else of the period. */
  taxable: number
  /** Which month or week it is; 1 for a code that looks at one period alone. */
  number: number
  unit: 'week' | 'month'
}

const codeForm = /^([SC]?)(?:(\d{1,5})[LMNT]|(K)(\d{1,5})|(0T))$/

/** Pence of tax, or null where code or year are not known. */
export function taxDue({ year, code, taxable, number, unit }: Pay): number | null {
  const table = yearTables[year]
  if (!table) return null
  const flat = flatRates[code]
  if (flat !== undefined) return Math.floor((wholePounds(taxable) * 100 * flat) / 100)
  const [, country, digits, isK, added] = codeForm.exec(code) ?? []
  if (country === undefined) return null
  const free = freePay(Number(digits ?? added ?? 0), number, unit)
  const pounds = wholePounds(isK ? taxable + free : taxable - free)
  return inBands(
    country === 'S' ? table.scotland : table.restOfUk,
    pounds,
    number / (unit === 'week' ? 52 : 12),
  )
}

const wholePounds = (pence: number) => Math.max(0, Math.floor(pence / 100))

/** Pence of pay without tax up to a period. Codes above 500 are split, as HMRC's tables are. */
export function freePay(code: number, number: number, unit: 'week' | 'month'): number {
  if (code === 0) return 0
  const parts = unit === 'week' ? 52 : 12
  const times = Math.floor((code - 1) / 500)
  const rest = ((code - 1) % 500) + 1
  const upwards = (pounds: number) => Math.ceil((pounds * 100) / parts - 1e-9)
  return (upwards(rest * 10 + 9) + times * upwards(5000)) * number
}

function inBands(bands: [upTo: number, percent: number][], pounds: number, share: number): number {
  let [tax, from] = [0, 0]
  for (const [upTo, percent] of bands) {
    const limit = upTo * share
    if (pounds > from) tax += (Math.min(pounds, limit) - from) * percent
    from = limit
  }
  return Math.floor(tax + 1e-6)
}
