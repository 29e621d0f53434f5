import {
  addDays,
  countDays,
  daysBetween,
  monthsBefore,
  wholeMonthsBetween,
} from '../../../vocabulary/days.ts'
import type { Day } from '../../../vocabulary/payslip.ts'
import {
  countCoveredDays,
  firstDayOf,
  type IncomeMonth,
  isMonthCovered,
  mergeRanges,
  monthOf,
  sumByMonth,
} from './months.ts'
import { type IncomePayment, lastDayOfMonth } from './payments.ts'

type Frequency = NonNullable<IncomePayment['pay_frequency']>

/**
 * Days since the last pay after which an employment is no longer assumed to continue: one pay period plus two weeks.
 */
const maxDaysSincePay: Record<Frequency, number> = {
  weekly: 21,
  fortnightly: 28,
  four_weekly: 42,
  monthly: 45,
  quarterly: 106,
  annual: 380,
  irregular: 45,
}
const maxDaysWithoutFrequency = 45
/**
 * Maximum gap between payslips, in days, that counts as time without work for a person without fixed hours. A longer
 * gap means missing data.
 */
const maxUnpaidDays = 45

export const employmentStatusReasons = [
  'leave-date',
  'leave-date-ahead',
  'paid-recently',
  'no-recent-pay',
] as const

export type IncomeEmployment = ReturnType<typeof describeEmployment>

/** Returns the facts and the pay of one employment. `payments` must contain at least one payment, newest first. */
export function describeEmployment(payments: readonly IncomePayment[], as_of: Day) {
  const newest = payments[0] as IncomePayment
  const facts = payments.map(({ employment }) => employment)
  const starts = facts.flatMap(({ start_date }) => start_date ?? []).sort()
  const start_date = starts[0] ?? null
  const leave_date = firstStated(facts.map((each) => each.leave_date))
  const type = firstStated(facts.map((each) => each.type))
  const pay_frequency = firstStated(payments.map((each) => each.pay_frequency))
  const { status, status_reason } = judgeStatus({ leave_date, pay_frequency, as_of, last: newest.pay_date })
  const span = {
    start: payments.map(({ start }) => start).sort()[0] ?? newest.start,
    end:
      payments
        .map(({ end }) => end)
        .sort()
        .at(-1) ?? newest.end,
  }
  const hasGaps = type === 'zero_hours' || pay_frequency === 'irregular'
  return {
    payments,
    employer_name: firstStated(facts.map((each) => each.employer_name)),
    employer_names: [...new Set(facts.flatMap(({ employer_name }) => employer_name ?? []))],
    employer_tax_references: [
      ...new Set(facts.flatMap(({ employer_tax_reference }) => employer_tax_reference ?? [])),
    ],
    role: firstStated(facts.map(({ role }) => role)),
    type,
    is_director: firstStated(facts.map(({ is_director }) => is_director)),
    start_date,
    leave_date,
    status,
    status_reason,
    tenure_months: start_date === null ? null : countTenure(start_date, leave_date, as_of),
    pay_frequency,
    last_pay_date: newest.pay_date,
    next_pay_date: status === 'active' ? nextPayDate(newest.pay_date, pay_frequency) : null,
    span,
    ranges: mergeRanges(payments, hasGaps ? maxUnpaidDays : 0),
    amounts: sumByMonth(payments),
  }
}

const firstStated = <T>(values: readonly (T | null)[]): T | null =>
  values.find((value) => value !== null) ?? null

function judgeStatus({
  leave_date,
  pay_frequency,
  as_of,
  last,
}: {
  leave_date: Day | null
  pay_frequency: Frequency | null
  as_of: Day
  last: Day
}) {
  if (leave_date !== null && leave_date <= as_of)
    return { status: 'ended', status_reason: 'leave-date' } as const
  const maxDays = pay_frequency === null ? maxDaysWithoutFrequency : maxDaysSincePay[pay_frequency]
  if (daysBetween(last, as_of) > maxDays)
    return { status: 'unknown', status_reason: 'no-recent-pay' } as const
  return {
    status: 'active',
    status_reason: leave_date === null ? 'paid-recently' : 'leave-date-ahead',
  } as const
}

/** Counts whole months from the start until the end of the employment, or until `as_of` if it has not ended. */
const countTenure = (start: Day, leave: Day | null, as_of: Day) =>
  wholeMonthsBetween(start, leave !== null && leave < as_of ? leave : as_of)

function nextPayDate(last: Day, frequency: Frequency | null): Day | null {
  if (frequency === 'weekly') return addDays(last, 7)
  if (frequency === 'fortnightly') return addDays(last, 14)
  if (frequency === 'four_weekly') return addDays(last, 28)
  if (frequency !== 'monthly') return null
  const sameDay = monthsBefore(last, -1)
  return last === lastDayOfMonth(last) ? lastDayOfMonth(sameDay) : sameDay
}

/** Whether the month has ended, the person was employed throughout, and pay covers every day of it. */
export function isCompleteMonth(
  { ranges, start_date, leave_date }: Pick<IncomeEmployment, 'ranges' | 'start_date' | 'leave_date'>,
  month: IncomeMonth,
  lastEnded: IncomeMonth,
) {
  const isEmployed =
    (start_date === null || start_date <= firstDayOf(month)) &&
    (leave_date === null || leave_date >= lastDayOfMonth(month))
  return isEmployed && month <= lastEnded && isMonthCovered(ranges, month)
}

export const overlapsMonth = ({ span }: Pick<IncomeEmployment, 'span'>, month: IncomeMonth) =>
  monthOf(span.start) <= month && month <= monthOf(span.end)

export const coveredDaysOf = (employments: readonly Pick<IncomeEmployment, 'ranges'>[], month: IncomeMonth) =>
  countCoveredDays(mergeRanges(employments.flatMap(({ ranges }) => ranges)), {
    start: firstDayOf(month),
    end: lastDayOfMonth(month),
  })

const periodsPerYear = { weekly: 52, fortnightly: 26, four_weekly: 13, monthly: 12 } as const
const periodLengths = {
  weekly: { min: 7, max: 7 },
  fortnightly: { min: 14, max: 14 },
  four_weekly: { min: 28, max: 28 },
  monthly: { min: 28, max: 31 },
} as const
/** Number of pay periods whose median is the basis of the annual figure. */
const medianPeriods = 3

/**
 * Calculates the current annual gross pay: the median of the last three regular complete periods, times the number of
 * periods per year.
 */
export function annualise(employment: IncomeEmployment) {
  const { status, pay_frequency } = employment
  const nothing = (reason: AnnualReason) => ({ amount: null, reason, periods_per_year: null, periods: [] })
  if (status === 'ended') return nothing('employment-ended')
  if (status === 'unknown') return nothing('no-recent-pay')
  if (
    pay_frequency !== 'weekly' &&
    pay_frequency !== 'fortnightly' &&
    pay_frequency !== 'four_weekly' &&
    pay_frequency !== 'monthly'
  )
    return nothing('no-regular-frequency')
  const periods = listCompletePeriods(employment, pay_frequency).slice(0, medianPeriods)
  const periods_per_year = periodsPerYear[pay_frequency]
  if (periods.length < medianPeriods)
    return { amount: null, reason: 'too-few-complete-periods' as const, periods_per_year, periods }
  const sorted = periods.flatMap(({ gross }) => gross ?? []).sort((one, other) => one - other)
  if (sorted.length < medianPeriods)
    return { amount: null, reason: 'gross-not-stated' as const, periods_per_year, periods }
  const median = sorted[(medianPeriods - 1) / 2] ?? 0
  return { amount: median * periods_per_year, reason: null, periods_per_year, periods }
}

export const annualReasons = [
  'employment-ended',
  'no-recent-pay',
  'no-active-employment',
  'no-regular-frequency',
  'too-few-complete-periods',
  'gross-not-stated',
] as const
type AnnualReason = (typeof annualReasons)[number]

/**
 * Lists complete pay periods, newest first. Payments of one employment for the same days are combined into one
 * period.
 */
function listCompletePeriods(
  { payments, pay_frequency, start_date, leave_date }: IncomeEmployment,
  frequency: keyof typeof periodLengths,
) {
  const { min, max } = periodLengths[frequency]
  const regular = payments.filter((payment) => {
    const days = countDays(payment.start, payment.end)
    return (
      (payment.pay_frequency ?? pay_frequency) === frequency &&
      days >= min &&
      days <= max &&
      (start_date === null || start_date <= payment.start) &&
      (leave_date === null || leave_date >= payment.end)
    )
  })
  const periods = [...Map.groupBy(regular, ({ start, end }) => `${end} ${start}`).entries()]
  return periods
    .sort(([one], [other]) => (one < other ? 1 : -1))
    .map(([, paid]) => ({
      start: paid[0]?.start ?? '',
      end: paid[0]?.end ?? '',
      gross: paid.some(({ gross }) => gross === null)
        ? null
        : paid.reduce((sum, { gross }) => sum + (gross ?? 0), 0),
      submission_ids: paid.map(({ id }) => id),
    }))
}
