import type { Day } from '../../vocabulary/payslip.ts'

const dayMs = 86_400_000

const yearStart = (year: number) => Date.UTC(year, 3, 6)

/** Month 1 is 6 April to 5 May. */
export function taxMonthOf(day: Day): number {
  const [month, date] = [Number(day.slice(5, 7)), Number(day.slice(8, 10))]
  const months = (month + 8) % 12
  return date >= 6 ? months + 1 : ((months + 11) % 12) + 1
}

/** Week 1 is 6 to 12 April; the last day or two of a year are week 53. */
export function taxWeekOf(day: Day): number {
  const year = Number(day.slice(0, 4)) - (day.slice(5) < '04-06' ? 1 : 0)
  return Math.floor((Date.parse(day) - yearStart(year)) / dayMs / 7) + 1
}
