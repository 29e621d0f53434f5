import { expect } from 'vitest'
import { connectionsOff, needsAuthorisation } from './accounts.ts'
import { invalid, missing, notFoundMessage, unknown } from './messages.ts'
import { inArea } from './row.ts'
import { createAuthorisedUser } from './scenes.ts'
import { account, pagination, payrollSubmission, uuid } from './shapes.ts'
import { rejectsRole, requiresApiKey } from './shared-rows.ts'
import { type ContractCall, type ContractWorld, mapBody, unknownId } from './world.ts'

const endpoint = 'POST /accounts/direct-connections'
const connectDirectly = (call: ContractCall, user_id: string, headers = {}) =>
  call('POST', '/accounts/direct-connections', { user_id }, headers)
const onePage = (body: object) => ({
  pagination: { ...pagination(1, 0, 0, 0), limit: expect.any(Number) },
  payroll_submissions: [],
  ...body,
})

async function connectTwice(world: ContractWorld) {
  const { user_id } = await createAuthorisedUser(world)
  const first = await connectDirectly(world.acme, user_id)
  const second = await connectDirectly(world.acme, user_id)
  const { body } = await world.acme('GET', `/accounts?user_id=${user_id}`)
  return { user_id, first, second, accounts: body.accounts }
}

export const directConnections = inArea('accounts', [
  {
    endpoint,
    title: 'returns one page with the submissions of every direct provider that knows the user',
    async call(world) {
      const { user_id } = await createAuthorisedUser(world)
      const reply = await connectDirectly(world.acme, user_id)
      return mapBody(reply, (body) => ({ ...body, payroll_submissions: [body.payroll_submissions[0]] }))
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
    title: 'creates an AUTHORISED account without a second step',
    async call(world) {
      const { first, accounts } = await connectTwice(world)
      return mapBody(first, () => ({ account: accounts[0] }))
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
    title: 'a second request returns the same account and stores nothing twice',
    async call(world) {
      const { user_id, second, accounts } = await connectTwice(world)
      const { body } = await world.acme('GET', `/payroll/${user_id}`)
      return mapBody(second, () => ({ accounts: accounts.length, stored: body.pagination.total_count }))
    },
    expects: { status: 201, body: { accounts: 1, stored: 12 } },
  },
  {
    endpoint,
    title: 'a user whom no provider knows gets an empty page',
    async call(world) {
      return connectDirectly(
        world.acme,
        (await createAuthorisedUser(world, { ni_number: 'QQ999999D' })).user_id,
      )
    },
    expects: { status: 201, body: onePage({}) },
  },
  {
    endpoint,
    title: 'a user without an NI number is refused',
    async call(world) {
      const { user_id } = await createAuthorisedUser(world, { ni_number: undefined })
      return connectDirectly(world.acme, user_id)
    },
    expects: { status: 400, errors: [/\[ni_number\]/] },
  },
  {
    endpoint,
    title: 'reports each missing field by name',
    call: ({ acme }) => acme('POST', '/accounts/direct-connections', {}),
    expects: { status: 400, errors: [missing('user_id')] },
  },
  {
    endpoint,
    title: 'reports a malformed id and an unknown field by name',
    call: ({ acme }) => acme('POST', '/accounts/direct-connections', { user_id: 'me', account: 1 }),
    expects: { status: 400, errors: [invalid('user_id'), unknown('account')] },
  },
  {
    endpoint,
    title: 'an unknown user id is not found',
    call: ({ acme }) => connectDirectly(acme, unknownId),
    expects: { status: 404, errors: [notFoundMessage('User', unknownId)] },
  },
  {
    endpoint,
    title: 'another client’s user is not found',
    call: async (world) => connectDirectly(world.rival, (await createAuthorisedUser(world)).user_id),
    expects: { status: 404, errors: [notFoundMessage('User')] },
  },
  {
    endpoint,
    title: 'the user must have a valid authorisation',
    call: async ({ acme, createUserId }) =>
      connectDirectly(acme, await createUserId({ ni_number: 'QQ123456C' })),
    expects: needsAuthorisation,
  },
  {
    endpoint,
    title: 'x-svc-authorisation-id of another user’s authorisation is refused',
    async call(world) {
      const { user_id } = await createAuthorisedUser(world)
      const { authorisation_id } = await createAuthorisedUser(world)
      return connectDirectly(world.acme, user_id, { 'x-svc-authorisation-id': authorisation_id })
    },
    expects: needsAuthorisation,
  },
  {
    endpoint,
    title: 'refused while payroll_connections_enabled is false for the user',
    async call(world) {
      const { user_id } = await createAuthorisedUser(world, { payroll_connections_enabled: false })
      return connectDirectly(world.acme, user_id)
    },
    expects: connectionsOff,
  },
  rejectsRole(endpoint, 'Support', 'FullMember'),
  ...requiresApiKey(endpoint),
])
