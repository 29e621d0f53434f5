import type { Day } from './payslip.ts'

const dayMs = 86_400_000

/** Returns the calendar day of a timestamp, in UTC. */
export const dayOf = (moment: Date): Day => moment.toISOString().slice(0, 10)

/** Formats a date without a time as noon UTC, so that time zones do not change the day. */
export const noonOf = (day: Day) => `${day}T12:00:00.000Z`

export const formatDay = ({ year, month, day }: { year: number; month: number; day: number }): Day =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** Returns the number of whole days since 1 January 1970. */
export const toDayNumber = (day: Day) => Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs)
export const fromDayNumber = (number: number): Day => dayOf(new Date(number * dayMs))

export const addDays = (day: Day, days: number): Day =>
  dayOf(new Date(Date.parse(`${day}T00:00:00.000Z`) + days * dayMs))

/** Returns the number of days from one day to another, which is negative if `to` is earlier. */
export const daysBetween = (from: Day, to: Day) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

/** Counts the days of an interval, both ends inclusive. */
export const countDays = (first: Day, last: Day) => daysBetween(first, last) + 1

/** `month` starts at 1. */
export function daysInMonth(year: number, month: number) {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return isLeapYear ? 29 : 28
}

/** Whether the day exists, unlike 31 February. */
export const isCalendarDay = (year: number, month: number, day: number) =>
  month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)

/**
 * Returns the same day some months earlier, or the last day of a shorter month: 31 March minus one month is 28
 * February.
 */
export function monthsBefore(day: Day, months: number): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const lastDate = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return dayOf(new Date(Date.UTC(year, month - 1 - months, Math.min(date, lastDate))))
}

/** Returns the number of whole months from one day to another, or 0 if `to` is earlier. */
export function wholeMonthsBetween(from: Day, to: Day) {
  const [fromYear = 0, fromMonth = 0, fromDay = 0] = from.split('-').map(Number)
  const [toYear = 0, toMonth = 0, toDay = 0] = to.split('-').map(Number)
  return Math.max(0, (toYear - fromYear) * 12 + toMonth - fromMonth - (toDay < fromDay ? 1 : 0))
}

/**
 * Returns the first day of the 12 months that end on this day. A year that ends on 28 or 29 February starts on 1
 * March.
 */
export function yearEnding(day: Day): Day {
  const isEndOfFebruary = day.slice(5, 7) === '02' && day.slice(8) >= '28'
  return isEndOfFebruary ? `${Number(day.slice(0, 4)) - 1}-03-01` : addDays(monthsBefore(day, 12), 1)
}

/** First day of every tax year, as month and day. */
export const taxYearStart = '04-06'

/** Returns the year in which the tax year of a day starts: 2025 for 5 April 2026, 2026 for 6 April 2026. */
export const taxYearOf = (day: Day) => Number(day.slice(0, 4)) - (day.slice(5) < taxYearStart ? 1 : 0)
