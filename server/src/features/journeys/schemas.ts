import { z } from 'zod'
import { Body, Email, MobileNumber, Timestamp, Uuid } from '../../platform/http/wire.ts'
import { consentLayouts } from '../../vocabulary/consent-layout.ts'
import { BankConsent, MfaMethod } from '../accounts/schemas.ts'
import { Category, Translations } from '../authorisations/schemas.ts'
import { CoveredMonth, MissingDocuments, RequestedDocuments } from './coverage/schemas.ts'

export const DeviceSecret = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/)
  .describe('A random secret that the browser keeps. Without it, every session counts as a new device')

export const JourneyCode = Body({
  code: z
    .string()
    .max(100)
    .describe('The last segment of the journey link; a malformed code is treated like an expired one'),
  device: DeviceSecret.optional(),
}).meta({ id: 'JourneyCode' })

export const JourneySession = z
  .strictObject({
    token: z.string().describe('A user token, valid for an hour at most'),
    expires_at: Timestamp,
    journey_id: Uuid.describe('Identifies the journey in URLs; it grants no access'),
    link_expires_at: Timestamp.describe('No token of this journey is valid for longer'),
  })
  .meta({ id: 'JourneySession' })

export const Nothing = Body({}).meta({ id: 'Nothing', description: 'An empty object.' })

const PendingMfa = z
  .strictObject({ kind: z.literal('mfa'), mfa_method: MfaMethod, until: Timestamp })
  .meta({ id: 'PendingMfa', description: 'The provider asks for a second factor.' })

const PendingOauth2 = z
  .strictObject({ kind: z.literal('oauth2'), until: Timestamp })
  .meta({ id: 'PendingOauth2', description: 'The provider waits for the person to sign in on its own page.' })

const JourneyAccount = z
  .strictObject({
    account_id: Uuid,
    payroll_provider: z.string(),
    status: z.enum(['PENDING', 'AUTHORISED', 'INVALID', 'EXPIRED']),
    created_at: Timestamp,
    reason: z.string().describe('Reason of the latest status transition'),
    waiting: z
      .discriminatedUnion('kind', [PendingMfa, PendingOauth2])
      .nullable()
      .describe('Pending action: MFA challenge or OAuth redirect'),
    progress: z
      .enum(['waiting', 'reading', 'done', 'nothing_found', 'failed'])
      .describe(
        'waiting: for the user. reading: the first retrieval is in progress or will be retried. done: data was retrieved. nothing_found: the provider has no data.',
      ),
    failure: z.string().nullable().describe('Error code of the failure; while reading, of the last attempt'),
    submissions: z.int(),
    latest_pay_date: Timestamp.nullable(),
    consent: BankConsent.nullable().describe('Null except for a bank whose consent has not ended for good'),
  })
  .meta({ id: 'JourneyAccount' })

const JourneyClient = z
  .strictObject({
    name: z.string(),
    logo: z.string().nullable().describe('A path on this server'),
    brand_colour: z.string().nullable(),
    has_callback: z.boolean(),
    data_purpose: z.string().nullable(),
    data_purpose_cy: z.string().nullable(),
    next_steps: z.string().nullable(),
    next_steps_cy: z.string().nullable(),
    data_retention_months: z.int().nullable(),
    privacy_notice_url: z.string().nullable(),
    contact_email: z.string().nullable(),
    contact_phone: z.string().nullable(),
    fca_number: z.string().nullable(),
    ico_number: z.string().nullable(),
  })
  .meta({ id: 'JourneyClient' })

const JourneyRecurrence = z
  .strictObject({ frequency: z.enum(['HOURLY', 'WEEKLY', 'MONTHLY']), ends_at: Timestamp.nullable() })
  .meta({ id: 'JourneyRecurrence' })

const JourneyTerm = z
  .strictObject({
    id: Uuid,
    authorisation_version: z.int(),
    name: z.string(),
    authorisation_text: z.string(),
    authorisation_category: Category,
    translations: Translations,
  })
  .meta({ id: 'JourneyTerm' })

const JourneyAuthorisation = z
  .strictObject({
    id: Uuid,
    accepted_at: Timestamp,
    expires_at: Timestamp.nullable(),
    authorisation_version: z.int(),
  })
  .meta({ id: 'JourneyAuthorisation' })

const DocumentCounts = z
  .strictObject({ payslips: z.int(), bank_statements: z.int() })
  .meta({ id: 'JourneyDocumentCounts' })

const SessionExpiry = z
  .strictObject({
    expires_at: Timestamp,
    link_expires_at: Timestamp.nullable().describe('Null for a token that does not belong to a journey'),
  })
  .meta({ id: 'JourneySessionExpiry' })

export const Journey = z
  .strictObject({
    user_id: Uuid.describe('The user, as in other operations'),
    journey_id: Uuid.nullable(),
    environment: z.enum(['sandbox', 'production']),
    reference: z.string().describe('Reference that the user can quote to the client'),
    first_name: z.string().nullable().describe('First name of the registered person, for the greeting'),
    client: JourneyClient,
    consent_layout: z.enum(consentLayouts).describe('Layout of the consent screen'),
    sources: z
      .array(z.enum(['direct', 'payroll', 'bank', 'taxauth', 'payslips', 'bank_statements']))
      .describe('Available sources, in the order to offer them'),
    period_months: z.int(),
    recurring: JourneyRecurrence.nullable(),
    term: JourneyTerm.describe('The term to accept now'),
    authorisation: JourneyAuthorisation.nullable().describe('The newest valid authorisation'),
    accounts: z.array(JourneyAccount).describe('Newest first; 50 at most'),
    documents: DocumentCounts,
    months: z.array(CoveredMonth).describe('Complete months of the requested period, newest first'),
    missing_documents: z.array(MissingDocuments),
    requested: RequestedDocuments.nullable().describe(
      'The documents that the link asks for; null for the whole journey',
    ),
    session: SessionExpiry,
    confirm_with: z
      .enum(['date_of_birth', 'post_code', 'one_time_code'])
      .describe(
        'How a person on another device confirms who they are, before they see or delete shared data',
      ),
  })
  .meta({ id: 'Journey' })

export const DirectAccounts = z
  .strictObject({ accounts: z.array(JourneyAccount).describe('Empty if no provider knows the user') })
  .meta({ id: 'DirectFound' })

const EndedConnected = z
  .strictObject({ kind: z.literal('connected'), account_id: Uuid })
  .meta({ id: 'JourneyEndConnected', description: 'The person connected an account.' })

const EndedWithDocuments = z
  .strictObject({ kind: z.literal('documents') })
  .meta({ id: 'JourneyEndDocuments', description: 'The person sent documents.' })

const EndedWithNothing = z
  .strictObject({ kind: z.literal('nothing') })
  .meta({ id: 'JourneyEndNothing', description: 'The person left without sharing anything.' })

const EndedFailed = z
  .strictObject({
    kind: z.literal('failed'),
    error: z.string().regex(/^[a-z][a-z0-9-]{0,49}$/, 'must be a word of the list of errors'),
  })
  .meta({ id: 'JourneyEndFailed', description: 'The connection failed.' })

export const JourneyEnd = Body({
  outcome: z.discriminatedUnion('kind', [EndedConnected, EndedWithDocuments, EndedFailed, EndedWithNothing]),
}).meta({ id: 'JourneyEnd' })

export const JourneyEnded = z
  .strictObject({
    redirect_to: z
      .url()
      .nullable()
      .describe('The client’s callback URL with the outcome as query parameters; null if it has none'),
  })
  .meta({ id: 'JourneyEnded' })

export const NewInvitation = Body({
  user_id: Uuid,
  email: Email.optional().describe(
    'Recipient; becomes the email of the user if no email or phone is registered. Without it and `phone`, the registered address',
  ),
  phone: MobileNumber.optional().describe(
    'Recipient of a text message instead; becomes the phone of the user if no email or phone is registered',
  ),
  language: z.enum(['en', 'cy']).default('en').describe('English or Welsh'),
  request: RequestedDocuments.optional().describe(
    'Ask for these documents only. The link opens the journey where they are uploaded',
  ),
})
  .refine(({ email, phone }) => email === undefined || phone === undefined, {
    path: ['email'],
    message: 'must not be sent together with [phone]',
  })
  .meta({ id: 'NewJourneyInvitation', description: 'By email or by text message.' })

export const Invitation = z
  .strictObject({
    user_id: Uuid,
    queued_at: Timestamp,
    link_expires_at: Timestamp.describe('Expiry of the link in the mail'),
  })
  .meta({ id: 'JourneyInvitation' })
