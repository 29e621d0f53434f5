import { createUser } from '../../people.ts'
import type { TenantFixture } from '../fixture.ts'
import { type MatrixEntry, type Shape, shapes } from './entry.ts'
import { connection, freshAccount } from './fresh-objects.ts'

// Accounts at payroll providers.

async function freshMismatchedAccount(fixture: TenantFixture) {
  const { account_id } = await freshAccount(fixture)
  await fixture.api.sql("update accounts set identity_match = 'none' where id = $1", [account_id])
  return { account_id }
}

async function freshEndedAccount(fixture: TenantFixture) {
  const { account_id } = await freshAccount(fixture)
  await fixture.api.sql(
    `update accounts set status = 'EXPIRED', pending = null, pending_kind = null, pending_until = null
       where id = $1`,
    [account_id],
  )
  return { account_id }
}

const freshUnconnectable = async ({ api }: TenantFixture) => ({
  user_id: (await createUser(api.acme, { payroll_connections_enabled: false })).user_id,
})

/** Returns the entry of an operation on one account. */
const atAccount = (policy: string, way: string, shape: Partial<Shape> & { body?: object } = {}) => {
  const { body, ...rest } = shape
  return shapes(policy, {
    names: ['account_id'],
    ...rest,
    request: ({ account_id }) => ({ path: `/accounts/${account_id}${way}`, ...(body && { body }) }),
  })
}

export const accountEntries: Record<string, MatrixEntry> = {
  createAccount: shapes('either FullMember write', {
    names: ['user_id'],
    request: ({ user_id }) => connection(user_id),
  }),
  listAccounts: shapes('either Support read +Underwriter', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/accounts?user_id=${user_id}&limit=1000` }),
  }),
  listRecurringAccounts: shapes('either Support read +Underwriter', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: `/accounts/recurring?user_id=${user_id}` }),
  }),
  getAccount: atAccount('either Support read +Underwriter', ''),
  getAccountHistory: atAccount('either Support read +Underwriter', '/history'),
  answerMfa: atAccount('either FullMember write', '/mfa', {
    body: { mfa: '246810' },
    endsWith: 'mfa-not-expected',
  }),
  reconnectAccount: atAccount('either FullMember write', '/reconnect', {
    body: {},
    fresh: freshEndedAccount,
  }),
  decideAccountConsent: atAccount('either FullMember write', '/consent', {
    body: { decision: 'stop' },
    endsWith: 'invalid-request',
  }),
  acceptAccountIdentity: atAccount('client FullMember write +Underwriter', '/identity/accept', {
    fresh: freshMismatchedAccount,
  }),
  deleteAccount: atAccount('client FullMember erase', '', { fresh: freshAccount }),
  createDirectConnection: shapes('client FullMember write', {
    names: ['user_id'],
    fresh: freshUnconnectable,
    endsWith: 'connections-off',
    request: ({ user_id }) => ({ path: '/accounts/direct-connections', body: { user_id } }),
  }),
}
