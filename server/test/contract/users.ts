import { expect } from 'vitest'
import { aUser } from '../people.ts'
import { invalid, missing, noSuch, unknown } from './messages.ts'
import { knowsWhoExists, needsApiKey, pages, refusesRole } from './refusals.ts'
import { inArea, type Promised } from './row.ts'
import { message, pagination, timestamp, uuid } from './shapes.ts'
import { look } from './world.ts'

// Every writable field of the interface's User, as the API returns it.
const everyField = {
  forename: 'Wilhelmina',
  surname: 'Oakapple',
  date_of_birth: '1988-04-17T00:00:00.000Z',
  post_codes: ['LS1 4AP', 'YO24 1AB'],
  payroll_period_months: 24,
  ni_number: 'QQ123456C',
  ext_id: 'loan-17',
  email: 'wilhelmina@people.example',
  phone: '+447700900123',
  recurring_checks_enabled: true,
  recurring_check_frequency: 'WEEKLY',
  recurring_check_end_date: '2031-01-31T00:00:00.000Z',
  taxauth_enabled: true,
  payslip_upload_enabled: false,
  payroll_connections_enabled: true,
}
const readOnly = { user_id: uuid, created_at: timestamp }
const everyFieldUnset = Object.fromEntries(Object.keys(everyField).map((field) => [field, null]))

const unusable: [field: string, value: unknown][] = [
  ['forename', 7],
  ['surname', ''],
  ['date_of_birth', '17/04/1988'],
  ['post_codes', []],
  ['payroll_period_months', 0],
  ['payroll_period_months', 121],
  ['ni_number', 'Q123456C'],
  ['ext_id', ''],
  ['email', 'wilhelmina'],
  ['phone', '01632 960123'],
  ['recurring_checks_enabled', 'yes'],
  ['recurring_check_frequency', 'DAILY'],
  ['recurring_check_end_date', 'soon'],
  ['taxauth_enabled', 1],
  ['payslip_upload_enabled', 'true'],
  ['payroll_connections_enabled', 0],
]

const frequencies: Promised[] = [
  ...['WEEKLY', 'MONTHLY', 'HOURLY'].map(
    (recurring_check_frequency): Promised => ({
      endpoint: 'PATCH /users/{user_id}',
      says: `sandbox allows recurring_check_frequency ${recurring_check_frequency}`,
      call: async ({ acme, aPerson }) =>
        acme('PATCH', `/users/${await aPerson()}`, { recurring_check_frequency }),
      expects: { status: 200, holds: { recurring_check_frequency } },
    }),
  ),
  ...['WEEKLY', 'MONTHLY'].map(
    (recurring_check_frequency): Promised => ({
      endpoint: 'POST /users',
      says: `production allows recurring_check_frequency ${recurring_check_frequency}`,
      call: ({ live }) => live('POST', '/users', aUser({ recurring_check_frequency })),
      expects: { status: 201, holds: { recurring_check_frequency } },
    }),
  ),
  {
    endpoint: 'POST /users',
    says: 'production does not allow recurring_check_frequency HOURLY',
    call: ({ live }) => live('POST', '/users', aUser({ recurring_check_frequency: 'HOURLY' })),
    expects: { status: 400, errors: [invalid('recurring_check_frequency')] },
  },
  {
    endpoint: 'PATCH /users/{user_id}',
    says: 'production does not allow recurring_check_frequency HOURLY',
    async call({ live }) {
      const { body } = await live('POST', '/users', aUser())
      return live('PATCH', `/users/${body.user_id}`, { recurring_check_frequency: 'HOURLY' })
    },
    expects: { status: 400, errors: [invalid('recurring_check_frequency')] },
  },
]

export const users = inArea('users', [
  {
    endpoint: 'POST /users',
    says: 'registers a person with every field there is',
    call: ({ acme }) => acme('POST', '/users', everyField),
    expects: { status: 201, body: { ...everyField, ...readOnly } },
  },
  {
    endpoint: 'POST /users',
    says: 'five fields are enough, and a field that is not set is left out',
    call: ({ acme }) => acme('POST', '/users', aUser()),
    expects: { status: 201, body: { ...aUser(), ...readOnly } },
  },
  {
    endpoint: 'POST /users',
    says: 'a missing field is named',
    call: ({ acme }) => acme('POST', '/users', {}),
    expects: {
      status: 400,
      errors: ['forename', 'surname', 'date_of_birth', 'post_codes', 'payroll_period_months'].map(missing),
    },
  },
  {
    endpoint: 'POST /users',
    says: 'a fetched user can be sent again: its id and time are ignored',
    async call({ acme }) {
      const first = await acme('POST', '/users', aUser())
      const second = await acme('POST', '/users', first.body)
      return look(second, ({ user_id }) => ({ isNew: user_id !== first.body.user_id }))
    },
    expects: { status: 201, body: { isNew: true } },
  },
  {
    endpoint: 'POST /users',
    says: 'null unsets nothing that does not exist yet',
    call: ({ acme }) => acme('POST', '/users', aUser({ ni_number: null })),
    expects: { status: 400, errors: [invalid('ni_number')] },
  },
  ...needsApiKey('POST /users'),

  {
    endpoint: 'GET /users/{user_id}',
    says: 'reads back what was written',
    async call({ acme, aPerson }) {
      return acme('GET', `/users/${await aPerson(everyField)}`)
    },
    expects: { status: 200, body: { ...everyField, ...readOnly } },
  },
  {
    endpoint: 'GET /users/{user_id}',
    says: 'the role Support sees settings, never the person',
    async call({ supportMember, aPerson }) {
      return supportMember('GET', `/users/${await aPerson()}`)
    },
    expects: { status: 200, body: { ...readOnly, payroll_period_months: 12 } },
  },
  ...knowsWhoExists('GET /users/{user_id}', 'User'),
  ...needsApiKey('GET /users/{user_id}'),

  {
    endpoint: 'PATCH /users/{user_id}',
    says: 'changes every writable field',
    call: async ({ acme, aPerson }) => acme('PATCH', `/users/${await aPerson()}`, everyField),
    expects: { status: 200, body: { ...everyField, ...readOnly } },
  },
  {
    endpoint: 'PATCH /users/{user_id}',
    says: 'what is not sent keeps its value',
    call: async ({ acme, aPerson }) =>
      acme('PATCH', `/users/${await aPerson(everyField)}`, { surname: 'Elmgrove' }),
    expects: { status: 200, body: { ...everyField, ...readOnly, surname: 'Elmgrove' } },
  },
  {
    endpoint: 'PATCH /users/{user_id}',
    says: 'a field sent as null is removed',
    call: async ({ acme, aPerson }) =>
      acme('PATCH', `/users/${await aPerson(everyField)}`, { ext_id: null, taxauth_enabled: null }),
    expects: {
      status: 200,
      body: { ...without(everyField, 'ext_id', 'taxauth_enabled'), ...readOnly },
    },
  },
  {
    endpoint: 'PATCH /users/{user_id}',
    says: 'every writable field can be unset',
    call: async ({ acme, aPerson }) => acme('PATCH', `/users/${await aPerson(everyField)}`, everyFieldUnset),
    expects: { status: 200, body: readOnly },
  },
  {
    endpoint: 'GET /users/{user_id}',
    says: 'what was unset stays unset',
    async call({ acme, aPerson }) {
      const path = `/users/${await aPerson(everyField)}`
      await acme('PATCH', path, everyFieldUnset)
      return acme('GET', path)
    },
    expects: { status: 200, body: readOnly },
  },
  {
    endpoint: 'PATCH /users/{user_id}',
    says: 'a fetched user can be sent back: its id and time are ignored',
    async call({ acme, aPerson }) {
      const { body } = await acme('GET', `/users/${await aPerson(everyField)}`)
      return acme('PATCH', `/users/${body.user_id}`, { ...body, created_at: '1999-01-01' })
    },
    expects: {
      status: 200,
      body: { ...everyField, user_id: uuid, created_at: expect.stringMatching(/^20[2-9]/) },
    },
  },
  {
    endpoint: 'PATCH /users/{user_id}',
    says: 'an unknown field is refused by name',
    call: async ({ acme, aPerson }) => acme('PATCH', `/users/${await aPerson()}`, { sirname: 'Elmgrove' }),
    expects: { status: 400, errors: [unknown('sirname')] },
  },
  ...unusable.map(
    ([field, value]): Promised => ({
      endpoint: 'PATCH /users/{user_id}',
      says: `${field} cannot be ${JSON.stringify(value)}`,
      call: async ({ acme, aPerson }) => acme('PATCH', `/users/${await aPerson()}`, { [field]: value }),
      expects: { status: 400, errors: [invalid(field)] },
    }),
  ),
  ...frequencies,
  {
    endpoint: 'PATCH /users/{user_id}',
    says: 'a user of another client does not exist',
    call: async ({ rival, aPerson }) => rival('PATCH', `/users/${await aPerson()}`, { surname: 'Elmgrove' }),
    expects: { status: 404, errors: [noSuch('User')] },
  },
  ...knowsWhoExists('PATCH /users/{user_id}', 'User', { body: { surname: 'Elmgrove' } }),
  refusesRole('PATCH /users/{user_id}', 'Support', 'FullMember'),
  ...needsApiKey('PATCH /users/{user_id}'),

  {
    endpoint: 'GET /users',
    says: 'a page of users',
    async call({ aClient }) {
      const { ask } = await aClient()
      await ask('POST', '/users', everyField)
      return ask('GET', '/users')
    },
    expects: {
      status: 200,
      body: { pagination: pagination(1, 20, 1, 1), users: [{ ...everyField, ...readOnly }] },
    },
  },
  {
    endpoint: 'GET /users',
    says: 'an offset past the end is an empty page that still knows the total',
    async call({ aClient }) {
      const { ask } = await aClient()
      await ask('POST', '/users', aUser())
      return ask('GET', '/users?offset=2')
    },
    expects: { status: 200, body: { pagination: pagination(2, 20, 0, 1), users: [] } },
  },
  {
    endpoint: 'GET /users',
    says: 'ext_id finds exactly its own',
    async call({ aClient }) {
      const { ask } = await aClient()
      for (const ext_id of ['loan-1', 'loan-17']) await ask('POST', '/users', aUser({ ext_id }))
      return ask('GET', '/users?ext_id=loan-1')
    },
    expects: {
      status: 200,
      body: {
        pagination: pagination(1, 20, 1, 1),
        users: [{ ...aUser(), ...readOnly, ext_id: 'loan-1' }],
      },
    },
  },
  ...[
    ...['loan-1', 'OAK APPLE', 'wilhelmina o’akapple'].map((text) => ({ text, count: 1 })),
    ...['loan-17', 'Wilhelmina', 'Oak'].map((text) => ({ text, count: 0 })),
  ].map(
    ({ text, count }): Promised => ({
      endpoint: 'GET /users',
      says: `a search for ${text} finds ${count}`,
      async call({ aClient }) {
        const { ask } = await aClient()
        await ask('POST', '/users', aUser({ ext_id: 'loan-1' }))
        return ask('GET', `/users?search=${encodeURIComponent(text)}`)
      },
      expects: {
        status: 200,
        body: {
          pagination: pagination(1, 20, count, count),
          users: count ? [{ ...aUser(), ...readOnly, ext_id: 'loan-1' }] : [],
        },
      },
    }),
  ),
  {
    endpoint: 'GET /users',
    says: 'a search and an ext_id are one too many',
    call: ({ acme }) => acme('GET', '/users?search=a&ext_id=b'),
    expects: { status: 400, errors: [invalid('search')] },
  },
  ...pages('GET /users', { first: 1, max: 100, usual: 20 }),
  ...needsApiKey('GET /users'),

  {
    endpoint: 'GET /users/recurring',
    says: 'users with recurring checks on',
    async call({ aClient }) {
      const { ask } = await aClient()
      await ask('POST', '/users', aUser())
      await ask('POST', '/users', aUser({ recurring_checks_enabled: true }))
      return ask('GET', '/users/recurring')
    },
    expects: {
      status: 200,
      body: {
        pagination: pagination(1, 500, 1, 1),
        users: [{ ...aUser(), ...readOnly, recurring_checks_enabled: true }],
      },
    },
  },
  {
    endpoint: 'GET /users/recurring',
    says: 'the setting of the client holds where the user has none',
    async call({ aClient }) {
      const { ask } = await aClient()
      await ask('PATCH', '/configuration', { recurring_checks_enabled: true })
      await ask('POST', '/users', aUser())
      await ask('POST', '/users', aUser({ recurring_checks_enabled: false }))
      return ask('GET', '/users/recurring?recurring_enabled=false')
    },
    expects: {
      status: 200,
      body: {
        pagination: pagination(1, 500, 1, 1),
        users: [{ ...aUser(), ...readOnly, recurring_checks_enabled: false }],
      },
    },
  },
  ...pages('GET /users/recurring', { first: 1, max: 500, usual: 500 }),
  ...needsApiKey('GET /users/recurring'),

  {
    endpoint: 'DELETE /users/{user_id}',
    says: 'confirms in words',
    call: async ({ acme, aPerson }) => acme('DELETE', `/users/${await aPerson()}`),
    expects: { status: 200, body: message },
  },
  {
    endpoint: 'GET /users/{user_id}',
    says: 'a deleted user does not exist',
    async call({ acme, aPerson }) {
      const path = `/users/${await aPerson()}`
      await acme('DELETE', path)
      return acme('GET', path)
    },
    expects: { status: 404, errors: [noSuch('User')] },
  },
  {
    endpoint: 'DELETE /users/{user_id}',
    says: 'nobody is deleted twice',
    async call({ acme, aPerson }) {
      const path = `/users/${await aPerson()}`
      await acme('DELETE', path)
      return acme('DELETE', path)
    },
    expects: { status: 404, errors: [noSuch('User')] },
  },
  {
    endpoint: 'DELETE /users/{user_id}',
    says: 'a user of another client does not exist',
    call: async ({ rival, aPerson }) => rival('DELETE', `/users/${await aPerson()}`),
    expects: { status: 404, errors: [noSuch('User')] },
  },
  ...knowsWhoExists('DELETE /users/{user_id}', 'User'),
  refusesRole('DELETE /users/{user_id}', 'Support', 'FullMember'),
  ...needsApiKey('DELETE /users/{user_id}'),
])

function without(fields: object, ...names: string[]) {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}
