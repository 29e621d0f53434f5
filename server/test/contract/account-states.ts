import { needsAuthorisation, refused } from './accounts.ts'
import { missing, noSuch } from './messages.ts'
import { knowsWhoExists, needsApiKey, pages, refusesRole } from './refusals.ts'
import { inArea, type Promised } from './row.ts'
import { anAccount, anAuthorisedUser, anEntry, anExpiredAccount, aStranger, mfaCode } from './scenes.ts'
import { account, move, pagination, recurringAccount } from './shapes.ts'
import { type ContractWorld, look, nobodysId } from './world.ts'

const reconnect = 'POST /accounts/{account_id}/reconnect'

const reconnections: Promised[] = [
  {
    endpoint: reconnect,
    says: 'an expired account is authorised again by the same login',
    async call(world) {
      const { path, user_name } = await anExpiredAccount(world)
      return world.acme('POST', `${path}/reconnect`, { user_name, password: 'pass' })
    },
    expects: { status: 200, body: { ...account, status: 'AUTHORISED' } },
  },
  {
    endpoint: reconnect,
    says: 'where the provider asks for a second step, it waits for the answer',
    async call(world) {
      const { path, user_name, asUser } = await anExpiredAccount(world)
      const reply = await asUser('POST', `${path}/reconnect`, { user_name, password: 'mfa:code' })
      const answered = await asUser('PUT', `${path}/mfa`, { mfa: mfaCode })
      return look(reply, ({ status, mfa_method }) => ({
        status,
        mfa_method,
        afterwards: answered.body.status,
      }))
    },
    expects: {
      status: 200,
      holds: { status: 'PENDING', mfa_method: { type: 'Code' }, afterwards: 'AUTHORISED' },
    },
  },
  {
    endpoint: reconnect,
    says: 'a wrong password is refused, and the account is unchanged',
    async call(world) {
      const { path, user_name } = await anExpiredAccount(world)
      const reply = await world.acme('POST', `${path}/reconnect`, { user_name, password: 'a wrong one' })
      const { body } = await world.acme('GET', path)
      return { ...reply, body: { errors: [...reply.body.errors, body.status] } }
    },
    expects: refused('login-refused', /./, /^EXPIRED$/),
  },
  {
    endpoint: reconnect,
    says: 'the login of somebody else is not the same login',
    async call(world) {
      const { path } = await anExpiredAccount(world)
      const user_name = await aStranger(world)
      return world.acme('POST', `${path}/reconnect`, { user_name, password: 'pass' })
    },
    expects: { status: 400, errors: [/\[user_name\]/] },
  },
  {
    endpoint: reconnect,
    says: 'an account that is authorised needs none',
    async call(world) {
      const user_name = await aStranger(world)
      const { path } = await anAccount(world, { user_name })
      return world.acme('POST', `${path}/reconnect`, { user_name, password: 'pass' })
    },
    expects: { status: 400, errors: [/./] },
  },
  {
    endpoint: reconnect,
    says: 'what is missing of the login is named',
    async call(world) {
      const { path } = await anExpiredAccount(world)
      return world.acme('POST', `${path}/reconnect`, {})
    },
    expects: { status: 400, errors: [missing('user_name'), missing('password')] },
  },
  {
    endpoint: reconnect,
    says: 'needs an authorisation that was not revoked',
    async call(world) {
      const { path, user_name, revoke } = await anExpiredAccount(world)
      await revoke()
      return world.acme('POST', `${path}/reconnect`, { user_name, password: 'pass' })
    },
    expects: needsAuthorisation,
  },
  {
    endpoint: reconnect,
    says: 'an account of another client does not exist',
    call: async (world) =>
      world.rival('POST', `${(await anAccount(world)).path}/reconnect`, { user_name: 'a', password: 'b' }),
    expects: { status: 404, errors: [noSuch('Account')] },
  },
  {
    endpoint: reconnect,
    says: 'an account of another user does not exist',
    async call(world) {
      const { path } = await anAccount(world)
      const { asUser } = await anAuthorisedUser(world)
      return asUser('POST', `${path}/reconnect`, { user_name: 'a', password: 'b' })
    },
    expects: { status: 404, errors: [noSuch('Account')] },
  },
  refusesRole(reconnect, 'Support', 'FullMember'),
  ...knowsWhoExists(reconnect, 'Account', { body: { user_name: 'a', password: 'b' } }),
  ...needsApiKey(reconnect),
]

const consent = 'POST /accounts/{account_id}/consent'

/** Creates an account with a consent that has to be confirmed, as banks have it. */
async function aConsentedAccount(world: ContractWorld) {
  const account = await anAccount(world, { user_name: await aStranger(world) })
  await world.api.sql(
    "update accounts set is_bank = true, session_ends_at = now() + interval '9 days' where id = $1",
    [account.account_id],
  )
  return account
}

const consents: Promised[] = [
  {
    endpoint: consent,
    says: 'a person who stops sharing ends the consent',
    async call(world) {
      const { path, asUser } = await aConsentedAccount(world)
      return asUser('POST', `${path}/consent`, { decision: 'stop' })
    },
    expects: { status: 200, body: { ...account, status: 'EXPIRED' } },
  },
  {
    endpoint: consent,
    says: 'an account without a consent has none to confirm',
    call: async (world) =>
      world.acme('POST', `${(await anAccount(world)).path}/consent`, { decision: 'keep' }),
    expects: { status: 400, errors: [/no consent/] },
  },
  {
    endpoint: consent,
    says: 'the decision is named if it is missing',
    call: async (world) => world.acme('POST', `${(await anAccount(world)).path}/consent`, {}),
    expects: { status: 400, errors: [missing('decision')] },
  },
  {
    endpoint: consent,
    says: 'needs an authorisation that was not revoked, to keep sharing',
    async call(world) {
      const { path, asUser, authorisation_id } = await aConsentedAccount(world)
      await world.api.sql('update authorisations set revoked_at = now() where id = $1', [authorisation_id])
      return asUser('POST', `${path}/consent`, { decision: 'keep' })
    },
    expects: needsAuthorisation,
  },
  {
    endpoint: consent,
    says: 'an account of another client does not exist',
    call: async (world) =>
      world.rival('POST', `${(await anAccount(world)).path}/consent`, { decision: 'stop' }),
    expects: { status: 404, errors: [noSuch('Account')] },
  },
  refusesRole(consent, 'Support', 'FullMember'),
  ...knowsWhoExists(consent, 'Account', { body: { decision: 'stop' } }),
  ...needsApiKey(consent),
]

const history: Promised[] = [
  {
    endpoint: 'GET /accounts/{account_id}/history',
    says: 'every move with time and reason, newest first',
    async call(world) {
      const { path, user_name } = await anExpiredAccount(world)
      await world.acme('POST', `${path}/reconnect`, { user_name, password: 'pass' })
      const reply = await world.acme('GET', `${path}/history`)
      return look(reply, ({ pagination: page, history: moves }) => ({
        page,
        first: moves[0],
        moves: moves.map((one: Record<string, string>) => `${one.from_status} → ${one.status}`),
      }))
    },
    expects: {
      status: 200,
      holds: {
        page: { offset: 1, count: 3, total_count: 3 },
        first: move,
        moves: ['EXPIRED → AUTHORISED', 'AUTHORISED → EXPIRED', 'null → AUTHORISED'],
      },
    },
  },
  {
    endpoint: 'GET /accounts/{account_id}/history',
    says: 'an account of another client does not exist',
    call: async (world) => world.rival('GET', `${(await anAccount(world)).path}/history`),
    expects: { status: 404, errors: [noSuch('Account')] },
  },
  ...knowsWhoExists('GET /accounts/{account_id}/history', 'Account'),
  ...needsApiKey('GET /accounts/{account_id}/history'),
]

/** Creates an account with recurring checks: the accepted term allows them, and there is recent pay. */
async function aCheckedAccount(world: ContractWorld, password = 'pass') {
  const settings = { recurring_checks_enabled: true, recurring_check_frequency: 'WEEKLY' }
  return anEntry(world, { user_name: await aStranger(world), password }, settings)
}

const recurring = 'GET /accounts/recurring'

const recurringChecks: Promised[] = [
  {
    endpoint: recurring,
    says: 'adds when and how often the account is checked again, and whose it is',
    async call(world) {
      const { user_id } = await aCheckedAccount(world)
      const reply = await world.acme('GET', `/accounts/recurring?user_id=${user_id}`)
      return look(reply, ({ pagination: page, accounts: [first] }) => ({
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
    says: 'an account is not among them after the checks were switched off',
    async call(world) {
      const { user_id } = await aCheckedAccount(world)
      await world.acme('PATCH', `/users/${user_id}`, { recurring_checks_enabled: false })
      return world.acme('GET', `/accounts/recurring?user_id=${user_id}`)
    },
    expects: { status: 200, body: { pagination: pagination(1, 500, 0, 0), accounts: [] } },
  },
  {
    endpoint: recurring,
    says: 'nor one whose person agreed to one retrieval only',
    async call(world) {
      const { user_id } = await anEntry(world, { user_name: await aStranger(world) })
      await world.acme('PATCH', `/users/${user_id}`, { recurring_checks_enabled: true })
      return world.acme('GET', `/accounts/recurring?user_id=${user_id}`)
    },
    expects: { status: 200, body: { pagination: pagination(1, 500, 0, 0), accounts: [] } },
  },
  {
    endpoint: recurring,
    says: 'Support is not told the names',
    async call(world) {
      const { user_id } = await aCheckedAccount(world)
      const reply = await world.supportMember('GET', `/accounts/recurring?user_id=${user_id}`)
      return look(reply, ({ accounts: [first] }) => ({
        isThere: first !== undefined,
        isTold: /stranger/i.test(reply.text),
      }))
    },
    expects: { status: 200, body: { isThere: true, isTold: false } },
  },
  {
    endpoint: recurring,
    says: 'whose accounts must be said',
    call: ({ acme }) => acme('GET', '/accounts/recurring'),
    expects: { status: 400, errors: [missing('user_id')] },
  },
  {
    endpoint: recurring,
    says: 'the user with the given id does not exist',
    call: ({ acme }) => acme('GET', `/accounts/recurring?user_id=${nobodysId}`),
    expects: { status: 404, errors: [noSuch('User', nobodysId)] },
  },
  ...pages(recurring, {
    first: 1,
    max: 1000,
    usual: 500,
    path: async ({ aPerson }) => `/accounts/recurring?user_id=${await aPerson()}`,
  }),
  ...needsApiKey(recurring),
]

export const accountStates = inArea('accounts', [
  ...reconnections,
  ...consents,
  ...history,
  ...recurringChecks,
])
