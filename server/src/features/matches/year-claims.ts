import { daysBetween, taxYearOf } from '../../vocabulary/days.ts'
import { type Pence, penceOf, sumOf } from '../../vocabulary/money.ts'
import type { Day, Payslip } from '../../vocabulary/payslip.ts'
import type { PaidPayslip } from '../payroll/income/pay.ts'
import type { TaxYearMatch } from './schemas.ts'

type Evidence = NonNullable<TaxYearMatch['payroll']>

/** Income of a tax year from one employer, according to payslips. */
export type YearClaim = {
  basis: Evidence['basis']
  /** The payslips on which the claim is based, newest first. */
  payslips: readonly PaidPayslip[]
  income: Pence | null
  income_is: Evidence['income_is']
  tax_paid: Pence | null
}

type TaxYearSpan = { start: Day; end: Day }

/**
 * Derives claims from the year-to-date figures of the last payslips of the year or, if there are none, from the sum
 * of all payslips. There may be several last payslips: a payment that was both retrieved and uploaded, or two
 * employments with one employer. `payslips` are all payslips of the employer in this year, newest first.
 */
export function deriveClaims(year: TaxYearSpan, payslips: readonly PaidPayslip[]): YearClaim[] {
  const newest = payslips[0]
  if (!newest) return []
  const last = payslips.filter(
    (paid) => isInLastPeriod(paid, year) || (paid.pay_date === newest.pay_date && hasLeft(paid)),
  )
  const ends = last.flatMap(yearToDate)
  return ends.length > 0 ? ends : [sumOfYear(year, payslips)]
}

function yearToDate(paid: PaidPayslip): YearClaim[] {
  const { year_to_date } = earningsOf(paid)
  if (!year_to_date) return []
  const { tax_year, total_taxable_earnings, gross_pay, total_tax_paid } = year_to_date
  // Around 5 April, a source may assign the payment to the other tax year. Its figures then belong to that year.
  if (tax_year !== null && tax_year !== taxYearOf(paid.pay_date)) return []
  const income = total_taxable_earnings ?? gross_pay
  if (income === null && total_tax_paid === null) return []
  const income_is = total_taxable_earnings !== null ? 'total_taxable_earnings' : 'gross_pay'
  return [
    {
      basis: 'year_to_date',
      payslips: [paid],
      income: penceOrNull(income),
      income_is: income === null ? null : income_is,
      tax_paid: penceOrNull(total_tax_paid),
    },
  ]
}

function sumOfYear(year: TaxYearSpan, payslips: readonly PaidPayslip[]): YearClaim {
  const payments = distinctPayments(payslips)
  const income = sumIfComplete(payments.map((paid) => earningsOf(paid).gross_pay))
  return {
    basis: coversYear(year, payments) ? 'sum_of_payslips' : 'part_of_year',
    payslips: payments,
    income,
    income_is: income === null ? null : 'gross_pay',
    tax_paid: sumIfComplete(payments.map(({ payslip }) => payslip.income_information.deductions.income_tax)),
  }
}

/** Removes duplicates: a payment may be both retrieved and uploaded. */
function distinctPayments(payslips: readonly PaidPayslip[]) {
  const byKey = new Map<string, PaidPayslip>()
  for (const paid of payslips) {
    const key = JSON.stringify([paid.pay_date, earningsOf(paid).net_pay])
    if (!byKey.has(key)) byKey.set(key, paid)
  }
  return [...byKey.values()]
}

/**
 * Maximum gap between two paydays, in pay periods. Paydays shift around weekends and holidays; a missing payment
 * leaves a gap of about two.
 */
const maxGapPeriods = 1.4

/** Whether payments cover the tax year, or the employment within it, without a gap. */
function coversYear(year: TaxYearSpan, payments: readonly PaidPayslip[]) {
  const oldestFirst = payments.toReversed()
  const [first, last] = [oldestFirst[0], oldestFirst.at(-1)]
  if (!first || !last) return false
  const { start_date } = first.payslip.employment_information
  const begins = start_date !== null && start_date > year.start ? start_date : year.start
  return (
    daysBetween(begins, first.pay_date) < periodDays(first) &&
    (isInLastPeriod(last, year) || hasLeft(last)) &&
    oldestFirst.every((paid, at) => {
      const before = oldestFirst[at - 1]
      return !before || daysBetween(before.pay_date, paid.pay_date) <= maxGapPeriods * periodDays(paid)
    })
  )
}

/** Whether the next payday would be after the end of the tax year. */
const isInLastPeriod = (paid: PaidPayslip, { end }: TaxYearSpan) =>
  daysBetween(paid.pay_date, end) < periodDays(paid)

/** Whether the payslip was paid after the end of the employment, or covers days after it. */
function hasLeft({ pay_date, payslip: { employment_information, income_information } }: PaidPayslip) {
  const { leave_date } = employment_information
  return (
    leave_date !== null &&
    (leave_date <= pay_date || leave_date <= (income_information.pay_interval_end ?? ''))
  )
}

type Income = Payslip['income_information']

const maxPeriodDays: Record<NonNullable<Income['pay_frequency']>, number | null> = {
  weekly: 7,
  fortnightly: 14,
  four_weekly: 28,
  monthly: 31,
  quarterly: 92,
  annual: 366,
  irregular: null,
}

/** Returns the number of days between paydays, or 0 if it is unknown, so that no gap is accepted. */
function periodDays({ payslip: { income_information } }: PaidPayslip) {
  const { pay_frequency, pay_interval_start, pay_interval_end } = income_information
  const days = pay_frequency && maxPeriodDays[pay_frequency]
  if (days) return days
  return pay_interval_start && pay_interval_end ? daysBetween(pay_interval_start, pay_interval_end) + 1 : 0
}

const earningsOf = ({ payslip }: PaidPayslip) => payslip.income_information.earnings
const penceOrNull = (amount: string | null) => (amount === null ? null : penceOf(amount))

/** Returns the sum, or null if any amount is missing. */
function sumIfComplete(amounts: (string | null)[]) {
  const known = amounts.filter((amount) => amount !== null)
  return known.length === amounts.length ? sumOf(known.map(penceOf)) : null
}
