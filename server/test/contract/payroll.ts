import { expect } from 'vitest'
import { connectionsOff, needsAuthorisation, refused } from './accounts.ts'
import { delivery } from './endpoints.ts'
import { invalid, missing, noSuch, unknown } from './messages.ts'
import { knowsWhoExists, needsApiKey, needsUserToken, pages, refusesRole } from './refusals.ts'
import { inArea, type Promised } from './row.ts'
import {
  aDelivery,
  aDeliveryWithPayload,
  anAccount,
  anAuthorisedUser,
  anEntry,
  aStranger,
  sharedEntry,
} from './scenes.ts'
import {
  announcement,
  deductionElement,
  earningElement,
  message,
  pagination,
  payrollEntry,
  payrollSubmission,
  uuid,
} from './shapes.ts'
import { type Ask, type ContractWorld, look, monthsAgo, nobodysId } from './world.ts'

type Submission = { income_information: { pay_date: string } }

const query = (asUser: Ask, account_id: string, headers = {}) =>
  asUser('POST', '/payroll/entries/connections', { account_id }, headers)

const submissions = 'GET /payroll/{user_id}'
const entries = 'GET /payroll/entries'
const oneEntry = 'GET /payroll/entries/{entry_id}'

/** Requests the submissions of a user with one entry; the query may depend on the scenario. */
const listed =
  (query: (scene: Awaited<ReturnType<typeof anEntry>>) => string) => async (world: ContractWorld) => {
    const scene = await sharedEntry(world)
    const reply = await world.acme('GET', `/payroll/${scene.user_id}?${query(scene)}`)
    return look(reply, (body) => body.pagination.total_count)
  }

const lists: Promised[] = [
  {
    endpoint: submissions,
    says: 'what was retrieved, newest first',
    async call(world) {
      const { user_id } = await sharedEntry(world)
      const reply = await world.acme('GET', `/payroll/${user_id}`)
      return look(reply, ({ pagination: page, payroll_submissions: list }) => ({
        page,
        first: list[0],
        payDates: list.slice(0, 3).map((one: Submission) => one.income_information.pay_date.slice(0, 10)),
      }))
    },
    expects: {
      status: 200,
      body: {
        page: pagination(1, 100, 12, 12),
        first: {
          ...payrollSubmission,
          account_id: uuid,
          source: 'Payroll (via User Connection)',
          document_id: null,
          document_external_id: null,
          document_filename: null,
          trust_score: null,
        },
        payDates: ['2026-05-29', '2026-04-30', '2026-03-31'],
      },
    },
  },
  {
    endpoint: submissions,
    says: 'as many months as the caller asked for with from and to',
    async call(world) {
      const { user_id } = await anEntry(world, { from: '2026-02-01T00:00:00Z', to: '2026-04-30T00:00:00Z' })
      return look(await world.acme('GET', `/payroll/${user_id}`), (body) => body.pagination.total_count)
    },
    expects: { status: 200, body: 3 },
  },
  ...(
    [
      ['account_id', ({ account_id }) => `account_id=${account_id}`, 12],
      ['account_id, of another', () => `account_id=${nobodysId}`, 0],
      ['entry_id', ({ entry_id }) => `entry_id=${entry_id}`, 12],
      ['entry_id, of another', () => `entry_id=${nobodysId}`, 0],
      ['document_external_id', () => 'document_external_id=none', 0],
      ['include_duplicates', () => 'include_duplicates=false', 12],
      ['created_after', () => 'created_after=2020-01-01T00:00:00Z', 12],
      ['created_after, too late', () => 'created_after=2100-01-01T00:00:00Z', 0],
      ['created_before', () => 'created_before=2100-01-01T00:00:00Z', 12],
      ['created_before, too early', () => 'created_before=2020-01-01T00:00:00Z', 0],
    ] as [string, Parameters<typeof listed>[0], number][]
  ).map(
    ([filter, asked, body]): Promised => ({
      endpoint: submissions,
      says: `can be filtered by ${filter}`,
      call: listed(asked),
      expects: { status: 200, body },
    }),
  ),
  {
    endpoint: submissions,
    says: 'filters that are malformed are named',
    call: async ({ acme, aPerson }) =>
      acme('GET', `/payroll/${await aPerson()}?account_id=mine&created_after=soon&sort=up`),
    expects: { status: 400, errors: [invalid('account_id'), invalid('created_after'), unknown('sort')] },
  },
  // Submissions are personal data, which Support may not read; the entries show that they exist.
  refusesRole(submissions, 'Support', 'FullMember'),
  {
    endpoint: submissions,
    says: 'a user of another client does not exist',
    call: async (world) => world.rival('GET', `/payroll/${await world.aPerson()}`),
    expects: { status: 404, errors: [noSuch('User')] },
  },
  ...pages(submissions, {
    first: 1,
    max: 100,
    usual: 100,
    path: async ({ aPerson }) => `/payroll/${await aPerson()}`,
  }),
  ...knowsWhoExists(submissions, 'User'),
  ...needsApiKey(submissions),

  {
    endpoint: entries,
    says: 'every retrieval that brought something, newest first',
    async call(world) {
      const { user_id, asUser, account_id } = await anEntry(world, { to: monthsAgo(3) })
      const second = await query(asUser, account_id)
      const reply = await world.acme('GET', `/payroll/entries?user_id=${user_id}`)
      return look(reply, ({ pagination: page, entries: [first] }) => ({
        page,
        first,
        isNewest: first.entry_id === second.body.entry_id,
      }))
    },
    expects: {
      status: 200,
      body: { page: pagination(1, 20, 2, 2), first: payrollEntry, isNewest: true },
    },
  },
  {
    endpoint: oneEntry,
    says: 'one entry',
    async call(world) {
      const { entry_id } = await sharedEntry(world)
      return world.acme('GET', `/payroll/entries/${entry_id}`)
    },
    expects: { status: 200, body: payrollEntry },
  },
  ...knowsWhoExists(oneEntry, 'Entry'),
  ...needsApiKey(oneEntry),
  {
    endpoint: entries,
    says: 'can be filtered by account_id',
    async call(world) {
      const { user_id, account_id } = await sharedEntry(world)
      const at = `/payroll/entries?user_id=${user_id}&account_id=`
      const other = await world.acme('GET', at + nobodysId)
      return look(await world.acme('GET', at + account_id), (body) => ({
        own: body.pagination.total_count,
        others: other.body.pagination.total_count,
      }))
    },
    expects: { status: 200, body: { own: 1, others: 0 } },
  },
  {
    endpoint: entries,
    says: 'Support may see that something was retrieved',
    async call(world) {
      const { user_id } = await sharedEntry(world)
      return world.supportMember('GET', `/payroll/entries?user_id=${user_id}`)
    },
    expects: { status: 200, holds: { pagination: pagination(1, 20, 1, 1), entries: [payrollEntry] } },
  },
  {
    endpoint: entries,
    says: 'whose entries must be said',
    call: ({ acme }) => acme('GET', '/payroll/entries'),
    expects: { status: 400, errors: [missing('user_id')] },
  },
  {
    endpoint: entries,
    says: 'the user with the given id does not exist',
    call: ({ acme }) => acme('GET', `/payroll/entries?user_id=${nobodysId}`),
    expects: { status: 404, errors: [noSuch('User', nobodysId)] },
  },
  ...pages(entries, {
    first: 1,
    max: 100,
    usual: 20,
    path: async ({ aPerson }) => `/payroll/entries?user_id=${await aPerson()}`,
  }),
  ...needsApiKey(entries),
]

export const payroll = inArea('payroll', [
  {
    endpoint: 'POST /payroll/entries/connections',
    says: 'new payroll: an entry with its submissions and the authorisation that allowed it',
    async call(world) {
      const { asUser, account_id } = await anAccount(world, { to: monthsAgo(3) })
      const reply = await query(asUser, account_id)
      return look(reply, (body) => ({ ...body, payroll_submissions: [body.payroll_submissions[0]] }))
    },
    expects: {
      status: 201,
      body: {
        account_id: uuid,
        entry_id: uuid,
        payroll_submissions: [
          {
            ...payrollSubmission,
            account_id: uuid,
            source: 'Payroll (via User Connection)',
            document_id: null,
            document_external_id: null,
            document_filename: null,
          },
        ],
        authorisation_id: uuid,
      },
    },
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    says: 'the elements of earnings and deductions have these fields',
    async call(world) {
      const { asUser, account_id } = await anAccount(world, { to: monthsAgo(3) })
      const reply = await query(asUser, account_id)
      return look(reply, ({ payroll_submissions: [{ income_information }] }) => ({
        earned: income_information.earnings.earning_elements[0],
        deducted: income_information.deductions.deductions_elements[0],
      }))
    },
    expects: { status: 201, body: { earned: earningElement, deducted: deductionElement } },
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    says: 'nothing new: no entry and an empty list',
    async call(world) {
      const { asUser, account_id } = await anAccount(world)
      return query(asUser, account_id)
    },
    expects: {
      status: 201,
      body: { account_id: uuid, entry_id: null, payroll_submissions: [], authorisation_id: uuid },
    },
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    says: 'x-svc-authorisation-id selects the authorisation to use',
    async call(world) {
      const { asUser, account_id, authorisation_id, user_id } = await anAccount(world)
      await world.acme('POST', '/authorisations', { user_id, user_agent: 'Browser 2' })
      const reply = await query(asUser, account_id, { 'x-svc-authorisation-id': authorisation_id })
      return look(reply, (body) => ({ isSelected: body.authorisation_id === authorisation_id }))
    },
    expects: { status: 201, body: { isSelected: true } },
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    says: 'without the header the newest valid authorisation is used',
    async call(world) {
      const { asUser, account_id, user_id } = await anAccount(world)
      const newest = await world.acme('POST', '/authorisations', { user_id, user_agent: 'Browser 2' })
      const reply = await query(asUser, account_id)
      return look(reply, (body) => ({ isNewest: body.authorisation_id === newest.body.id }))
    },
    expects: { status: 201, body: { isNewest: true } },
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    says: 'a missing field is named',
    call: async (world) => (await anAuthorisedUser(world)).asUser('POST', '/payroll/entries/connections', {}),
    expects: { status: 400, errors: [missing('account_id')] },
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    says: 'a malformed id in the body',
    call: async (world) => query((await anAuthorisedUser(world)).asUser, 'not-an-id'),
    expects: { status: 400, errors: [invalid('account_id')] },
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    says: 'a malformed x-svc-authorisation-id',
    call: async (world) =>
      query((await anAuthorisedUser(world)).asUser, nobodysId, { 'x-svc-authorisation-id': 'not-an-id' }),
    expects: { status: 400, errors: [/x-svc-authorisation-id/i] },
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    says: 'the account of another user does not exist',
    async call(world) {
      const { account_id } = await anAccount(world)
      return query((await anAuthorisedUser(world)).asUser, account_id)
    },
    expects: { status: 404, errors: [noSuch('Account')] },
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    says: 'needs an authorisation that was not revoked',
    async call(world) {
      const { asUser, account_id, revoke } = await anAccount(world)
      await revoke()
      return query(asUser, account_id)
    },
    expects: needsAuthorisation,
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    says: 'x-svc-authorisation-id names a revoked one, though another is valid',
    async call(world) {
      const { asUser, account_id, authorisation_id, revoke, user_id } = await anAccount(world)
      await world.acme('POST', '/authorisations', { user_id, user_agent: 'Browser 2' })
      await revoke()
      return query(asUser, account_id, { 'x-svc-authorisation-id': authorisation_id })
    },
    expects: needsAuthorisation,
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    says: 'payroll_connections_enabled is false for the user',
    async call(world) {
      const { asUser, account_id, user_id } = await anAccount(world)
      await world.acme('PATCH', `/users/${user_id}`, { payroll_connections_enabled: false })
      return query(asUser, account_id)
    },
    expects: connectionsOff,
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    says: 'payroll_connections_enabled is false for the client, and the user says nothing',
    async call(world) {
      const { asUser, account_id } = await anAccount(world)
      await world.acme('PATCH', '/configuration', { payroll_connections_enabled: false })
      const reply = await query(asUser, account_id)
      await world.acme('PATCH', '/configuration', { payroll_connections_enabled: true })
      return reply
    },
    expects: connectionsOff,
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    says: 'the session at the provider has ended: told, and the account is expired',
    async call(world) {
      const user_name = await aStranger(world)
      const { asUser, account_id, path } = await anEntry(world, { user_name })
      await world.sandbox.control('DELETE', `/providers/sandbox-payroll/sessions?user_name=${user_name}`)
      const reply = await query(asUser, account_id)
      const { body } = await world.acme('GET', path)
      return { ...reply, body: { errors: [...reply.body.errors, body.status] } }
    },
    expects: refused('session-ended', /./, /^EXPIRED$/),
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    says: 'the provider is down: told, and the account stays as it was',
    async call(world) {
      const user_name = await aStranger(world)
      const { asUser, account_id, path } = await anEntry(world, { user_name })
      await world.sandbox.behave('sandbox-payroll', user_name, 'error:maintenance')
      const reply = await query(asUser, account_id)
      const { body } = await world.acme('GET', path)
      return { ...reply, body: { errors: [...reply.body.errors, body.status] } }
    },
    expects: refused('provider-maintenance', /./, /^AUTHORISED$/),
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    says: 'an account that still waits for its second step cannot be asked',
    async call(world) {
      const user_name = await aStranger(world)
      const { asUser, account_id } = await anAccount(world, { user_name, password: 'mfa:code' })
      return query(asUser, account_id)
    },
    expects: { status: 400, errors: [/./] },
  },
  ...needsUserToken('POST /payroll/entries/connections'),
  ...lists,

  {
    endpoint: 'DELETE /payroll/entries/{entry_id}',
    says: 'confirms in words',
    async call(world) {
      return world.acme('DELETE', `/payroll/entries/${(await anEntry(world)).entry_id}`)
    },
    expects: { status: 200, body: message },
  },
  {
    endpoint: 'DELETE /payroll/entries/{entry_id}',
    says: 'an entry of another client does not exist',
    async call(world) {
      return world.rival('DELETE', `/payroll/entries/${(await anEntry(world)).entry_id}`)
    },
    expects: { status: 404, errors: [noSuch('Entry')] },
  },
  {
    endpoint: 'DELETE /payroll/entries/{entry_id}',
    says: 'the entries of a deleted user went with the user',
    async call(world) {
      const { entry_id, user_id } = await anEntry(world)
      await world.acme('DELETE', `/users/${user_id}`)
      return world.acme('DELETE', `/payroll/entries/${entry_id}`)
    },
    expects: { status: 404, errors: [noSuch('Entry')] },
  },
  {
    endpoint: 'DELETE /payroll/entries/{entry_id}',
    says: 'its submissions went with it',
    async call(world) {
      const { entry_id, user_id } = await anEntry(world)
      const reply = await world.acme('DELETE', `/payroll/entries/${entry_id}`)
      const { body } = await world.acme('GET', `/payroll/${user_id}`)
      return look(reply, () => body.pagination.total_count)
    },
    expects: { status: 200, body: 0 },
  },
  refusesRole('DELETE /payroll/entries/{entry_id}', 'Support', 'FullMember'),
  ...knowsWhoExists('DELETE /payroll/entries/{entry_id}', 'Entry'),
  ...needsApiKey('DELETE /payroll/entries/{entry_id}'),

  {
    endpoint: delivery,
    says: 'an account whose first retrieval left an entry is announced',
    call: (world) => aDelivery(world, {}, anAccount),
    expects: { status: 200, body: { ...announcement, entry_id: uuid, account_id: uuid } },
  },
  {
    endpoint: delivery,
    says: 'include_payload adds the submissions, with amounts as numbers and the phone as text',
    async call(world) {
      const sent = await aDeliveryWithPayload(world, 'user-payroll-submitted', anAccount)
      const { entry_id, account_id, payroll_submissions } = sent.body.payload
      const [{ income_information, identity_information }] = payroll_submissions
      const { net_pay } = income_information.earnings
      return { ...sent, body: { entry_id, account_id, net_pay, phone: identity_information.phone } }
    },
    expects: {
      status: 200,
      body: {
        entry_id: uuid,
        account_id: uuid,
        net_pay: expect.any(Number),
        phone: expect.toBeOneOf([expect.any(String), null]),
      },
    },
  },
])
