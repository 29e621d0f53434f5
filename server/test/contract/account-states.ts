import { needsAuthorisation, refused } from './accounts.ts'
import { missing, notFoundMessage } from './messages.ts'
import { inArea, type Row } from './row.ts'
import {
  createAccount,
  createAuthorisedUser,
  createEntry,
  createExpiredAccount,
  createSandboxPerson,
  mfaCode,
} from './scenes.ts'
import { account, pagination, recurringAccount, transition } from './shapes.ts'
import { pagingRows, rejectsRole, rejectsUnknownIds, requiresApiKey } from './shared-rows.ts'
import { type ContractWorld, mapBody, unknownId } from './world.ts'

const reconnect = 'POST /accounts/{account_id}/reconnect'

const reconnections: Row[] = [
  {
    endpoint: reconnect,
    title: 'the same login reauthorises an expired account',
    async call(world) {
      const { path, user_name } = await createExpiredAccount(world)
      return world.acme('POST', `${path}/reconnect`, { user_name, password: 'pass' })
    },
    expects: { status: 200, body: { ...account, status: 'AUTHORISED' } },
  },
  {
    endpoint: reconnect,
    title: 'if the provider asks for a second step, the account is PENDING until it is answered',
    async call(world) {
      const { path, user_name, asUser } = await createExpiredAccount(world)
      const reply = await asUser('POST', `${path}/reconnect`, { user_name, password: 'mfa:code' })
      const answered = await asUser('PUT', `${path}/mfa`, { mfa: mfaCode })
      return mapBody(reply, ({ status, mfa_method }) => ({
        status,
        mfa_method,
        afterwards: answered.body.status,
      }))
    },
    expects: {
      status: 200,
      matches: { status: 'PENDING', mfa_method: { type: 'Code' }, afterwards: 'AUTHORISED' },
    },
  },
  {
    endpoint: reconnect,
    title: 'a wrong password is refused and leaves the account EXPIRED',
    async call(world) {
      const { path, user_name } = await createExpiredAccount(world)
      const reply = await world.acme('POST', `${path}/reconnect`, { user_name, password: 'a wrong one' })
      const { body } = await world.acme('GET', path)
      return { ...reply, body: { errors: [...reply.body.errors, body.status] } }
    },
    expects: refused('login-refused', /./, /^EXPIRED$/),
  },
  {
    endpoint: reconnect,
    title: 'another person’s user name is refused',
    async call(world) {
      const { path } = await createExpiredAccount(world)
      const user_name = await createSandboxPerson(world)
      return world.acme('POST', `${path}/reconnect`, { user_name, password: 'pass' })
    },
    expects: { status: 400, errors: [/\[user_name\]/] },
  },
  {
    endpoint: reconnect,
    title: 'an account that is still AUTHORISED cannot be reconnected',
    async call(world) {
      const user_name = await createSandboxPerson(world)
      const { path } = await createAccount(world, { user_name })
      return world.acme('POST', `${path}/reconnect`, { user_name, password: 'pass' })
    },
    expects: { status: 400, errors: [/./] },
  },
  {
    endpoint: reconnect,
    title: 'reports each missing login field by name',
    async call(world) {
      const { path } = await createExpiredAccount(world)
      return world.acme('POST', `${path}/reconnect`, {})
    },
    expects: { status: 400, errors: [missing('user_name'), missing('password')] },
  },
  {
    endpoint: reconnect,
    title: 'a revoked authorisation is refused',
    async call(world) {
      const { path, user_name, revoke } = await createExpiredAccount(world)
      await revoke()
      return world.acme('POST', `${path}/reconnect`, { user_name, password: 'pass' })
    },
    expects: needsAuthorisation,
  },
  {
    endpoint: reconnect,
    title: 'another client’s account is not found',
    call: async (world) =>
      world.rival('POST', `${(await createAccount(world)).path}/reconnect`, {
        user_name: 'a',
        password: 'b',
      }),
    expects: { status: 404, errors: [notFoundMessage('Account')] },
  },
  {
    endpoint: reconnect,
    title: 'another user’s account is not found',
    async call(world) {
      const { path } = await createAccount(world)
      const { asUser } = await createAuthorisedUser(world)
      return asUser('POST', `${path}/reconnect`, { user_name: 'a', password: 'b' })
    },
    expects: { status: 404, errors: [notFoundMessage('Account')] },
  },
  rejectsRole(reconnect, 'Support', 'FullMember'),
  ...rejectsUnknownIds(reconnect, 'Account', { body: { user_name: 'a', password: 'b' } }),
  ...requiresApiKey(reconnect),
]

const consent = 'POST /accounts/{account_id}/consent'

/** Creates an account with a consent that has to be confirmed, as at a bank. */
export async function createAccountWithConsent(world: ContractWorld) {
  const account = await createAccount(world, { user_name: await createSandboxPerson(world) })
  await world.api.sql(
    "update accounts set is_bank = true, session_ends_at = now() + interval '9 days' where id = $1",
    [account.account_id],
  )
  return account
}

const consents: Row[] = [
  {
    endpoint: consent,
    title: 'the decision to stop sharing expires the account',
    async call(world) {
      const { path, asUser } = await createAccountWithConsent(world)
      return asUser('POST', `${path}/consent`, { decision: 'stop' })
    },
    expects: { status: 200, body: { ...account, status: 'EXPIRED' } },
  },
  {
    endpoint: consent,
    title: 'an account without a consent is refused',
    call: async (world) =>
      world.acme('POST', `${(await createAccount(world)).path}/consent`, { decision: 'keep' }),
    expects: { status: 400, errors: [/no consent/] },
  },
  {
    endpoint: consent,
    title: 'reports a missing decision by name',
    call: async (world) => world.acme('POST', `${(await createAccount(world)).path}/consent`, {}),
    expects: { status: 400, errors: [missing('decision')] },
  },
  {
    endpoint: consent,
    title: 'a revoked authorisation is refused when the person keeps sharing',
    async call(world) {
      const { path, asUser, authorisation_id } = await createAccountWithConsent(world)
      await world.api.sql('update authorisations set revoked_at = now() where id = $1', [authorisation_id])
      return asUser('POST', `${path}/consent`, { decision: 'keep' })
    },
    expects: needsAuthorisation,
  },
  {
    endpoint: consent,
    title: 'another client’s account is not found',
    call: async (world) =>
      world.rival('POST', `${(await createAccount(world)).path}/consent`, { decision: 'stop' }),
    expects: { status: 404, errors: [notFoundMessage('Account')] },
  },
  rejectsRole(consent, 'Support', 'FullMember'),
  ...rejectsUnknownIds(consent, 'Account', { body: { decision: 'stop' } }),
  ...requiresApiKey(consent),
]

const history: Row[] = [
  {
    endpoint: 'GET /accounts/{account_id}/history',
    title: 'lists every status transition with its time and reason, newest first',
    async call(world) {
      const { path, user_name } = await createExpiredAccount(world)
      await world.acme('POST', `${path}/reconnect`, { user_name, password: 'pass' })
      const reply = await world.acme('GET', `${path}/history`)
      return mapBody(reply, ({ pagination: page, history: transitions }) => ({
        page,
        first: transitions[0],
        transitions: transitions.map((one: Record<string, string>) => `${one.from_status} → ${one.status}`),
      }))
    },
    expects: {
      status: 200,
      matches: {
        page: { offset: 1, count: 3, total_count: 3 },
        first: transition,
        transitions: ['EXPIRED → AUTHORISED', 'AUTHORISED → EXPIRED', 'null → AUTHORISED'],
      },
    },
  },
  {
    endpoint: 'GET /accounts/{account_id}/history',
    title: 'another client’s account is not found',
    call: async (world) => world.rival('GET', `${(await createAccount(world)).path}/history`),
    expects: { status: 404, errors: [notFoundMessage('Account')] },
  },
  ...rejectsUnknownIds('GET /accounts/{account_id}/history', 'Account'),
  ...requiresApiKey('GET /accounts/{account_id}/history'),
]

/** Creates an account with recurring checks: the accepted term allows them, and there is recent pay. */
async function createRecurringAccount(world: ContractWorld, password = 'pass') {
  const settings = { recurring_checks_enabled: true, recurring_check_frequency: 'WEEKLY' }
  return createEntry(world, { user_name: await createSandboxPerson(world), password }, settings)
}

const recurring = 'GET /accounts/recurring'

const recurringChecks: Row[] = [
  {
    endpoint: recurring,
    title: 'lists accounts with their user and the time and frequency of the next check',
    async call(world) {
      const { user_id } = await createRecurringAccount(world)
      const reply = await world.acme('GET', `/accounts/recurring?user_id=${user_id}`)
      return mapBody(reply, ({ pagination: page, accounts: [first] }) => ({
        page,
        first,
        // The 15th is a Monday, so the next check is on the 22nd, some hours after midnight.
        isNext: /^2026-06-(15|22)T0[0-4]:/.test(first.next_recurring_check),
      }))
    },
    expects: {
      status: 200,
      body: {
        page: pagination(1, 500, 1, 1),
        first: { ...recurringAccount, recurring_check_frequency: 'WEEKLY', recurring_check_end_date: null },
        isNext: true,
      },
    },
  },
  {
    endpoint: recurring,
    title: 'omits an account after recurring checks were switched off',
    async call(world) {
      const { user_id } = await createRecurringAccount(world)
      await world.acme('PATCH', `/users/${user_id}`, { recurring_checks_enabled: false })
      return world.acme('GET', `/accounts/recurring?user_id=${user_id}`)
    },
    expects: { status: 200, body: { pagination: pagination(1, 500, 0, 0), accounts: [] } },
  },
  {
    endpoint: recurring,
    title: 'omits an account whose user authorised a single retrieval only',
    async call(world) {
      const { user_id } = await createEntry(world, { user_name: await createSandboxPerson(world) })
      await world.acme('PATCH', `/users/${user_id}`, { recurring_checks_enabled: true })
      return world.acme('GET', `/accounts/recurring?user_id=${user_id}`)
    },
    expects: { status: 200, body: { pagination: pagination(1, 500, 0, 0), accounts: [] } },
  },
  {
    endpoint: recurring,
    title: 'user names are hidden from the role Support',
    async call(world) {
      const { user_id } = await createRecurringAccount(world)
      const reply = await world.supportMember('GET', `/accounts/recurring?user_id=${user_id}`)
      return mapBody(reply, ({ accounts: [first] }) => ({
        isListed: first !== undefined,
        isShown: /stranger/i.test(reply.text),
      }))
    },
    expects: { status: 200, body: { isListed: true, isShown: false } },
  },
  {
    endpoint: recurring,
    title: 'user_id is required',
    call: ({ acme }) => acme('GET', '/accounts/recurring'),
    expects: { status: 400, errors: [missing('user_id')] },
  },
  {
    endpoint: recurring,
    title: 'an unknown user id is not found',
    call: ({ acme }) => acme('GET', `/accounts/recurring?user_id=${unknownId}`),
    expects: { status: 404, errors: [notFoundMessage('User', unknownId)] },
  },
  ...pagingRows(recurring, {
    firstOffset: 1,
    maxLimit: 1000,
    defaultLimit: 500,
    path: async ({ createUserId }) => `/accounts/recurring?user_id=${await createUserId()}`,
  }),
  ...requiresApiKey(recurring),
]

export const accountStates = inArea('accounts', [
  ...reconnections,
  ...consents,
  ...history,
  ...recurringChecks,
])
