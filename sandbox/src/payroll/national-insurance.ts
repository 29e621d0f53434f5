import type { Pence } from '../money.ts'
import { parameters, type Threshold } from './parameters.ts'
import type { Frequency, NiLetter, TaxYear } from './types.ts'

/** Rates of the employee below and above the upper earnings limit; from where on the employer pays. */
type Letter = { main: number; upper: number; employerFrom: 'secondary' | 'upper' | 'never' }

// General payroll knowledge where our tables are silent: the employer's side, and letters H, M, V, X and Z.
const letters: Record<NiLetter, Letter> = {
  A: { main: 800, upper: 200, employerFrom: 'secondary' },
  B: { main: 185, upper: 200, employerFrom: 'secondary' },
  C: { main: 0, upper: 0, employerFrom: 'secondary' },
  H: { main: 800, upper: 200, employerFrom: 'upper' },
  J: { main: 200, upper: 200, employerFrom: 'secondary' },
  M: { main: 800, upper: 200, employerFrom: 'upper' },
  V: { main: 800, upper: 200, employerFrom: 'upper' },
  X: { main: 0, upper: 0, employerFrom: 'never' },
  Z: { main: 200, upper: 200, employerFrom: 'upper' },
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
  const { main, upper, employerFrom } = letters[letter]
  const limit = upperEarningsLimit[earningsPeriod]
  const employersFree = {
    secondary: secondaryThreshold[earningsPeriod],
    upper: limit,
    never: Number.POSITIVE_INFINITY,
  }[employerFrom]
  return {
    employee:
      rated(Math.min(pay, limit) - primaryThreshold[earningsPeriod], main) + rated(pay - limit, upper),
    employer: rated(pay - employersFree, employerRate),
  }
}

/**
 * To the nearest penny, half a penny or less disregarded (Social Security (Contributions) Regulations 2001, regulation
 * 12(1)). Others cut every band to four decimals and round the sum; the two can differ by a penny.
 */
const rated = (earnings: Pence, rate: number): Pence =>
  earnings > 0 ? Math.ceil((earnings * rate - 5_000) / 10_000) : 0
