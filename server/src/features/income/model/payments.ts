import { addDays, countDays, daysInMonth } from '../../../vocabulary/days.ts'
import type { Day, Payslip } from '../../../vocabulary/payslip.ts'
import { analysePay, type PayAmounts } from './pay-parts.ts'

/** A stored payslip and its source. */
export type IncomePayslip = {
  id: string
  source: 'direct' | 'connection' | 'upload'
  /** Null for uploaded payslips. */
  account_id: string | null
  document_id: string | null
  trust_score: string | null
  payslip: Payslip
}

export type IncomeOptions = {
  as_of: Day
  months_requested: number
  /** Low-trust documents that the client has included. */
  included_documents: ReadonlySet<string>
}

/** A payslip whose pay period is known. */
export type IncomePayment = PayAmounts & {
  id: string
  source: IncomePayslip['source']
  account_id: string | null
  document_id: string | null
  trust_score: string | null
  pay_date: Day
  /** First and last day of the pay period. */
  start: Day
  end: Day
  /** Whether the pay period is derived from pay date and frequency because the payslip does not state it. */
  is_period_derived: boolean
  net_pay: string | null
  employment: Payslip['employment_information']
  pay_frequency: Payslip['income_information']['pay_frequency']
  /** Content of the payslip as text. Used to order payslips independently of when they were stored. */
  content: string
}

export const unusedPayslipReasons = [
  'low-trust',
  'after-as-of',
  'no-amounts',
  'no-pay-period',
  'dates-reversed',
  'period-too-long',
  'duplicate',
  'differs-from-better-source',
] as const
export type UnusedPayslipReason = (typeof unusedPayslipReasons)[number]
/** A payslip that is not counted. `instead` lists the counted payslips of the same pay date. */
export type UnusedPayslip = { id: string; reason: UnusedPayslipReason; instead: string[] }

/** Maximum length of a pay period, in days. A longer period means that a date was misread. */
export const maxPeriodDays = 400

const derivedPeriodDays = { weekly: 7, fortnightly: 14, four_weekly: 28 } as const

/** Returns the payment, or the reason why the payslip cannot be used. */
export function readPayment(
  { payslip, ...facts }: IncomePayslip,
  { as_of, included_documents }: IncomeOptions,
): IncomePayment | UnusedPayslipReason {
  const { income_information: income, employment_information: employment } = payslip
  const { pay_date, pay_frequency, earnings } = income
  const isIncluded = facts.document_id !== null && included_documents.has(facts.document_id)
  if (facts.trust_score === 'Low' && !isIncluded) return 'low-trust'
  if (pay_date > as_of) return 'after-as-of'
  if (earnings.gross_pay === null && earnings.net_pay === null) return 'no-amounts'
  const stated = statedPeriod(income)
  const period = stated ?? derivePeriod(pay_date, pay_frequency)
  if (!period) return 'no-pay-period'
  if (period.start > period.end) return 'dates-reversed'
  if (countDays(period.start, period.end) > maxPeriodDays) return 'period-too-long'
  return {
    ...facts,
    ...analysePay(earnings),
    ...period,
    pay_date,
    is_period_derived: stated === null,
    net_pay: earnings.net_pay,
    employment,
    pay_frequency,
    content: JSON.stringify([income, employment]),
  }
}

function statedPeriod({ pay_interval_start, pay_interval_end }: Payslip['income_information']) {
  if (pay_interval_start === null || pay_interval_end === null) return null
  return { start: pay_interval_start, end: pay_interval_end }
}

function derivePeriod(pay_date: Day, frequency: IncomePayment['pay_frequency']) {
  if (frequency === 'monthly') return { start: `${pay_date.slice(0, 7)}-01`, end: lastDayOfMonth(pay_date) }
  if (frequency === 'weekly' || frequency === 'fortnightly' || frequency === 'four_weekly')
    return { start: addDays(pay_date, 1 - derivedPeriodDays[frequency]), end: pay_date }
  return null
}

/** Returns the last day of a month. The month is given as YYYY-MM or as any day in it. */
export function lastDayOfMonth(month: string): Day {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return `${month.slice(0, 7)}-${daysInMonth(year, number)}`
}

/** Sorts the newest pay date first. Ties are broken by content, so that the order of arrival does not matter. */
export function byNewestPay(one: IncomePayment, other: IncomePayment) {
  return (
    compareText(other.pay_date, one.pay_date) ||
    compareText(other.end, one.end) ||
    compareText(one.content, other.content) ||
    compareText(one.id, other.id)
  )
}

export const compareText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
