import type { Pence } from '../money.ts'
import { type Band, parameters } from './parameters.ts'
import { isExtraPeriod, spanOf } from './tax-calendar.ts'
import type { TaxCode } from './tax-code.ts'
import type { Frequency, TaxYear } from './types.ts'

/*
 * After HMRC's "Specification for PAYE tax table routines", from general payroll knowledge: we found its contents and
 * what others say of it, not its text; but its published test figures come out (published.test.ts). The free pay of
 * codes over 500 is as in HMRC's PAYE70025 and Tables A, the payments of weeks 53, 54 and 56 as in its PAYE70015.
 */

type Period = { taxYear: TaxYear; frequency: Frequency; taxPeriod: number }
type Money = { pay: Pence; tax: Pence }

/**
 * The tax of one payment; below zero it is paid back. `pay` is what is taxable of it, `year` the pay and tax of this
 * tax year before it, `period` those of the same tax week or month (there may have been an earlier payment in it).
 */
export function incomeTaxOf(
  payment: { pay: Pence; code: TaxCode; isCumulative: boolean } & Period,
  before: { year: Money; period: Money },
): Pence {
  const { pay, code, taxYear, frequency, taxPeriod } = payment
  const { units } = spanOf[frequency]
  const isCumulative = payment.isCumulative && !isExtraPeriod(taxPeriod, frequency)
  const earlier = isCumulative ? before.year : before.period
  const due = taxOn(earlier.pay + pay, code, { taxYear, frequency, units: isCumulative ? taxPeriod : units })
  // The overriding limit: a payment bears tax up to half of itself. What it cannot bear is made up later in the year.
  const most = Math.max(0, Math.floor(pay / 2))
  // By itself a period can owe tax, not get back what others paid.
  const least = isCumulative ? Number.NEGATIVE_INFINITY : 0
  return Math.min(Math.max(due - earlier.tax, least), most)
}

/** The tax on the pay of so many weeks or months from the beginning of a year. */
function taxOn(
  pay: Pence,
  code: TaxCode,
  { taxYear, frequency, units }: { taxYear: TaxYear; frequency: Frequency; units: number },
): Pence {
  if (code.kind === 'none') return 0
  const bands = parameters[taxYear][code.nation]
  const { unitsInYear } = spanOf[frequency]
  if (code.kind === 'flat') {
    // In Scotland BR is the second band, after the starter rate.
    const band = bands[code.rank + (code.nation === 'scotland' ? 1 : 0)] as Band
    return flatTax(wholePounds(pay), band.rate)
  }
  const adjustment = units * payAdjustment(code.number, unitsInYear)
  const taxable = wholePounds(code.isAdded ? pay + adjustment : pay - adjustment)
  const part = (amount: number) => Math.floor((amount * units) / unitsInYear)
  return bandedTax(taxable, code.nation, bands, part)
}

const wholePounds = (amount: Pence) => Math.max(0, Math.floor(amount / 100))

/** Whole pounds times hundredths of a percent are hundredths of a penny. */
const flatTax = (pounds: number, rate: number): Pence => Math.floor((pounds * rate) / 100)

/**
 * The free pay of one week or month, rounded up to the penny: of the number's tens of pounds plus nine. Of a number over
 * 500 every full 500 is looked up for itself, so that printed tables need not go on.
 */
function payAdjustment(number: number, unitsInYear: 12 | 52): Pence {
  if (number === 0) return 0
  const fiveHundreds = Math.floor((number - 1) / 500)
  const rest = number - fiveHundreds * 500
  const up = (pounds: number) => Math.ceil((pounds * 100) / unitsInYear)
  return fiveHundreds * up(5_000) + up(rest * 10 + 9)
}

/**
 * Limits and the tax at them are carried to four decimal places of a pound, the rest cut off; the band is chosen by the
 * limit rounded up to the pound. In Scotland the tax of each band below is cut off for itself, elsewhere their sum: so
 * the tax authority's test figures come out. All in ten-thousandths of a pound, which stay whole far beyond any pay.
 */
function bandedTax(
  pounds: number,
  nation: TaxCode['nation'],
  bands: Band[],
  part: (amount: number) => number,
) {
  let lower = 0
  let taxOfYear = 0
  let taxOfParts = 0
  for (const { upTo, rate } of bands) {
    const upper = upTo * 100
    if (pounds <= Math.ceil(part(upper) / 10_000)) {
      const taxBelow = nation === 'scotland' ? taxOfParts : part(taxOfYear)
      return Math.floor((taxBelow * 10_000 + (pounds * 10_000 - part(lower)) * rate) / 1_000_000)
    }
    const taxOfBand = ((upper - lower) / 10_000) * rate
    taxOfYear += taxOfBand
    taxOfParts += part(taxOfBand)
    lower = upper
  }
  throw new RangeError('The last band has no end')
}
