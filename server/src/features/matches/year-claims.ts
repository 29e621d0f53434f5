import { daysBetween } from '../../vocabulary/days.ts'
import { type Pence, penceOf, sumOf } from '../../vocabulary/money.ts'
import type { Day, Payslip } from '../../vocabulary/payslip.ts'
import { beginningOf } from '../../vocabulary/tax-income.ts'
import type { PaidPayslip } from '../payroll/income/pay.ts'
import type { TaxYearMatch } from './schemas.ts'

type Evidence = NonNullable<TaxYearMatch['payroll']>

/** What payslips say that an employer paid in a tax year. */
export type Claim = {
  basis: Evidence['basis']
  /** What it rests on, the newest first. */
  payslips: readonly PaidPayslip[]
  income: Pence | null
  income_is: Evidence['income_is']
  tax_paid: Pence | null
}

type Year = { start: Day; end: Day }

/**
 * The year-to-date figures of payslips that end the year, else the sum of all. Several may end it: a payment known
 * through an account and from paper, or two jobs at one employer. `payslips`: all of employer and year, the newest first.
 */
export function claimsOf(year: Year, payslips: readonly PaidPayslip[]): Claim[] {
  const newest = payslips[0]
  if (!newest) return []
  const last = payslips.filter(
    (one) => isInLastPeriod(one, year) || (one.pay_date === newest.pay_date && hasLeft(one)),
  )
  const ends = last.flatMap(yearToDate)
  return ends.length > 0 ? ends : [sumOfYear(year, payslips)]
}

function yearToDate(one: PaidPayslip): Claim[] {
  const { year_to_date } = earningsOf(one)
  if (!year_to_date) return []
  const { tax_year, total_taxable_earnings, gross_pay, total_tax_paid } = year_to_date
  // Around 5 April a source may count a payment to the other year; then its figures are not of this one.
  if (tax_year !== null && tax_year !== beginningOf(one.pay_date)) return []
  const income = total_taxable_earnings ?? gross_pay
  if (income === null && total_tax_paid === null) return []
  const income_is = total_taxable_earnings !== null ? 'total_taxable_earnings' : 'gross_pay'
  return [
    {
      basis: 'year_to_date',
      payslips: [one],
      income: penceOrNull(income),
      income_is: income === null ? null : income_is,
      tax_paid: penceOrNull(total_tax_paid),
    },
  ]
}

function sumOfYear(year: Year, payslips: readonly PaidPayslip[]): Claim {
  const payments = distinctPayments(payslips)
  const income = totalOf(payments.map((one) => earningsOf(one).gross_pay))
  return {
    basis: coversYear(year, payments) ? 'sum_of_payslips' : 'part_of_year',
    payslips: payments,
    income,
    income_is: income === null ? null : 'gross_pay',
    tax_paid: totalOf(payments.map(({ payslip }) => payslip.income_information.deductions.income_tax)),
  }
}

/** The same payment may be known twice, through an account and from paper. */
function distinctPayments(payslips: readonly PaidPayslip[]) {
  const byKey = new Map<string, PaidPayslip>()
  for (const one of payslips) {
    const key = JSON.stringify([one.pay_date, earningsOf(one).net_pay])
    if (!byKey.has(key)) byKey.set(key, one)
  }
  return [...byKey.values()]
}

/** Paydays move with weekends and holidays. A payment that is missing leaves about two periods. */
const longestGap = 1.4

/** Whether somebody was paid from the beginning of the year, or of the job, to the end of either, without a gap. */
function coversYear(year: Year, payments: readonly PaidPayslip[]) {
  const oldestFirst = payments.toReversed()
  const [first, last] = [oldestFirst[0], oldestFirst.at(-1)]
  if (!first || !last) return false
  const { start_date } = first.payslip.employment_information
  const begins = start_date !== null && start_date > year.start ? start_date : year.start
  return (
    daysBetween(begins, first.pay_date) < periodDays(first) &&
    (isInLastPeriod(last, year) || hasLeft(last)) &&
    oldestFirst.every((one, at) => {
      const before = oldestFirst[at - 1]
      return !before || daysBetween(before.pay_date, one.pay_date) <= longestGap * periodDays(one)
    })
  )
}

/** The next payday would be after the year. */
const isInLastPeriod = (one: PaidPayslip, { end }: Year) => daysBetween(one.pay_date, end) < periodDays(one)

/** Whether it was paid, or pays for days, after the job ended. */
function hasLeft({ pay_date, payslip: { employment_information, income_information } }: PaidPayslip) {
  const { leave_date } = employment_information
  return (
    leave_date !== null &&
    (leave_date <= pay_date || leave_date <= (income_information.pay_interval_end ?? ''))
  )
}

type Income = Payslip['income_information']

/** At the longest. */
const daysOfPeriod: Record<NonNullable<Income['pay_frequency']>, number | null> = {
  weekly: 7,
  fortnightly: 14,
  four_weekly: 28,
  monthly: 31,
  quarterly: 92,
  annual: 366,
  irregular: null,
}

/** From one payday to the next; 0 where nothing tells, so that no payday is near enough to anything. */
function periodDays({ payslip: { income_information } }: PaidPayslip) {
  const { pay_frequency, pay_interval_start, pay_interval_end } = income_information
  const days = pay_frequency && daysOfPeriod[pay_frequency]
  if (days) return days
  return pay_interval_start && pay_interval_end ? daysBetween(pay_interval_start, pay_interval_end) + 1 : 0
}

const earningsOf = ({ payslip }: PaidPayslip) => payslip.income_information.earnings
const penceOrNull = (amount: string | null) => (amount === null ? null : penceOf(amount))

/** Null unless all are known. */
function totalOf(amounts: (string | null)[]) {
  const known = amounts.filter((amount) => amount !== null)
  return known.length === amounts.length ? sumOf(known.map(penceOf)) : null
}
