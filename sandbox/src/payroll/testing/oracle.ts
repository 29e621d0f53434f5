import type { NiLetter, PayrollFrequency, SupportedTaxYear } from '../types.ts'

/*
 * Independent reimplementation of the annual calculation as a test oracle: exact BigInt fractions, band by band, with its
 * own tables. It shares no code with the engine.
 */

type Bands = [upToPounds: bigint, percent: bigint][]
const noEnd = 10n ** 12n
const restOfUk: Bands = [
  [37_700n, 20n],
  [125_140n, 40n],
  [noEnd, 45n],
]
const scotlandAbove: Bands = [
  [31_092n, 21n],
  [62_430n, 42n],
  [125_140n, 45n],
  [noEnd, 48n],
]
const scotlandBelow: Record<SupportedTaxYear, [starter: bigint, basic: bigint]> = {
  '2024-25': [2_306n, 13_991n],
  '2025-26': [2_827n, 14_921n],
  '2026-27': [3_967n, 16_956n],
}
const flatPercents: Record<string, bigint> = {
  BR: 20n,
  D0: 40n,
  D1: 45n,
  CBR: 20n,
  CD0: 40n,
  CD1: 45n,
  SBR: 20n,
  SD0: 21n,
  SD1: 42n,
  SD2: 45n,
  SD3: 48n,
  NT: 0n,
}

/**
 * Returns the tax in pence on taxable pay to date after `parts` of the twelve months or fifty-two weeks of a year.
 */
export function oracleIncomeTax(
  pay: number,
  code: string,
  taxYear: SupportedTaxYear,
  parts: number,
  inYear: number,
): number {
  const flat = flatPercents[code]
  if (flat !== undefined) return Number(wholePounds(BigInt(pay)) * flat)
  const [share, year] = [BigInt(parts), BigInt(inYear)]
  const free = share * freePay(BigInt(code.replace(/\D/g, '')), year)
  const taxable = wholePounds(code.includes('K') ? BigInt(pay) + free : BigInt(pay) - free)
  // Amounts are scaled by the number of parts in the year, so that intermediate values stay exact.
  const reached = taxable * year
  let [tax, lower] = [0n, 0n]
  for (const [upTo, percent] of bandsOf(code, taxYear)) {
    const upper = upTo * share
    if (reached <= upper) return Number((tax + (reached - lower) * percent) / year)
    tax += (upper - lower) * percent
    lower = upper
  }
  throw new RangeError('The last band must be unlimited')
}

const wholePounds = (pence: bigint) => (pence > 0n ? pence / 100n : 0n)

function bandsOf(code: string, taxYear: SupportedTaxYear): Bands {
  if (!code.startsWith('S')) return restOfUk
  const [starter, basic] = scotlandBelow[taxYear]
  return [[starter, 19n], [basic, 20n], ...scotlandAbove]
}

function freePay(number: bigint, inYear: bigint): bigint {
  if (number === 0n) return 0n
  if (number > 500n) return (500_000n + inYear - 1n) / inYear + freePay(number - 500n, inYear)
  return ((number * 10n + 9n) * 100n + inYear - 1n) / inYear
}

/**
 * Employee rates below (main) and above the upper limit, in hundredths of a percent, and the part of the pay on which
 * the employer contributes.
 */
const rates: Record<NiLetter, [main: bigint, upper: bigint, employer: 'all' | 'above' | 'none']> = {
  A: [800n, 200n, 'all'],
  B: [185n, 200n, 'all'],
  C: [0n, 0n, 'all'],
  H: [800n, 200n, 'above'],
  J: [200n, 200n, 'all'],
  M: [800n, 200n, 'above'],
  V: [800n, 200n, 'above'],
  X: [0n, 0n, 'none'],
  Z: [200n, 200n, 'above'],
}
type Limits = { primary: bigint; upper: bigint; secondary: { '2024-25': bigint; since: bigint } }
const limits: Record<PayrollFrequency | 'annual', Limits> = {
  weekly: { primary: 242n, upper: 967n, secondary: { '2024-25': 175n, since: 96n } },
  fortnightly: { primary: 484n, upper: 1_934n, secondary: { '2024-25': 350n, since: 193n } },
  four_weekly: { primary: 967n, upper: 3_867n, secondary: { '2024-25': 700n, since: 385n } },
  monthly: { primary: 1_048n, upper: 4_189n, secondary: { '2024-25': 758n, since: 417n } },
  annual: { primary: 12_570n, upper: 50_270n, secondary: { '2024-25': 9_100n, since: 5_000n } },
}

/** Returns National Insurance in pence on the total pay of one earnings period. */
export function oracleNationalInsurance(
  pay: number,
  letter: NiLetter,
  taxYear: SupportedTaxYear,
  period: PayrollFrequency | 'annual',
) {
  const { primary, upper, secondary } = limits[period]
  const [main, above, employer] = rates[letter]
  const [threshold, percent] =
    taxYear === '2024-25' ? [secondary['2024-25'], 1_380n] : [secondary.since, 1_500n]
  const between = (lowPounds: bigint, highPounds: bigint) => {
    const top = BigInt(pay) > highPounds * 100n ? highPounds * 100n : BigInt(pay)
    return top > lowPounds * 100n ? top - lowPounds * 100n : 0n
  }
  // Truncates to tenths of a penny, then rounds: five tenths or less down, six tenths or more up.
  const contribution = (earnings: bigint, rate: bigint) => Number(((earnings * rate) / 1_000n + 4n) / 10n)
  const employerBelow = employer === 'all' ? contribution(between(threshold, upper), percent) : 0
  const employerAbove = employer === 'none' ? 0 : contribution(between(upper, noEnd), percent)
  return {
    employee: contribution(between(primary, upper), main) + contribution(between(upper, noEnd), above),
    employer: employerBelow + employerAbove,
  }
}
