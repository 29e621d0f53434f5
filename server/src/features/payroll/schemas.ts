import { z } from 'zod'
import { Body, Pagination, Uuid } from '../../platform/http/wire.ts'
import { deductionTypes, earningTypes, employmentTypes, payFrequencies } from '../../vocabulary/payslip.ts'
import { FileErrors } from '../documents/extraction-requests.ts'

/** The source of a submission, as the API names it. */
export const SubmissionSource = z.enum([
  'Payroll (via Direct Connection)',
  'Payroll (via User Connection)',
  'Payslip (via Doc Scan)',
])

const Text = z.string().nullable()
const Moment = z.string().meta({ type: 'string', format: 'date-time' })
const Noon = Moment.describe('A date, sent as 12:00 UTC')
const Decimal = z.string().nullable().describe('Decimal text')

/** One payslip. The types of amounts and phone differ between replies and webhooks. */
const submission = <Amount extends z.ZodType, Phone extends z.ZodType>(Amount: Amount, Phone: Phone) => {
  const NullableAmount = Amount.nullable()
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
      status: z.enum(['active', 'inactive']).nullable().describe('inactive if there is a leave_date'),
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
        gross_pay: NullableAmount,
        net_pay: NullableAmount,
        base_salary: NullableAmount,
        bonus: NullableAmount,
        fixed_pay_total: NullableAmount,
        variable_pay_total: NullableAmount,
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
            gross_pay: NullableAmount,
            net_pay: NullableAmount,
            total_tax_paid: NullableAmount,
            total_ni_paid: NullableAmount,
            total_taxable_earnings: NullableAmount,
            tax_year: z
              .int()
              .nullable()
              .describe('The year in which it starts: 2026 means from 6 April 2026'),
          })
          .nullable(),
        rolling_12m_income: z
          .strictObject({ gross_pay: Amount, net_pay: Amount })
          .nullable()
          .describe('Income of the 12 months up to the pay date; null if fewer months are known'),
      }),
      deductions: z.strictObject({
        income_tax: NullableAmount,
        employee_ni: NullableAmount,
        employee_pension: NullableAmount,
        total_deductions: NullableAmount,
        loan_deductions: NullableAmount,
        deductions_elements: z.array(
          z.strictObject({ type: z.enum(deductionTypes), description: z.string(), amount: Amount }),
        ),
      }),
    }),
    document_id: Uuid.nullable(),
    document_external_id: Text,
    document_filename: Text,
    trust_score: z
      .enum(['Low', 'Medium', 'High'])
      .nullable()
      .describe('For uploaded documents; null for connections'),
    source: SubmissionSource,
  })
}

export const PayrollSubmission = submission(z.string().regex(/^-?\d+\.\d\d$/), z.int()).meta({
  id: 'PayrollSubmission',
})

const SubmissionForWebhook = submission(z.number(), z.string()).meta({
  id: 'PayrollSubmissionForWebhook',
  description: 'A PayrollSubmission with amounts as numbers and the phone as a string.',
})

/** Payload of user-payroll-submitted, for webhooks that receive data. */
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
  .meta({ id: 'PayrollEntry', description: 'One retrieval or upload with new data.' })

export const PayrollEntryPage = z
  .strictObject({ pagination: Pagination, entries: z.array(PayrollEntry) })
  .meta({ id: 'PayrollEntryPage' })

export const ConnectionQuery = Body({ account_id: Uuid }).meta({ id: 'PayrollConnectionQuery' })

export const DirectConnection = Body({ user_id: Uuid }).meta({ id: 'DirectConnection' })

export const PayrollConnectionResult = z
  .strictObject({
    account_id: Uuid,
    entry_id: Uuid.nullable().describe('Null if there is nothing new'),
    payroll_submissions: z.array(PayrollSubmission),
    authorisation_id: Uuid.describe('The authorisation that allowed the retrieval'),
  })
  .meta({ id: 'PayrollConnectionResult' })

export const PayslipsResult = z
  .strictObject({
    account_id: z.null().describe('Uploads have no account'),
    entry_id: Uuid.nullable().describe('Null if nothing is stored, or not yet'),
    authorisation_id: Uuid.nullable().describe(
      'The authorisation that allowed it; null until something is stored',
    ),
    payroll_submissions: z.array(PayrollSubmission),
    payslip_errors: FileErrors,
  })
  .meta({ id: 'PayslipsResult' })
