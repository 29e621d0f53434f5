import { z } from 'zod'
import { Body, Pagination, Uuid } from '../../platform/http/wire.ts'

const Moment = z.string().meta({ type: 'string', format: 'date-time' })
const Noon = Moment.describe('A day: 12:00 UTC, so that no time zone moves it')

/** One tax year, with amounts as the reply or the webhook writes them. */
const submission = <Amount extends z.ZodType>(Amount: Amount) =>
  z.strictObject({
    id: Uuid,
    account_id: Uuid,
    entry_id: Uuid,
    income_id: z
      .string()
      .describe('The same for the same data, whenever and through whichever account it came'),
    employment: z.strictObject({
      total_income: Amount.describe('The sum of what is known of the employers'),
      employers: z.array(
        z.strictObject({
          employer_name: z
            .string()
            .nullable()
            .describe('Null: the authority did not say; so with the others'),
          income: Amount.nullable(),
          tax_paid: Amount.nullable(),
        }),
      ),
    }),
    frequency: z.literal('Annual'),
    income_period: z.strictObject({ start: Noon, end: Noon }),
  })

export const IncomeSubmission = submission(z.string().regex(/^-?\d+\.\d\d$/)).meta({
  id: 'IncomeSubmission',
  description: 'What the tax authority says of one tax year, from 6 April to 5 April.',
})

const SubmissionForWebhook = submission(z.number()).meta({
  id: 'IncomeSubmissionForWebhook',
  description: 'An IncomeSubmission with amounts as numbers.',
})

/** What webhooks that want the data itself get with user-taxauth-data-submitted. */
export const IncomePayload = z.strictObject({
  entry_id: Uuid,
  account_id: Uuid,
  income_submissions: z.array(SubmissionForWebhook),
})

export const IncomeSubmissionPage = z
  .strictObject({ pagination: Pagination, income_submissions: z.array(IncomeSubmission) })
  .meta({ id: 'IncomeSubmissionPage' })

const IncomeEntry = z
  .strictObject({ account_id: Uuid, entry_id: Uuid, authorisation_id: Uuid, created_at: Moment })
  .meta({ id: 'IncomeEntry', description: 'One retrieval from the tax authority that brought something.' })

export const IncomeEntryPage = z
  .strictObject({ pagination: Pagination, entries: z.array(IncomeEntry) })
  .meta({ id: 'IncomeEntryPage' })

export const IncomeQuery = Body({ account_id: Uuid }).meta({ id: 'IncomeConnectionQuery' })

export const IncomeConnectionResult = z
  .strictObject({
    account_id: Uuid,
    entry_id: Uuid.nullable().describe('Null: there is nothing new'),
    income_submissions: z.array(IncomeSubmission),
    authorisation_id: Uuid.describe('What allowed the retrieval'),
  })
  .meta({ id: 'IncomeConnectionResult' })
