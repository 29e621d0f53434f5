import { expect } from 'vitest'
import { connectionsOff, needsAuthorisation, refused } from './accounts.ts'
import { delivery } from './endpoints.ts'
import { invalid, missing, notFoundMessage, unknown } from './messages.ts'
import { inArea, type Row } from './row.ts'
import {
  createAccount,
  createAuthorisedUser,
  createEntry,
  createSandboxPerson,
  receiveDelivery,
  receiveDeliveryWithPayload,
  sharedEntry,
} from './scenes.ts'
import {
  deductionElement,
  earningElement,
  eventFields,
  message,
  pagination,
  payrollEntry,
  payrollSubmission,
  uuid,
} from './shapes.ts'
import {
  pagingRows,
  rejectsRole,
  rejectsUnknownIds,
  requiresApiKey,
  requiresUserToken,
} from './shared-rows.ts'
import { type ContractCall, type ContractWorld, mapBody, monthsAgo, unknownId } from './world.ts'

type Submission = { income_information: { pay_date: string } }

const query = (asUser: ContractCall, account_id: string, headers = {}) =>
  asUser('POST', '/payroll/entries/connections', { account_id }, headers)

const submissions = 'GET /payroll/{user_id}'
const entries = 'GET /payroll/entries'
const oneEntry = 'GET /payroll/entries/{entry_id}'

/** Requests the submissions of a user with one entry; the query may depend on the scenario. */
const listed =
  (query: (scene: Awaited<ReturnType<typeof createEntry>>) => string) => async (world: ContractWorld) => {
    const scene = await sharedEntry(world)
    const reply = await world.acme('GET', `/payroll/${scene.user_id}?${query(scene)}`)
    return mapBody(reply, (body) => body.pagination.total_count)
  }

const lists: Row[] = [
  {
    endpoint: submissions,
    title: 'lists retrieved submissions, newest first',
    async call(world) {
      const { user_id } = await sharedEntry(world)
      const reply = await world.acme('GET', `/payroll/${user_id}`)
      return mapBody(reply, ({ pagination: page, payroll_submissions: list }) => ({
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
    title: 'lists only the months between from and to of the account',
    async call(world) {
      const { user_id } = await createEntry(world, {
        from: '2026-02-01T00:00:00Z',
        to: '2026-04-30T00:00:00Z',
      })
      return mapBody(await world.acme('GET', `/payroll/${user_id}`), (body) => body.pagination.total_count)
    },
    expects: { status: 200, body: 3 },
  },
  ...(
    [
      ['account_id', ({ account_id }) => `account_id=${account_id}`, 12],
      ['account_id, of another', () => `account_id=${unknownId}`, 0],
      ['entry_id', ({ entry_id }) => `entry_id=${entry_id}`, 12],
      ['entry_id, of another', () => `entry_id=${unknownId}`, 0],
      ['document_external_id', () => 'document_external_id=none', 0],
      ['include_duplicates', () => 'include_duplicates=false', 12],
      ['created_after', () => 'created_after=2020-01-01T00:00:00Z', 12],
      ['created_after, too late', () => 'created_after=2100-01-01T00:00:00Z', 0],
      ['created_before', () => 'created_before=2100-01-01T00:00:00Z', 12],
      ['created_before, too early', () => 'created_before=2020-01-01T00:00:00Z', 0],
    ] as [string, Parameters<typeof listed>[0], number][]
  ).map(
    ([filter, query, body]): Row => ({
      endpoint: submissions,
      title: `filters by ${filter}`,
      call: listed(query),
      expects: { status: 200, body },
    }),
  ),
  {
    endpoint: submissions,
    title: 'reports malformed and unknown filters by name',
    call: async ({ acme, createUserId }) =>
      acme('GET', `/payroll/${await createUserId()}?account_id=mine&created_after=soon&sort=up`),
    expects: { status: 400, errors: [invalid('account_id'), invalid('created_after'), unknown('sort')] },
  },
  // Submissions are personal data, which Support may not read; the entries show that they exist.
  rejectsRole(submissions, 'Support', 'FullMember'),
  {
    endpoint: submissions,
    title: 'another client’s user is not found',
    call: async (world) => world.rival('GET', `/payroll/${await world.createUserId()}`),
    expects: { status: 404, errors: [notFoundMessage('User')] },
  },
  ...pagingRows(submissions, {
    firstOffset: 1,
    maxLimit: 100,
    defaultLimit: 100,
    path: async ({ createUserId }) => `/payroll/${await createUserId()}`,
  }),
  ...rejectsUnknownIds(submissions, 'User'),
  ...requiresApiKey(submissions),

  {
    endpoint: entries,
    title: 'lists every retrieval that found new payslips, newest first',
    async call(world) {
      const { user_id, asUser, account_id } = await createEntry(world, { to: monthsAgo(3) })
      const second = await query(asUser, account_id)
      const reply = await world.acme('GET', `/payroll/entries?user_id=${user_id}`)
      return mapBody(reply, ({ pagination: page, entries: [first] }) => ({
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
    title: 'returns an entry',
    async call(world) {
      const { entry_id } = await sharedEntry(world)
      return world.acme('GET', `/payroll/entries/${entry_id}`)
    },
    expects: { status: 200, body: payrollEntry },
  },
  ...rejectsUnknownIds(oneEntry, 'Entry'),
  ...requiresApiKey(oneEntry),
  {
    endpoint: entries,
    title: 'filters by account_id',
    async call(world) {
      const { user_id, account_id } = await sharedEntry(world)
      const at = `/payroll/entries?user_id=${user_id}&account_id=`
      const other = await world.acme('GET', at + unknownId)
      return mapBody(await world.acme('GET', at + account_id), (body) => ({
        own: body.pagination.total_count,
        others: other.body.pagination.total_count,
      }))
    },
    expects: { status: 200, body: { own: 1, others: 0 } },
  },
  {
    endpoint: entries,
    title: 'the role Support may list entries',
    async call(world) {
      const { user_id } = await sharedEntry(world)
      return world.supportMember('GET', `/payroll/entries?user_id=${user_id}`)
    },
    expects: { status: 200, matches: { pagination: pagination(1, 20, 1, 1), entries: [payrollEntry] } },
  },
  {
    endpoint: entries,
    title: 'user_id is required',
    call: ({ acme }) => acme('GET', '/payroll/entries'),
    expects: { status: 400, errors: [missing('user_id')] },
  },
  {
    endpoint: entries,
    title: 'an unknown user id is not found',
    call: ({ acme }) => acme('GET', `/payroll/entries?user_id=${unknownId}`),
    expects: { status: 404, errors: [notFoundMessage('User', unknownId)] },
  },
  ...pagingRows(entries, {
    firstOffset: 1,
    maxLimit: 100,
    defaultLimit: 20,
    path: async ({ createUserId }) => `/payroll/entries?user_id=${await createUserId()}`,
  }),
  ...requiresApiKey(entries),
]

export const payroll = inArea('payroll', [
  {
    endpoint: 'POST /payroll/entries/connections',
    title: 'new payslips: returns an entry with its submissions and the authorisation used',
    async call(world) {
      const { asUser, account_id } = await createAccount(world, { to: monthsAgo(3) })
      const reply = await query(asUser, account_id)
      return mapBody(reply, (body) => ({ ...body, payroll_submissions: [body.payroll_submissions[0]] }))
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
    title: 'returns the fields of earnings and deductions',
    async call(world) {
      const { asUser, account_id } = await createAccount(world, { to: monthsAgo(3) })
      const reply = await query(asUser, account_id)
      return mapBody(reply, ({ payroll_submissions: [{ income_information }] }) => ({
        earned: income_information.earnings.earning_elements[0],
        deducted: income_information.deductions.deductions_elements[0],
      }))
    },
    expects: { status: 201, body: { earned: earningElement, deducted: deductionElement } },
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    title: 'no new payslips: entry_id is null and the list is empty',
    async call(world) {
      const { asUser, account_id } = await createAccount(world)
      return query(asUser, account_id)
    },
    expects: {
      status: 201,
      body: { account_id: uuid, entry_id: null, payroll_submissions: [], authorisation_id: uuid },
    },
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    title: 'x-svc-authorisation-id selects the authorisation to use',
    async call(world) {
      const { asUser, account_id, authorisation_id, user_id } = await createAccount(world)
      await world.acme('POST', '/authorisations', { user_id, user_agent: 'Browser 2' })
      const reply = await query(asUser, account_id, { 'x-svc-authorisation-id': authorisation_id })
      return mapBody(reply, (body) => ({ isSelected: body.authorisation_id === authorisation_id }))
    },
    expects: { status: 201, body: { isSelected: true } },
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    title: 'without the header the newest valid authorisation is used',
    async call(world) {
      const { asUser, account_id, user_id } = await createAccount(world)
      const newest = await world.acme('POST', '/authorisations', { user_id, user_agent: 'Browser 2' })
      const reply = await query(asUser, account_id)
      return mapBody(reply, (body) => ({ isNewest: body.authorisation_id === newest.body.id }))
    },
    expects: { status: 201, body: { isNewest: true } },
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    title: 'reports each missing field by name',
    call: async (world) =>
      (await createAuthorisedUser(world)).asUser('POST', '/payroll/entries/connections', {}),
    expects: { status: 400, errors: [missing('account_id')] },
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    title: 'a malformed account id is refused',
    call: async (world) => query((await createAuthorisedUser(world)).asUser, 'not-an-id'),
    expects: { status: 400, errors: [invalid('account_id')] },
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    title: 'a malformed x-svc-authorisation-id is refused',
    call: async (world) =>
      query((await createAuthorisedUser(world)).asUser, unknownId, { 'x-svc-authorisation-id': 'not-an-id' }),
    expects: { status: 400, errors: [/x-svc-authorisation-id/i] },
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    title: 'another user’s account is not found',
    async call(world) {
      const { account_id } = await createAccount(world)
      return query((await createAuthorisedUser(world)).asUser, account_id)
    },
    expects: { status: 404, errors: [notFoundMessage('Account')] },
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    title: 'a revoked authorisation is refused',
    async call(world) {
      const { asUser, account_id, revoke } = await createAccount(world)
      await revoke()
      return query(asUser, account_id)
    },
    expects: needsAuthorisation,
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    title: 'x-svc-authorisation-id of a revoked authorisation is refused, though another is valid',
    async call(world) {
      const { asUser, account_id, authorisation_id, revoke, user_id } = await createAccount(world)
      await world.acme('POST', '/authorisations', { user_id, user_agent: 'Browser 2' })
      await revoke()
      return query(asUser, account_id, { 'x-svc-authorisation-id': authorisation_id })
    },
    expects: needsAuthorisation,
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    title: 'refused while payroll_connections_enabled is false for the user',
    async call(world) {
      const { asUser, account_id, user_id } = await createAccount(world)
      await world.acme('PATCH', `/users/${user_id}`, { payroll_connections_enabled: false })
      return query(asUser, account_id)
    },
    expects: connectionsOff,
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    title: 'refused while payroll_connections_enabled is false for the client and unset for the user',
    async call(world) {
      const { asUser, account_id } = await createAccount(world)
      await world.acme('PATCH', '/configuration', { payroll_connections_enabled: false })
      const reply = await query(asUser, account_id)
      await world.acme('PATCH', '/configuration', { payroll_connections_enabled: true })
      return reply
    },
    expects: connectionsOff,
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    title: 'a session ended by the provider expires the account',
    async call(world) {
      const user_name = await createSandboxPerson(world)
      const { asUser, account_id, path } = await createEntry(world, { user_name })
      await world.sandbox.control('DELETE', `/providers/sandbox-payroll/sessions?user_name=${user_name}`)
      const reply = await query(asUser, account_id)
      const { body } = await world.acme('GET', path)
      return { ...reply, body: { errors: [...reply.body.errors, body.status] } }
    },
    expects: refused('session-ended', /./, /^EXPIRED$/),
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    title: 'during provider maintenance the account stays AUTHORISED',
    async call(world) {
      const user_name = await createSandboxPerson(world)
      const { asUser, account_id, path } = await createEntry(world, { user_name })
      await world.sandbox.behave('sandbox-payroll', user_name, 'error:maintenance')
      const reply = await query(asUser, account_id)
      const { body } = await world.acme('GET', path)
      return { ...reply, body: { errors: [...reply.body.errors, body.status] } }
    },
    expects: refused('provider-maintenance', /./, /^AUTHORISED$/),
  },
  {
    endpoint: 'POST /payroll/entries/connections',
    title: 'an account that is waiting for its second step is refused',
    async call(world) {
      const user_name = await createSandboxPerson(world)
      const { asUser, account_id } = await createAccount(world, { user_name, password: 'mfa:code' })
      return query(asUser, account_id)
    },
    expects: { status: 400, errors: [/./] },
  },
  ...requiresUserToken('POST /payroll/entries/connections'),
  ...lists,

  {
    endpoint: 'DELETE /payroll/entries/{entry_id}',
    title: 'returns a confirmation message',
    async call(world) {
      return world.acme('DELETE', `/payroll/entries/${(await createEntry(world)).entry_id}`)
    },
    expects: { status: 200, body: message },
  },
  {
    endpoint: 'DELETE /payroll/entries/{entry_id}',
    title: 'another client’s entry is not found',
    async call(world) {
      return world.rival('DELETE', `/payroll/entries/${(await createEntry(world)).entry_id}`)
    },
    expects: { status: 404, errors: [notFoundMessage('Entry')] },
  },
  {
    endpoint: 'DELETE /payroll/entries/{entry_id}',
    title: 'deleting a user deletes the user’s entries',
    async call(world) {
      const { entry_id, user_id } = await createEntry(world)
      await world.acme('DELETE', `/users/${user_id}`)
      return world.acme('DELETE', `/payroll/entries/${entry_id}`)
    },
    expects: { status: 404, errors: [notFoundMessage('Entry')] },
  },
  {
    endpoint: 'DELETE /payroll/entries/{entry_id}',
    title: 'deleting an entry deletes its submissions',
    async call(world) {
      const { entry_id, user_id } = await createEntry(world)
      const reply = await world.acme('DELETE', `/payroll/entries/${entry_id}`)
      const { body } = await world.acme('GET', `/payroll/${user_id}`)
      return mapBody(reply, () => body.pagination.total_count)
    },
    expects: { status: 200, body: 0 },
  },
  rejectsRole('DELETE /payroll/entries/{entry_id}', 'Support', 'FullMember'),
  ...rejectsUnknownIds('DELETE /payroll/entries/{entry_id}', 'Entry'),
  ...requiresApiKey('DELETE /payroll/entries/{entry_id}'),

  {
    endpoint: delivery,
    title: 'sends an event for the first retrieval of an account',
    call: (world) => receiveDelivery(world, {}, createAccount),
    expects: { status: 200, body: { ...eventFields, entry_id: uuid, account_id: uuid } },
  },
  {
    endpoint: delivery,
    title: 'include_payload adds the submissions, with amounts as numbers and the phone as text',
    async call(world) {
      const sent = await receiveDeliveryWithPayload(world, 'user-payroll-submitted', createAccount)
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
