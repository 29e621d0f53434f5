import { addDays, countDays, fromDayNumber, toDayNumber } from '../../../vocabulary/days.ts'
import type { Pence } from '../../../vocabulary/money.ts'
import type { Day } from '../../../vocabulary/payslip.ts'
import { type IncomePayment, lastDayOfMonth } from './payments.ts'

/** `2026-05`. */
export type IncomeMonth = string

export const monthOf = (day: Day): IncomeMonth => day.slice(0, 7)
export const firstDayOf = (month: IncomeMonth): Day => `${month}-01`

const monthNumber = (month: IncomeMonth) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
/** Callers may ask for any day of the years 0 to 9999, and windows around it stay inside them. */
const firstMonth = 0
const lastMonth = 9999 * 12 + 11

function fromMonthNumber(number: number): IncomeMonth {
  const inside = Math.min(lastMonth, Math.max(firstMonth, number))
  const year = String(Math.floor(inside / 12)).padStart(4, '0')
  return `${year}-${String((inside % 12) + 1).padStart(2, '0')}`
}

export const addMonths = (month: IncomeMonth, months: number): IncomeMonth =>
  fromMonthNumber(monthNumber(month) + months)

/** Returns the last calendar month that has ended by this day. */
export const lastEndedMonth = (day: Day): IncomeMonth =>
  day === lastDayOfMonth(day) ? monthOf(day) : addMonths(monthOf(day), -1)

export function listMonths(first: IncomeMonth, last: IncomeMonth): IncomeMonth[] {
  const count = Math.max(0, monthNumber(last) - monthNumber(first) + 1)
  return Array.from({ length: count }, (_, position) => fromMonthNumber(monthNumber(first) + position))
}

/**
 * Splits an amount over the months of a period in proportion to days. The cumulative amount is rounded half away from
 * zero to whole pence at each month, so that the shares add up to the amount.
 */
export function splitByDays(amount: Pence, { start, end }: { start: Day; end: Day }) {
  const days = countDays(start, end)
  const shares = new Map<IncomeMonth, Pence>()
  let before = 0
  for (const month of listMonths(monthOf(start), monthOf(end))) {
    const last = lastDayOfMonth(month)
    const cumulative = divideRounded(amount, countDays(start, last < end ? last : end), days)
    shares.set(month, cumulative - before)
    before = cumulative
  }
  return shares
}

/**
 * Returns amount × numerator ÷ denominator, rounded half away from zero. Uses BigInt because the product may exceed
 * the range of safe integers.
 */
export function divideRounded(amount: Pence, numerator: number, denominator: number): Pence {
  const product = BigInt(Math.abs(amount)) * BigInt(numerator) * 2n
  const rounded = Number((product + BigInt(denominator)) / (2n * BigInt(denominator)))
  return amount < 0 && rounded !== 0 ? -rounded : rounded
}

type DayRange = { start: Day; end: Day }

/**
 * Merges ranges so that none overlap, oldest first. Ranges with a gap of at most `maxGapDays` between them are
 * joined.
 */
export function mergeRanges(ranges: readonly DayRange[], maxGapDays = 0): DayRange[] {
  const merged: DayRange[] = []
  for (const { start, end } of ranges.toSorted((one, other) => (one.start < other.start ? -1 : 1))) {
    const last = merged.at(-1)
    if (!last || start > addDays(last.end, 1 + maxGapDays)) merged.push({ start, end })
    else if (end > last.end) last.end = end
  }
  return merged
}

/** Returns the gaps within the window that no range covers. `ranges` must be the result of `mergeRanges`. */
export function findGaps(ranges: readonly DayRange[], window: DayRange): (DayRange & { days: number })[] {
  const gaps: (DayRange & { days: number })[] = []
  let next = toDayNumber(window.start)
  const windowEnd = toDayNumber(window.end)
  const addGap = (last: number) => {
    if (last >= next)
      gaps.push({ start: fromDayNumber(next), end: fromDayNumber(last), days: last - next + 1 })
  }
  for (const { start, end } of ranges) {
    addGap(Math.min(toDayNumber(start) - 1, windowEnd))
    next = Math.max(next, toDayNumber(end) + 1)
  }
  addGap(windowEnd)
  return gaps
}

export const countCoveredDays = (ranges: readonly DayRange[], window: DayRange) =>
  countDays(window.start, window.end) - findGaps(ranges, window).reduce((sum, { days }) => sum + days, 0)

export const isMonthCovered = (ranges: readonly DayRange[], month: IncomeMonth) =>
  findGaps(ranges, { start: firstDayOf(month), end: lastDayOfMonth(month) }).length === 0

/** Pay of one month. An amount is null if one of the month's payslips does not state it. */
export type MonthAmounts = {
  month: IncomeMonth
  gross: Pence | null
  net: Pence | null
  submission_ids: string[]
}

/** Adds up the pay of each month that a payment covers. */
export function sumByMonth(payments: readonly IncomePayment[]): Map<IncomeMonth, MonthAmounts> {
  const months = new Map<IncomeMonth, MonthAmounts>()
  for (const payment of payments) {
    const gross = payment.gross === null ? null : splitByDays(payment.gross, payment)
    const net = payment.net === null ? null : splitByDays(payment.net, payment)
    for (const month of listMonths(monthOf(payment.start), monthOf(payment.end))) {
      const sum = months.get(month) ?? { month, gross: 0, net: 0, submission_ids: [] }
      sum.gross = addOrNull(sum.gross, gross && (gross.get(month) ?? 0))
      sum.net = addOrNull(sum.net, net && (net.get(month) ?? 0))
      sum.submission_ids.push(payment.id)
      months.set(month, sum)
    }
  }
  return months
}

export const addOrNull = (one: Pence | null, other: Pence | null) =>
  one === null || other === null ? null : one + other
