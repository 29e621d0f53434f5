import type { PenceAmount } from '../money.ts'
import type { LoanPlan, SupportedTaxYear } from './types.ts'

/**
 * Tax-year tables as published by HMRC and on gov.uk; contains public sector information licensed under the Open
 * Government Licence v3.0. Amounts are in pence, rates in hundredths of a percent.
 *
 * Fortnightly and four-weekly thresholds are not always a multiple of the weekly one. They follow two payroll vendors'
 * tables and match HMRC's test figures (published.test.ts).
 */
export const parameters: Record<SupportedTaxYear, YearParameters> = {
  '2024-25': {
    restOfUk: restOfUk(),
    scotland: scotland(230_600, 1_399_100),
    nationalInsurance: {
      primaryThreshold: primaryThreshold(),
      secondaryThreshold: threshold(175, 350, 700, 758, 9_100),
      upperEarningsLimit: upperEarningsLimit(),
      employerRate: 1_380,
    },
    loanThresholds: { plan_1: 2_499_000, plan_2: 2_729_500, plan_4: 3_139_500, postgraduate: 2_100_000 },
    qualifyingEarnings: qualifyingEarnings(),
  },
  '2025-26': {
    restOfUk: restOfUk(),
    scotland: scotland(282_700, 1_492_100),
    nationalInsurance: {
      primaryThreshold: primaryThreshold(),
      secondaryThreshold: threshold(96, 193, 385, 417, 5_000),
      upperEarningsLimit: upperEarningsLimit(),
      employerRate: 1_500,
    },
    loanThresholds: { plan_1: 2_606_500, plan_2: 2_847_000, plan_4: 3_274_500, postgraduate: 2_100_000 },
    qualifyingEarnings: qualifyingEarnings(),
  },
  '2026-27': {
    restOfUk: restOfUk(),
    scotland: scotland(396_700, 1_695_600),
    nationalInsurance: {
      primaryThreshold: primaryThreshold(),
      secondaryThreshold: threshold(96, 193, 385, 417, 5_000),
      upperEarningsLimit: upperEarningsLimit(),
      employerRate: 1_500,
    },
    // Plan 5 has a threshold from this year on, because its repayments start on 6 April 2026.
    loanThresholds: {
      plan_1: 2_690_000,
      plan_2: 2_938_500,
      plan_4: 3_379_500,
      plan_5: 2_500_000,
      postgraduate: 2_100_000,
    },
    qualifyingEarnings: qualifyingEarnings(),
  },
}

export const loanRates = { student: 900, postgraduate: 600 }

export type Band = { upTo: PenceAmount; rate: number }
export type Threshold = Record<'weekly' | 'fortnightly' | 'four_weekly' | 'monthly' | 'annual', PenceAmount>

type YearParameters = {
  /** Annual bands of taxable pay in England, Northern Ireland and Wales. The last band is unlimited. */
  restOfUk: Band[]
  scotland: Band[]
  nationalInsurance: {
    primaryThreshold: Threshold
    secondaryThreshold: Threshold
    /** Upper earnings limit. It equals the upper secondary threshold for under-21s, apprentices and veterans. */
    upperEarningsLimit: Threshold
    employerRate: number
  }
  /** Annual thresholds. A plan that is missing has no repayments in this year. */
  loanThresholds: Partial<Record<LoanPlan, PenceAmount>>
  qualifyingEarnings: { lower: Threshold; upper: Threshold }
}

function threshold(...pounds: [number, number, number, number, number]): Threshold {
  const [weekly, fortnightly, four_weekly, monthly, annual] = pounds.map(
    (amount) => amount * 100,
  ) as typeof pounds
  return { weekly, fortnightly, four_weekly, monthly, annual }
}

// The functions below return values that are the same in all three years.

function restOfUk(): Band[] {
  return [
    { upTo: 3_770_000, rate: 2_000 },
    { upTo: 12_514_000, rate: 4_000 },
    { upTo: Number.POSITIVE_INFINITY, rate: 4_500 },
  ]
}

function scotland(starterUpTo: PenceAmount, basicUpTo: PenceAmount): Band[] {
  return [
    { upTo: starterUpTo, rate: 1_900 },
    { upTo: basicUpTo, rate: 2_000 },
    { upTo: 3_109_200, rate: 2_100 },
    { upTo: 6_243_000, rate: 4_200 },
    { upTo: 12_514_000, rate: 4_500 },
    { upTo: Number.POSITIVE_INFINITY, rate: 4_800 },
  ]
}

function primaryThreshold() {
  return threshold(242, 484, 967, 1_048, 12_570)
}

function upperEarningsLimit() {
  return threshold(967, 1_934, 3_867, 4_189, 50_270)
}

function qualifyingEarnings() {
  return { lower: threshold(120, 240, 480, 520, 6_240), upper: upperEarningsLimit() }
}
