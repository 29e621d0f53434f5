import type { Pence } from '../money.ts'
import { parameters, type Threshold } from './parameters.ts'
import type { Frequency, NiLetter, TaxYear } from './types.ts'

/** Rates of the employee, and whether the employer pays, each below and above the upper earnings limit. */
type Letter = { main: number; upper: number; employerMain: boolean; employerUpper: boolean }

const bothOfEmployer = { employerMain: true, employerUpper: true }
const upperOfEmployer = { employerMain: false, employerUpper: true }

// General payroll knowledge where our tables are silent: the employer's side, and letters H, M, V, X and Z.
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
 * National Insurance of one payment by the exact percentage method. `before` is what has been earned already in the same
 * earnings period, which is the pay period or, for a director, the tax year. A letter that changes in between holds
 * for what is earned from then on.
 */
export function nationalInsuranceOf(
  payment: { pay: Pence; letter: NiLetter; taxYear: TaxYear; earningsPeriod: Frequency | 'annual' },
  before: Pence,
): { employee: Pence; employer: Pence } {
  const { letter, taxYear, earningsPeriod } = payment
  const now = contributions(before + payment.pay, letter, taxYear, earningsPeriod)
  const earlier = contributions(before, letter, taxYear, earningsPeriod)
  return { employee: now.employee - earlier.employee, employer: now.employer - earlier.employer }
}

function contributions(pay: Pence, letter: NiLetter, taxYear: TaxYear, earningsPeriod: keyof Threshold) {
  const { primaryThreshold, secondaryThreshold, upperEarningsLimit, employerRate } =
    parameters[taxYear].nationalInsurance
  const { main, upper, employerMain, employerUpper } = letters[letter]
  const limit = upperEarningsLimit[earningsPeriod]
  const below = (threshold: Threshold) => Math.min(pay, limit) - threshold[earningsPeriod]
  const ofEmployer = (earnings: Pence, isPaid: boolean) => (isPaid ? rated(earnings, employerRate) : 0)
  return {
    employee: rated(below(primaryThreshold), main) + rated(pay - limit, upper),
    employer: ofEmployer(below(secondaryThreshold), employerMain) + ofEmployer(pay - limit, employerUpper),
  }
}

/**
 * Each band to the nearest penny by its third decimal: 5 or less goes down, 6 or more up, whatever follows. So the tax
 * authority's guidance for software developers has it, as a public payroll library quotes it, and its test figures.
 */
const rated = (earnings: Pence, rate: number): Pence => {
  const tenthsOfPenny = earnings > 0 ? Math.floor((earnings * rate) / 1_000) : 0
  return Math.ceil((tenthsOfPenny - 5) / 10)
}
