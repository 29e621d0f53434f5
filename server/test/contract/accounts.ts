import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { invalid, missing, noBearer, notFoundMessage, unknown } from './messages.ts'
import { inArea, type Row } from './row.ts'
import {
  bertram,
  createAccount,
  createAuthorisedUser,
  createEntry,
  createSandboxPerson,
  type SceneLogin,
  sandboxLogin,
  sharedEntry,
  taxLogin,
} from './scenes.ts'
import { account, identityAcceptance, message, pagination, timestamp, uuid } from './shapes.ts'
import { pagingRows, rejectsRole, rejectsUnknownIds, requiresApiKey } from './shared-rows.ts'
import { type ContractCall, type ContractWorld, mapBody, unknownId } from './world.ts'

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
/** Expects a 400 with this error code. */
export const refused = (code: string, ...texts: RegExp[]) => ({
  status: 400,
  errors: texts.length > 0 ? texts : [/./],
  headers: { 'x-svc-error-code': code },
})

const acceptIdentity = 'POST /accounts/{account_id}/identity/accept'
type AttentionReply = { items: { kind: string; reason: string; count: number; examples: { id: string }[] }[] }

const connect = (call: ContractCall, user_id: string, login: object = {}, headers = {}) =>
  call('POST', '/accounts', { user_id, ...sandboxLogin, password: 'pass', ...login }, headers)

/** Connects an account of a person used by no other row. */
async function connectNewPerson(world: ContractWorld, login: SceneLogin = {}) {
  const { user_id } = await createAuthorisedUser(world)
  return connect(world.acme, user_id, { user_name: await createSandboxPerson(world), ...login })
}

const endpoint = 'POST /accounts'

const created: Row[] = [
  {
    endpoint,
    title: 'a login without a second step authorises the account immediately',
    call: (world) => connectNewPerson(world),
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
    ([password, mfa_method]): Row => ({
      endpoint,
      title: `a second step of the kind ${password} leaves the account PENDING and describes the step`,
      call: (world) => connectNewPerson(world, { password: password as string }),
      expects: { status: 201, body: { ...account, status: 'PENDING', mfa_enabled: true, mfa_method } },
    }),
  ),
  {
    endpoint,
    title: 'an OAuth2 provider leaves the account PENDING with an authorization_url',
    async call(world) {
      const { user_id } = await createAuthorisedUser(world)
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
    title: 'the user’s own token may create the account',
    async call(world) {
      const { user_id, asUser } = await createAuthorisedUser(world)
      return connect(asUser, user_id, { user_name: await createSandboxPerson(world) })
    },
    expects: { status: 201, body: { ...account, status: 'AUTHORISED' } },
  },
  {
    endpoint,
    title: 'two requests with one Idempotency-Key create one account and call the provider once',
    async call(world) {
      const { user_id } = await createAuthorisedUser(world)
      const login = { user_name: await createSandboxPerson(world), password: 'mfa:code' }
      const headers = { 'idempotency-key': randomUUID() }
      const first = await connect(world.acme, user_id, login, headers)
      const second = await connect(world.acme, user_id, login, headers)
      const listed = await world.acme('GET', `/accounts?user_id=${user_id}`)
      return mapBody(second, (body) => ({
        isSame: JSON.stringify(body) === JSON.stringify(first.body),
        accounts: listed.body.pagination.total_count,
      }))
    },
    expects: { status: 201, body: { isSame: true, accounts: 1 } },
  },
  {
    endpoint,
    title: 'the same login again returns the AUTHORISED account and does not check the password',
    async call(world) {
      const { user_id } = await createAuthorisedUser(world)
      const user_name = await createSandboxPerson(world)
      const first = await connect(world.acme, user_id, { user_name })
      const second = await connect(world.acme, user_id, { user_name, password: 'a wrong one' })
      return mapBody(second, (body) => ({
        isSame: body.account_id === first.body.account_id,
        status: body.status,
      }))
    },
    expects: { status: 201, body: { isSame: true, status: 'AUTHORISED' } },
  },
]

const invalidBodies: [title: string, body: object, errors: (string | RegExp)[]][] = [
  ['reports each missing field by name', {}, [missing('user_id'), missing('payroll_provider')]],
  [
    'reports an unknown field and a malformed id by name',
    { user_id: 'me', payroll_provider: 'sandbox-payroll', pass: 1 },
    [invalid('user_id'), unknown('pass')],
  ],
]

/** Logins that are rejected before the provider is called. */
const invalidLogins: [title: string, login: object, errors: (string | RegExp)[]][] = [
  ['an unknown provider is refused', { payroll_provider: 'nobody' }, [invalid('payroll_provider')]],
  [
    'a login provider requires user name and password',
    { user_name: undefined, password: undefined },
    [missing('user_name'), missing('password')],
  ],
  ['an empty user name is refused', { user_name: '' }, [invalid('user_name')]],
  [
    'an extra login field that the provider does not have is refused',
    { extra_login_params: { shoe_size: '43' } },
    [/\[extra_login_params\.shoe_size\]/],
  ],
  [
    'an extra login field longer than the catalogue allows is refused',
    { extra_login_params: { employee_number: '1'.repeat(21) } },
    [/\[extra_login_params\.employee_number\]/],
  ],
  [
    'a period that ends before it begins is refused',
    { from: '2026-05-01', to: '2026-04-01' },
    [/\[(from|to)\]/],
  ],
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

const notCreated: Row[] = [
  ...invalidBodies.map(
    ([title, body, errors]): Row => ({
      endpoint,
      title,
      expects: { status: 400, errors },
      call: ({ acme }) => acme('POST', '/accounts', body),
    }),
  ),
  ...invalidLogins.map(
    ([title, login, errors]): Row => ({
      endpoint,
      title,
      expects: { status: 400, errors },
      async call(world) {
        const { user_id } = await createAuthorisedUser(world)
        return connect(world.acme, user_id, login)
      },
    }),
  ),
  ...refusals.map(
    ([password, code]): Row => ({
      endpoint,
      title: `the sandbox password [${password}] is refused with the code ${code}`,
      call: (world) => connectNewPerson(world, { password }),
      expects: refused(code),
    }),
  ),
  {
    endpoint,
    title: 'a refused first login leaves no account',
    async call(world) {
      const { user_id } = await createAuthorisedUser(world)
      const reply = await connect(world.acme, user_id, {
        user_name: await createSandboxPerson(world),
        password: 'a wrong one',
      })
      const { body } = await world.acme('GET', `/accounts?user_id=${user_id}`)
      return { ...reply, body: { errors: reply.body.errors.concat(body.accounts) } }
    },
    expects: refused('login-refused'),
  },
  {
    endpoint,
    title:
      'after four wrong passwords no further attempt is sent, and the error links to the provider’s reset page',
    async call(world) {
      const { user_id } = await createAuthorisedUser(world)
      const wrong = { user_name: await createSandboxPerson(world), password: 'a wrong one' }
      for (let tries = 1; tries < 5; tries++) await connect(world.acme, user_id, wrong)
      return connect(world.acme, user_id, { ...wrong, password: 'pass' })
    },
    expects: refused('attempts-spent', /\/payroll\/reset/),
  },
  {
    endpoint,
    title: 'an unknown user id is not found',
    call: ({ acme }) => connect(acme, unknownId),
    expects: { status: 404, errors: [notFoundMessage('User', unknownId)] },
  },
  {
    endpoint,
    title: 'another client’s user is not found',
    call: async (world) => connect(world.rival, (await createAuthorisedUser(world)).user_id),
    expects: { status: 404, errors: [notFoundMessage('User')] },
  },
  {
    endpoint,
    title: 'a user cannot create an account for another user',
    async call(world) {
      const { user_id } = await createAuthorisedUser(world)
      return connect((await createAuthorisedUser(world)).asUser, user_id)
    },
    expects: { status: 404, errors: [notFoundMessage('User')] },
  },
  {
    endpoint,
    title: 'the user must have a valid authorisation',
    call: async ({ acme, createUserId }) => connect(acme, await createUserId()),
    expects: needsAuthorisation,
  },
  {
    endpoint,
    title: 'x-svc-authorisation-id of another user’s authorisation is refused',
    async call(world) {
      const { user_id } = await createAuthorisedUser(world)
      const { authorisation_id } = await createAuthorisedUser(world)
      return connect(world.acme, user_id, {}, { 'x-svc-authorisation-id': authorisation_id })
    },
    expects: needsAuthorisation,
  },
  {
    endpoint,
    title: 'refused while payroll_connections_enabled is false for the user',
    call: async (world) =>
      connect(
        world.acme,
        (await createAuthorisedUser(world, { payroll_connections_enabled: false })).user_id,
      ),
    expects: connectionsOff,
  },
  {
    endpoint,
    title: 'refused while payroll_connections_enabled is false for the client and unset for the user',
    async call(world) {
      const { user_id } = await createAuthorisedUser(world)
      await world.acme('PATCH', '/configuration', { payroll_connections_enabled: false })
      const reply = await connect(world.acme, user_id)
      await world.acme('PATCH', '/configuration', { payroll_connections_enabled: true })
      return reply
    },
    expects: connectionsOff,
  },
  rejectsRole(endpoint, 'Support', 'FullMember'),
  {
    endpoint,
    title: 'an invalid bearer token is refused',
    call: ({ wrongToken }) => connect(wrongToken, unknownId),
    expects: { status: 401, errors: [noBearer] },
  },
  ...requiresApiKey(endpoint),
]

const read: Row[] = [
  {
    endpoint: 'GET /accounts',
    title: 'lists the accounts of a user, newest first',
    async call(world) {
      const { user_id, account_id } = await createAccount(world, {
        user_name: await createSandboxPerson(world),
      })
      const second = await connect(world.acme, user_id, { user_name: await createSandboxPerson(world) })
      const reply = await world.acme('GET', `/accounts?user_id=${user_id}`)
      return mapBody(reply, ({ pagination: page, accounts: [first, last] }) => ({
        page,
        first,
        inOrder: first.account_id === second.body.account_id && last.account_id === account_id,
      }))
    },
    expects: { status: 200, body: { page: pagination(1, 500, 2, 2), first: account, inOrder: true } },
  },
  {
    endpoint: 'GET /accounts',
    title: 'user_id is required',
    call: ({ acme }) => acme('GET', '/accounts'),
    expects: { status: 400, errors: [missing('user_id')] },
  },
  {
    endpoint: 'GET /accounts',
    title: 'an unknown user id is not found',
    call: ({ acme }) => acme('GET', `/accounts?user_id=${unknownId}`),
    expects: { status: 404, errors: [notFoundMessage('User', unknownId)] },
  },
  ...pagingRows('GET /accounts', {
    firstOffset: 1,
    maxLimit: 1000,
    defaultLimit: 500,
    path: async ({ createUserId }) => `/accounts?user_id=${await createUserId()}`,
  }),
  ...requiresApiKey('GET /accounts'),

  {
    endpoint: 'GET /accounts/{account_id}',
    title: 'latest_pay_date is set after the first retrieval',
    async call(world) {
      return world.acme('GET', (await createEntry(world)).path)
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
    title: 'the user name is hidden from the role Support',
    async call(world) {
      const reply = await world.supportMember('GET', (await createAccount(world)).path)
      return { ...reply, body: { isShown: reply.text.includes('oakapple') } }
    },
    expects: { status: 200, body: { isShown: false } },
  },
  {
    endpoint: 'GET /accounts/{account_id}',
    title: 'another client’s account is not found',
    call: async (world) => world.rival('GET', (await createAccount(world)).path),
    expects: { status: 404, errors: [notFoundMessage('Account')] },
  },
  ...rejectsUnknownIds('GET /accounts/{account_id}', 'Account'),
  ...requiresApiKey('GET /accounts/{account_id}'),
]

export const accounts = inArea('accounts', [
  ...created,
  ...notCreated,
  ...read,

  {
    endpoint: 'DELETE /accounts/{account_id}',
    title: 'returns a confirmation message',
    async call(world) {
      return world.acme('DELETE', (await createAccount(world)).path)
    },
    expects: { status: 200, body: message },
  },
  {
    endpoint: 'DELETE /accounts/{account_id}',
    title: 'another client’s account is not found',
    async call(world) {
      return world.rival('DELETE', (await createAccount(world)).path)
    },
    expects: { status: 404, errors: [notFoundMessage('Account')] },
  },
  {
    endpoint: 'DELETE /accounts/{account_id}',
    title: 'deleting a user deletes the user’s accounts',
    async call(world) {
      const { path, user_id } = await createAccount(world)
      await world.acme('DELETE', `/users/${user_id}`)
      return world.acme('DELETE', path)
    },
    expects: { status: 404, errors: [notFoundMessage('Account')] },
  },
  {
    endpoint: 'GET /accounts/{account_id}',
    title: 'identity_match is full if the payslips show the registered person',
    async call(world) {
      return world.acme('GET', (await sharedEntry(world)).path)
    },
    expects: { status: 200, body: { ...account, identity_match: 'full', identity_accepted_at: null } },
  },
  {
    endpoint: acceptIdentity,
    title: 'the client accepts an account that shows another person',
    async call(world) {
      return world.acme('POST', `${(await createEntry(world, {}, bertram)).path}/identity/accept`)
    },
    expects: { status: 200, body: { ...identityAcceptance, account_id: uuid, document_id: null } },
  },
  {
    endpoint: 'GET /accounts/{account_id}',
    title: 'identity_accepted_at is set after an account that shows another person was accepted',
    async call(world) {
      const { path } = await createEntry(world, {}, bertram)
      await world.acme('POST', `${path}/identity/accept`)
      return world.acme('GET', path)
    },
    expects: { status: 200, body: { ...account, identity_match: 'none', identity_accepted_at: timestamp } },
  },
  {
    endpoint: 'GET /attention',
    title: 'an account that shows another person needs attention until it is accepted',
    async call(world) {
      const { path, account_id } = await createEntry(world, {}, bertram)
      const isListed = async () => {
        const { items } = (await world.acme('GET', '/attention')).body as AttentionReply
        const item = items.find(({ kind, reason }) => kind === 'identity-mismatch' && reason === 'account')
        return (item?.examples ?? []).some(({ id }) => id === account_id) || (item?.count ?? 0) > 5
      }
      const before = await isListed()
      await world.acme('POST', `${path}/identity/accept`)
      return mapBody(await world.acme('GET', '/attention'), ({ items }: AttentionReply) => ({
        before,
        after: items.some(({ examples }) => examples.some(({ id }) => id === account_id)),
      }))
    },
    expects: { status: 200, body: { before: true, after: false } },
  },
  {
    endpoint: acceptIdentity,
    title: 'an account of the registered person cannot be accepted',
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
    title: 'another client’s account is not found',
    async call(world) {
      return world.rival('POST', `${(await sharedEntry(world)).path}/identity/accept`)
    },
    expects: { status: 404, errors: [notFoundMessage('Account')] },
  },
  ...rejectsUnknownIds(acceptIdentity, 'Account'),
  ...requiresApiKey(acceptIdentity),
  rejectsRole(acceptIdentity, 'Support', 'FullMember'),
  {
    endpoint: 'POST /accounts',
    title: 'an NI number other than the registered one is refused before HMRC is called',
    async call(world) {
      const { user_id } = await createAuthorisedUser(world, { ...bertram, taxauth_enabled: true })
      return world.acme('POST', '/accounts', { user_id, ...(await taxLogin(world)) })
    },
    expects: refused('identity-mismatch', /is not the NI number of the registered person$/),
  },
  ...rejectsUnknownIds('DELETE /accounts/{account_id}', 'Account'),
  ...requiresApiKey('DELETE /accounts/{account_id}'),
])
