import { z } from 'zod'
import { Body, Email, Timestamp, Uuid } from '../../platform/http/wire.ts'
import { MfaMethod } from '../accounts/schemas.ts'
import { Category } from '../authorisations/schemas.ts'

export const JourneyCode = Body({
  code: z
    .string()
    .max(100)
    .describe(
      'The last part of the journey link; one that is malformed opens nothing, like one that has ended',
    ),
}).meta({ id: 'JourneyCode' })

export const JourneySession = z
  .strictObject({
    token: z.string().describe('A user token for an hour at most'),
    expires_at: Timestamp,
    journey_id: Uuid.describe('Names the journey in addresses; it opens nothing'),
    link_expires_at: Timestamp.describe('No token of this journey lives longer'),
  })
  .meta({ id: 'JourneySession' })

export const Nothing = Body({}).meta({ id: 'Nothing', description: 'An empty object.' })

const JourneyAccount = z
  .strictObject({
    account_id: Uuid,
    payroll_provider: z.string(),
    status: z.enum(['PENDING', 'AUTHORISED', 'INVALID', 'EXPIRED']),
    created_at: Timestamp,
    reason: z.string().describe('Of its last move'),
    waiting: z
      .discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('mfa'), mfa_method: MfaMethod, until: Timestamp }),
        z.strictObject({ kind: z.literal('oauth2'), until: Timestamp }),
      ])
      .nullable()
      .describe('What the account waits for the person with'),
    progress: z
      .enum(['waiting', 'reading', 'done', 'nothing_found', 'failed'])
      .describe(
        'waiting: for the person. reading: a first retrieval is under way, or will be tried again. done: there is data. nothing_found: the provider has none.',
      ),
    failure: z
      .string()
      .nullable()
      .describe('Why it failed, in a word of the list of errors; while reading, why the last try did'),
    submissions: z.int(),
    latest_pay_date: Timestamp.nullable(),
  })
  .meta({ id: 'JourneyAccount' })

export const Journey = z
  .strictObject({
    user_id: Uuid.describe('The person, as other operations ask for them'),
    journey_id: Uuid.nullable(),
    environment: z.enum(['sandbox', 'production']),
    reference: z.string().describe('What the person can quote to the client'),
    client: z.strictObject({
      name: z.string(),
      logo: z.string().nullable().describe('A path on this server'),
      brand_colour: z.string().nullable(),
      has_callback: z.boolean(),
    }),
    sources: z
      .array(z.enum(['direct', 'payroll', 'taxauth', 'payslips', 'bank_statements']))
      .describe('Those that can be used, in the order to offer them'),
    period_months: z.int(),
    recurring: z
      .strictObject({ frequency: z.enum(['HOURLY', 'WEEKLY', 'MONTHLY']), ends_at: Timestamp.nullable() })
      .nullable(),
    term: z
      .strictObject({
        id: Uuid,
        authorisation_version: z.int(),
        name: z.string(),
        authorisation_text: z.string(),
        authorisation_category: Category,
      })
      .describe('The one to accept now'),
    authorisation: z
      .strictObject({
        id: Uuid,
        accepted_at: Timestamp,
        expires_at: Timestamp.nullable(),
        authorisation_version: z.int(),
      })
      .nullable()
      .describe('The newest valid one'),
    accounts: z.array(JourneyAccount).describe('Newest first, the 50 newest'),
    documents: z.strictObject({ payslips: z.int(), bank_statements: z.int() }),
    session: z.strictObject({
      expires_at: Timestamp,
      link_expires_at: Timestamp.nullable().describe('Null for a token that was given to no journey'),
    }),
  })
  .meta({ id: 'Journey' })

export const DirectFound = z
  .strictObject({ accounts: z.array(JourneyAccount).describe('Empty where nobody knows the person') })
  .meta({ id: 'DirectFound' })

export const JourneyEnd = Body({
  outcome: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('connected'), account_id: Uuid }),
    z.strictObject({ kind: z.literal('documents') }),
    z.strictObject({
      kind: z.literal('failed'),
      error: z.string().regex(/^[a-z][a-z0-9-]{0,49}$/, 'must be a word of the list of errors'),
    }),
    z.strictObject({ kind: z.literal('nothing') }),
  ]),
}).meta({ id: 'JourneyEnd' })

export const JourneyEnded = z
  .strictObject({
    redirect_to: z
      .url()
      .nullable()
      .describe('The client’s callback address, told what came of it; null where it has none'),
  })
  .meta({ id: 'JourneyEnded' })

export const NewInvitation = Body({
  user_id: Uuid,
  email: Email.describe('Where to send it; kept, sealed, only until it is sent'),
  language: z.enum(['en', 'cy']).default('en').describe('English or Welsh'),
}).meta({ id: 'NewJourneyInvitation' })

export const Invitation = z
  .strictObject({
    user_id: Uuid,
    queued_at: Timestamp,
    link_expires_at: Timestamp.describe('The link in the mail opens the journey until then'),
  })
  .meta({ id: 'JourneyInvitation' })
