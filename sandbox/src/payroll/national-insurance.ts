import type { PenceAmount } from '../money.ts'
import { parameters, type Threshold } from './parameters.ts'
import type { NiLetter, PayrollFrequency, SupportedTaxYear } from './types.ts'

/**
 * Employee rates in hundredths of a percent, and whether the employer contributes, below (main) and above the upper
 * earnings limit.
 */
type Letter = { main: number; upper: number; employerMain: boolean; employerUpper: boolean }

const bothOfEmployer = { employerMain: true, employerUpper: true }
const upperOfEmployer = { employerMain: false, employerUpper: true }

// Employer contributions and letters H, M, V, X and Z are not in our source tables; they are based on general payroll
// knowledge.
const letters: Record<NiLetter, Letter> = {
  A: { main: 800, upper: 200, ...bothOfEmployer },
  B: { main: 185, upper: 200, ...bothOfEmployer },
  C: { main: 0, upper: 0, ...bothOfEmployer },
  H: { main: 800, upper: 200, ...upperOfEmployer },
  J: { main: 200, upper: 200, ...bothOfEmployer },
  M: { main: 800, upper: 200, ...upperOfEmployer },
  V: { main: 800, upper: 200, ...upperOfEmployer },
  X: { main: 0, upper: 0, employerMain: false, employerUpper: false },
  Z: { main: 200, upper: 200, ...upperOfEmployer },
}

/**
 * Returns National Insurance on one payment by the exact percentage method. `before` is the pay already earned in the
 * same earnings period: the pay period or, for a director, the tax year. If the letter changes within an earnings
 * period, the new one applies to later earnings only.
 */
export function calculateNationalInsurance(
  payment: {
    pay: PenceAmount
    letter: NiLetter
    taxYear: SupportedTaxYear
    earningsPeriod: PayrollFrequency | 'annual'
  },
  before: PenceAmount,
): { employee: PenceAmount; employer: PenceAmount } {
  const { letter, taxYear, earningsPeriod } = payment
  const now = contributions(before + payment.pay, letter, taxYear, earningsPeriod)
  const earlier = contributions(before, letter, taxYear, earningsPeriod)
  return { employee: now.employee - earlier.employee, employer: now.employer - earlier.employer }
}

function contributions(
  pay: PenceAmount,
  letter: NiLetter,
  taxYear: SupportedTaxYear,
  earningsPeriod: keyof Threshold,
) {
  const { primaryThreshold, secondaryThreshold, upperEarningsLimit, employerRate } =
    parameters[taxYear].nationalInsurance
  const { main, upper, employerMain, employerUpper } = letters[letter]
  const limit = upperEarningsLimit[earningsPeriod]
  const below = (threshold: Threshold) => Math.min(pay, limit) - threshold[earningsPeriod]
  const ofEmployer = (earnings: PenceAmount, isPaid: boolean) =>
    isPaid ? contributionOn(earnings, employerRate) : 0
  return {
    employee: contributionOn(below(primaryThreshold), main) + contributionOn(pay - limit, upper),
    employer: ofEmployer(below(secondaryThreshold), employerMain) + ofEmployer(pay - limit, employerUpper),
  }
}

/**
 * Rounds the contribution of a band by its third decimal: 5 or less down, 6 or more up, regardless of later digits.
 * The rule is quoted by a public payroll library from HMRC's guidance for software developers, and matches HMRC's
 * test figures.
 */
const contributionOn = (earnings: PenceAmount, rate: number): PenceAmount => {
  const tenthsOfPenny = earnings > 0 ? Math.floor((earnings * rate) / 1_000) : 0
  return Math.ceil((tenthsOfPenny - 5) / 10)
}
