import { type CalendarMonth, firstDayOf, lastDayOf } from '../../affordability/calendar.ts'
import type { Estimate } from '../../affordability/estimate.ts'
import { formatDecimal } from '../../affordability/fraction.ts'
import { type Birth, isPaid, type PeriodShare, type Residence } from '../../affordability/months.ts'
import type { PriceIndex } from '../../affordability/prices.ts'
import type { Expenditure, ExpenditureWorking } from './schemas.ts'
import type { UsedPeriod } from './select-periods.ts'
import type { EstimatedMonth, ExpenditureResult } from './service.ts'

type PresentedMonth = ExpenditureWorking['months'][number]

/** Returns the expenditure of a month, or an empty list if the month has no estimate. */
export const presentMonth = ({ month, estimate }: EstimatedMonth): Expenditure[] =>
  estimate ? [presentExpenditure(month, estimate)] : []

/** Returns the full calculation. */
export function presentWorking({ model, months, unused, periods }: ExpenditureResult): ExpenditureWorking {
  return {
    model: {
      id: model.id,
      weeks_per_year: formatDecimal(model.weeksPerYear),
      rounding:
        'Calculated with exact fractions. Only the amounts are rounded, once, half up to whole pence; all other figures ' +
        'are shown with at most ten decimals.',
      tables: model.tables,
    },
    months: months.map((month) => presentMonthWorking(month, periods)),
    unused_payslips: unused.map(({ id, reason }) => ({ submission_id: id, reason })),
  }
}

function presentMonthWorking(
  worked: EstimatedMonth,
  periods: ReadonlyMap<string, UsedPeriod>,
): PresentedMonth {
  const { month, shares, net, birth, residence, unmatchedPostcodes, estimate } = worked
  return {
    date: startOfMonth(month),
    left_out: estimate ? null : isPaid(worked) ? 'no-region' : 'net-pay-not-positive',
    net_pay: formatDecimal(net),
    pay_periods: shares.map((part) => presentShare(part, periods)),
    post_codes_without_region: unmatchedPostcodes,
    age: estimate && birth ? presentAge(month, birth, estimate) : null,
    region: estimate && residence ? presentRegion(residence, estimate) : null,
    weekly_net_pay: estimate ? formatDecimal(estimate.weekly) : null,
    table_rows: estimate ? { lower: presentRow(estimate.from), upper: presentRow(estimate.to) } : null,
    cost_of_living: estimate ? presentStep('cpi', month, estimate.cost_of_living) : null,
    housing: estimate ? presentStep('cpih', month, estimate.housing) : null,
    expenditure: estimate ? presentExpenditure(month, estimate) : null,
  }
}

function presentShare(
  { period, days, daysInMonth, share }: PeriodShare,
  periods: ReadonlyMap<string, UsedPeriod>,
) {
  const { source, trust_score, employer_name } = periods.get(period.id) as UsedPeriod
  return {
    submission_id: period.id,
    source,
    trust_score,
    employer_name,
    pay_date: period.pay_date,
    pay_interval_start: period.start,
    pay_interval_end: period.end,
    net_pay: period.net_pay,
    days,
    days_in_month: daysInMonth,
    share: formatDecimal(share),
  }
}

const presentOrigin = (periodId: string | null) => ({
  source: periodId === null ? ('user' as const) : ('payslip' as const),
  submission_id: periodId,
})

const presentAge = (month: CalendarMonth, { day, periodId, age }: Birth, { band }: Estimate) => ({
  date_of_birth: day,
  ...presentOrigin(periodId),
  on: lastDayOf(month),
  years: age,
  band: band.band,
  factor: formatDecimal(band.factor),
})

const presentRegion = ({ post_code, periodId, region }: Residence, { housing }: Estimate) => ({
  post_code,
  ...presentOrigin(periodId),
  ...region,
  factor: formatDecimal(housing.factor),
})

const presentRow = ({ decile, income, cost_of_living, housing }: Estimate['from']) => ({
  decile,
  income: formatDecimal(income),
  cost_of_living: formatDecimal(cost_of_living),
  housing: formatDecimal(housing),
})

function presentStep(index: PriceIndex, month: CalendarMonth, step: Estimate['housing']) {
  const { price } = step
  const note = `${price.month < month ? 'last' : 'first'} published index used` as const
  return {
    slope: formatDecimal(step.slope),
    spent: formatDecimal(step.spent),
    factor: formatDecimal(step.factor),
    adjusted: formatDecimal(step.adjusted),
    index,
    index_month: price.month,
    index_note: price.isPublished ? null : note,
    index_value: formatDecimal(price.index),
    index_base: formatDecimal(price.base),
    price_factor: formatDecimal(price.factor),
    weekly: formatDecimal(step.weeklyAmount),
    unrounded: formatDecimal(step.unrounded),
    amount: step.amount,
  }
}

const startOfMonth = (month: CalendarMonth) => `${firstDayOf(month)}T00:00:00.000Z`

const presentExpenditure = (month: CalendarMonth, { cost_of_living, housing, total }: Estimate) => ({
  date: startOfMonth(month),
  cost_of_living: cost_of_living.amount,
  housing: housing.amount,
  total,
})
