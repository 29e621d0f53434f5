import { firstDayOf, lastDayOf, type Month } from '../../affordability/calendar.ts'
import type { Estimate } from '../../affordability/estimate.ts'
import { shown } from '../../affordability/fraction.ts'
import { type Birth, isPaid, type Part, type Place } from '../../affordability/months.ts'
import type { PriceIndex } from '../../affordability/prices.ts'
import type { UsedPeriod } from './select-periods.ts'
import type { Expenditure, ExpenditureWorking } from './schemas.ts'
import type { Worked, WorkedMonth } from './service.ts'

type Shown = ExpenditureWorking['months'][number]

/** The estimate of a month as the interface writes it; nothing where the month is left out. */
export const presentMonth = ({ month, estimate }: WorkedMonth): Expenditure[] =>
  estimate ? [expenditureOf(month, estimate)] : []

/** Every number on the way. */
export function presentWorking({ model, months, unused, periods }: Worked): ExpenditureWorking {
  return {
    model: {
      id: model.id,
      weeks_per_year: shown(model.weeksPerYear),
      rounding:
        'Counted with exact fractions. Only the amounts are rounded, once, half up to whole pence; all other figures ' +
        'are shown with ten decimals at most.',
      tables: model.tables,
    },
    months: months.map((month) => workingOf(month, periods)),
    unused_payslips: unused.map(({ id, reason }) => ({ submission_id: id, reason })),
  }
}

function workingOf(worked: WorkedMonth, periods: ReadonlyMap<string, UsedPeriod>): Shown {
  const { month, parts, net, birth, place, inVain, estimate } = worked
  return {
    date: startOf(month),
    left_out: estimate ? null : isPaid(worked) ? 'no-region' : 'net-pay-not-positive',
    net_pay: shown(net),
    pay_periods: parts.map((part) => periodOf(part, periods)),
    post_codes_without_region: inVain,
    age: estimate && birth ? ageOf(month, birth, estimate) : null,
    region: estimate && place ? regionOf(place, estimate) : null,
    weekly_net_pay: estimate ? shown(estimate.weekly) : null,
    table_rows: estimate ? { lower: rowOf(estimate.from), upper: rowOf(estimate.to) } : null,
    cost_of_living: estimate ? stepOf('cpi', month, estimate.cost_of_living) : null,
    housing: estimate ? stepOf('cpih', month, estimate.housing) : null,
    expenditure: estimate ? expenditureOf(month, estimate) : null,
  }
}

function periodOf({ period, days, daysInMonth, share }: Part, periods: ReadonlyMap<string, UsedPeriod>) {
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
    share: shown(share),
  }
}

const toldBy = (periodId: string | null) => ({
  source: periodId === null ? ('user' as const) : ('payslip' as const),
  submission_id: periodId,
})

const ageOf = (month: Month, { day, periodId, age }: Birth, { band }: Estimate) => ({
  date_of_birth: day,
  ...toldBy(periodId),
  on: lastDayOf(month),
  years: age,
  band: band.band,
  factor: shown(band.factor),
})

const regionOf = ({ post_code, periodId, region }: Place, { housing }: Estimate) => ({
  post_code,
  ...toldBy(periodId),
  ...region,
  factor: shown(housing.factor),
})

const rowOf = ({ decile, income, cost_of_living, housing }: Estimate['from']) => ({
  decile,
  income: shown(income),
  cost_of_living: shown(cost_of_living),
  housing: shown(housing),
})

function stepOf(index: PriceIndex, month: Month, step: Estimate['housing']) {
  const { price } = step
  const note = `${price.month < month ? 'last' : 'first'} published index used` as const
  return {
    slope: shown(step.slope),
    spent: shown(step.spent),
    factor: shown(step.factor),
    adjusted: shown(step.adjusted),
    index,
    index_month: price.month,
    index_note: price.isPublished ? null : note,
    index_value: shown(price.index),
    index_base: shown(price.base),
    price_factor: shown(price.factor),
    weekly: shown(step.inWeek),
    unrounded: shown(step.unrounded),
    amount: step.amount,
  }
}

const startOf = (month: Month) => `${firstDayOf(month)}T00:00:00.000Z`

const expenditureOf = (month: Month, { cost_of_living, housing, total }: Estimate) => ({
  date: startOf(month),
  cost_of_living: cost_of_living.amount,
  housing: housing.amount,
  total,
})
