import type { Pence } from '../money.ts'
import { loanRates, parameters } from './parameters.ts'
import { spanOf } from './tax-calendar.ts'
import type { Frequency, LoanPlan, TaxYear } from './types.ts'

type Payment = { pay: Pence; plans: LoanPlan[]; taxYear: TaxYear; frequency: Frequency }

/**
 * What one payment repays, in whole pounds, from the pay that bears National Insurance. Whoever has several plans of a
 * student repays by the lowest threshold. `before` is what has been earned already in the same pay period.
 */
export function loanRepaymentsOf(payment: Payment, before: Pence): { student: Pence; postgraduate: Pence } {
  const { plans, taxYear, frequency } = payment
  const { loanThresholds } = parameters[taxYear]
  const thresholds = plans
    .filter((plan) => plan !== 'postgraduate')
    .flatMap((plan) => loanThresholds[plan] ?? [])
  const repaid = (threshold: Pence | undefined, rate: number) => {
    if (threshold === undefined) return 0
    const free = thresholdOfPeriod(threshold, frequency)
    return repayment(before + payment.pay - free, rate) - repayment(before - free, rate)
  }
  return {
    student: repaid(thresholds.length > 0 ? Math.min(...thresholds) : undefined, loanRates.student),
    postgraduate: repaid(
      plans.includes('postgraduate') ? loanThresholds.postgraduate : undefined,
      loanRates.postgraduate,
    ),
  }
}

/**
 * A twelfth or a fifty-second of a year's, cut to the penny, times the weeks of the period. That is how payroll firms
 * show it (a fortnight of plan 1 in 2024/25: twice 480.57); the tax authority's manual (CSLM17065) takes whole pounds of
 * every week from its printed tables instead.
 */
function thresholdOfPeriod(annual: Pence, frequency: Frequency): Pence {
  const { units, unitsInYear } = spanOf[frequency]
  return Math.floor(annual / unitsInYear) * units
}

/** Down to whole pounds: a pound is a million hundredths of a percent of a penny. */
const repayment = (over: Pence, rate: number): Pence =>
  over > 0 ? Math.floor((over * rate) / 1_000_000) * 100 : 0
