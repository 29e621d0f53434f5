import { chooseSources, groupByEmployer, splitEmployments } from './employers.ts'
import {
  annualise,
  coveredDaysOf,
  describeEmployment,
  type IncomeEmployment,
  isCompleteMonth,
  overlapsMonth,
} from './employments.ts'
import { calculateFigures, itemise, type MonthOfSeries } from './figures.ts'
import {
  addMonths,
  addOrNull,
  findGaps,
  firstDayOf,
  type IncomeMonth,
  isMonthCovered,
  lastEndedMonth,
  listMonths,
  mergeRanges,
  monthOf,
  sumByMonth,
} from './months.ts'
import {
  byNewestPay,
  compareText,
  type IncomeOptions,
  type IncomePayment,
  type IncomePayslip,
  lastDayOfMonth,
  readPayment,
  type UnusedPayslip,
} from './payments.ts'

export const incomeModelId = 'income-1'

/** Maximum number of months in a summary, which is also the maximum that a client can request. */
export const maxSummaryMonths = 120

export type IncomeResult = ReturnType<typeof summariseIncome>

/**
 * The income model `income-1`, a pure function. The result depends only on the payslips and options, not on the order
 * of the payslips or on duplicates. A released model never changes; corrections are released as a new model.
 */
export function summariseIncome(payslips: readonly IncomePayslip[], options: IncomeOptions) {
  const { as_of } = options
  const usable: IncomePayment[] = []
  const unused: UnusedPayslip[] = []
  for (const payslip of new Map(payslips.map((each) => [each.id, each])).values()) {
    const payment = readPayment(payslip, options)
    if (typeof payment === 'string') unused.push({ id: payslip.id, reason: payment, instead: [] })
    else usable.push(payment)
  }
  const employers = groupByEmployer(usable.toSorted(byNewestPay))
  const chosen = employers.map(chooseSources)
  unused.push(...chosen.flatMap((each) => each.unused))
  const employments = chosen
    .flatMap(({ counted }) => splitEmployments(counted))
    .map((payments) => describeEmployment(payments, as_of))
    .sort(byLatestPay)
  const lastEnded = lastEndedMonth(as_of)
  const months = listTotalMonths(employments, lastEnded)
  const totalSeries = new Map(
    months.map(({ month, status, ...amounts }) => [
      month,
      { month, ...amounts, isComplete: status === 'complete' },
    ]),
  )
  const payments = employments.flatMap((employment) => employment.payments)
  return {
    as_of,
    lastEnded,
    payments,
    usable,
    employers,
    unused: unused.sort((one, other) => (one.id < other.id ? -1 : 1)),
    employments: employments.map((employment) => ({
      ...employment,
      annual: annualise(employment),
      figures: calculateFigures(seriesOf(employment, lastEnded), lastEnded),
      items: itemise(employment.payments, as_of),
    })),
    total: {
      annual: totalAnnual(employments),
      figures: calculateFigures(totalSeries, lastEnded),
      items: itemise(payments, as_of),
    },
    months,
    coverage: describeCoverage(employments, { usable, lastEnded, months, options }),
    sourceMonths: listSourceMonths(employers),
  }
}

/** Sorts the latest pay date first, then by name. */
const byLatestPay = (one: IncomeEmployment, other: IncomeEmployment) =>
  compareText(other.last_pay_date, one.last_pay_date) ||
  compareText(one.employer_name ?? '', other.employer_name ?? '') ||
  byNewestPay(one.payments[0] as IncomePayment, other.payments[0] as IncomePayment)

function seriesOf(employment: IncomeEmployment, lastEnded: IncomeMonth) {
  const series = new Map<IncomeMonth, MonthOfSeries>()
  for (const month of listMonths(monthOf(employment.span.start), monthOf(employment.span.end))) {
    const amounts = employment.amounts.get(month) ?? { month, gross: 0, net: 0, submission_ids: [] }
    series.set(month, { ...amounts, isComplete: isCompleteMonth(employment, month, lastEnded) })
  }
  return series
}

/**
 * Lists all months from the first to the last pay period, oldest first. A month is complete if it is complete for
 * every employment in that month.
 */
function listTotalMonths(employments: readonly IncomeEmployment[], lastEnded: IncomeMonth) {
  const all = employments.flatMap(({ span }) => [monthOf(span.start), monthOf(span.end)]).sort()
  const [first, last] = [all[0], all.at(-1)]
  if (first === undefined || last === undefined) return []
  return listMonths(first, last)
    .slice(-maxSummaryMonths)
    .map((month) => {
      const present = employments.filter((employment) => overlapsMonth(employment, month))
      const amounts = present.flatMap((employment) => employment.amounts.get(month) ?? [])
      const isComplete = present.every((employment) => isCompleteMonth(employment, month, lastEnded))
      return {
        month,
        status:
          present.length === 0 ? ('none' as const) : isComplete ? ('complete' as const) : ('part' as const),
        covered_days: coveredDaysOf(present, month),
        gross: amounts.reduce<number | null>((sum, { gross }) => addOrNull(sum, gross), 0),
        net: amounts.reduce<number | null>((sum, { net }) => addOrNull(sum, net), 0),
        submission_ids: amounts.flatMap(({ submission_ids }) => submission_ids).sort(),
      }
    })
}

/** Adds up the annual pay of all active employments. Null if one of them has no annual figure. */
function totalAnnual(employments: readonly IncomeEmployment[]) {
  const active = employments.filter(({ status }) => status === 'active').map(annualise)
  const submission_ids = active
    .flatMap(({ periods }) => periods.flatMap((period) => period.submission_ids))
    .sort()
  const reason =
    active.length === 0 ? 'no-active-employment' : (active.find((each) => each.reason)?.reason ?? null)
  const amount = reason === null ? active.reduce((sum, each) => sum + (each.amount ?? 0), 0) : null
  return { amount, reason, submission_ids }
}

function describeCoverage(
  employments: readonly IncomeEmployment[],
  {
    usable,
    lastEnded,
    months,
    options,
  }: {
    usable: readonly IncomePayment[]
    lastEnded: IncomeMonth
    months: ReturnType<typeof listTotalMonths>
    options: IncomeOptions
  },
) {
  const first = addMonths(lastEnded, 1 - options.months_requested)
  const requested = listMonths(first, lastEnded)
  const monthsCoveredBy = (payments: readonly IncomePayment[]) => {
    const ranges = mergeRanges(payments)
    return requested.filter((month) => isMonthCovered(ranges, month))
  }
  const window = { start: firstDayOf(first), end: lastDayOfMonth(lastEnded) }
  return {
    requested,
    complete: months
      .filter(({ month, status }) => status === 'complete' && month >= first)
      .map(({ month }) => month),
    payroll: monthsCoveredBy(usable.filter(({ source }) => source !== 'upload')),
    payslip: monthsCoveredBy(usable.filter(({ source }) => source === 'upload')),
    gaps: findGaps(mergeRanges(employments.flatMap(({ ranges }) => ranges)), window),
  }
}

/**
 * Returns the pay by month according to payroll and according to uploaded payslips, including payslips that the
 * summary does not count.
 */
function listSourceMonths(employers: readonly IncomePayment[][]) {
  const sumOfSource = (isSource: (payment: IncomePayment) => boolean) =>
    sumByMonth(employers.flatMap((ofEmployer) => chooseSources(ofEmployer.filter(isSource)).counted))
  return {
    payroll: sumOfSource(({ source }) => source !== 'upload'),
    payslip: sumOfSource(({ source }) => source === 'upload'),
  }
}
