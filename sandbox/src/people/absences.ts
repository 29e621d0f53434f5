import { addDays, daysBetween, type IsoDate, weekdayOf } from '../calendar.ts'
import { totalOf } from '../money.ts'
import { type AverageEarnings, calculateFamilyPay, calculateSickPay } from '../payroll/statutory.ts'
import type { PayrollPayment } from '../payroll/types.ts'
import { paymentLine } from './payment-line.ts'

export type Absence = {
  kind: 'unpaid' | 'sick' | 'maternity' | 'paternity'
  from: IsoDate
  to: IsoDate
  /** Day up to which average weekly earnings are calculated; defaults to the first day of absence. */
  averageEarningsDate?: IsoDate
}

type DateRange = { start: IsoDate; end: IsoDate }

/** Counts the days of absence within a period. Absences never overlap. */
export function daysAway(absences: Absence[], { start, end }: DateRange): number {
  const inPeriod = absences.filter(({ from, to }) => from <= end && to >= start)
  return totalOf(
    inPeriod.map(({ from, to }) => daysBetween(from > start ? from : start, to < end ? to : end) + 1),
  )
}

const descriptions = {
  sick: 'Statutory sick pay',
  maternity: 'Statutory maternity pay',
  paternity: 'Statutory paternity pay',
}

/** Returns the statutory sick and family pay due in a period. */
export function statutoryPay(
  absences: Absence[],
  period: DateRange,
  averageOn: (day: IsoDate) => AverageEarnings,
): PayrollPayment[] {
  return absences.flatMap((absence) => {
    const { kind, from, to, averageEarningsDate = from } = absence
    if (kind === 'unpaid' || from > period.end || to < period.start) return []
    const average = averageOn(averageEarningsDate)
    const pay =
      kind === 'sick'
        ? sickPay(absence, period, average)
        : { amount: familyPay(kind, absence, period, average) }
    return pay.amount === 0 ? [] : [paymentLine(kind, descriptions[kind], pay.amount, pay)]
  })
}

/** Returns the family pay of a period. A week of leave is paid in the period in which it ends. */
function familyPay(
  kind: 'maternity' | 'paternity',
  { from, to }: Absence,
  { start, end }: DateRange,
  average: AverageEarnings,
) {
  const weeks = Math.floor((daysBetween(from, to) + 1) / 7)
  let amount = 0
  const first = Math.max(1, Math.floor(daysBetween(from, start) / 7))
  for (let number = first; number <= weeks; number++) {
    const weekStart = addDays(from, (number - 1) * 7)
    const weekEnd = addDays(weekStart, 6)
    if (weekEnd > end) break
    if (weekEnd >= start) amount += calculateFamilyPay(kind, average, { number, start: weekStart })
  }
  return amount
}

/** Returns the sick pay of a period, assuming a Monday-to-Friday working week. */
function sickPay({ from, to }: Absence, { start, end }: DateRange, average: AverageEarnings) {
  const first = from > start ? from : start
  const days = countWorkingDays(first, to < end ? to : end)
  const illness = {
    on: first,
    days,
    daysBefore: countWorkingDays(from, addDays(first, -1)),
    workingDaysInWeek: 5,
  }
  const { paidDays, amount } = calculateSickPay(average, illness)
  return { amount, quantity: paidDays * 100, unit: 'days' as const }
}

function countWorkingDays(from: IsoDate, to: IsoDate) {
  let days = 0
  for (let day = from; day <= to; day = addDays(day, 1)) if (weekdayOf(day) % 6 !== 0) days++
  return days
}
