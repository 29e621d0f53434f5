import { expect } from 'vitest'
import { delivery } from './endpoints.ts'
import { invalid, missing, notFoundMessage, unknown } from './messages.ts'
import { inArea } from './row.ts'
import {
  createAuthorisedUser,
  fetchTaxIncome,
  receiveDelivery,
  receiveDeliveryWithPayload,
  sharedTaxIncome,
  taxLogin,
} from './scenes.ts'
import { account, eventFields, incomeSubmission, message, pagination, payrollEntry, uuid } from './shapes.ts'
import {
  pagingRows,
  rejectsRole,
  rejectsUnknownIds,
  requiresApiKey,
  requiresUserToken,
} from './shared-rows.ts'
import { mapBody, unknownId } from './world.ts'

const endpoint = 'GET /taxauth/{user_id}'
const entries = 'GET /taxauth/entries'
const query = 'POST /taxauth/entries/connections'
const oneEntry = 'GET /taxauth/entries/{entry_id}'
const deletion = 'DELETE /taxauth/entries/{entry_id}'
const creation = 'POST /accounts'
const emptyPage = { pagination: pagination(1, 20, 0, 0), income_submissions: [] }
const isOff = { headers: { 'x-svc-error-code': 'taxauth-off' } }

export const taxIncome = inArea('tax-income', [
  {
    endpoint,
    title: 'a user without tax-authority data has an empty page',
    call: async ({ acme, createUserId }) => acme('GET', `/taxauth/${await createUserId()}`),
    expects: { status: 200, body: emptyPage },
  },
  {
    endpoint,
    title: 'returns one submission per tax year',
    call: async (world) => world.acme('GET', `/taxauth/${(await sharedTaxIncome(world)).user_id}`),
    expects: {
      status: 200,
      body: { pagination: pagination(1, 20, 1, 1), income_submissions: [incomeSubmission] },
    },
  },
  {
    endpoint,
    title: 'filters by account_id and entry_id',
    async call(world) {
      const { user_id, account_id, entry_id } = await sharedTaxIncome(world)
      return world.acme('GET', `/taxauth/${user_id}?account_id=${account_id}&entry_id=${entry_id}`)
    },
    expects: { status: 200, matches: { pagination: pagination(1, 20, 1, 1) } },
  },
  {
    endpoint,
    title: 'an account without data filters out every submission',
    async call(world) {
      const { user_id } = await sharedTaxIncome(world)
      return world.acme('GET', `/taxauth/${user_id}?account_id=${unknownId}`)
    },
    expects: { status: 200, body: emptyPage },
  },
  {
    endpoint,
    title: 'reports malformed and unknown filters by name',
    call: async ({ acme, createUserId }) =>
      acme('GET', `/taxauth/${await createUserId()}?account_id=a&entry_id=b&income_id=c`),
    expects: { status: 400, errors: [invalid('account_id'), invalid('entry_id'), unknown('income_id')] },
  },
  {
    endpoint,
    title: 'another client’s user is not found',
    call: async ({ rival, createUserId }) => rival('GET', `/taxauth/${await createUserId()}`),
    expects: { status: 404, errors: [notFoundMessage('User')] },
  },
  ...rejectsUnknownIds(endpoint, 'User'),
  ...pagingRows(endpoint, {
    firstOffset: 1,
    maxLimit: 100,
    defaultLimit: 20,
    path: async ({ createUserId }) => `/taxauth/${await createUserId()}`,
  }),
  rejectsRole(endpoint, 'Support', 'FullMember'),
  ...requiresApiKey(endpoint),

  {
    endpoint: creation,
    title: 'leaves the account PENDING until the person signs in at the tax authority',
    async call(world) {
      const { user_id } = await createAuthorisedUser(world, { taxauth_enabled: true })
      return world.acme('POST', '/accounts', { user_id, ...(await taxLogin(world)) })
    },
    expects: {
      status: 201,
      matches: { ...account, payroll_provider: 'taxauth', user_name: null, status: 'PENDING' },
    },
  },
  {
    endpoint: creation,
    title: 'refused while taxauth_enabled is off',
    async call(world) {
      const { user_id } = await createAuthorisedUser(world)
      return world.acme('POST', '/accounts', { user_id, ...(await taxLogin(world)) })
    },
    expects: { status: 403, ...isOff },
  },
  {
    endpoint: creation,
    title: 'an invalid tax reference and a missing NI number are refused',
    async call(world) {
      const { user_id } = await createAuthorisedUser(world, { taxauth_enabled: true })
      const extra_login_params = { unique_tax_reference: 'ABCDEFGHIJ' }
      return world.acme('POST', '/accounts', { user_id, payroll_provider: 'taxauth', extra_login_params })
    },
    expects: {
      status: 400,
      errors: [invalid('extra_login_params.unique_tax_reference'), missing('extra_login_params.ni_number')],
    },
  },

  {
    endpoint: query,
    title: 'no new tax years: entry_id is null and the list is empty',
    async call(world) {
      const { asUser, account_id } = await sharedTaxIncome(world)
      return asUser('POST', '/taxauth/entries/connections', { account_id })
    },
    expects: {
      status: 201,
      body: { account_id: uuid, entry_id: null, income_submissions: [], authorisation_id: uuid },
    },
  },
  {
    endpoint: query,
    title: 'a malformed account id and device header are refused',
    async call(world) {
      const { asUser } = await sharedTaxIncome(world)
      const headers = { 'x-svc-client-device-id': 'mine' }
      return asUser('POST', '/taxauth/entries/connections', { account_id: 'x' }, headers)
    },
    expects: {
      status: 400,
      errors: [invalid('account_id'), /^Header \[x-svc-client-device-id\] is invalid/],
    },
  },
  {
    endpoint: query,
    title: 'x-svc-authorisation-id of an unknown authorisation is refused',
    async call(world) {
      const { asUser, account_id } = await sharedTaxIncome(world)
      const headers = { 'x-svc-authorisation-id': unknownId }
      return asUser('POST', '/taxauth/entries/connections', { account_id }, headers)
    },
    expects: { status: 403, headers: { 'x-svc-error-code': 'authorisation-missing' } },
  },
  ...requiresUserToken(query),

  {
    endpoint: entries,
    title: 'lists the entries of a user',
    call: async (world) =>
      mapBody(
        await world.acme('GET', `/taxauth/entries?user_id=${(await sharedTaxIncome(world)).user_id}`),
        (body) => body.entries,
      ),
    expects: { status: 200, body: [payrollEntry] },
  },
  {
    endpoint: entries,
    title: 'user_id is required',
    call: ({ acme }) => acme('GET', '/taxauth/entries'),
    expects: { status: 400, errors: [missing('user_id')] },
  },
  {
    endpoint: entries,
    title: 'an unknown user id is not found',
    call: ({ acme }) => acme('GET', `/taxauth/entries?user_id=${unknownId}`),
    expects: { status: 404, errors: [notFoundMessage('User', unknownId)] },
  },
  ...pagingRows(entries, {
    firstOffset: 1,
    maxLimit: 100,
    defaultLimit: 20,
    path: async ({ createUserId }) => `/taxauth/entries?user_id=${await createUserId()}`,
  }),
  ...requiresApiKey(entries),
  {
    endpoint: oneEntry,
    title: 'returns an entry',
    call: async (world) => world.acme('GET', `/taxauth/entries/${(await sharedTaxIncome(world)).entry_id}`),
    expects: { status: 200, body: payrollEntry },
  },
  ...rejectsUnknownIds(oneEntry, 'Entry'),
  ...requiresApiKey(oneEntry),

  {
    endpoint: deletion,
    title: 'deletes an entry and returns a confirmation message',
    async call(world) {
      const { entry_id } = await fetchTaxIncome(world, await world.createUserId({ taxauth_enabled: true }))
      return world.acme('DELETE', `/taxauth/entries/${entry_id}`)
    },
    expects: { status: 200, body: message },
  },
  {
    endpoint: deletion,
    title: 'another client’s entry is not found',
    call: async (world) =>
      world.rival('DELETE', `/taxauth/entries/${(await sharedTaxIncome(world)).entry_id}`),
    expects: { status: 404, errors: [notFoundMessage('Entry')] },
  },
  ...rejectsUnknownIds(deletion, 'Entry'),
  ...requiresApiKey(deletion),

  {
    endpoint: delivery,
    title: 'sends an event with entry_id and account_id for new tax-authority income',
    call: (world) =>
      receiveDelivery(world, { events: ['user-taxauth-data-submitted'] }, async () =>
        fetchTaxIncome(world, await world.createUserId({ taxauth_enabled: true })),
      ),
    expects: {
      status: 200,
      body: { ...eventFields, event: 'user-taxauth-data-submitted', entry_id: uuid, account_id: uuid },
    },
  },
  {
    endpoint: delivery,
    title: 'include_payload adds the tax years, with amounts as numbers',
    async call(world) {
      const sent = await receiveDeliveryWithPayload(world, 'user-taxauth-data-submitted', async () =>
        fetchTaxIncome(world, await world.createUserId({ taxauth_enabled: true })),
      )
      const { entry_id, income_submissions } = sent.body.payload
      return { ...sent, body: { entry_id, total: income_submissions[0].employment.total_income } }
    },
    expects: { status: 200, body: { entry_id: uuid, total: expect.any(Number) } },
  },
])
