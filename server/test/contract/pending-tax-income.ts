import { delivery } from './endpoints.ts'
import { invalid, noSuch, unknown } from './messages.ts'
import { knowsWhoExists, needsApiKey, pages } from './refusals.ts'
import { inArea } from './row.ts'
import { aDelivery, fetchTaxIncome } from './scenes.ts'
import { announcement, incomeSubmission, pagination, uuid } from './shapes.ts'
import { nobodysId } from './world.ts'

const pending = { pending: true } as const
const endpoint = 'GET /taxauth/{user_id}'
const nothing = { pagination: pagination(1, 20, 0, 0), income_submissions: [] }

export const taxIncome = inArea('tax-income', [
  {
    ...pending,
    endpoint,
    says: 'a user without tax-authority data has an empty page',
    call: async ({ acme, aPerson }) => acme('GET', `/taxauth/${await aPerson()}`),
    expects: { status: 200, body: nothing },
  },
  {
    ...pending,
    endpoint,
    says: 'one submission per tax year',
    async call(world) {
      const userId = await world.aPerson({ taxauth_enabled: true })
      await fetchTaxIncome(world, userId)
      return world.acme('GET', `/taxauth/${userId}`)
    },
    expects: {
      status: 200,
      body: { pagination: pagination(1, 20, 1, 1), income_submissions: [incomeSubmission] },
    },
  },
  {
    ...pending,
    endpoint,
    says: 'account_id and entry_id filter',
    async call(world) {
      const userId = await world.aPerson({ taxauth_enabled: true })
      const { account_id, entry_id } = await fetchTaxIncome(world, userId)
      return world.acme('GET', `/taxauth/${userId}?account_id=${account_id}&entry_id=${entry_id}`)
    },
    expects: { status: 200, holds: { pagination: pagination(1, 20, 1, 1) } },
  },
  {
    ...pending,
    endpoint,
    says: 'an account that gave nothing filters everything away',
    async call(world) {
      const userId = await world.aPerson({ taxauth_enabled: true })
      await fetchTaxIncome(world, userId)
      return world.acme('GET', `/taxauth/${userId}?account_id=${nobodysId}`)
    },
    expects: { status: 200, body: nothing },
  },
  {
    ...pending,
    endpoint,
    says: 'filters that are no ids, and one that does not exist',
    call: async ({ acme, aPerson }) =>
      acme('GET', `/taxauth/${await aPerson()}?account_id=a&entry_id=b&income_id=c`),
    expects: { status: 400, errors: [invalid('account_id'), invalid('entry_id'), unknown('income_id')] },
  },
  {
    ...pending,
    endpoint,
    says: 'a user of another client does not exist',
    call: async ({ rival, aPerson }) => rival('GET', `/taxauth/${await aPerson()}`),
    expects: { status: 404, errors: [noSuch('User')] },
  },
  ...knowsWhoExists(endpoint, 'User', pending),
  ...pages(
    endpoint,
    { first: 1, max: 100, usual: 20, path: async ({ aPerson }) => `/taxauth/${await aPerson()}` },
    pending,
  ),
  ...needsApiKey(endpoint, pending),

  {
    ...pending,
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
])
