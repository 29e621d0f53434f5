import type { Day } from '../vocabulary/payslip.ts'

/** A calendar month, such as `2026-03`. */
export type Month = string

const dayMs = 86_400_000

const monthOf = (day: Day): Month => day.slice(0, 7)

/** How many days these are, both included. */
export const daysFrom = (first: Day, last: Day) =>
  Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1

export const firstDayOf = (month: Month): Day => `${month}-01`

export function lastDayOf(month: Month): Day {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = number === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(number) ? 30 : 31
  return `${month}-${days}`
}

/** Months counted from the year 0, for going from one to the next. */
const numberOf = (month: Month) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1

const monthAt = (number: number): Month =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`

/** The months that an interval touches, and how many of its days lie in each; both ends are included. */
export function splitByMonth(start: Day, end: Day): { month: Month; days: number }[] {
  const parts: { month: Month; days: number }[] = []
  for (let number = numberOf(monthOf(start)); number <= numberOf(monthOf(end)); number++) {
    const month = monthAt(number)
    const first = start > firstDayOf(month) ? start : firstDayOf(month)
    const last = end < lastDayOf(month) ? end : lastDayOf(month)
    parts.push({ month, days: daysFrom(first, last) })
  }
  return parts
}

/** Full years of life on a day. Whoever was born on 29 February is a year older on 1 March where there is no 29th. */
export function ageOn(day: Day, birth: Day): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4))
  return day.slice(5) < birth.slice(5) ? years - 1 : years
}
