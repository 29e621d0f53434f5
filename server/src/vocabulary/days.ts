import type { Day } from './payslip.ts'

const dayMs = 86_400_000

/** The day of a moment, in UTC. */
export const dayOf = (moment: Date): Day => moment.toISOString().slice(0, 10)

export const addDays = (day: Day, days: number): Day =>
  dayOf(new Date(Date.parse(`${day}T00:00:00.000Z`) + days * dayMs))

/** Negative where `to` comes first. */
export const daysBetween = (from: Day, to: Day) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

/** The same day some months earlier; the last of the month where that has fewer days: 31 March is then 28 February. */
export function monthsBefore(day: Day, months: number): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const lastDate = new Date(Date.UTC(year, month - months, 0)).getUTCDate()
  return dayOf(new Date(Date.UTC(year, month - 1 - months, Math.min(date, lastDate))))
}

/** The first of the 12 months that end with this day. Those that end on 28 or 29 February begin on 1 March. */
export function yearEnding(day: Day): Day {
  const isEndOfFebruary = day.slice(5, 7) === '02' && day.slice(8) >= '28'
  return isEndOfFebruary ? `${Number(day.slice(0, 4)) - 1}-03-01` : addDays(monthsBefore(day, 12), 1)
}
