import { expect } from 'vitest'
import { connectionsOff, needsAuthorisation } from './accounts.ts'
import { invalid, missing, noSuch, unknown } from './messages.ts'
import { needsApiKey, refusesRole } from './refusals.ts'
import { inArea } from './row.ts'
import { anAuthorisedUser } from './scenes.ts'
import { account, pagination, payrollSubmission, uuid } from './shapes.ts'
import { type Ask, type ContractWorld, look, nobodysId } from './world.ts'

const endpoint = 'POST /accounts/direct-connections'
const ask = (call: Ask, user_id: string, headers = {}) =>
  call('POST', '/accounts/direct-connections', { user_id }, headers)
const aPage = (body: object) => ({
  pagination: { ...pagination(1, 0, 0, 0), limit: expect.any(Number) },
  payroll_submissions: [],
  ...body,
})

async function connectTwice(world: ContractWorld) {
  const { user_id } = await anAuthorisedUser(world)
  const first = await ask(world.acme, user_id)
  const second = await ask(world.acme, user_id)
  const { body } = await world.acme('GET', `/accounts?user_id=${user_id}`)
  return { user_id, first, second, accounts: body.accounts }
}

export const directConnections = inArea('accounts', [
  {
    endpoint,
    says: 'one page with all submissions of every direct provider that knows the user',
    async call(world) {
      const { user_id } = await anAuthorisedUser(world)
      const reply = await ask(world.acme, user_id)
      return look(reply, (body) => ({ ...body, payroll_submissions: [body.payroll_submissions[0]] }))
    },
    expects: {
      status: 201,
      body: {
        pagination: {
          offset: 1,
          limit: expect.any(Number),
          count: 12,
          total_count: 12,
        },
        payroll_submissions: [
          { ...payrollSubmission, account_id: uuid, source: 'Payroll (via Direct Connection)' },
        ],
      },
    },
  },
  {
    endpoint,
    says: 'there is an account then, authorised and without a second step',
    async call(world) {
      const { first, accounts } = await connectTwice(world)
      return look(first, () => ({ account: accounts[0] }))
    },
    expects: {
      status: 201,
      body: {
        account: {
          ...account,
          payroll_provider: 'sandbox-bureau',
          user_name: expect.toBeOneOf([null, expect.any(String)]),
          status: 'AUTHORISED',
          mfa_enabled: false,
          latest_pay_date: '2026-05-29T12:00:00.000Z',
        },
      },
    },
  },
  {
    endpoint,
    says: 'asked again: the same account, and nothing is stored twice',
    async call(world) {
      const { user_id, second, accounts } = await connectTwice(world)
      const { body } = await world.acme('GET', `/payroll/${user_id}`)
      return look(second, () => ({ accounts: accounts.length, stored: body.pagination.total_count }))
    },
    expects: { status: 201, body: { accounts: 1, stored: 12 } },
  },
  {
    endpoint,
    says: 'nobody knows the user: an empty page',
    async call(world) {
      return ask(world.acme, (await anAuthorisedUser(world, { ni_number: 'QQ999999D' })).user_id)
    },
    expects: { status: 201, body: aPage({}) },
  },
  {
    endpoint,
    says: 'a user without a national insurance number cannot be looked for',
    async call(world) {
      const { user_id } = await anAuthorisedUser(world, { ni_number: undefined })
      return ask(world.acme, user_id)
    },
    expects: { status: 400, errors: [/\[ni_number\]/] },
  },
  {
    endpoint,
    says: 'a missing field is named',
    call: ({ acme }) => acme('POST', '/accounts/direct-connections', {}),
    expects: { status: 400, errors: [missing('user_id')] },
  },
  {
    endpoint,
    says: 'a malformed id in the body, and an unknown field',
    call: ({ acme }) => acme('POST', '/accounts/direct-connections', { user_id: 'me', account: 1 }),
    expects: { status: 400, errors: [invalid('user_id'), unknown('account')] },
  },
  {
    endpoint,
    says: 'the user with the given id does not exist',
    call: ({ acme }) => ask(acme, nobodysId),
    expects: { status: 404, errors: [noSuch('User', nobodysId)] },
  },
  {
    endpoint,
    says: 'a user of another client does not exist',
    call: async (world) => ask(world.rival, (await anAuthorisedUser(world)).user_id),
    expects: { status: 404, errors: [noSuch('User')] },
  },
  {
    endpoint,
    says: 'needs a valid authorisation of the user',
    call: async ({ acme, aPerson }) => ask(acme, await aPerson({ ni_number: 'QQ123456C' })),
    expects: needsAuthorisation,
  },
  {
    endpoint,
    says: 'x-svc-authorisation-id names the authorisation of another user',
    async call(world) {
      const { user_id } = await anAuthorisedUser(world)
      const { authorisation_id } = await anAuthorisedUser(world)
      return ask(world.acme, user_id, { 'x-svc-authorisation-id': authorisation_id })
    },
    expects: needsAuthorisation,
  },
  {
    endpoint,
    says: 'payroll_connections_enabled is false for the user',
    async call(world) {
      const { user_id } = await anAuthorisedUser(world, { payroll_connections_enabled: false })
      return ask(world.acme, user_id)
    },
    expects: connectionsOff,
  },
  refusesRole(endpoint, 'Support', 'FullMember'),
  ...needsApiKey(endpoint),
])
