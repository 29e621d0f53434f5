import { z } from 'zod'
import { Body, Pagination, Uuid } from '../../platform/http/wire.ts'
import { deductionTypes, earningTypes, employmentTypes, payFrequencies } from '../../vocabulary/payslip.ts'
import { FileErrors } from '../documents/extraction-requests.ts'

/** Where the figures come from, in the words of the interface. */
export const Source = z.enum([
  'Payroll (via Direct Connection)',
  'Payroll (via User Connection)',
  'Payslip (via Doc Scan)',
])

const Text = z.string().nullable()
const Moment = z.string().meta({ type: 'string', format: 'date-time' })
const Noon = Moment.describe('A day: 12:00 UTC, so that no time zone moves it')
const Decimal = z.string().nullable().describe('Decimal text')

/** One payslip, with amounts and phone as the reply or the webhook writes them. */
const submission = <Amount extends z.ZodType, Phone extends z.ZodType>(Amount: Amount, Phone: Phone) => {
  const Sum = Amount.nullable()
  return z.strictObject({
    id: Uuid,
    account_id: Uuid.nullable().describe('Null for an uploaded payslip'),
    entry_id: Uuid,
    created_at: Moment,
    identity_information: z.strictObject({
      name: Text,
      date_of_birth: Noon.nullable(),
      address: z
        .strictObject({ street: Text, county: Text, city: Text, post_code: Text, country: Text })
        .nullable(),
      email: Text,
      phone: Phone.nullable().describe('The digits of E.164'),
      NI_number: Text,
    }),
    employment_information: z.strictObject({
      employer_name: Text,
      role: Text,
      type: z.enum(employmentTypes).nullable(),
      status: z.enum(['active', 'inactive']).nullable().describe('inactive: there is a leave_date'),
      start_date: Noon.nullable(),
      leave_date: Noon.nullable(),
      employer_tax_reference: Text,
      is_director: z.boolean().nullable(),
    }),
    income_information: z.strictObject({
      pay_date: Noon,
      pay_interval_start: Noon.nullable(),
      pay_interval_end: Noon.nullable(),
      pay_frequency: z.enum(payFrequencies).nullable(),
      tax_code: Text,
      earnings: z.strictObject({
        gross_pay: Sum,
        net_pay: Sum,
        base_salary: Sum,
        bonus: Sum,
        fixed_pay_total: Sum,
        variable_pay_total: Sum,
        earning_elements: z.array(
          z.strictObject({
            type: z.enum(earningTypes),
            description: z.string().describe("The source's own label"),
            amount: Amount,
            is_fixed: z.boolean(),
            is_after_tax: z.boolean(),
            is_after_ni: z.boolean(),
            is_bik: z.boolean(),
            quantity: Decimal,
            rate: Decimal,
            unit: Text,
          }),
        ),
        year_to_date: z
          .strictObject({
            gross_pay: Sum,
            net_pay: Sum,
            total_tax_paid: Sum,
            total_ni_paid: Sum,
            total_taxable_earnings: Sum,
            tax_year: z.int().nullable().describe('The year in which it begins: 2026 is from 6 April 2026'),
          })
          .nullable(),
        rolling_12m_income: z
          .strictObject({ gross_pay: Amount, net_pay: Amount })
          .nullable()
          .describe('Of the 12 months ending at the pay date; null when fewer are known'),
      }),
      deductions: z.strictObject({
        income_tax: Sum,
        employee_ni: Sum,
        employee_pension: Sum,
        total_deductions: Sum,
        loan_deductions: Sum,
        deductions_elements: z.array(
          z.strictObject({ type: z.enum(deductionTypes), description: z.string(), amount: Amount }),
        ),
      }),
    }),
    document_id: Uuid.nullable(),
    document_external_id: Text,
    document_filename: Text,
    trust_score: z.enum(['Low', 'Medium', 'High']).nullable().describe('Of documents; null for connections'),
    source: Source,
  })
}

export const PayrollSubmission = submission(z.string().regex(/^-?\d+\.\d\d$/), z.int()).meta({
  id: 'PayrollSubmission',
})

const SubmissionForWebhook = submission(z.number(), z.string()).meta({
  id: 'PayrollSubmissionForWebhook',
  description: 'A PayrollSubmission with amounts as numbers and the phone as text.',
})

/** What webhooks that want the data itself get with user-payroll-submitted. */
export const SubmittedPayload = z.strictObject({
  entry_id: Uuid,
  account_id: Uuid.nullable(),
  payroll_submissions: z.array(SubmissionForWebhook),
})

export const PayrollSubmissionPage = z
  .strictObject({ pagination: Pagination, payroll_submissions: z.array(PayrollSubmission) })
  .meta({ id: 'PayrollSubmissionPage' })

const PayrollEntry = z
  .strictObject({
    account_id: Uuid.nullable(),
    entry_id: Uuid,
    authorisation_id: Uuid,
    created_at: Moment,
  })
  .meta({ id: 'PayrollEntry', description: 'One retrieval that brought something.' })

export const PayrollEntryPage = z
  .strictObject({ pagination: Pagination, entries: z.array(PayrollEntry) })
  .meta({ id: 'PayrollEntryPage' })

export const ConnectionQuery = Body({ account_id: Uuid }).meta({ id: 'PayrollConnectionQuery' })

export const DirectConnection = Body({ user_id: Uuid }).meta({ id: 'DirectConnection' })

export const PayrollConnectionResult = z
  .strictObject({
    account_id: Uuid,
    entry_id: Uuid.nullable().describe('Null: there is nothing new'),
    payroll_submissions: z.array(PayrollSubmission),
    authorisation_id: Uuid.describe('What allowed the retrieval'),
  })
  .meta({ id: 'PayrollConnectionResult' })

export const PayslipsResult = z
  .strictObject({
    account_id: z.null().describe('Uploads have no account'),
    entry_id: Uuid.nullable().describe('Null: nothing was stored, or not yet'),
    authorisation_id: Uuid.nullable().describe('What allowed it; null while nothing is stored yet'),
    payroll_submissions: z.array(PayrollSubmission),
    payslip_errors: FileErrors,
  })
  .meta({ id: 'PayslipsResult' })
