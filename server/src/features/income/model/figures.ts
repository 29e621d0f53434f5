import { monthsBefore } from '../../../vocabulary/days.ts'
import { type Pence, sumOf } from '../../../vocabulary/money.ts'
import type { Day } from '../../../vocabulary/payslip.ts'
import { addMonths, divideRounded, type IncomeMonth, listMonths, type MonthAmounts } from './months.ts'
import { type PayPart, payParts, regularParts } from './pay-parts.ts'
import type { IncomePayment } from './payments.ts'

export type MonthOfSeries = MonthAmounts & { isComplete: boolean }
/** Pay by month, of one employment or of all employments together. */
export type MonthSeries = ReadonlyMap<IncomeMonth, MonthOfSeries>

export const figureReasons = [
  'too-few-complete-months',
  'gross-not-stated',
  'net-not-stated',
  'amounts-not-stated',
  'not-positive',
  'not-itemised',
  'no-pay',
] as const
type FigureReason = (typeof figureReasons)[number]

/**
 * Maximum number of incomplete months that an average may skip. If more were skipped, the average would no longer
 * describe recent pay.
 */
const maxSkippedMonths = 3
const ratioDecimals = 4

/** Calculates the figures of a series up to the last month that has ended. */
export function calculateFigures(series: MonthSeries, lastEnded: IncomeMonth) {
  const averages = ([3, 6, 12] as const).map((count) => ({
    month_count: count,
    ...averageOf(newestComplete(series, lastEnded, count), count),
  }))
  return {
    last_12_months: totalOf(yearUpTo(series, lastEnded)),
    averages,
    variability: variabilityOf(series, lastEnded),
    year_on_year: compareYears(series, lastEnded),
  }
}

/**
 * Returns up to `count` complete months, newest first. Searches the last `count` + 3 calendar months that have ended.
 */
function newestComplete(series: MonthSeries, lastEnded: IncomeMonth, count: number): MonthOfSeries[] {
  const window = listMonths(addMonths(lastEnded, 1 - count - maxSkippedMonths), lastEnded).toReversed()
  const complete = window.flatMap((month) => {
    const found = series.get(month)
    return found?.isComplete ? [found] : []
  })
  return complete.slice(0, count)
}

/** Returns the twelve months up to this one, or undefined unless all twelve are complete. */
function yearUpTo(series: MonthSeries, last: IncomeMonth): MonthOfSeries[] | undefined {
  const year = listMonths(addMonths(last, -11), last).flatMap((month) => series.get(month) ?? [])
  return year.length === 12 && year.every(({ isComplete }) => isComplete) ? year : undefined
}

const evidenceOf = (months: readonly MonthOfSeries[]) => ({
  months: months.map(({ month }) => month).sort(),
  submission_ids: [...new Set(months.flatMap(({ submission_ids }) => submission_ids))].sort(),
})

function totalOf(months: readonly MonthOfSeries[] | undefined) {
  if (!months)
    return { gross: null, net: null, reason: 'too-few-complete-months' as const, ...evidenceOf([]) }
  const gross = sumOrNull(months.map((month) => month.gross))
  const net = sumOrNull(months.map((month) => month.net))
  return { gross, net, reason: missingReason(gross, net), ...evidenceOf(months) }
}

function averageOf(months: readonly MonthOfSeries[], count: number) {
  const { gross, net, ...rest } = totalOf(months.length === count ? months : undefined)
  const average = (amount: Pence | null) => (amount === null ? null : divideRounded(amount, 1, count))
  return { gross: average(gross), net: average(net), ...rest }
}

function missingReason(gross: Pence | null, net: Pence | null): FigureReason | null {
  if (gross === null) return net === null ? 'amounts-not-stated' : 'gross-not-stated'
  return net === null ? 'net-not-stated' : null
}

const sumOrNull = (amounts: readonly (Pence | null)[]) =>
  amounts.includes(null) ? null : sumOf(amounts as Pence[])

/**
 * Returns the coefficient of variation of monthly net pay over 12 complete months, or over 6 if fewer than 12 are
 * complete.
 */
function variabilityOf(series: MonthSeries, lastEnded: IncomeMonth) {
  const months = [12, 6]
    .map((count) => ({ count, found: newestComplete(series, lastEnded, count) }))
    .find(({ count, found }) => found.length === count)?.found
  if (!months) return { ratio: null, reason: 'too-few-complete-months' as const, ...evidenceOf([]) }
  const evidence = evidenceOf(months)
  const nets = months.map(({ net }) => net)
  if (nets.includes(null)) return { ratio: null, reason: 'net-not-stated' as const, ...evidence }
  const amounts = (nets as Pence[]).map(BigInt)
  const total = amounts.reduce((sum, amount) => sum + amount, 0n)
  if (total <= 0n) return { ratio: null, reason: 'not-positive' as const, ...evidence }
  const squares = amounts.reduce((sum, amount) => sum + amount * amount, 0n)
  // Standard deviation ÷ mean = √(n × Σx² − (Σx)²) ÷ Σx.
  const deviation = BigInt(amounts.length) * squares - total * total
  const doubled = squareRoot((4n * 10n ** BigInt(2 * ratioDecimals) * deviation) / (total * total))
  return { ratio: formatRatio((doubled + 1n) / 2n), reason: null, ...evidence }
}

/** Returns the integer square root, rounded down. */
function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let root = BigInt(Math.floor(Math.sqrt(Number(value)))) + 1n
  while (root * root > value) root = (root + value / root) / 2n
  return root
}

/** Compares the gross pay of the last twelve months with that of the twelve months before. */
function compareYears(series: MonthSeries, lastEnded: IncomeMonth) {
  const [now, before] = [yearUpTo(series, lastEnded), yearUpTo(series, addMonths(lastEnded, -12))]
  if (!now || !before) return { ratio: null, reason: 'too-few-complete-months' as const, ...evidenceOf([]) }
  const evidence = evidenceOf([...before, ...now])
  const [current, previous] = [now, before].map((months) => sumOrNull(months.map(({ gross }) => gross)))
  if (current === undefined || previous === undefined || current === null || previous === null)
    return { ratio: null, reason: 'gross-not-stated' as const, ...evidence }
  if (previous <= 0) return { ratio: null, reason: 'not-positive' as const, ...evidence }
  return { ratio: ratioOf(current - previous, previous), reason: null, ...evidence }
}

/** Returns the ratio, rounded half away from zero to four decimals. */
export const ratioOf = (part: Pence, whole: Pence) =>
  formatRatio(BigInt(divideRounded(part, 10 ** ratioDecimals, whole)))

function formatRatio(scaled: bigint) {
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(ratioDecimals + 1, '0')
  return `${scaled < 0n ? '-' : ''}${digits.slice(0, -ratioDecimals)}.${digits.slice(-ratioDecimals)}`
}

/** Returns the regular and variable parts of the pay with pay dates in the 12 months up to `as_of`. */
export function itemise(payments: readonly IncomePayment[], as_of: Day) {
  const paid = listRecent(payments, as_of)
  const submission_ids = paid.map(({ id }) => id).sort()
  const amounts = new Map<PayPart, Pence>()
  for (const { parts } of paid)
    for (const [part, amount] of parts ?? []) amounts.set(part, (amounts.get(part) ?? 0) + amount)
  const amountOf = (...parts: readonly PayPart[]) => sumOf(parts.map((part) => amounts.get(part) ?? 0))
  const regular = amountOf(...regularParts)
  const not_itemised = amountOf('not_itemised')
  const variable = amountOf(...payParts) - regular - not_itemised
  const isStated = paid.every(({ gross }) => gross !== null)
  const reason: FigureReason | null =
    paid.length === 0
      ? 'no-pay'
      : !isStated
        ? 'gross-not-stated'
        : paid.some(({ parts }) => parts?.has('not_itemised'))
          ? 'not-itemised'
          : regular + variable <= 0
            ? 'not-positive'
            : null
  return {
    parts: payParts.map((part) => ({ part, amount: amounts.get(part) ?? 0 })),
    regular,
    variable,
    not_itemised,
    expenses: sumOf(paid.map(({ expenses }) => expenses)),
    benefits_in_kind: sumOf(paid.map(({ benefits }) => benefits)),
    variable_share: reason === null ? ratioOf(variable, regular + variable) : null,
    reason,
    submission_ids,
  }
}

/** Returns the payments with pay dates in the 12 months up to `as_of`. */
export const listRecent = (payments: readonly IncomePayment[], as_of: Day) =>
  payments.filter(({ pay_date }) => pay_date > monthsBefore(as_of, 12))

export const confidenceLevels = ['none', 'low', 'medium', 'high'] as const

/**
 * Rates the evidence of the last 12 months. `high`: every payment comes from a payroll connection or is confirmed by
 * a bank credit. `low`: a low-trust document is included. `none`: there is no pay. `medium`: all other cases.
 */
export function rateConfidence(
  payments: readonly IncomePayment[],
  as_of: Day,
  seenInBank: ReadonlySet<string>,
): (typeof confidenceLevels)[number] {
  const paid = listRecent(payments, as_of)
  if (paid.length === 0) return 'none'
  if (paid.some(({ trust_score }) => trust_score === 'Low')) return 'low'
  return paid.every(({ id, source }) => source !== 'upload' || seenInBank.has(id)) ? 'high' : 'medium'
}
