import { z } from 'zod'
import { Body, Pagination, TextLine, Timestamp, Uuid } from '../../platform/http/wire.ts'
import { identityFieldsOfSource } from '../identity/schemas.ts'

const AccountStatus = z.enum(['PENDING', 'AUTHORISED', 'INVALID', 'EXPIRED'])

const MfaCode = z
  .strictObject({
    type: z.literal('Code'),
    source: z.enum(['SMS', 'EMAIL', 'AUTHENTICATOR_APP']),
  })
  .meta({ id: 'MfaCodeMethod', description: 'A code that the person receives or generates.' })

const MfaDate = z
  .strictObject({ type: z.literal('Date'), format: z.string(), message: z.string() })
  .meta({ id: 'MfaDateMethod', description: 'A date, such as a memorable date.' })

const MfaPassword = z
  .strictObject({
    type: z.literal('PasswordWithPositions'),
    positions: z.array(z.int().min(1)),
    message: z.string(),
  })
  .meta({ id: 'MfaPasswordMethod', description: 'Some characters of a password.' })

/** How an MFA challenge is answered; the answer is always one string. */
export const MfaMethod = z
  .discriminatedUnion('type', [MfaCode, MfaDate, MfaPassword])
  .meta({ id: 'MfaMethod' })

const Retrieval = z
  .strictObject({
    state: z
      .enum(['pending', 'running', 'retrying', 'done', 'failed'])
      .describe(
        'pending: not started, or waiting for the applicant; retrying: the last attempt failed and another is planned; ' +
          'done: the last retrieval succeeded, even if it found nothing; failed: no further attempt is planned',
      ),
    reason: z
      .string()
      .nullable()
      .describe('Error code or history reason; null while running or done, or if it is not known'),
    next_attempt_at: Timestamp.nullable().describe('Set while retrying'),
    last_success_at: Timestamp.nullable().describe('Null until a retrieval has succeeded'),
  })
  .meta({ id: 'AccountRetrieval', description: 'Progress of the retrieval of data through an account.' })

export const BankConsent = z
  .strictObject({
    confirm_by: Timestamp.describe('After this time the bank is not read until the person confirms'),
    is_due: z.boolean().describe('Whether to ask the person now: from 14 days before confirm_by'),
  })
  .meta({ id: 'BankConsent', description: 'A consent that the person has to confirm every 90 days.' })

const fields = {
  account_id: Uuid,
  payroll_provider: z.string(),
  user_name: z
    .string()
    .nullable()
    .optional()
    .describe('Null until the provider reports it; omitted for the Support role'),
  created_at: Timestamp,
  status: AccountStatus,
  mfa_enabled: z.boolean(),
  latest_pay_date: Timestamp.nullable(),
  retrieval: Retrieval,
  ...identityFieldsOfSource,
  self_administered: z
    .boolean()
    .nullable()
    .describe(
      'Whether the person who gave the consent administers the payroll and is the one who is paid; null if it is not known',
    ),
  consent: BankConsent.nullable().describe('Null except for a bank whose consent has not ended for good'),
}

export const Account = z.strictObject(fields).meta({ id: 'Account' })

export const ConnectedAccount = z
  .strictObject({
    ...fields,
    mfa_method: MfaMethod.optional().describe('Present when the provider asks for a second factor'),
    authorization_url: z
      .url()
      .optional()
      .describe('Where the person signs in, if the provider uses its own login page'),
  })
  .meta({ id: 'ConnectedAccount' })

export const AccountPage = z
  .strictObject({ pagination: Pagination, accounts: z.array(Account) })
  .meta({ id: 'AccountPage' })

const StatusChange = z
  .strictObject({
    from_status: AccountStatus.nullable(),
    status: AccountStatus,
    reason: z.string(),
    at: Timestamp,
  })
  .meta({ id: 'AccountStatusChange', description: 'One change of the status of an account.' })

export const AccountHistory = z
  .strictObject({
    pagination: Pagination,
    history: z.array(StatusChange),
  })
  .meta({ id: 'AccountHistory' })

// Secrets are not trimmed, because leading and trailing spaces are part of a password.
const Secret = z.string().min(1).max(1024)

const login = {
  user_name: TextLine(320).optional(),
  password: Secret.optional(),
  extra_login_params: z
    .record(z.string().max(63), z.string().max(1024))
    .refine((params) => Object.keys(params).length <= 50, 'has too many fields')
    .optional()
    .describe('Further login fields of the provider, by the keys of its catalogue entry'),
}

export const NewAccount = Body(
  {
    user_id: Uuid,
    payroll_provider: TextLine(63),
    ...login,
    from: Timestamp.optional().describe('The first pay date to retrieve'),
    to: Timestamp.optional().describe('The last pay date to retrieve'),
  },
  {
    ignored: [
      'account_id',
      'created_at',
      'status',
      'mfa_enabled',
      'latest_pay_date',
      'retrieval',
      'identity_match',
      'identity_accepted_at',
      'self_administered',
      'consent',
    ],
  },
).meta({ id: 'NewAccount' })

export const Reconnection = Body(login).meta({ id: 'Reconnection' })

export const ConsentDecision = Body({
  decision: z
    .enum(['keep', 'stop'])
    .describe('keep: the bank is read for another 90 days; stop: the consent is ended at the bank'),
}).meta({ id: 'ConsentDecision', description: 'The decision that the person made.' })

export const MfaAnswer = Body({ mfa: Secret }).meta({
  id: 'MfaAnswer',
  description: 'The code, the date in the requested format, or the requested characters joined.',
})

export type Login = Pick<z.output<typeof NewAccount>, keyof typeof login>
