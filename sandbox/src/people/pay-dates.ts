import { addDays, datePartsOf, daysBetween, type IsoDate, lastOfMonth, makeDay } from '../calendar.ts'
import type { PayrollFrequency } from '../payroll/types.ts'

/** Pay schedule. Monthly pay is for calendar months; weekly pay is for weeks from Monday and paid in arrears. */
export type PayDay =
  | { frequency: 'monthly'; on: 'last' | number }
  /** `on` is the weekday, 1 is Monday. `weekOffset` shifts fortnightly and four-weekly cycles by whole weeks. */
  | { frequency: 'weekly' | 'fortnightly' | 'four_weekly'; on: number; weekOffset?: number }

export type PaidPeriod = { start: IsoDate; end: IsoDate; payDate: IsoDate }

/** Bank holidays of England and Wales on weekdays, from GOV.UK (Open Government Licence v3.0). */
const bankHolidays = (
  '2024-05-06 2024-05-27 2024-08-26 2024-12-25 2024-12-26 2025-01-01 2025-04-18 2025-04-21 2025-05-05 2025-05-26 ' +
  '2025-08-25 2025-12-25 2025-12-26 2026-01-01 2026-04-03 2026-04-06 2026-05-04 2026-05-25 2026-08-31 2026-12-25 ' +
  '2026-12-28 2027-01-01 2027-03-26 2027-03-29'
).split(' ')

/** All weekend days of four years, precomputed for speed. */
const firstSaturday = '2024-01-06'
const weekends = Array.from({ length: 210 }, (_, week) =>
  [0, 1].map((day) => addDays(firstSaturday, week * 7 + day)),
)
const nonWorkingDays = new Set([...bankHolidays, ...weekends.flat()])

export const isWorkingDay = (day: IsoDate) => !nonWorkingDays.has(day)

function lastWorkingDayUpTo(day: IsoDate): IsoDate {
  let paid = day
  while (!isWorkingDay(paid)) paid = addDays(paid, -1)
  return paid
}

const weeksPerPeriod = { weekly: 1, fortnightly: 2, four_weekly: 4 } as const
/** Number of pay periods per year, used to divide an annual salary. */
export const periodsInYear = {
  weekly: 52,
  fortnightly: 26,
  four_weekly: 13,
  monthly: 12,
} as const satisfies Record<PayrollFrequency, number>

const firstMonday = '2024-01-01'

/** Lists consecutive pay periods whose pay date lies between two days, both inclusive. */
export function payPeriods(payDay: PayDay, first: IsoDate, last: IsoDate): PaidPeriod[] {
  const periods =
    payDay.frequency === 'monthly'
      ? monthlyPeriods(payDay.on, first, last)
      : weekBasedPeriods(payDay, first, last)
  return periods.filter(({ payDate }) => payDate >= first && payDate <= last)
}

function monthlyPeriods(on: 'last' | number, first: IsoDate, last: IsoDate): PaidPeriod[] {
  const { year, month } = datePartsOf(first)
  const until = datePartsOf(last)
  const count = (until.year - year) * 12 + until.month - month + 1
  return Array.from({ length: count }, (_, n) => {
    const start = makeDay(year, month + n, 1)
    const end = lastOfMonth(start)
    return { start, end, payDate: lastWorkingDayUpTo(on === 'last' ? end : addDays(start, on - 1)) }
  })
}

function weekBasedPeriods(
  { frequency, on, weekOffset = 0 }: PayDay & { on: number; weekOffset?: number },
  first: IsoDate,
  last: IsoDate,
): PaidPeriod[] {
  const days = weeksPerPeriod[frequency as keyof typeof weeksPerPeriod] * 7
  const anchor = addDays(firstMonday, weekOffset * 7)
  const before = Math.floor(daysBetween(anchor, first) / days) - 1
  const count = Math.ceil(daysBetween(first, last) / days) + 3
  return Array.from({ length: count }, (_, n) => {
    const start = addDays(anchor, (before + n) * days)
    const end = addDays(start, days - 1)
    return { start, end, payDate: lastWorkingDayUpTo(addDays(end, on)) }
  })
}

/** Clips each period to the employment; periods entirely outside it are dropped. */
export function employedPeriods(periods: PaidPeriod[], startDate: IsoDate, leaveDate: IsoDate | null) {
  return periods
    .filter(({ start, end }) => end >= startDate && (leaveDate === null || start <= leaveDate))
    .map((fullPeriod) => ({
      payDate: fullPeriod.payDate,
      start: fullPeriod.start < startDate ? startDate : fullPeriod.start,
      end: leaveDate !== null && fullPeriod.end > leaveDate ? leaveDate : fullPeriod.end,
      fullPeriod,
    }))
}

export const daysIn = ({ start, end }: Pick<PaidPeriod, 'start' | 'end'>) => daysBetween(start, end) + 1
