import { z } from 'zod'
import { Body, Pagination, Pounds, Uuid } from '../../platform/http/wire.ts'
import { IdentityMatchField } from '../identity/schemas.ts'

const Moment = z.string().meta({ type: 'string', format: 'date-time' })
const Noon = Moment.describe('A date, sent as 12:00 UTC')

const IncomePeriod = z.strictObject({ start: Noon, end: Noon }).meta({ id: 'IncomePeriod' })

/**
 * One tax year. The type of amounts differs between replies and webhooks, so schemas with amounts have another name, with a
 * suffix, in webhooks.
 */
function submission<Amount extends z.ZodType>(Amount: Amount, suffix = '') {
  const EmployerIncome = z
    .strictObject({
      employer_name: z
        .string()
        .nullable()
        .describe('Null if the authority does not provide it, like the other fields'),
      income: Amount.nullable(),
      tax_paid: Amount.nullable(),
    })
    .meta({ id: `EmployerIncome${suffix}`, description: 'Income from one employer in the tax year.' })
  const EmploymentIncome = z
    .strictObject({
      total_income: Amount.describe('Sum of the known incomes of all employers'),
      employers: z.array(EmployerIncome),
    })
    .meta({ id: `EmploymentIncome${suffix}` })
  return z.strictObject({
    id: Uuid,
    account_id: Uuid,
    entry_id: Uuid,
    income_id: z
      .string()
      .describe('Identical for identical data, whatever the account and time of retrieval'),
    employment: EmploymentIncome,
    frequency: z.literal('Annual'),
    income_period: IncomePeriod,
    identity_match: IdentityMatchField.describe(
      'Always unknown: the tax authority sends no personal details',
    ),
  })
}

export const IncomeSubmission = submission(Pounds).meta({
  id: 'IncomeSubmission',
  description: 'Data of the tax authority for one tax year, from 6 April to 5 April.',
})

const SubmissionForWebhook = submission(z.number(), 'ForWebhook').meta({
  id: 'IncomeSubmissionForWebhook',
  description: 'An IncomeSubmission with amounts as numbers.',
})

/** Payload of user-taxauth-data-submitted, for webhooks that receive data. */
export const IncomePayload = z
  .strictObject({
    entry_id: Uuid,
    account_id: Uuid,
    income_submissions: z.array(SubmissionForWebhook),
  })
  .meta({ id: 'TaxIncomePayload' })

export const IncomeSubmissionPage = z
  .strictObject({ pagination: Pagination, income_submissions: z.array(IncomeSubmission) })
  .meta({ id: 'IncomeSubmissionPage' })

export const IncomeEntry = z
  .strictObject({ account_id: Uuid, entry_id: Uuid, authorisation_id: Uuid, created_at: Moment })
  .meta({ id: 'IncomeEntry', description: 'One retrieval from the tax authority with new data.' })

export const IncomeEntryPage = z
  .strictObject({ pagination: Pagination, entries: z.array(IncomeEntry) })
  .meta({ id: 'IncomeEntryPage' })

export const IncomeQuery = Body({ account_id: Uuid }).meta({ id: 'IncomeConnectionQuery' })

export const IncomeConnectionResult = z
  .strictObject({
    account_id: Uuid,
    entry_id: Uuid.nullable().describe('Null if there is nothing new'),
    income_submissions: z.array(IncomeSubmission),
    authorisation_id: Uuid.describe('The authorisation that allowed the retrieval'),
  })
  .meta({ id: 'IncomeConnectionResult' })
