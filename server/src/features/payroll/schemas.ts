import { z } from 'zod'
import { Body, Pagination, Pounds, Uuid } from '../../platform/http/wire.ts'
import { deductionTypes, earningTypes, employmentTypes, payFrequencies } from '../../vocabulary/payslip.ts'
import { FileErrors } from '../documents/extraction-requests.ts'
import { IdentityMatchField } from '../identity/schemas.ts'

/** The source of a submission, as named in the API. */
export const SubmissionSource = z.enum([
  'Payroll (via Direct Connection)',
  'Payroll (via User Connection)',
  'Payslip (via Doc Scan)',
])

const Text = z.string().nullable()
const Moment = z.string().meta({ type: 'string', format: 'date-time' })
const Noon = Moment.describe('A date, sent as 12:00 UTC')
const Decimal = z.string().nullable().describe('Decimal text')

const PostalAddress = z
  .strictObject({ street: Text, county: Text, city: Text, post_code: Text, country: Text })
  .meta({ id: 'PostalAddress' })

const EmploymentInformation = z
  .strictObject({
    employer_name: Text,
    role: Text,
    type: z.enum(employmentTypes).nullable(),
    status: z.enum(['active', 'inactive']).nullable().describe('inactive if there is a leave_date'),
    start_date: Noon.nullable(),
    leave_date: Noon.nullable(),
    employer_tax_reference: Text,
    is_director: z.boolean().nullable(),
  })
  .meta({ id: 'EmploymentInformation' })

const identityInformation = <Phone extends z.ZodType>(Phone: Phone, suffix: string) =>
  z
    .strictObject({
      name: Text,
      date_of_birth: Noon.nullable(),
      address: PostalAddress.nullable(),
      email: Text,
      phone: Phone.nullable().describe('The digits of E.164'),
      NI_number: Text,
    })
    .meta({ id: `IdentityInformation${suffix}` })

function earnings<Amount extends z.ZodType>(Amount: Amount, suffix: string) {
  const NullableAmount = Amount.nullable()
  const EarningElement = z
    .strictObject({
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
    })
    .meta({ id: `EarningElement${suffix}`, description: 'One earnings line of a payslip.' })
  const YearToDate = z
    .strictObject({
      gross_pay: NullableAmount,
      net_pay: NullableAmount,
      total_tax_paid: NullableAmount,
      total_ni_paid: NullableAmount,
      total_taxable_earnings: NullableAmount,
      tax_year: z.int().nullable().describe('The year in which it starts: 2026 means from 6 April 2026'),
    })
    .meta({ id: `YearToDate${suffix}` })
  const RollingIncome = z
    .strictObject({ gross_pay: Amount, net_pay: Amount })
    .meta({ id: `RollingIncome${suffix}` })
  return z
    .strictObject({
      gross_pay: NullableAmount,
      net_pay: NullableAmount,
      base_salary: NullableAmount,
      bonus: NullableAmount,
      fixed_pay_total: NullableAmount,
      variable_pay_total: NullableAmount,
      earning_elements: z.array(EarningElement),
      year_to_date: YearToDate.nullable(),
      rolling_12m_income: RollingIncome.nullable().describe(
        'Income of the 12 months up to the end of the pay period; null if fewer months are known',
      ),
    })
    .meta({ id: `Earnings${suffix}` })
}

function deductions<Amount extends z.ZodType>(Amount: Amount, suffix: string) {
  const NullableAmount = Amount.nullable()
  const DeductionElement = z
    .strictObject({ type: z.enum(deductionTypes), description: z.string(), amount: Amount })
    .meta({ id: `DeductionElement${suffix}`, description: 'One deduction line of a payslip.' })
  return z
    .strictObject({
      income_tax: NullableAmount,
      employee_ni: NullableAmount,
      employee_pension: NullableAmount,
      total_deductions: NullableAmount,
      loan_deductions: NullableAmount,
      deductions_elements: z.array(DeductionElement),
    })
    .meta({ id: `Deductions${suffix}` })
}

/**
 * One payslip. The types of amounts and phone differ between replies and webhooks, so schemas with one of them have another
 * name, with a suffix, in webhooks.
 */
function submission<Amount extends z.ZodType, Phone extends z.ZodType>(
  Amount: Amount,
  Phone: Phone,
  suffix = '',
) {
  const IncomeInformation = z
    .strictObject({
      pay_date: Noon,
      pay_interval_start: Noon.nullable(),
      pay_interval_end: Noon.nullable(),
      pay_frequency: z.enum(payFrequencies).nullable(),
      tax_code: Text,
      earnings: earnings(Amount, suffix),
      deductions: deductions(Amount, suffix),
    })
    .meta({ id: `IncomeInformation${suffix}` })
  return z.strictObject({
    id: Uuid,
    account_id: Uuid.nullable().describe('Null for an uploaded payslip'),
    entry_id: Uuid,
    created_at: Moment,
    identity_information: identityInformation(Phone, suffix),
    employment_information: EmploymentInformation,
    income_information: IncomeInformation,
    document_id: Uuid.nullable(),
    document_external_id: Text,
    document_filename: Text,
    trust_score: z
      .enum(['Low', 'Medium', 'High'])
      .nullable()
      .describe('For uploaded documents; null for connections'),
    source: SubmissionSource,
    duplicate_of: Uuid.nullable().describe(
      'The submission stored first, if this one repeats its payment from another account or document',
    ),
    identity_match: IdentityMatchField,
  })
}

export const PayrollSubmission = submission(Pounds, z.int()).meta({
  id: 'PayrollSubmission',
})

const SubmissionForWebhook = submission(z.number(), z.string(), 'ForWebhook').meta({
  id: 'PayrollSubmissionForWebhook',
  description: 'A PayrollSubmission with amounts as numbers and the phone as a string.',
})

/** Payload of user-payroll-submitted, for webhooks that receive data. */
export const SubmittedPayload = z
  .strictObject({
    entry_id: Uuid,
    account_id: Uuid.nullable(),
    payroll_submissions: z.array(SubmissionForWebhook),
  })
  .meta({ id: 'PayrollPayload' })

export const PayrollSubmissionPage = z
  .strictObject({ pagination: Pagination, payroll_submissions: z.array(PayrollSubmission) })
  .meta({ id: 'PayrollSubmissionPage' })

export const PayrollEntry = z
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
