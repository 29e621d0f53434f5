import type { PenceAmount } from '../money.ts'
import { loanRates, parameters } from './parameters.ts'
import { payPeriodUnits } from './tax-calendar.ts'
import type { LoanPlan, PayrollFrequency, SupportedTaxYear } from './types.ts'

type Payment = { pay: PenceAmount; plans: LoanPlan[]; taxYear: SupportedTaxYear; frequency: PayrollFrequency }

/**
 * Returns loan repayments on one payment, in whole pounds, based on NIable pay. With several student plans, the
 * lowest threshold applies. `before` is the pay already earned in the same pay period.
 */
export function calculateLoanRepayments(
  payment: Payment,
  before: PenceAmount,
): { student: PenceAmount; postgraduate: PenceAmount } {
  const { plans, taxYear, frequency } = payment
  const { loanThresholds } = parameters[taxYear]
  const thresholds = plans
    .filter((plan) => plan !== 'postgraduate')
    .flatMap((plan) => loanThresholds[plan] ?? [])
  const repaid = (threshold: PenceAmount | undefined, rate: number) => {
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
 * Returns a twelfth or a fifty-second of the annual threshold, truncated to the penny, times the months or weeks of
 * the period. Payroll vendors do the same (a plan 1 fortnight in 2024/25 is twice 480.57); HMRC's manual (CSLM17065)
 * instead uses whole pounds per week from printed tables.
 */
function thresholdOfPeriod(annual: PenceAmount, frequency: PayrollFrequency): PenceAmount {
  const { units, unitsInYear } = payPeriodUnits[frequency]
  return Math.floor(annual / unitsInYear) * units
}

/** Rounds down to whole pounds: pence × hundredths of a percent ÷ 1,000,000 = pounds. */
const repayment = (over: PenceAmount, rate: number): PenceAmount =>
  over > 0 ? Math.floor((over * rate) / 1_000_000) * 100 : 0
