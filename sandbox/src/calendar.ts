/** ISO 8601 calendar date, e.g. `2026-04-06`. Dates sort correctly as text. */
export type IsoDate = string

const dayMs = 86_400_000
const dayNumber = (day: IsoDate) => Math.round(Date.parse(`${day}T00:00:00Z`) / dayMs)

export const dayOf = (at: Date): IsoDate => at.toISOString().slice(0, 10)
export const addDays = (day: IsoDate, days: number): IsoDate =>
  dayOf(new Date((dayNumber(day) + days) * dayMs))
export const daysBetween = (from: IsoDate, to: IsoDate): number => dayNumber(to) - dayNumber(from)
/** Returns the day of the week; 0 is Sunday, 6 is Saturday. */
export const weekdayOf = (day: IsoDate): number => (((dayNumber(day) + 4) % 7) + 7) % 7

export function datePartsOf(day: IsoDate) {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return { year, month, date }
}

export const makeDay = (year: number, month: number, date: number): IsoDate =>
  dayOf(new Date(Date.UTC(year, month - 1, date)))

export const lastOfMonth = (day: IsoDate): IsoDate => {
  const { year, month } = datePartsOf(day)
  return makeDay(year, month + 1, 0)
}

export const firstOfMonth = (day: IsoDate): IsoDate => `${day.slice(0, 8)}01`

/** Returns the same day of a later month, or that month's last day if it is shorter. */
export function addMonths(day: IsoDate, months: number): IsoDate {
  const { year, month, date } = datePartsOf(day)
  const last = datePartsOf(makeDay(year, month + months + 1, 0)).date
  return makeDay(year, month + months, Math.min(date, last))
}

export function ageOn(dateOfBirth: IsoDate, day: IsoDate): number {
  const [born, then] = [datePartsOf(dateOfBirth), datePartsOf(day)]
  return then.year - born.year - (day.slice(5) < dateOfBirth.slice(5) ? 1 : 0)
}

/** Returns the day itself, or the Friday before if it is on a weekend. */
export function workingDayOnOrBefore(day: IsoDate): IsoDate {
  const daysPastFriday = { 0: 2, 6: 1 }[weekdayOf(day)] ?? 0
  return addDays(day, -daysPastFriday)
}
