import type { z } from 'zod'
import type { Day, Payslip } from '../../../vocabulary/payslip.ts'
import type { RollingIncome } from '../income/rolling.ts'
import type { PayrollSubmission, Source, SubmittedPayload } from '../schemas.ts'

export type Submission = z.output<typeof PayrollSubmission>
export type SubmissionForWebhook = z.output<typeof SubmittedPayload>['payroll_submissions'][number]

/** What is sealed of a submission. The last two are null unless it was read from a document. */
export type Content = {
  payslip: Payslip
  document_external_id: string | null
  document_filename: string | null
}

/** What a row says in clear. */
type Facts = {
  id: string
  account_id: string | null
  entry_id: string
  created_at: Date
  document_id: string | null
  trust_score: string | null
  source: string
}

/** A submission as replies write it: amounts as text, the phone as a number, days as noon UTC. */
export function presentSubmission(
  { id, account_id, entry_id, created_at, ...facts }: Facts,
  { payslip, document_external_id, document_filename }: Content,
  rolling_12m_income: RollingIncome | null,
): Submission {
  const { identity_information, employment_information, income_information } = payslip
  const { date_of_birth, phone } = identity_information
  const { employer_name, role, type, start_date, leave_date, ...employment } = employment_information
  const { pay_date, pay_interval_start, pay_interval_end, earnings } = income_information
  // In the interface's order, for whoever reads it: what is written over keeps its place.
  return {
    id,
    account_id,
    entry_id,
    created_at: created_at.toISOString(),
    identity_information: {
      ...identity_information,
      date_of_birth: noonOrNull(date_of_birth),
      phone: phone === null ? null : Number(phone),
    },
    employment_information: {
      employer_name,
      role,
      type,
      status: leave_date === null ? 'active' : 'inactive',
      start_date: noonOrNull(start_date),
      leave_date: noonOrNull(leave_date),
      ...employment,
    },
    income_information: {
      ...income_information,
      pay_date: noonOf(pay_date),
      pay_interval_start: noonOrNull(pay_interval_start),
      pay_interval_end: noonOrNull(pay_interval_end),
      earnings: { ...earnings, rolling_12m_income },
    },
    document_id: facts.document_id,
    document_external_id,
    document_filename,
    trust_score: facts.trust_score as Submission['trust_score'],
    source: facts.source as z.output<typeof Source>,
  }
}

// Whatever is money, wherever it stands. Quantities and rates are decimal text in both forms.
const moneyNames = new Set([
  'gross_pay',
  'net_pay',
  'base_salary',
  'bonus',
  'fixed_pay_total',
  'variable_pay_total',
  'amount',
  'total_tax_paid',
  'total_ni_paid',
  'total_taxable_earnings',
  'income_tax',
  'employee_ni',
  'employee_pension',
  'total_deductions',
  'loan_deductions',
])

/** The same submission as webhooks write it: amounts as numbers, the phone as text. */
export function forWebhook(submission: Submission): SubmissionForWebhook {
  const { identity_information: identity } = submission
  const phone = identity.phone === null ? null : String(identity.phone)
  return {
    ...submission,
    identity_information: { ...identity, phone },
    income_information: withNumbers(submission.income_information),
  } as SubmissionForWebhook
}

function withNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNumbers)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      moneyNames.has(name) && inner !== null ? Number(inner) : withNumbers(inner),
    ]),
  )
}

/** A day without a time is noon UTC, so that no time zone moves it to another day. */
const noonOf = (day: Day) => `${day}T12:00:00.000Z`
const noonOrNull = (day: Day | null) => (day === null ? null : noonOf(day))
