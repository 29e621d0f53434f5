import type { PenceAmount } from '../money.ts'
import { type Band, parameters } from './parameters.ts'
import { isExtraPeriod, payPeriodUnits } from './tax-calendar.ts'
import type { ParsedTaxCode } from './tax-code.ts'
import type { PayrollFrequency, SupportedTaxYear } from './types.ts'

/*
 * Implements HMRC's "Specification for PAYE tax table routines". We had access only to summaries of its text, but the
 * code reproduces HMRC's published test figures exactly (published.test.ts). Free pay of codes over 500 follows
 * PAYE70025 and Tables A; the extra payments of weeks 53, 54 and 56 follow PAYE70015.
 */

type Period = { taxYear: SupportedTaxYear; frequency: PayrollFrequency; taxPeriod: number }
type Money = { pay: PenceAmount; tax: PenceAmount }

/**
 * Returns the tax on one payment; negative for a refund. `pay` is the taxable part of the payment. `before` is pay
 * and tax to date, for the tax year and, because a period may be paid in several parts, for the same tax week or
 * month.
 */
export function calculateIncomeTax(
  payment: { pay: PenceAmount; code: ParsedTaxCode; isCumulative: boolean } & Period,
  before: { year: Money; period: Money },
): PenceAmount {
  const { pay, code, taxYear, frequency, taxPeriod } = payment
  const { units } = payPeriodUnits[frequency]
  const isCumulative = payment.isCumulative && !isExtraPeriod(taxPeriod, frequency)
  const earlier = isCumulative ? before.year : before.period
  const due = taxOn(earlier.pay + pay, code, { taxYear, frequency, units: isCumulative ? taxPeriod : units })
  // HMRC's overriding limit: tax must not exceed half of the payment. The rest is collected later in the year.
  const maxTax = Math.max(0, Math.floor(pay / 2))
  // A non-cumulative period never refunds tax of other periods.
  const minTax = isCumulative ? Number.NEGATIVE_INFINITY : 0
  return Math.min(Math.max(due - earlier.tax, minTax), maxTax)
}

/** Returns the tax on pay to date after `units` weeks or months of a tax year. */
function taxOn(
  pay: PenceAmount,
  code: ParsedTaxCode,
  { taxYear, frequency, units }: { taxYear: SupportedTaxYear; frequency: PayrollFrequency; units: number },
): PenceAmount {
  if (code.kind === 'none') return 0
  const bands = parameters[taxYear][code.nation]
  const { unitsInYear } = payPeriodUnits[frequency]
  if (code.kind === 'flat') {
    // In Scotland, code BR refers to the second band, after the starter rate.
    const band = bands[code.rank + (code.nation === 'scotland' ? 1 : 0)] as Band
    return flatTax(wholePounds(pay), band.rate)
  }
  const adjustment = units * payAdjustment(code.number, unitsInYear)
  const taxable = wholePounds(code.isKCode ? pay + adjustment : pay - adjustment)
  const prorate = (amount: number) => Math.floor((amount * units) / unitsInYear)
  return bandedTax(taxable, code.nation, bands, prorate)
}

const wholePounds = (amount: PenceAmount) => Math.max(0, Math.floor(amount / 100))

/** Rates are in hundredths of a percent, so pounds × rate is in hundredths of a penny. */
const flatTax = (pounds: number, rate: number): PenceAmount => Math.floor((pounds * rate) / 100)

/**
 * Returns the free pay of one week or month, rounded up to the penny. The annual free pay is ten times the code
 * number plus nine pounds. Above 500, each full 500 is rounded separately, as in HMRC's printed tables.
 */
function payAdjustment(number: number, unitsInYear: 12 | 52): PenceAmount {
  if (number === 0) return 0
  const fiveHundreds = Math.floor((number - 1) / 500)
  const rest = number - fiveHundreds * 500
  const up = (pounds: number) => Math.ceil((pounds * 100) / unitsInYear)
  return fiveHundreds * up(5_000) + up(rest * 10 + 9)
}

/**
 * Returns the tax by bands. Band limits, and the tax at each limit, are truncated to four decimal places of a pound;
 * the band is chosen by the limit rounded up to the pound. In Scotland the tax of each lower band is truncated
 * separately, elsewhere only the total of the lower bands; both are needed to match HMRC's test figures. Integers in
 * ten-thousandths of a pound avoid floating-point error.
 */
function bandedTax(
  pounds: number,
  nation: ParsedTaxCode['nation'],
  bands: Band[],
  prorate: (amount: number) => number,
) {
  let lower = 0
  let taxOfYear = 0
  let taxOfParts = 0
  for (const { upTo, rate } of bands) {
    const upper = upTo * 100
    if (pounds <= Math.ceil(prorate(upper) / 10_000)) {
      const taxBelow = nation === 'scotland' ? taxOfParts : prorate(taxOfYear)
      return Math.floor((taxBelow * 10_000 + (pounds * 10_000 - prorate(lower)) * rate) / 1_000_000)
    }
    const taxOfBand = ((upper - lower) / 10_000) * rate
    taxOfYear += taxOfBand
    taxOfParts += prorate(taxOfBand)
    lower = upper
  }
  throw new RangeError('The last band must be unlimited')
}
