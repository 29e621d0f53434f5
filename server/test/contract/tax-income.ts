import { expect } from 'vitest'
import { delivery } from './endpoints.ts'
import { invalid, missing, noSuch, unknown } from './messages.ts'
import { knowsWhoExists, needsApiKey, needsUserToken, pages, refusesRole } from './refusals.ts'
import { inArea } from './row.ts'
import {
  aDelivery,
  aDeliveryWithPayload,
  anAuthorisedUser,
  fetchTaxIncome,
  sharedTaxIncome,
  taxLogin,
} from './scenes.ts'
import { account, announcement, incomeSubmission, message, pagination, payrollEntry, uuid } from './shapes.ts'
import { look, nobodysId } from './world.ts'

const endpoint = 'GET /taxauth/{user_id}'
const entries = 'GET /taxauth/entries'
const query = 'POST /taxauth/entries/connections'
const oneEntry = 'GET /taxauth/entries/{entry_id}'
const deletion = 'DELETE /taxauth/entries/{entry_id}'
const creation = 'POST /accounts'
const nothing = { pagination: pagination(1, 20, 0, 0), income_submissions: [] }
const isOff = { headers: { 'x-svc-error-code': 'taxauth-off' } }

export const taxIncome = inArea('tax-income', [
  {
    endpoint,
    says: 'a user without tax-authority data has an empty page',
    call: async ({ acme, aPerson }) => acme('GET', `/taxauth/${await aPerson()}`),
    expects: { status: 200, body: nothing },
  },
  {
    endpoint,
    says: 'one submission per tax year',
    call: async (world) => world.acme('GET', `/taxauth/${(await sharedTaxIncome(world)).user_id}`),
    expects: {
      status: 200,
      body: { pagination: pagination(1, 20, 1, 1), income_submissions: [incomeSubmission] },
    },
  },
  {
    endpoint,
    says: 'account_id and entry_id filter',
    async call(world) {
      const { user_id, account_id, entry_id } = await sharedTaxIncome(world)
      return world.acme('GET', `/taxauth/${user_id}?account_id=${account_id}&entry_id=${entry_id}`)
    },
    expects: { status: 200, holds: { pagination: pagination(1, 20, 1, 1) } },
  },
  {
    endpoint,
    says: 'an account that gave nothing filters everything away',
    async call(world) {
      const { user_id } = await sharedTaxIncome(world)
      return world.acme('GET', `/taxauth/${user_id}?account_id=${nobodysId}`)
    },
    expects: { status: 200, body: nothing },
  },
  {
    endpoint,
    says: 'filters that are no ids, and one that does not exist',
    call: async ({ acme, aPerson }) =>
      acme('GET', `/taxauth/${await aPerson()}?account_id=a&entry_id=b&income_id=c`),
    expects: { status: 400, errors: [invalid('account_id'), invalid('entry_id'), unknown('income_id')] },
  },
  {
    endpoint,
    says: 'a user of another client does not exist',
    call: async ({ rival, aPerson }) => rival('GET', `/taxauth/${await aPerson()}`),
    expects: { status: 404, errors: [noSuch('User')] },
  },
  ...knowsWhoExists(endpoint, 'User'),
  ...pages(endpoint, {
    first: 1,
    max: 100,
    usual: 20,
    path: async ({ aPerson }) => `/taxauth/${await aPerson()}`,
  }),
  refusesRole(endpoint, 'Support', 'FullMember'),
  ...needsApiKey(endpoint),

  {
    endpoint: creation,
    says: 'an account at the tax authority waits for the person to sign in there',
    async call(world) {
      const { user_id } = await anAuthorisedUser(world, { taxauth_enabled: true })
      return world.acme('POST', '/accounts', { user_id, ...(await taxLogin(world)) })
    },
    expects: {
      status: 201,
      holds: { ...account, payroll_provider: 'taxauth', user_name: null, status: 'PENDING' },
    },
  },
  {
    endpoint: creation,
    says: 'with the tax authority switched off there is no account',
    async call(world) {
      const { user_id } = await anAuthorisedUser(world)
      return world.acme('POST', '/accounts', { user_id, ...(await taxLogin(world)) })
    },
    expects: { status: 403, ...isOff },
  },
  {
    endpoint: creation,
    says: 'the tax authority needs a reference of ten digits and a National Insurance number',
    async call(world) {
      const { user_id } = await anAuthorisedUser(world, { taxauth_enabled: true })
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
    says: 'nothing new: no entry and an empty list',
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
    says: 'the account, and headers about a device, have to be in their form',
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
    says: 'an authorisation that is named has to be valid',
    async call(world) {
      const { asUser, account_id } = await sharedTaxIncome(world)
      const headers = { 'x-svc-authorisation-id': nobodysId }
      return asUser('POST', '/taxauth/entries/connections', { account_id }, headers)
    },
    expects: { status: 403, headers: { 'x-svc-error-code': 'authorisation-missing' } },
  },
  ...needsUserToken(query),

  {
    endpoint: entries,
    says: 'the entries of a user',
    call: async (world) =>
      look(
        await world.acme('GET', `/taxauth/entries?user_id=${(await sharedTaxIncome(world)).user_id}`),
        (body) => body.entries,
      ),
    expects: { status: 200, body: [payrollEntry] },
  },
  {
    endpoint: entries,
    says: 'of which user has to be said',
    call: ({ acme }) => acme('GET', '/taxauth/entries'),
    expects: { status: 400, errors: [missing('user_id')] },
  },
  {
    endpoint: entries,
    says: 'the user has to exist',
    call: ({ acme }) => acme('GET', `/taxauth/entries?user_id=${nobodysId}`),
    expects: { status: 404, errors: [noSuch('User', nobodysId)] },
  },
  ...pages(entries, {
    first: 1,
    max: 100,
    usual: 20,
    path: async ({ aPerson }) => `/taxauth/entries?user_id=${await aPerson()}`,
  }),
  ...needsApiKey(entries),
  {
    endpoint: oneEntry,
    says: 'one entry',
    call: async (world) => world.acme('GET', `/taxauth/entries/${(await sharedTaxIncome(world)).entry_id}`),
    expects: { status: 200, body: payrollEntry },
  },
  ...knowsWhoExists(oneEntry, 'Entry'),
  ...needsApiKey(oneEntry),

  {
    endpoint: deletion,
    says: 'an entry goes with its submissions',
    async call(world) {
      const { entry_id } = await fetchTaxIncome(world, await world.aPerson({ taxauth_enabled: true }))
      return world.acme('DELETE', `/taxauth/entries/${entry_id}`)
    },
    expects: { status: 200, body: message },
  },
  {
    endpoint: deletion,
    says: 'an entry of another client does not exist',
    call: async (world) =>
      world.rival('DELETE', `/taxauth/entries/${(await sharedTaxIncome(world)).entry_id}`),
    expects: { status: 404, errors: [noSuch('Entry')] },
  },
  ...knowsWhoExists(deletion, 'Entry'),
  ...needsApiKey(deletion),

  {
    endpoint: delivery,
    says: 'new tax-authority income is announced with entry and account',
    call: (world) =>
      aDelivery(world, { events: ['user-taxauth-data-submitted'] }, async () =>
        fetchTaxIncome(world, await world.aPerson({ taxauth_enabled: true })),
      ),
    expects: {
      status: 200,
      body: { ...announcement, event: 'user-taxauth-data-submitted', entry_id: uuid, account_id: uuid },
    },
  },
  {
    endpoint: delivery,
    says: 'include_payload adds the tax years, with amounts as numbers',
    async call(world) {
      const sent = await aDeliveryWithPayload(world, 'user-taxauth-data-submitted', async () =>
        fetchTaxIncome(world, await world.aPerson({ taxauth_enabled: true })),
      )
      const { entry_id, income_submissions } = sent.body.payload
      return { ...sent, body: { entry_id, total: income_submissions[0].employment.total_income } }
    },
    expects: { status: 200, body: { entry_id: uuid, total: expect.any(Number) } },
  },
])
