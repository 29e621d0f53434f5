import { countDays, daysInMonth } from '../vocabulary/days.ts'
import type { Day } from '../vocabulary/payslip.ts'

/** A calendar month, such as `2026-03`. */
export type CalendarMonth = string

const monthOf = (day: Day): CalendarMonth => day.slice(0, 7)

export const firstDayOf = (month: CalendarMonth): Day => `${month}-01`

export const lastDayOf = (month: CalendarMonth): Day =>
  `${month}-${daysInMonth(Number(month.slice(0, 4)), Number(month.slice(5)))}`

/** Number of months since the year 0, for iteration. */
const monthNumber = (month: CalendarMonth) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1

const monthFromNumber = (number: number): CalendarMonth =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`

/**
 * Splits an interval, both ends inclusive, into calendar months. Returns the number of days of the interval in each
 * month.
 */
export function splitByMonth(start: Day, end: Day): { month: CalendarMonth; days: number }[] {
  const parts: { month: CalendarMonth; days: number }[] = []
  for (let number = monthNumber(monthOf(start)); number <= monthNumber(monthOf(end)); number++) {
    const month = monthFromNumber(number)
    const first = start > firstDayOf(month) ? start : firstDayOf(month)
    const last = end < lastDayOf(month) ? end : lastDayOf(month)
    parts.push({ month, days: countDays(first, last) })
  }
  return parts
}

/** Returns the age in full years. In non-leap years, a birthday on 29 February counts from 1 March. */
export function ageOn(day: Day, birth: Day): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4))
  return day.slice(5) < birth.slice(5) ? years - 1 : years
}
