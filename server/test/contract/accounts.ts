import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { invalid, missing, noBearer, noSuch, unknown } from './messages.ts'
import { knowsWhoExists, needsApiKey, pages, refusesRole } from './refusals.ts'
import { inArea, type Promised } from './row.ts'
import {
  anAccount,
  anAuthorisedUser,
  anEntry,
  aStranger,
  bertram,
  type SceneLogin,
  sandboxLogin,
  sharedEntry,
  taxLogin,
} from './scenes.ts'
import { account, identityAcceptance, message, pagination, timestamp, uuid } from './shapes.ts'
import { type Ask, type ContractWorld, look, nobodysId } from './world.ts'

export const needsAuthorisation = {
  status: 403,
  errors: [/authorisation/i],
  headers: { 'x-svc-error-code': 'authorisation-missing' },
}
export const connectionsOff = {
  status: 403,
  errors: [/connection/i],
  headers: { 'x-svc-error-code': 'connections-off' },
}
/** Expects a rejection with our message and an error code. */
export const refused = (code: string, ...texts: RegExp[]) => ({
  status: 400,
  errors: texts.length > 0 ? texts : [/./],
  headers: { 'x-svc-error-code': code },
})

const acceptIdentity = 'POST /accounts/{account_id}/identity/accept'
type AttentionReply = { items: { kind: string; reason: string; count: number; examples: { id: string }[] }[] }

const connect = (ask: Ask, user_id: string, login: object = {}, headers = {}) =>
  ask('POST', '/accounts', { user_id, ...sandboxLogin, password: 'pass', ...login }, headers)

/** Tries to log in as a person whom no other row uses. */
async function tryOnce(world: ContractWorld, login: SceneLogin = {}) {
  const { user_id } = await anAuthorisedUser(world)
  return connect(world.acme, user_id, { user_name: await aStranger(world), ...login })
}

const endpoint = 'POST /accounts'

const created: Promised[] = [
  {
    endpoint,
    says: 'a login without a second step: the account is authorised at once',
    call: (world) => tryOnce(world),
    expects: {
      status: 201,
      body: { ...account, status: 'AUTHORISED', mfa_enabled: false, latest_pay_date: null },
    },
  },
  ...[
    ['mfa:code', { type: 'Code', source: expect.toBeOneOf(['SMS', 'EMAIL', 'AUTHENTICATOR_APP']) }],
    ['mfa:date', { type: 'Date', format: expect.any(String), message: expect.any(String) }],
    [
      'mfa:chars',
      {
        type: 'PasswordWithPositions',
        positions: [expect.any(Number), expect.any(Number), expect.any(Number)],
        message: expect.any(String),
      },
    ],
  ].map(
    ([password, mfa_method]): Promised => ({
      endpoint,
      says: `a second step of the kind ${password}: the account waits and says what for`,
      call: (world) => tryOnce(world, { password: password as string }),
      expects: { status: 201, body: { ...account, status: 'PENDING', mfa_enabled: true, mfa_method } },
    }),
  ),
  {
    endpoint,
    says: 'an OAuth2 provider: the account waits for the person, and says where they have to go',
    async call(world) {
      const { user_id } = await anAuthorisedUser(world)
      return world.acme('POST', '/accounts', { user_id, payroll_provider: 'sandbox-cloud' })
    },
    expects: {
      status: 201,
      body: {
        ...account,
        user_name: expect.toBeOneOf([null, expect.any(String)]),
        status: 'PENDING',
        mfa_enabled: false,
        latest_pay_date: null,
        authorization_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:8080\/oauth2\/start\?ticket=./),
      },
    },
  },
  {
    endpoint,
    says: 'the user may do it too',
    async call(world) {
      const { user_id, asUser } = await anAuthorisedUser(world)
      return connect(asUser, user_id, { user_name: await aStranger(world) })
    },
    expects: { status: 201, body: { ...account, status: 'AUTHORISED' } },
  },
  {
    endpoint,
    says: 'two requests with one Idempotency-Key create one account and call the provider once',
    async call(world) {
      const { user_id } = await anAuthorisedUser(world)
      const login = { user_name: await aStranger(world), password: 'mfa:code' }
      const headers = { 'idempotency-key': randomUUID() }
      const first = await connect(world.acme, user_id, login, headers)
      const second = await connect(world.acme, user_id, login, headers)
      const listed = await world.acme('GET', `/accounts?user_id=${user_id}`)
      return look(second, (body) => ({
        isSame: JSON.stringify(body) === JSON.stringify(first.body),
        accounts: listed.body.pagination.total_count,
      }))
    },
    expects: { status: 201, body: { isSame: true, accounts: 1 } },
  },
  {
    endpoint,
    says: 'the same login again returns the AUTHORISED account and does not check the password',
    async call(world) {
      const { user_id } = await anAuthorisedUser(world)
      const user_name = await aStranger(world)
      const first = await connect(world.acme, user_id, { user_name })
      const second = await connect(world.acme, user_id, { user_name, password: 'a wrong one' })
      return look(second, (body) => ({
        isSame: body.account_id === first.body.account_id,
        status: body.status,
      }))
    },
    expects: { status: 201, body: { isSame: true, status: 'AUTHORISED' } },
  },
]

const mistakes: [says: string, body: object, errors: (string | RegExp)[]][] = [
  ['what is missing is named', {}, [missing('user_id'), missing('payroll_provider')]],
  [
    'an unknown field and a malformed id',
    { user_id: 'me', payroll_provider: 'sandbox-payroll', pass: 1 },
    [invalid('user_id'), unknown('pass')],
  ],
]

/** Logins that are rejected before the provider is called. */
const wrongLogins: [says: string, login: object, errors: (string | RegExp)[]][] = [
  ['an unknown provider', { payroll_provider: 'nobody' }, [invalid('payroll_provider')]],
  [
    'a login provider needs user name and password',
    { user_name: undefined, password: undefined },
    [missing('user_name'), missing('password')],
  ],
  ['a user name that is empty', { user_name: '' }, [invalid('user_name')]],
  [
    'an extra login field that the provider does not have',
    { extra_login_params: { shoe_size: '43' } },
    [/\[extra_login_params\.shoe_size\]/],
  ],
  [
    'an extra login field that is longer than the catalogue allows',
    { extra_login_params: { employee_number: '1'.repeat(21) } },
    [/\[extra_login_params\.employee_number\]/],
  ],
  ['a period that ends before it begins', { from: '2026-05-01', to: '2026-04-01' }, [/\[(from|to)\]/]],
]

/** Sandbox behaviours and the error codes that they cause. */
const refusals: [password: string, code: string][] = [
  ['a wrong one', 'login-refused'],
  ['lock', 'login-locked'],
  ['error:account_disabled', 'login-disabled'],
  ['error:password_expired', 'password-expired'],
  ['error:terms_not_accepted', 'terms-not-accepted'],
  ['error:mfa_unsupported', 'mfa-unsupported'],
  ['error:maintenance', 'provider-maintenance'],
  ['error:rate_limited', 'provider-rate-limited'],
  ['error:server_error', 'provider-down'],
]

const notCreated: Promised[] = [
  ...mistakes.map(
    ([says, body, errors]): Promised => ({
      endpoint,
      says,
      expects: { status: 400, errors },
      call: ({ acme }) => acme('POST', '/accounts', body),
    }),
  ),
  ...wrongLogins.map(
    ([says, login, errors]): Promised => ({
      endpoint,
      says,
      expects: { status: 400, errors },
      async call(world) {
        const { user_id } = await anAuthorisedUser(world)
        return connect(world.acme, user_id, login)
      },
    }),
  ),
  ...refusals.map(
    ([password, code]): Promised => ({
      endpoint,
      says: `the provider's answer to the password [${password}] is returned as ${code}`,
      call: (world) => tryOnce(world, { password }),
      expects: refused(code),
    }),
  ),
  {
    endpoint,
    says: 'a first login that is refused leaves no account',
    async call(world) {
      const { user_id } = await anAuthorisedUser(world)
      const reply = await connect(world.acme, user_id, {
        user_name: await aStranger(world),
        password: 'a wrong one',
      })
      const { body } = await world.acme('GET', `/accounts?user_id=${user_id}`)
      return { ...reply, body: { errors: reply.body.errors.concat(body.accounts) } }
    },
    expects: refused('login-refused'),
  },
  {
    endpoint,
    says: 'before the provider would lock the login no more tries are made, and the answer says where to reset it',
    async call(world) {
      const { user_id } = await anAuthorisedUser(world)
      const wrong = { user_name: await aStranger(world), password: 'a wrong one' }
      for (let tries = 1; tries < 5; tries++) await connect(world.acme, user_id, wrong)
      return connect(world.acme, user_id, { ...wrong, password: 'pass' })
    },
    expects: refused('attempts-spent', /\/payroll\/reset/),
  },
  {
    endpoint,
    says: 'the user with the given id does not exist',
    call: ({ acme }) => connect(acme, nobodysId),
    expects: { status: 404, errors: [noSuch('User', nobodysId)] },
  },
  {
    endpoint,
    says: 'a user of another client does not exist',
    call: async (world) => connect(world.rival, (await anAuthorisedUser(world)).user_id),
    expects: { status: 404, errors: [noSuch('User')] },
  },
  {
    endpoint,
    says: 'a user may not do it for another',
    async call(world) {
      const { user_id } = await anAuthorisedUser(world)
      return connect((await anAuthorisedUser(world)).asUser, user_id)
    },
    expects: { status: 404, errors: [noSuch('User')] },
  },
  {
    endpoint,
    says: 'needs a valid authorisation of the user',
    call: async ({ acme, aPerson }) => connect(acme, await aPerson()),
    expects: needsAuthorisation,
  },
  {
    endpoint,
    says: 'x-svc-authorisation-id names the authorisation of another user',
    async call(world) {
      const { user_id } = await anAuthorisedUser(world)
      const { authorisation_id } = await anAuthorisedUser(world)
      return connect(world.acme, user_id, {}, { 'x-svc-authorisation-id': authorisation_id })
    },
    expects: needsAuthorisation,
  },
  {
    endpoint,
    says: 'payroll_connections_enabled is false for the user',
    call: async (world) =>
      connect(world.acme, (await anAuthorisedUser(world, { payroll_connections_enabled: false })).user_id),
    expects: connectionsOff,
  },
  {
    endpoint,
    says: 'payroll_connections_enabled is false for the client, and the user says nothing',
    async call(world) {
      const { user_id } = await anAuthorisedUser(world)
      await world.acme('PATCH', '/configuration', { payroll_connections_enabled: false })
      const reply = await connect(world.acme, user_id)
      await world.acme('PATCH', '/configuration', { payroll_connections_enabled: true })
      return reply
    },
    expects: connectionsOff,
  },
  refusesRole(endpoint, 'Support', 'FullMember'),
  {
    endpoint,
    says: 'an invalid bearer token is refused',
    call: ({ wrongToken }) => connect(wrongToken, nobodysId),
    expects: { status: 401, errors: [noBearer] },
  },
  ...needsApiKey(endpoint),
]

const read: Promised[] = [
  {
    endpoint: 'GET /accounts',
    says: 'the accounts of a user, newest first',
    async call(world) {
      const { user_id, account_id } = await anAccount(world, { user_name: await aStranger(world) })
      const second = await connect(world.acme, user_id, { user_name: await aStranger(world) })
      const reply = await world.acme('GET', `/accounts?user_id=${user_id}`)
      return look(reply, ({ pagination: page, accounts: [first, last] }) => ({
        page,
        first,
        inOrder: first.account_id === second.body.account_id && last.account_id === account_id,
      }))
    },
    expects: { status: 200, body: { page: pagination(1, 500, 2, 2), first: account, inOrder: true } },
  },
  {
    endpoint: 'GET /accounts',
    says: 'whose accounts must be said',
    call: ({ acme }) => acme('GET', '/accounts'),
    expects: { status: 400, errors: [missing('user_id')] },
  },
  {
    endpoint: 'GET /accounts',
    says: 'the user with the given id does not exist',
    call: ({ acme }) => acme('GET', `/accounts?user_id=${nobodysId}`),
    expects: { status: 404, errors: [noSuch('User', nobodysId)] },
  },
  ...pages('GET /accounts', {
    first: 1,
    max: 1000,
    usual: 500,
    path: async ({ aPerson }) => `/accounts?user_id=${await aPerson()}`,
  }),
  ...needsApiKey('GET /accounts'),

  {
    endpoint: 'GET /accounts/{account_id}',
    says: 'after the first retrieval it says when the person was paid last',
    async call(world) {
      return world.acme('GET', (await anEntry(world)).path)
    },
    expects: {
      status: 200,
      body: {
        ...account,
        ...sandboxLogin,
        status: 'AUTHORISED',
        mfa_enabled: false,
        latest_pay_date: '2026-05-29T12:00:00.000Z',
      },
    },
  },
  {
    endpoint: 'GET /accounts/{account_id}',
    says: 'Support is not told the user name',
    async call(world) {
      const reply = await world.supportMember('GET', (await anAccount(world)).path)
      return { ...reply, body: { isTold: reply.text.includes('oakapple') } }
    },
    expects: { status: 200, body: { isTold: false } },
  },
  {
    endpoint: 'GET /accounts/{account_id}',
    says: 'an account of another client does not exist',
    call: async (world) => world.rival('GET', (await anAccount(world)).path),
    expects: { status: 404, errors: [noSuch('Account')] },
  },
  ...knowsWhoExists('GET /accounts/{account_id}', 'Account'),
  ...needsApiKey('GET /accounts/{account_id}'),
]

export const accounts = inArea('accounts', [
  ...created,
  ...notCreated,
  ...read,

  {
    endpoint: 'DELETE /accounts/{account_id}',
    says: 'confirms in words',
    async call(world) {
      return world.acme('DELETE', (await anAccount(world)).path)
    },
    expects: { status: 200, body: message },
  },
  {
    endpoint: 'DELETE /accounts/{account_id}',
    says: 'an account of another client does not exist',
    async call(world) {
      return world.rival('DELETE', (await anAccount(world)).path)
    },
    expects: { status: 404, errors: [noSuch('Account')] },
  },
  {
    endpoint: 'DELETE /accounts/{account_id}',
    says: 'the accounts of a deleted user went with the user',
    async call(world) {
      const { path, user_id } = await anAccount(world)
      await world.acme('DELETE', `/users/${user_id}`)
      return world.acme('DELETE', path)
    },
    expects: { status: 404, errors: [noSuch('Account')] },
  },
  {
    endpoint: 'GET /accounts/{account_id}',
    says: 'payslips of the registered person match',
    async call(world) {
      return world.acme('GET', (await sharedEntry(world)).path)
    },
    expects: { status: 200, body: { ...account, identity_match: 'full', identity_accepted_at: null } },
  },
  {
    endpoint: acceptIdentity,
    says: 'the team accepts an account that shows another person',
    async call(world) {
      return world.acme('POST', `${(await anEntry(world, {}, bertram)).path}/identity/accept`)
    },
    expects: { status: 200, body: { ...identityAcceptance, account_id: uuid, document_id: null } },
  },
  {
    endpoint: 'GET /accounts/{account_id}',
    says: 'an account that shows another person, accepted',
    async call(world) {
      const { path } = await anEntry(world, {}, bertram)
      await world.acme('POST', `${path}/identity/accept`)
      return world.acme('GET', path)
    },
    expects: { status: 200, body: { ...account, identity_match: 'none', identity_accepted_at: timestamp } },
  },
  {
    endpoint: 'GET /attention',
    says: 'an account that shows another person needs attention until it is accepted',
    async call(world) {
      const { path, account_id } = await anEntry(world, {}, bertram)
      const isListed = async () => {
        const { items } = (await world.acme('GET', '/attention')).body as AttentionReply
        const item = items.find(({ kind, reason }) => kind === 'identity-mismatch' && reason === 'account')
        return (item?.examples ?? []).some(({ id }) => id === account_id) || (item?.count ?? 0) > 5
      }
      const before = await isListed()
      await world.acme('POST', `${path}/identity/accept`)
      return look(await world.acme('GET', '/attention'), ({ items }: AttentionReply) => ({
        before,
        after: items.some(({ examples }) => examples.some(({ id }) => id === account_id)),
      }))
    },
    expects: { status: 200, body: { before: true, after: false } },
  },
  {
    endpoint: acceptIdentity,
    says: 'an account of the registered person needs no acceptance',
    async call(world) {
      return world.acme('POST', `${(await sharedEntry(world)).path}/identity/accept`)
    },
    expects: {
      status: 400,
      errors: [/^Account \[.{36}\] cannot be accepted: its identity_match is \[full\], not \[none\]$/],
    },
  },
  {
    endpoint: acceptIdentity,
    says: 'an account of another client does not exist',
    async call(world) {
      return world.rival('POST', `${(await sharedEntry(world)).path}/identity/accept`)
    },
    expects: { status: 404, errors: [noSuch('Account')] },
  },
  ...knowsWhoExists(acceptIdentity, 'Account'),
  ...needsApiKey(acceptIdentity),
  refusesRole(acceptIdentity, 'Support', 'FullMember'),
  {
    endpoint: 'POST /accounts',
    says: 'the tax authority is not asked about another NI number than the registered one',
    async call(world) {
      const { user_id } = await anAuthorisedUser(world, { ...bertram, taxauth_enabled: true })
      return world.acme('POST', '/accounts', { user_id, ...(await taxLogin(world)) })
    },
    expects: refused('identity-mismatch', /is not the NI number of the registered person$/),
  },
  ...knowsWhoExists('DELETE /accounts/{account_id}', 'Account'),
  ...needsApiKey('DELETE /accounts/{account_id}'),
])
