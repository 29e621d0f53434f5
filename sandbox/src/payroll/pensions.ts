import { type Pence, shareNear } from '../money.ts'
import { parameters } from './parameters.ts'
import type { Employment, Frequency, TaxYear } from './types.ts'

type Terms = Omit<Employment['pensions'][number], 'from'>

/**
 * What employee and employer put into the pension from one payment, to the nearest penny (general payroll knowledge:
 * schemes make their own rules). `pay` is what counts for it, before anything is sacrificed; `before` is what has
 * been earned already in the same pay period.
 */
export function pensionOf(
  payment: { pay: Pence; terms: Terms | undefined; taxYear: TaxYear; frequency: Frequency },
  before: Pence,
): { employee: Pence; employer: Pence } {
  const { pay, terms, taxYear, frequency } = payment
  if (terms === undefined || terms.scheme === 'none') return { employee: 0, employer: 0 }
  const { lower, upper } = parameters[taxYear].qualifyingEarnings
  const qualifying = (earned: Pence) => Math.max(0, Math.min(earned, upper[frequency]) - lower[frequency])
  const base = terms.of === 'pensionable' ? Math.max(0, pay) : qualifying(before + pay) - qualifying(before)
  return {
    employee: shareNear(base, terms.employeeRate, 10_000),
    employer: shareNear(base, terms.employerRate, 10_000),
  }
}
