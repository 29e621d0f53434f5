import type { Day } from '../calendar.ts'
import { type Pence, shareNear, sum } from '../money.ts'
import { type AverageEarnings, averageWeeklyEarnings } from '../payroll/statutory.ts'
import type { Deduction, From, Payment, PayRun } from '../payroll/types.ts'
import { type Random, randomFor } from '../random.ts'
import { type Absence, daysAway, statutoryPay } from './absences.ts'
import { daysIn, employedPeriods, type PayDay, type Period, payPeriods, periodsInYear } from './pay-dates.ts'
import { line } from './payment-line.ts'
import { worldBegins, worldEnds } from './world-dates.ts'

/** What a contract says, and what came between. Everything that is paid follows from it. */
export type Terms = {
  payDay: PayDay
  rates: From<{ annual: Pence } | { hourly: Pence }>[]
  /** Of an hourly contract, in hundredths of an hour a week. */
  hours?: { least: number; most: number }
  /** Weeks of a zero-hours contract in which nobody called; nothing is paid for them. */
  idle?: { chance: number; weeks: { from: Day; to: Day }[] }
  overtime?: { chance: number; least: number; most: number }
  /** A fixed sum on top, every period: an allowance for nights or for a first aider. */
  allowance?: { description: string; amount: Pence }
  /** Paid once, in the period that the day lies in. */
  extras?: { on: Day; payment: Payment }[]
  absences?: Absence[]
  /** Taken from net pay in every period that begins in this time. */
  stoppages?: { from: Day; to: Day; deduction: Deduction }[]
}

type Contract = { id: string; startDate: Day; leaveDate: Day | null; terms: Terms }
type Worked = Period & { whole: Period }

const fullWeek = { least: 3_750, most: 3_750 }

/** Everything that is paid under a contract as long as the world lasts. */
export function runsOf(seed: string, { id, startDate, leaveDate, terms }: Contract): PayRun[] {
  const periods = employedPeriods(allPeriods(terms.payDay), startDate, leaveDate)
  const runs: PayRun[] = []
  for (const period of periods) {
    const random = randomFor(seed, 'work', id, period.whole.start)
    if (isIdle(terms, period, random)) continue
    const { start, end, payDate } = period
    const payments = [
      ...worked(terms, period, random),
      ...statutoryPay(terms.absences ?? [], period, averageBefore(runs, terms)),
      ...(terms.extras ?? []).filter(({ on }) => on >= start && on <= end).map(({ payment }) => payment),
    ]
    const otherDeductions = (terms.stoppages ?? [])
      .filter(({ from, to }) => start >= from && start <= to)
      .map(({ deduction }) => deduction)
    runs.push({ payDate, start, end, payments, ...(otherDeductions.length > 0 && { otherDeductions }) })
  }
  return runs
}

const keptPeriods = new Map<string, Period[]>()

/** There are few ways of being paid, and many who are paid so: each calendar is made once. */
function allPeriods(payDay: PayDay): Period[] {
  const key = JSON.stringify(payDay)
  const periods = keptPeriods.get(key) ?? payPeriods(payDay, worldBegins, worldEnds)
  keptPeriods.set(key, periods)
  return periods
}

export const rateOn = (rates: Terms['rates'], day: Day) =>
  rates.findLast(({ from }) => from <= day) ?? (rates[0] as Terms['rates'][number])

function isIdle({ idle }: Terms, { start, end }: Worked, random: Random) {
  if (!idle) return false
  return random.chance(idle.chance) || idle.weeks.some(({ from, to }) => start >= from && end <= to)
}

function worked(terms: Terms, period: Worked, random: Random): Payment[] {
  const rate = rateOn(terms.rates, period.start)
  const lines =
    'annual' in rate ? salary(terms, period, rate.annual) : wages(terms, period, rate.hourly, random)
  if (terms.allowance)
    lines.push(line('shift', terms.allowance.description, terms.allowance.amount, { isFixed: true }))
  return lines.filter(({ amount }) => amount !== 0)
}

/** A part of a period is paid by its days; days away are taken off on a line of their own. */
function salary(terms: Terms, period: Worked, annual: Pence): Payment[] {
  const full = shareNear(annual, 1, periodsInYear[terms.payDay.each])
  const basic = shareNear(full, daysIn(period), daysIn(period.whole))
  const isWhole = daysIn(period) === daysIn(period.whole)
  const lines = [line('basic', 'Basic salary', basic, { isFixed: isWhole })]
  const away = daysAway(terms.absences ?? [], period)
  if (away > 0) {
    const absent = shareNear(basic, away, daysIn(period))
    lines.push(line('absence', 'Absence', -absent, { quantity: away * 100, unit: 'days' }))
  }
  return lines
}

/** Hours come in quarters. Who is away for some of the days works that part less. */
function wages(terms: Terms, period: Worked, hourly: Pence, random: Random): Payment[] {
  const { least, most } = terms.hours ?? fullWeek
  const present = daysIn(period) - daysAway(terms.absences ?? [], period)
  const weekly = least + random.fraction() * (most - least)
  const quantity = Math.round((weekly * present) / 7 / 25) * 25
  const lines = [byTheHour('basic', 'Basic hours', quantity, hourly)]
  const { overtime } = terms
  if (overtime && present === daysIn(period.whole) && random.chance(overtime.chance)) {
    const extra = Math.round((random.whole(overtime.least, overtime.most) * present) / 7 / 25) * 25
    lines.push(byTheHour('overtime', 'Overtime at 1.5', extra, shareNear(hourly, 3, 2)))
  }
  return lines
}

const byTheHour = (kind: Payment['kind'], description: string, quantity: number, rate: Pence): Payment =>
  line(kind, description, shareNear(rate, quantity, 100), { quantity, rate, unit: 'hours' })

/** What statutory pay is reckoned by: the earnings of eight weeks, or two months, up to the last pay day before a day. */
const averageBefore =
  (runs: PayRun[], terms: Terms) =>
  (day: Day): AverageEarnings => {
    const { each } = terms.payDay
    const count = { weekly: 8, fortnightly: 4, four_weekly: 2, monthly: 2 }[each]
    const paid = runs.filter(({ payDate }) => payDate < day).slice(-count)
    if (paid.length < count) return averageWeeklyEarnings(contractualWeek(terms, day), { weeks: 1 })
    const lines = paid.flatMap(({ payments }) => payments.filter(({ isNiable }) => isNiable))
    return averageWeeklyEarnings(
      sum(lines.map(({ amount }) => amount)),
      each === 'monthly' ? { months: 2 } : { weeks: 8 },
    )
  }

/** For who has not been paid for so long yet. */
function contractualWeek(terms: Terms, day: Day): Pence {
  const rate = rateOn(terms.rates, day)
  if ('annual' in rate) return shareNear(rate.annual, 1, 52)
  const { least, most } = terms.hours ?? fullWeek
  return shareNear(rate.hourly, least + most, 200)
}
