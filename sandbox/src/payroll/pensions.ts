import { type PenceAmount, prorateNearest } from '../money.ts'
import { parameters } from './parameters.ts'
import type { PayrollEmployment, PayrollFrequency, SupportedTaxYear } from './types.ts'

type Terms = Omit<PayrollEmployment['pensions'][number], 'from'>

/**
 * Returns pension contributions on one payment, rounded to the nearest penny; rounding differs between real schemes.
 * `pay` is pensionable pay before salary sacrifice; `before` is the pay already earned in the same pay period.
 */
export function calculatePension(
  payment: {
    pay: PenceAmount
    terms: Terms | undefined
    taxYear: SupportedTaxYear
    frequency: PayrollFrequency
  },
  before: PenceAmount,
): { employee: PenceAmount; employer: PenceAmount } {
  const { pay, terms, taxYear, frequency } = payment
  if (terms === undefined || terms.scheme === 'none') return { employee: 0, employer: 0 }
  const { lower, upper } = parameters[taxYear].qualifyingEarnings
  const qualifying = (earned: PenceAmount) =>
    Math.max(0, Math.min(earned, upper[frequency]) - lower[frequency])
  const base = terms.of === 'pensionable' ? Math.max(0, pay) : qualifying(before + pay) - qualifying(before)
  return {
    employee: prorateNearest(base, terms.employeeRate, 10_000),
    employer: prorateNearest(base, terms.employerRate, 10_000),
  }
}
