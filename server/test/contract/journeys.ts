import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { aUser, readMail } from '../people.ts'
import { invalid, missing, notFoundMessage, unknown } from './messages.ts'
import { inArea, type Row } from './row.ts'
import { createAuthorisedUser, uploadUnsentPayslip } from './scenes.ts'
import { timestamp, uuid } from './shapes.ts'
import { rejectsRole, requiresApiKey, requiresUserToken } from './shared-rows.ts'
import { type ContractWorld, mapBody, unknownId } from './world.ts'

// Endpoints used by an applicant in the hosted journey.

const invitations = 'POST /journeys/invitations'
const sessions = 'POST /journeys/sessions'
const renewals = 'POST /journeys/sessions/renewals'
const returnCodes = 'POST /journeys/{journey_id}/return-codes'
const returns = 'POST /journeys/{journey_id}/returns'
const confirmations = 'POST /journeys/current/confirmations'
const readings = 'POST /journeys/current/readings'
const current = 'GET /journeys/current'
const direct = 'POST /journeys/current/direct-connections'
const ends = 'POST /journeys/current/ends'

const session = {
  token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  expires_at: timestamp,
  journey_id: uuid,
  link_expires_at: timestamp,
}

async function codeOf({ acme }: ContractWorld, user_id: string) {
  const { webapp_link } = (await acme('POST', '/user-tokens', { user_id })).body
  return String(webapp_link).split('/').at(-1)
}

/** Creates an applicant who opened their link and gave consent. */
async function openJourney(world: ContractWorld, changes: object = {}) {
  const { user_id } = await createAuthorisedUser(world, changes)
  const { body } = await world.anonymous('POST', '/journeys/sessions', { code: await codeOf(world, user_id) })
  return { user_id, journey_id: body.journey_id as string, call: world.withToken(body.token) }
}

/** Creates an applicant of a new client with this callback URL, if any. */
async function openJourneyOfClient({ createClient, withToken }: ContractWorld, client_callback_url?: string) {
  const { call } = await createClient()
  if (client_callback_url) await call('PATCH', '/configuration', { client_callback_url })
  const { user_id } = (await call('POST', '/users', aUser())).body
  const person = withToken((await call('POST', '/user-tokens', { user_id })).body.token)
  const end = (outcome: object) => person('POST', '/journeys/current/ends', { outcome })
  return { user_id: user_id as string, end }
}

const email = 'wilhelmina@people.example'
const birthday = '1988-05-14'
const anAddress = () => `p${randomBytes(6).toString('hex')}@people.example`

const invitationRows: Row[] = [
  {
    endpoint: invitations,
    title: 'sends the link by e-mail; the reply has its expiry but not the link',
    call: async ({ acme, createUserId }) =>
      acme('POST', '/journeys/invitations', { user_id: await createUserId(), email, language: 'cy' }),
    expects: { status: 202, body: { user_id: uuid, queued_at: timestamp, link_expires_at: timestamp } },
  },
  {
    endpoint: invitations,
    title: 'reports missing, unknown and invalid fields by name',
    call: ({ acme }) =>
      acme('POST', '/journeys/invitations', { user: 1, email: 'wilhelmina', language: 'fr' }),
    expects: {
      status: 400,
      errors: [missing('user_id'), unknown('user'), invalid('email'), invalid('language')],
    },
  },
  {
    endpoint: invitations,
    title: 'a text message is refused if no gateway is configured',
    call: async ({ acme, createUserId }) =>
      acme('POST', '/journeys/invitations', { user_id: await createUserId(), phone: '07700 900123' }),
    expects: { status: 400, errors: [invalid('phone')] },
  },
  {
    endpoint: invitations,
    title: 'another client’s user is not found',
    call: async ({ rival, createUserId }) =>
      rival('POST', '/journeys/invitations', { user_id: await createUserId(), email }),
    expects: { status: 404, errors: [notFoundMessage('User')] },
  },
  {
    endpoint: invitations,
    title: 'a sixth invitation within a day is refused',
    async call({ acme, createUserId }) {
      const user_id = await createUserId()
      for (let n = 0; n < 5; n++) await acme('POST', '/journeys/invitations', { user_id, email })
      return acme('POST', '/journeys/invitations', { user_id, email })
    },
    expects: { status: 429, headers: { 'x-svc-error-code': 'too-many-invitations', 'retry-after': /^\d+$/ } },
  },
  rejectsRole(invitations, 'Support', 'FullMember'),
  ...requiresApiKey(invitations),
]

const sessionRows: Row[] = [
  {
    endpoint: sessions,
    title: 'exchanges the code of a link for a token',
    call: async (world) =>
      world.anonymous('POST', '/journeys/sessions', {
        code: await codeOf(world, await world.createUserId()),
      }),
    expects: { status: 201, body: session },
  },
  {
    endpoint: sessions,
    title: 'reports missing and unknown fields by name',
    call: ({ anonymous }) => anonymous('POST', '/journeys/sessions', { link: 'x' }),
    expects: { status: 400, errors: [missing('code'), unknown('link')] },
  },
  {
    endpoint: sessions,
    title: 'an unknown code is not found',
    call: ({ anonymous }) => anonymous('POST', '/journeys/sessions', { code: unknownId }),
    expects: { status: 404, headers: { 'x-svc-error-code': 'link-expired' } },
  },
  {
    endpoint: sessions,
    title: 'the link of a user whose tokens were revoked is not found',
    async call(world) {
      const user_id = await world.createUserId()
      const code = await codeOf(world, user_id)
      await world.acme('POST', '/user-tokens/revocations', { user_id })
      return world.anonymous('POST', '/journeys/sessions', { code })
    },
    expects: { status: 404, headers: { 'x-svc-error-code': 'link-expired' } },
  },
  {
    endpoint: renewals,
    title: 'returns a new token of the same journey',
    call: async (world) => (await openJourney(world)).call('POST', '/journeys/sessions/renewals', {}),
    expects: { status: 201, body: session },
  },
  {
    endpoint: renewals,
    title: 'a token that belongs to no journey is refused',
    call: async (world) =>
      (await createAuthorisedUser(world)).asUser('POST', '/journeys/sessions/renewals', {}),
    expects: { status: 403, headers: { 'x-svc-error-code': 'journey-missing' } },
  },
  {
    endpoint: renewals,
    title: 'reports an unknown field by name',
    call: async (world) => (await openJourney(world)).call('POST', '/journeys/sessions/renewals', { for: 1 }),
    expects: { status: 400, errors: [unknown('for')] },
  },
  ...requiresUserToken(renewals),
  {
    endpoint: returnCodes,
    title: 'the reply is the same for every journey',
    call: async (world) =>
      world.anonymous('POST', `/journeys/${(await openJourney(world)).journey_id}/return-codes`, {}),
    expects: { status: 202, body: { message: expect.any(String) } },
  },
  {
    endpoint: returnCodes,
    title: 'an unknown journey gets the same reply',
    call: ({ anonymous }) => anonymous('POST', `/journeys/${unknownId}/return-codes`, { language: 'cy' }),
    expects: { status: 202, body: { message: expect.any(String) } },
  },
  {
    endpoint: returnCodes,
    title: 'reports unknown and invalid fields by name',
    call: ({ anonymous }) =>
      anonymous('POST', `/journeys/${unknownId}/return-codes`, { language: 'fr', to: 'x' }),
    expects: { status: 400, errors: [unknown('to'), invalid('language')] },
  },
  {
    endpoint: returnCodes,
    title: 'a malformed journey id is not found',
    call: ({ anonymous }) => anonymous('POST', '/journeys/mine/return-codes', {}),
    expects: { status: 404, errors: ['Journey [mine] does not exist'] },
  },
  {
    endpoint: returns,
    title: 'exchanges the mailed code for a token of a new journey',
    async call(world) {
      const address = anAddress()
      const { journey_id } = await openJourney(world, { email: address })
      await world.anonymous('POST', `/journeys/${journey_id}/return-codes`, {})
      const { text } = await readMail(world.api.world.inboxUrl, address)
      const one_time_code = /code is (\d{6})/.exec(text)?.[1]
      return world.anonymous('POST', `/journeys/${journey_id}/returns`, { one_time_code })
    },
    expects: { status: 201, body: session },
  },
  {
    endpoint: returns,
    title: 'a code that was never sent is refused',
    call: ({ anonymous }) => anonymous('POST', `/journeys/${unknownId}/returns`, { one_time_code: '271828' }),
    expects: { status: 403, headers: { 'x-svc-error-code': 'return-code-rejected' } },
  },
  {
    endpoint: returns,
    title: 'reports missing and invalid fields by name',
    call: ({ anonymous }) => anonymous('POST', `/journeys/${unknownId}/returns`, { device: 'x' }),
    expects: { status: 400, errors: [missing('one_time_code'), invalid('device')] },
  },
  {
    endpoint: returns,
    title: 'a malformed journey id is not found',
    call: ({ anonymous }) => anonymous('POST', '/journeys/mine/returns', { one_time_code: '271828' }),
    expects: { status: 404, errors: ['Journey [mine] does not exist'] },
  },
  {
    endpoint: confirmations,
    title: 'the registered date of birth confirms the person',
    call: async (world) =>
      (await openJourney(world)).call('POST', '/journeys/current/confirmations', { date_of_birth: birthday }),
    expects: { status: 201, body: { confirmed_at: timestamp } },
  },
  {
    endpoint: confirmations,
    title: 'another date of birth uses one of five attempts',
    call: async (world) =>
      (await openJourney(world)).call('POST', '/journeys/current/confirmations', {
        date_of_birth: '1901-01-01',
      }),
    expects: {
      status: 403,
      headers: { 'x-svc-error-code': 'confirmation-wrong', 'x-svc-attempts-left': '4' },
    },
  },
  {
    endpoint: confirmations,
    title: 'exactly one answer is required',
    call: async (world) => (await openJourney(world)).call('POST', '/journeys/current/confirmations', {}),
    expects: { status: 400, errors: [missing('date_of_birth')] },
  },
  {
    endpoint: confirmations,
    title: 'a token that belongs to no journey is refused',
    call: async (world) =>
      (await createAuthorisedUser(world)).asUser('POST', '/journeys/current/confirmations', {
        date_of_birth: birthday,
      }),
    expects: { status: 403, headers: { 'x-svc-error-code': 'journey-missing' } },
  },
  ...requiresUserToken(confirmations),
  {
    endpoint: readings,
    title: 'returns the values that were read from an uploaded file, before it is submitted',
    async call(world) {
      const { asUser, files } = await uploadUnsentPayslip(world)
      return mapBody(await asUser('POST', '/journeys/current/readings', { files }), (body) => body.files)
    },
    expects: {
      status: 201,
      body: [
        {
          path: expect.any(String),
          document_type: 'payslip',
          payslip: {
            employer_name: expect.any(String),
            pay_date: timestamp,
            gross_pay: expect.any(String),
            net_pay: expect.any(String),
          },
          bank_statement: null,
          problem: null,
        },
      ],
    },
  },
  {
    endpoint: readings,
    title: 'another person’s file is refused',
    async call(world) {
      const { files } = await uploadUnsentPayslip(world)
      return (await createAuthorisedUser(world)).asUser('POST', '/journeys/current/readings', { files })
    },
    expects: { status: 400, errors: [invalid('files.0.path')] },
  },
  {
    endpoint: readings,
    title: 'a revoked authorisation is refused',
    async call(world) {
      const { asUser, revoke } = await createAuthorisedUser(world)
      await revoke()
      return asUser('POST', '/journeys/current/readings', { files: [{ path: 'elsewhere' }] })
    },
    expects: { status: 403, headers: { 'x-svc-error-code': 'authorisation-missing' } },
  },
  ...requiresUserToken(readings),
  {
    endpoint: current,
    title: 'returns the client, the available sources, the term and the progress',
    call: async (world) => (await openJourney(world)).call('GET', '/journeys/current'),
    expects: {
      status: 200,
      body: {
        user_id: uuid,
        journey_id: uuid,
        environment: 'sandbox',
        reference: expect.any(String),
        first_name: expect.toBeOneOf([null, expect.any(String)]),
        client: {
          name: expect.any(String),
          logo: expect.toBeOneOf([null, expect.any(String)]),
          brand_colour: expect.toBeOneOf([null, expect.any(String)]),
          has_callback: expect.any(Boolean),
          data_purpose: null,
          data_purpose_cy: null,
          next_steps: null,
          next_steps_cy: null,
          data_retention_months: null,
          privacy_notice_url: null,
          contact_email: null,
          contact_phone: null,
          fca_number: null,
          ico_number: null,
        },
        consent_layout: expect.toBeOneOf(['list', 'questions']),
        sources: expect.arrayContaining(['payroll', 'bank_statements']),
        period_months: expect.any(Number),
        recurring: null,
        term: {
          id: uuid,
          authorisation_version: expect.any(Number),
          name: expect.any(String),
          authorisation_text: expect.any(String),
          authorisation_category: 'one_time',
          translations: [expect.objectContaining({ language: 'cy' })],
        },
        authorisation: {
          id: uuid,
          accepted_at: timestamp,
          expires_at: timestamp,
          authorisation_version: expect.any(Number),
        },
        accounts: [],
        documents: { payslips: 0, bank_statements: 0 },
        months: expect.arrayContaining([
          { month: expect.stringMatching(/^\d{4}-\d{2}$/), has_payslip: false, has_bank_statement: false },
        ]),
        missing_documents: [],
        requested: null,
        session: { expires_at: timestamp, link_expires_at: timestamp },
        confirm_with: 'date_of_birth',
      },
    },
  },
  ...requiresUserToken(current),
]

const journeyRows: Row[] = [
  {
    endpoint: direct,
    title: 'returns an account for each provider that knows the person',
    call: async (world) =>
      (await openJourney(world)).call('POST', '/journeys/current/direct-connections', {}),
    expects: {
      status: 201,
      body: {
        accounts: [
          {
            account_id: uuid,
            payroll_provider: 'sandbox-bureau',
            status: 'AUTHORISED',
            created_at: timestamp,
            reason: 'found-directly',
            waiting: null,
            progress: 'done',
            failure: null,
            submissions: 12,
            latest_pay_date: timestamp,
            consent: null,
          },
        ],
      },
    },
  },
  {
    endpoint: direct,
    title: 'a person whom no provider knows gets an empty list',
    call: async (world) =>
      (await openJourney(world, { ni_number: 'QQ999999D' })).call(
        'POST',
        '/journeys/current/direct-connections',
        {},
      ),
    expects: { status: 201, body: { accounts: [] } },
  },
  {
    endpoint: direct,
    title: 'reports an unknown field by name',
    call: async (world) =>
      (await openJourney(world)).call('POST', '/journeys/current/direct-connections', { user: 1 }),
    expects: { status: 400, errors: [unknown('user')] },
  },
  {
    endpoint: direct,
    title: 'a person without an authorisation is refused',
    call: async ({ createUserId, callerForUser }) =>
      (await callerForUser(await createUserId()))('POST', '/journeys/current/direct-connections', {}),
    expects: { status: 403, headers: { 'x-svc-error-code': 'authorisation-missing' } },
  },
  ...requiresUserToken(direct),
  {
    endpoint: ends,
    title: 'returns the client’s callback URL with the outcome',
    async call(world) {
      const { user_id, end } = await openJourneyOfClient(world, 'https://lender.example/done?a=b')
      const reply = await end({ kind: 'documents' })
      return mapBody(reply, ({ redirect_to }) => ({ redirect_to: redirect_to.replace(user_id, '<user>') }))
    },
    expects: {
      status: 201,
      body: { redirect_to: 'https://lender.example/done?a=b&user_id=<user>&message=documents-submitted' },
    },
  },
  {
    endpoint: ends,
    title: 'without a callback URL, redirect_to is null',
    call: async (world) => (await openJourneyOfClient(world)).end({ kind: 'nothing' }),
    expects: { status: 201, body: { redirect_to: null } },
  },
  {
    endpoint: ends,
    title: 'an error that is not a single word is refused',
    call: async (world) =>
      (await openJourney(world)).call('POST', '/journeys/current/ends', {
        outcome: { kind: 'failed', error: 'https://elsewhere.example' },
      }),
    expects: { status: 400, errors: [invalid('outcome.error')] },
  },
  {
    endpoint: ends,
    title: 'an unknown account id is not found',
    call: async (world) =>
      (await openJourney(world)).call('POST', '/journeys/current/ends', {
        outcome: { kind: 'connected', account_id: unknownId },
      }),
    expects: { status: 404, errors: [notFoundMessage('Account', unknownId)] },
  },
  ...requiresUserToken(ends),
]

export const journeys = inArea('journeys', [...invitationRows, ...sessionRows, ...journeyRows])
