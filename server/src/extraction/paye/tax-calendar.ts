import { daysBetween, taxYearOf, taxYearStart } from '../../vocabulary/days.ts'
import type { Day } from '../../vocabulary/payslip.ts'

/** Returns the tax month. Month 1 is 6 April to 5 May. */
export function taxMonthOf(day: Day): number {
  const [month, date] = [Number(day.slice(5, 7)), Number(day.slice(8, 10))]
  const monthsSinceApril = (month + 8) % 12
  return date >= 6 ? monthsSinceApril + 1 : ((monthsSinceApril + 11) % 12) + 1
}

/** Returns the tax week. Week 1 is 6 to 12 April; the last one or two days of a tax year are week 53. */
export function taxWeekOf(day: Day): number {
  return Math.floor(daysBetween(`${taxYearOf(day)}-${taxYearStart}`, day) / 7) + 1
}
