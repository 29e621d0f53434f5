import { z } from 'zod'
import { Body, Pagination } from '../../platform/http/wire.ts'

// Replies of the sandbox program. Fields that are not listed here are not passed on.

const Day = z.string().meta({ type: 'string', format: 'date' })
const Text = z.string().nullable()

export const PersonName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,119}$/i, 'must be a user name of the sandbox')
  .meta({ kind: 'Sandbox person', type: 'string' })

export const ProviderName = z
  .string()
  .regex(/^[a-z][a-z-]{0,49}$/, 'must be a provider of the sandbox')
  .meta({ kind: 'Sandbox provider', type: 'string' })

const brief = {
  user_name: z.string().describe('User name of the person at every provider'),
  name: z.string(),
  about: z.string().describe('What this person is for'),
}

export const SandboxPerson = z.object(brief).meta({ id: 'SandboxPerson' })

export const SandboxPeople = z
  .object({ pagination: Pagination, people: z.array(SandboxPerson) })
  .meta({ id: 'SandboxPeople' })

const Address = z
  .object({
    street: Text,
    city: Text,
    county: Text,
    post_code: Text,
    country: Text,
    from: Day.nullable(),
  })
  .meta({ id: 'SandboxAddress' })

const SignIn = z
  .object({
    user_name: z.string(),
    password: z
      .string()
      .describe('The password that succeeds; others trigger test behaviours, see the guide'),
    code: z.string().describe('Answer to an MFA challenge for a code'),
    memorable_date: Day,
    memorable_word: z.string(),
  })
  .meta({ id: 'SandboxSignIn' })

const Identity = z
  .object({
    title: Text,
    forename: z.string(),
    surname: z.string(),
    gender: Text,
    date_of_birth: Day,
    ni_number: Text,
    unique_tax_reference: Text,
    email: Text,
    phone: Text,
    addresses: z.array(Address),
  })
  .meta({ id: 'SandboxIdentity' })

const Employer = z.object({ name: z.string(), paye_reference: Text }).meta({ id: 'SandboxEmployer' })

const Job = z
  .object({
    id: z.string(),
    employer: Employer,
    role: Text,
    type: Text,
    start_date: Day,
    leave_date: Day.nullable(),
    frequency: z.string(),
    annual_pay: Text,
    hourly_pay: Text,
  })
  .meta({ id: 'SandboxJob', description: 'An employment of a sandbox person.' })

export const SandboxPersonDetails = z
  .object({
    ...brief,
    next_pay_day: Day.nullable().describe('By the sandbox clock; null if there is no further pay'),
    sign_in: SignIn.describe('Not secret: the person is fictional'),
    identity: Identity,
    jobs: z.array(Job),
  })
  .meta({ id: 'SandboxPersonDetails' })

export const SandboxClock = z
  .object({
    now: z.string().meta({ type: 'string', format: 'date-time' }),
    today: Day,
    begins: Day.describe('First day of the sandbox calendar'),
    ends: Day.describe('Last day of the sandbox calendar'),
    is_own: z.boolean().describe('Whether you have set the clock; otherwise it is that of the installation'),
  })
  .meta({ id: 'SandboxClock' })

export const SandboxClockChange = Body({
  now: z.iso.datetime({ offset: true }).optional().describe('The time to set'),
  advance: z
    .string()
    .max(60)
    .regex(
      /^P(?=.)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+S)?)?$/,
      'must be a duration such as P1M',
    )
    .optional()
    .describe('Duration to advance by: P1M, P2W, P3D, PT90S'),
  restart: z.literal(true).optional().describe('Follow the clock of the installation again'),
})
  .refine(
    ({ now, advance, restart }) => [now, advance, restart].filter((one) => one !== undefined).length === 1,
    {
      error: 'must have one of now, advance and restart',
    },
  )
  .meta({ id: 'SandboxClockChange' })

export const SandboxProvider = z
  .object({
    id: z.string(),
    name: z.string(),
    is_down: z.boolean(),
    slow_seconds: z.number().describe('Delay of every response'),
    max_login_attempts: z.int(),
    locked_user_names: z.array(z.string()),
    overridden_user_names: z
      .array(z.string())
      .describe('People whose behaviour is overridden at this provider'),
    is_own: z
      .boolean()
      .describe('Whether you have changed this provider; otherwise the settings of the installation apply'),
  })
  .meta({ id: 'SandboxProvider' })

export const SandboxProviders = z
  .object({ providers: z.array(SandboxProvider) })
  .meta({ id: 'SandboxProviders' })

export const SandboxProviderChange = Body({
  is_down: z.boolean().optional(),
  slow_seconds: z.number().min(0).max(60).optional(),
  unlock: z.literal(true).optional().describe('Unlocks accounts locked after wrong passwords'),
  reset: z
    .literal(true)
    .optional()
    .describe('First removes your outage, delay, behaviours and locked accounts at this provider'),
}).meta({ id: 'SandboxProviderChange' })

export const SandboxBehaviour = Body({
  provider: ProviderName,
  behaviour: z
    .string()
    .max(200)
    .nullable()
    .describe(
      'Test behaviour, as if typed as the password: `mfa:code`, `error:maintenance`, `slow:5+drop:list`; null: default behaviour',
    ),
}).meta({ id: 'SandboxBehaviour' })

const Verdict = z.enum(['verified', 'refused', 'not-sent', 'not-checked'])

const SignatureVerdicts = z
  .object({ standard: Verdict, hexadecimal: Verdict, next: Verdict })
  .meta({ id: 'SandboxSignatures' })

export const SandboxInbox = z
  .object({
    url: z.string().describe('Use this as the url of a webhook'),
    pagination: Pagination,
    deliveries: z.array(
      z
        .object({
          number: z.int().describe('Sequence number over all deliveries to the sandbox'),
          received_at: z.string().meta({ type: 'string', format: 'date-time' }),
          answered: z.int().describe('HTTP status returned'),
          webhook_id: Text,
          event: Text,
          attempt: Text,
          sequence: Text,
          is_test: z.boolean(),
          is_tombstone: z.boolean(),
          is_accepted: z.boolean(),
          signatures: SignatureVerdicts,
          is_encrypted: z.boolean(),
          is_decrypted: z.boolean(),
          body: Text.describe('Decrypted if it was encrypted; null if it cannot be decrypted'),
          problems: z.array(z.string()),
          headers: z.record(z.string(), z.string()),
        })
        .meta({ id: 'SandboxArrival' }),
    ),
  })
  .meta({ id: 'SandboxInbox' })

export const SandboxInboxKeys = Body({
  signing_secrets: z.array(z.string().min(1).max(256)).max(4).default([]),
  encryption_keys: z.array(z.string().length(44)).max(4).default([]).describe('Base64 of 32 bytes'),
}).meta({
  id: 'SandboxInboxKeys',
  description: 'Replaces all keys; they are kept in memory only.',
})
