import { addDays, type Day, daysBetween, lastOfMonth, makeDay, partsOf } from '../calendar.ts'
import type { Frequency } from '../payroll/types.ts'

/** When wages are paid. Months are calendar months; weeks begin on Monday and are paid in arrears. */
export type PayDay =
  | { each: 'monthly'; on: 'last' | number }
  /** 1 is Monday. `shift` moves the turn by weeks, where not every week is paid. */
  | { each: 'weekly' | 'fortnightly' | 'four_weekly'; on: number; shift?: number }

export type Period = { start: Day; end: Day; payDate: Day }

/** Bank holidays of England and Wales on weekdays, from GOV.UK (Open Government Licence v3.0). */
const bankHolidays = (
  '2024-05-06 2024-05-27 2024-08-26 2024-12-25 2024-12-26 2025-01-01 2025-04-18 2025-04-21 2025-05-05 2025-05-26 ' +
  '2025-08-25 2025-12-25 2025-12-26 2026-01-01 2026-04-03 2026-04-06 2026-05-04 2026-05-25 2026-08-31 2026-12-25 ' +
  '2026-12-28 2027-01-01 2027-03-26 2027-03-29'
).split(' ')

/** Looked up so often that it is worth a set: every weekend of four years, and the bank holidays. */
const aSaturday = '2024-01-06'
const weekends = Array.from({ length: 210 }, (_, week) =>
  [0, 1].map((day) => addDays(aSaturday, week * 7 + day)),
)
const closed = new Set([...bankHolidays, ...weekends.flat()])

export const isWorkingDay = (day: Day) => !closed.has(day)

/** The day itself, or the last working day before it. */
function workingDayUpTo(day: Day): Day {
  let paid = day
  while (!isWorkingDay(paid)) paid = addDays(paid, -1)
  return paid
}

const weeks = { weekly: 1, fortnightly: 2, four_weekly: 4 } as const
/** Periods in a year, as a yearly salary is divided by them. */
export const periodsInYear = {
  weekly: 52,
  fortnightly: 26,
  four_weekly: 13,
  monthly: 12,
} as const satisfies Record<Frequency, number>

const aMonday = '2024-01-01'

/** All periods that are paid between two days, both included, one after the other without a gap. */
export function payPeriods(payDay: PayDay, first: Day, last: Day): Period[] {
  const periods = payDay.each === 'monthly' ? months(payDay.on, first, last) : blocks(payDay, first, last)
  return periods.filter(({ payDate }) => payDate >= first && payDate <= last)
}

function months(on: 'last' | number, first: Day, last: Day): Period[] {
  const { year, month } = partsOf(first)
  const until = partsOf(last)
  const count = (until.year - year) * 12 + until.month - month + 1
  return Array.from({ length: count }, (_, n) => {
    const start = makeDay(year, month + n, 1)
    const end = lastOfMonth(start)
    return { start, end, payDate: workingDayUpTo(on === 'last' ? end : addDays(start, on - 1)) }
  })
}

function blocks(
  { each, on, shift = 0 }: PayDay & { on: number; shift?: number },
  first: Day,
  last: Day,
): Period[] {
  const days = weeks[each as keyof typeof weeks] * 7
  const anchor = addDays(aMonday, shift * 7)
  const before = Math.floor(daysBetween(anchor, first) / days) - 1
  const count = Math.ceil(daysBetween(first, last) / days) + 3
  return Array.from({ length: count }, (_, n) => {
    const start = addDays(anchor, (before + n) * days)
    const end = addDays(start, days - 1)
    return { start, end, payDate: workingDayUpTo(addDays(end, on)) }
  })
}

/** What of each period lies inside an employment; a period without any of it is left out. */
export function employedPeriods(periods: Period[], startDate: Day, leaveDate: Day | null) {
  return periods
    .filter(({ start, end }) => end >= startDate && (leaveDate === null || start <= leaveDate))
    .map((whole) => ({
      payDate: whole.payDate,
      start: whole.start < startDate ? startDate : whole.start,
      end: leaveDate !== null && whole.end > leaveDate ? leaveDate : whole.end,
      whole,
    }))
}

export const daysIn = ({ start, end }: Pick<Period, 'start' | 'end'>) => daysBetween(start, end) + 1
