import { addDays, type Day, daysBetween, weekday } from '../calendar.ts'
import { sum } from '../money.ts'
import { type AverageEarnings, familyPayOf, sickPayOf } from '../payroll/statutory.ts'
import type { Payment } from '../payroll/types.ts'
import { line } from './payment-line.ts'

export type Absence = {
  kind: 'unpaid' | 'sick' | 'maternity' | 'paternity'
  from: Day
  to: Day
  /** The day up to which average earnings count, if it is not the first day away. */
  reckonedOn?: Day
}

type Span = { start: Day; end: Day }

/** How many days of a period somebody is away; no two absences share a day. */
export function daysAway(absences: Absence[], { start, end }: Span): number {
  const inPeriod = absences.filter(({ from, to }) => from <= end && to >= start)
  return sum(
    inPeriod.map(({ from, to }) => daysBetween(from > start ? from : start, to < end ? to : end) + 1),
  )
}

const descriptions = {
  sick: 'Statutory sick pay',
  maternity: 'Statutory maternity pay',
  paternity: 'Statutory paternity pay',
}

/** What the law has an employer pay for somebody who is away in this period. */
export function statutoryPay(
  absences: Absence[],
  period: Span,
  averageOn: (day: Day) => AverageEarnings,
): Payment[] {
  return absences.flatMap((absence) => {
    const { kind, from, to, reckonedOn = from } = absence
    if (kind === 'unpaid' || from > period.end || to < period.start) return []
    const average = averageOn(reckonedOn)
    const pay =
      kind === 'sick'
        ? sickPay(absence, period, average)
        : { amount: familyPay(kind, absence, period, average) }
    return pay.amount === 0 ? [] : [line(kind, descriptions[kind], pay.amount, pay)]
  })
}

/** A week of leave is paid in the period in which it ends. */
function familyPay(
  kind: 'maternity' | 'paternity',
  { from, to }: Absence,
  { start, end }: Span,
  average: AverageEarnings,
) {
  const weeks = Math.floor((daysBetween(from, to) + 1) / 7)
  let amount = 0
  const first = Math.max(1, Math.floor(daysBetween(from, start) / 7))
  for (let number = first; number <= weeks; number++) {
    const weekStart = addDays(from, (number - 1) * 7)
    const weekEnd = addDays(weekStart, 6)
    if (weekEnd > end) break
    if (weekEnd >= start) amount += familyPayOf(kind, average, { number, start: weekStart })
  }
  return amount
}

/** Monday to Friday are the days on which one would have worked. */
function sickPay({ from, to }: Absence, { start, end }: Span, average: AverageEarnings) {
  const first = from > start ? from : start
  const days = workingDays(first, to < end ? to : end)
  const illness = { on: first, days, daysBefore: workingDays(from, addDays(first, -1)), workingDaysInWeek: 5 }
  const { paidDays, amount } = sickPayOf(average, illness)
  return { amount, quantity: paidDays * 100, unit: 'days' as const }
}

function workingDays(from: Day, to: Day) {
  let days = 0
  for (let day = from; day <= to; day = addDays(day, 1)) if (weekday(day) % 6 !== 0) days++
  return days
}
