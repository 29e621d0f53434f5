import type { z } from 'zod'
import { noonOf } from '../../../vocabulary/days.ts'
import type { Day, Payslip } from '../../../vocabulary/payslip.ts'
import type { CorrectedFields } from '../../documents/corrections.ts'
import { presentMatch } from '../../identity/service.ts'
import type { RollingIncome } from '../income/rolling.ts'
import type { PayrollSubmission, SubmissionSource, SubmittedPayload } from '../schemas.ts'

export type PayslipSubmission = z.output<typeof PayrollSubmission>
export type SubmissionForWebhook = z.output<typeof SubmittedPayload>['payroll_submissions'][number]

/** The encrypted part of a submission. The document fields are null unless the payslip was uploaded. */
export type PayslipContent = {
  payslip: Payslip
  document_external_id: string | null
  document_filename: string | null
  /** Values that the team corrected. Missing if there were never any. */
  corrected?: CorrectedFields
}

/** The unencrypted columns of a row. */
type SubmissionColumns = {
  id: string
  account_id: string | null
  entry_id: string
  created_at: Date
  document_id: string | null
  trust_score: string | null
  identity_match: string | null
  source: string
}

/** Values that depend on the user's other submissions. */
type KnownFromOthers = { rolling_12m_income: RollingIncome | null; duplicate_of: string | null }

/** Converts a submission to the format of replies: amounts as strings, the phone as a number, dates as noon UTC. */
export function presentSubmission(
  { id, account_id, entry_id, created_at, ...facts }: SubmissionColumns,
  { payslip, document_external_id, document_filename }: PayslipContent,
  { rolling_12m_income, duplicate_of }: KnownFromOthers,
): PayslipSubmission {
  const { identity_information, employment_information, income_information } = payslip
  const { date_of_birth, phone } = identity_information
  const { employer_name, role, type, start_date, leave_date, ...employment } = employment_information
  const { pay_date, pay_interval_start, pay_interval_end, earnings } = income_information
  // The keys are in the order of the API reference. An overwritten key keeps its position.
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
    trust_score: facts.trust_score as PayslipSubmission['trust_score'],
    source: facts.source as z.output<typeof SubmissionSource>,
    duplicate_of,
    identity_match: presentMatch(facts.identity_match),
  }
}

// Names of all amounts, at any depth. Quantities and rates remain strings in webhooks.
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

/** Converts a submission to the format of webhooks: amounts as numbers, the phone as a string. */
export function forWebhook(submission: PayslipSubmission): SubmissionForWebhook {
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

/** Formats a date as noon UTC, so that it is the same day in every European and American time zone. */
const noonOrNull = (day: Day | null) => (day === null ? null : noonOf(day))
