import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { aUser, readMail } from '../people.ts'
import { invalid, missing, noSuch, unknown } from './messages.ts'
import { needsApiKey, needsUserToken, refusesRole } from './refusals.ts'
import { inArea, type Promised } from './row.ts'
import { anAuthorisedUser, anUnsentPayslip } from './scenes.ts'
import { timestamp, uuid } from './shapes.ts'
import { type ContractWorld, look, nobodysId } from './world.ts'

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
async function aTraveller(world: ContractWorld, changes: object = {}) {
  const { user_id } = await anAuthorisedUser(world, changes)
  const { body } = await world.anonymous('POST', '/journeys/sessions', { code: await codeOf(world, user_id) })
  return { user_id, journey_id: body.journey_id as string, ask: world.withToken(body.token) }
}

/** Creates an applicant of a new client with this callback URL, if any. */
async function atAnotherClient({ aClient, withToken }: ContractWorld, client_callback_url?: string) {
  const { ask } = await aClient()
  if (client_callback_url) await ask('PATCH', '/configuration', { client_callback_url })
  const { user_id } = (await ask('POST', '/users', aUser())).body
  const person = withToken((await ask('POST', '/user-tokens', { user_id })).body.token)
  const end = (outcome: object) => person('POST', '/journeys/current/ends', { outcome })
  return { user_id: user_id as string, end }
}

const email = 'wilhelmina@people.example'
const birthday = '1988-05-14'
const anAddress = () => `p${randomBytes(6).toString('hex')}@people.example`

const inviting: Promised[] = [
  {
    endpoint: invitations,
    says: 'a link is mailed, and the reply says until when it is good, without the link',
    call: async ({ acme, aPerson }) =>
      acme('POST', '/journeys/invitations', { user_id: await aPerson(), email, language: 'cy' }),
    expects: { status: 202, body: { user_id: uuid, queued_at: timestamp, link_expires_at: timestamp } },
  },
  {
    endpoint: invitations,
    says: 'a missing field is named, an unknown and an invalid one too',
    call: ({ acme }) =>
      acme('POST', '/journeys/invitations', { user: 1, email: 'wilhelmina', language: 'fr' }),
    expects: {
      status: 400,
      errors: [missing('user_id'), unknown('user'), invalid('email'), invalid('language')],
    },
  },
  {
    endpoint: invitations,
    says: 'a text message needs a gateway',
    call: async ({ acme, aPerson }) =>
      acme('POST', '/journeys/invitations', { user_id: await aPerson(), phone: '07700 900123' }),
    expects: { status: 400, errors: [invalid('phone')] },
  },
  {
    endpoint: invitations,
    says: 'a user of another client does not exist',
    call: async ({ rival, aPerson }) =>
      rival('POST', '/journeys/invitations', { user_id: await aPerson(), email }),
    expects: { status: 404, errors: [noSuch('User')] },
  },
  {
    endpoint: invitations,
    says: 'a sixth within a day is refused',
    async call({ acme, aPerson }) {
      const user_id = await aPerson()
      for (let n = 0; n < 5; n++) await acme('POST', '/journeys/invitations', { user_id, email })
      return acme('POST', '/journeys/invitations', { user_id, email })
    },
    expects: { status: 429, headers: { 'x-svc-error-code': 'too-many-invitations', 'retry-after': /^\d+$/ } },
  },
  refusesRole(invitations, 'Support', 'FullMember'),
  ...needsApiKey(invitations),
]

const coming: Promised[] = [
  {
    endpoint: sessions,
    says: 'the code of a link is exchanged for a token',
    call: async (world) =>
      world.anonymous('POST', '/journeys/sessions', { code: await codeOf(world, await world.aPerson()) }),
    expects: { status: 201, body: session },
  },
  {
    endpoint: sessions,
    says: 'a missing field is named, an unknown one too',
    call: ({ anonymous }) => anonymous('POST', '/journeys/sessions', { link: 'x' }),
    expects: { status: 400, errors: [missing('code'), unknown('link')] },
  },
  {
    endpoint: sessions,
    says: 'a code that opens nothing',
    call: ({ anonymous }) => anonymous('POST', '/journeys/sessions', { code: nobodysId }),
    expects: { status: 404, headers: { 'x-svc-error-code': 'link-expired' } },
  },
  {
    endpoint: sessions,
    says: 'the link of somebody whose tokens were revoked opens nothing',
    async call(world) {
      const user_id = await world.aPerson()
      const code = await codeOf(world, user_id)
      await world.acme('POST', '/user-tokens/revocations', { user_id })
      return world.anonymous('POST', '/journeys/sessions', { code })
    },
    expects: { status: 404, headers: { 'x-svc-error-code': 'link-expired' } },
  },
  {
    endpoint: renewals,
    says: 'a new token of the same journey',
    call: async (world) => (await aTraveller(world)).ask('POST', '/journeys/sessions/renewals', {}),
    expects: { status: 201, body: session },
  },
  {
    endpoint: renewals,
    says: 'a token that came by no journey link',
    call: async (world) => (await anAuthorisedUser(world)).asUser('POST', '/journeys/sessions/renewals', {}),
    expects: { status: 403, headers: { 'x-svc-error-code': 'journey-missing' } },
  },
  {
    endpoint: renewals,
    says: 'an unknown field is named',
    call: async (world) => (await aTraveller(world)).ask('POST', '/journeys/sessions/renewals', { for: 1 }),
    expects: { status: 400, errors: [unknown('for')] },
  },
  ...needsUserToken(renewals),
  {
    endpoint: returnCodes,
    says: 'the reply is the same for every journey',
    call: async (world) =>
      world.anonymous('POST', `/journeys/${(await aTraveller(world)).journey_id}/return-codes`, {}),
    expects: { status: 202, body: { message: expect.any(String) } },
  },
  {
    endpoint: returnCodes,
    says: 'a journey that never existed gets the same reply',
    call: ({ anonymous }) => anonymous('POST', `/journeys/${nobodysId}/return-codes`, { language: 'cy' }),
    expects: { status: 202, body: { message: expect.any(String) } },
  },
  {
    endpoint: returnCodes,
    says: 'an unknown field is named, an invalid one too',
    call: ({ anonymous }) =>
      anonymous('POST', `/journeys/${nobodysId}/return-codes`, { language: 'fr', to: 'x' }),
    expects: { status: 400, errors: [unknown('to'), invalid('language')] },
  },
  {
    endpoint: returnCodes,
    says: 'an id that is none',
    call: ({ anonymous }) => anonymous('POST', '/journeys/mine/return-codes', {}),
    expects: { status: 404, errors: ['Journey [mine] does not exist'] },
  },
  {
    endpoint: returns,
    says: 'the code in the mail is exchanged for a token of a new journey',
    async call(world) {
      const address = anAddress()
      const { journey_id } = await aTraveller(world, { email: address })
      await world.anonymous('POST', `/journeys/${journey_id}/return-codes`, {})
      const { text } = await readMail(world.api.world.inboxUrl, address)
      const one_time_code = /code is (\d{6})/.exec(text)?.[1]
      return world.anonymous('POST', `/journeys/${journey_id}/returns`, { one_time_code })
    },
    expects: { status: 201, body: session },
  },
  {
    endpoint: returns,
    says: 'a code that was never sent',
    call: ({ anonymous }) => anonymous('POST', `/journeys/${nobodysId}/returns`, { one_time_code: '271828' }),
    expects: { status: 403, headers: { 'x-svc-error-code': 'return-code-rejected' } },
  },
  {
    endpoint: returns,
    says: 'a missing field is named, an invalid one too',
    call: ({ anonymous }) => anonymous('POST', `/journeys/${nobodysId}/returns`, { device: 'x' }),
    expects: { status: 400, errors: [missing('one_time_code'), invalid('device')] },
  },
  {
    endpoint: returns,
    says: 'an id that is none',
    call: ({ anonymous }) => anonymous('POST', '/journeys/mine/returns', { one_time_code: '271828' }),
    expects: { status: 404, errors: ['Journey [mine] does not exist'] },
  },
  {
    endpoint: confirmations,
    says: 'the registered date of birth confirms the person',
    call: async (world) =>
      (await aTraveller(world)).ask('POST', '/journeys/current/confirmations', { date_of_birth: birthday }),
    expects: { status: 201, body: { confirmed_at: timestamp } },
  },
  {
    endpoint: confirmations,
    says: 'another date of birth takes one of five tries',
    call: async (world) =>
      (await aTraveller(world)).ask('POST', '/journeys/current/confirmations', {
        date_of_birth: '1901-01-01',
      }),
    expects: {
      status: 403,
      headers: { 'x-svc-error-code': 'confirmation-wrong', 'x-svc-attempts-left': '4' },
    },
  },
  {
    endpoint: confirmations,
    says: 'one answer is needed, and only one',
    call: async (world) => (await aTraveller(world)).ask('POST', '/journeys/current/confirmations', {}),
    expects: { status: 400, errors: [missing('date_of_birth')] },
  },
  {
    endpoint: confirmations,
    says: 'a token that came by no journey link',
    call: async (world) =>
      (await anAuthorisedUser(world)).asUser('POST', '/journeys/current/confirmations', {
        date_of_birth: birthday,
      }),
    expects: { status: 403, headers: { 'x-svc-error-code': 'journey-missing' } },
  },
  ...needsUserToken(confirmations),
  {
    endpoint: readings,
    says: 'what was read from an uploaded file, for the review before it is submitted',
    async call(world) {
      const { asUser, files } = await anUnsentPayslip(world)
      return look(await asUser('POST', '/journeys/current/readings', { files }), (body) => body.files)
    },
    expects: {
      status: 201,
      body: [
        {
          path: expect.any(String),
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
    says: 'no file of another person',
    async call(world) {
      const { files } = await anUnsentPayslip(world)
      return (await anAuthorisedUser(world)).asUser('POST', '/journeys/current/readings', { files })
    },
    expects: { status: 400, errors: [invalid('files.0.path')] },
  },
  {
    endpoint: readings,
    says: 'not without an authorisation',
    async call(world) {
      const { asUser, revoke } = await anAuthorisedUser(world)
      await revoke()
      return asUser('POST', '/journeys/current/readings', { files: [{ path: 'elsewhere' }] })
    },
    expects: { status: 403, headers: { 'x-svc-error-code': 'authorisation-missing' } },
  },
  ...needsUserToken(readings),
  {
    endpoint: current,
    says: 'who asks, what can be used, what to agree to and how far it is',
    call: async (world) => (await aTraveller(world)).ask('GET', '/journeys/current'),
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
  ...needsUserToken(current),
]

const going: Promised[] = [
  {
    endpoint: direct,
    says: 'an account for each provider that knows the person',
    call: async (world) => (await aTraveller(world)).ask('POST', '/journeys/current/direct-connections', {}),
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
    says: 'nobody knows the person: an empty list',
    call: async (world) =>
      (await aTraveller(world, { ni_number: 'QQ999999D' })).ask(
        'POST',
        '/journeys/current/direct-connections',
        {},
      ),
    expects: { status: 201, body: { accounts: [] } },
  },
  {
    endpoint: direct,
    says: 'an unknown field is named',
    call: async (world) =>
      (await aTraveller(world)).ask('POST', '/journeys/current/direct-connections', { user: 1 }),
    expects: { status: 400, errors: [unknown('user')] },
  },
  {
    endpoint: direct,
    says: 'the person has not agreed',
    call: async ({ aPerson, aUserToken }) =>
      (await aUserToken(await aPerson()))('POST', '/journeys/current/direct-connections', {}),
    expects: { status: 403, headers: { 'x-svc-error-code': 'authorisation-missing' } },
  },
  ...needsUserToken(direct),
  {
    endpoint: ends,
    says: 'the callback address of the client, told what came of it',
    async call(world) {
      const { user_id, end } = await atAnotherClient(world, 'https://lender.example/done?a=b')
      const reply = await end({ kind: 'documents' })
      return look(reply, ({ redirect_to }) => ({ redirect_to: redirect_to.replace(user_id, '<user>') }))
    },
    expects: {
      status: 201,
      body: { redirect_to: 'https://lender.example/done?a=b&user_id=<user>&message=documents-submitted' },
    },
  },
  {
    endpoint: ends,
    says: 'no callback address: nowhere to go',
    call: async (world) => (await atAnotherClient(world)).end({ kind: 'nothing' }),
    expects: { status: 201, body: { redirect_to: null } },
  },
  {
    endpoint: ends,
    says: 'an error is a word and nothing else',
    call: async (world) =>
      (await aTraveller(world)).ask('POST', '/journeys/current/ends', {
        outcome: { kind: 'failed', error: 'https://elsewhere.example' },
      }),
    expects: { status: 400, errors: [invalid('outcome.error')] },
  },
  {
    endpoint: ends,
    says: 'an account of nobody',
    call: async (world) =>
      (await aTraveller(world)).ask('POST', '/journeys/current/ends', {
        outcome: { kind: 'connected', account_id: nobodysId },
      }),
    expects: { status: 404, errors: [noSuch('Account', nobodysId)] },
  },
  ...needsUserToken(ends),
]

export const journeys = inArea('journeys', [...inviting, ...coming, ...going])
