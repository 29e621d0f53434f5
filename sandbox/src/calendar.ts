/** A day without a time, `2026-04-06`. Compared as text. */
export type Day = string

const dayMs = 86_400_000
const number = (day: Day) => Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs)

export const dayOf = (at: Date): Day => at.toISOString().slice(0, 10)
export const addDays = (day: Day, days: number): Day => dayOf(new Date((number(day) + days) * dayMs))
export const daysBetween = (from: Day, to: Day): number => number(to) - number(from)
/** 0 is Sunday. */
export const weekday = (day: Day): number => (((number(day) + 4) % 7) + 7) % 7

export function partsOf(day: Day) {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return { year, month, date }
}

export const makeDay = (year: number, month: number, date: number): Day =>
  dayOf(new Date(Date.UTC(year, month - 1, date)))

export const lastOfMonth = (day: Day): Day => {
  const { year, month } = partsOf(day)
  return makeDay(year, month + 1, 0)
}

export const firstOfMonth = (day: Day): Day => `${day.slice(0, 8)}01`

/** The same date some months on, or the last day of that month where it has no such date. */
export function addMonths(day: Day, months: number): Day {
  const { year, month, date } = partsOf(day)
  const last = partsOf(makeDay(year, month + months + 1, 0)).date
  return makeDay(year, month + months, Math.min(date, last))
}

export function ageOn(dateOfBirth: Day, day: Day): number {
  const [born, then] = [partsOf(dateOfBirth), partsOf(day)]
  return then.year - born.year - (day.slice(5) < dateOfBirth.slice(5) ? 1 : 0)
}

/** Whoever is paid on a weekend is paid on the Friday before. */
export function workingDayBefore(day: Day): Day {
  const late = { 0: 2, 6: 1 }[weekday(day)] ?? 0
  return addDays(day, -late)
}
