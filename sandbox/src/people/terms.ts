import type { IsoDate } from '../calendar.ts'
import { type PenceAmount, prorateNearest, totalOf } from '../money.ts'
import { type AverageEarnings, averageWeeklyEarnings } from '../payroll/statutory.ts'
import type { EffectiveFrom, PayRun, PayrollDeduction, PayrollPayment } from '../payroll/types.ts'
import { randomFor, type SeededRandom } from '../random.ts'
import { type Absence, daysAway, statutoryPay } from './absences.ts'
import {
  daysIn,
  employedPeriods,
  type PaidPeriod,
  type PayDay,
  payPeriods,
  periodsInYear,
} from './pay-dates.ts'
import { paymentLine } from './payment-line.ts'
import { worldEndDate, worldStartDate } from './world-dates.ts'

/** Contract terms and events of a job. All pay runs are derived from them. */
export type EmploymentTerms = {
  payDay: PayDay
  rates: EffectiveFrom<{ annual: PenceAmount } | { hourly: PenceAmount }>[]
  /** Weekly hours of an hourly contract, in hundredths of an hour. */
  hours?: { min: number; max: number }
  /** Weeks without work in a zero-hours contract: there is no pay and no payslip. */
  noWork?: { chance: number; weeks: { from: IsoDate; to: IsoDate }[] }
  overtime?: { chance: number; min: number; max: number }
  /** Fixed amount paid in every period, e.g. a night or first-aid allowance. */
  allowance?: { description: string; amount: PenceAmount }
  /** Payments made once, in the period that contains the day. */
  extras?: { on: IsoDate; payment: PayrollPayment }[]
  absences?: Absence[]
  /** Deductions from net pay in every period that starts within these dates. */
  deductions?: { from: IsoDate; to: IsoDate; deduction: PayrollDeduction }[]
}

type Contract = { id: string; startDate: IsoDate; leaveDate: IsoDate | null; terms: EmploymentTerms }
type EmployedPeriod = PaidPeriod & { fullPeriod: PaidPeriod }

const fullWeek = { min: 3_750, max: 3_750 }

/** Returns all pay runs of a contract during the simulation. */
export function payRunsOf(seed: string, { id, startDate, leaveDate, terms }: Contract): PayRun[] {
  const periods = employedPeriods(allPeriods(terms.payDay), startDate, leaveDate)
  const runs: PayRun[] = []
  for (const period of periods) {
    const random = randomFor(seed, 'work', id, period.fullPeriod.start)
    if (hasNoWork(terms, period, random)) continue
    const { start, end, payDate } = period
    const payments = [
      ...contractualPay(terms, period, random),
      ...statutoryPay(terms.absences ?? [], period, averageEarningsBefore(runs, terms)),
      ...(terms.extras ?? []).filter(({ on }) => on >= start && on <= end).map(({ payment }) => payment),
    ]
    const otherDeductions = (terms.deductions ?? [])
      .filter(({ from, to }) => start >= from && start <= to)
      .map(({ deduction }) => deduction)
    runs.push({ payDate, start, end, payments, ...(otherDeductions.length > 0 && { otherDeductions }) })
  }
  return runs
}

const periodsByPayDay = new Map<string, PaidPeriod[]>()

/** Returns all pay periods of a schedule. They are cached, because many people share few schedules. */
function allPeriods(payDay: PayDay): PaidPeriod[] {
  const key = JSON.stringify(payDay)
  const periods = periodsByPayDay.get(key) ?? payPeriods(payDay, worldStartDate, worldEndDate)
  periodsByPayDay.set(key, periods)
  return periods
}

export const rateOn = (rates: EmploymentTerms['rates'], day: IsoDate) =>
  rates.findLast(({ from }) => from <= day) ?? (rates[0] as EmploymentTerms['rates'][number])

function hasNoWork({ noWork }: EmploymentTerms, { start, end }: EmployedPeriod, random: SeededRandom) {
  if (!noWork) return false
  return random.chance(noWork.chance) || noWork.weeks.some(({ from, to }) => start >= from && end <= to)
}

function contractualPay(
  terms: EmploymentTerms,
  period: EmployedPeriod,
  random: SeededRandom,
): PayrollPayment[] {
  const rate = rateOn(terms.rates, period.start)
  const lines =
    'annual' in rate ? salary(terms, period, rate.annual) : wages(terms, period, rate.hourly, random)
  if (terms.allowance)
    lines.push(paymentLine('shift', terms.allowance.description, terms.allowance.amount, { isFixed: true }))
  return lines.filter(({ amount }) => amount !== 0)
}

/** Returns salary lines. Partial periods are prorated by days; absence is deducted on its own line. */
function salary(terms: EmploymentTerms, period: EmployedPeriod, annual: PenceAmount): PayrollPayment[] {
  const full = prorateNearest(annual, 1, periodsInYear[terms.payDay.frequency])
  const basic = prorateNearest(full, daysIn(period), daysIn(period.fullPeriod))
  const isWhole = daysIn(period) === daysIn(period.fullPeriod)
  const lines = [paymentLine('basic', 'Basic salary', basic, { isFixed: isWhole })]
  const away = daysAway(terms.absences ?? [], period)
  if (away > 0) {
    const absent = prorateNearest(basic, away, daysIn(period))
    lines.push(paymentLine('absence', 'Absence', -absent, { quantity: away * 100, unit: 'days' }))
  }
  return lines
}

/** Returns lines of hourly pay. Hours are rounded to quarters and prorated by days present. */
function wages(
  terms: EmploymentTerms,
  period: EmployedPeriod,
  hourly: PenceAmount,
  random: SeededRandom,
): PayrollPayment[] {
  const { min, max } = terms.hours ?? fullWeek
  const present = daysIn(period) - daysAway(terms.absences ?? [], period)
  const weekly = min + random.fraction() * (max - min)
  const quantity = Math.round((weekly * present) / 7 / 25) * 25
  const lines = [hourlyLine('basic', 'Basic hours', quantity, hourly)]
  const { overtime } = terms
  if (overtime && present === daysIn(period.fullPeriod) && random.chance(overtime.chance)) {
    const extra = Math.round((random.integer(overtime.min, overtime.max) * present) / 7 / 25) * 25
    lines.push(hourlyLine('overtime', 'Overtime at 1.5', extra, prorateNearest(hourly, 3, 2)))
  }
  return lines
}

const hourlyLine = (
  kind: PayrollPayment['kind'],
  description: string,
  quantity: number,
  rate: PenceAmount,
): PayrollPayment =>
  paymentLine(kind, description, prorateNearest(rate, quantity, 100), { quantity, rate, unit: 'hours' })

/**
 * Returns average weekly earnings for statutory pay, over eight weeks or two months up to the last pay day before the
 * given day.
 */
const averageEarningsBefore =
  (runs: PayRun[], terms: EmploymentTerms) =>
  (day: IsoDate): AverageEarnings => {
    const { frequency } = terms.payDay
    const count = { weekly: 8, fortnightly: 4, four_weekly: 2, monthly: 2 }[frequency]
    const paid = runs.filter(({ payDate }) => payDate < day).slice(-count)
    if (paid.length < count) return averageWeeklyEarnings(contractualWeeklyPay(terms, day), { weeks: 1 })
    const lines = paid.flatMap(({ payments }) => payments.filter(({ isNiable }) => isNiable))
    return averageWeeklyEarnings(
      totalOf(lines.map(({ amount }) => amount)),
      frequency === 'monthly' ? { months: 2 } : { weeks: 8 },
    )
  }

/** Returns the contractual pay of a week, as a fallback for employees without enough pay history. */
function contractualWeeklyPay(terms: EmploymentTerms, day: IsoDate): PenceAmount {
  const rate = rateOn(terms.rates, day)
  if ('annual' in rate) return prorateNearest(rate.annual, 1, 52)
  const { min, max } = terms.hours ?? fullWeek
  return prorateNearest(rate.hourly, min + max, 200)
}
