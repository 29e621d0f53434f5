import { expect } from 'vitest'
import { aUser } from '../people.ts'
import { invalid, missing, notFoundMessage, unknown } from './messages.ts'
import { inArea, type Row } from './row.ts'
import { message, pagination, timestamp, uuid } from './shapes.ts'
import { pagingRows, rejectsRole, rejectsUnknownIds, requiresApiKey } from './shared-rows.ts'
import { mapBody } from './world.ts'

// Every writable field of a User, as the API returns it.
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

const invalidValues: [field: string, value: unknown][] = [
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

const frequencies: Row[] = [
  ...['WEEKLY', 'MONTHLY', 'HOURLY'].map(
    (recurring_check_frequency): Row => ({
      endpoint: 'PATCH /users/{user_id}',
      title: `sandbox allows recurring_check_frequency ${recurring_check_frequency}`,
      call: async ({ acme, createUserId }) =>
        acme('PATCH', `/users/${await createUserId()}`, { recurring_check_frequency }),
      expects: { status: 200, matches: { recurring_check_frequency } },
    }),
  ),
  ...['WEEKLY', 'MONTHLY'].map(
    (recurring_check_frequency): Row => ({
      endpoint: 'POST /users',
      title: `production allows recurring_check_frequency ${recurring_check_frequency}`,
      call: ({ live }) => live('POST', '/users', aUser({ recurring_check_frequency })),
      expects: { status: 201, matches: { recurring_check_frequency } },
    }),
  ),
  {
    endpoint: 'POST /users',
    title: 'HOURLY recurring_check_frequency is refused in production',
    call: ({ live }) => live('POST', '/users', aUser({ recurring_check_frequency: 'HOURLY' })),
    expects: { status: 400, errors: [invalid('recurring_check_frequency')] },
  },
  {
    endpoint: 'PATCH /users/{user_id}',
    title: 'HOURLY recurring_check_frequency is refused in production',
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
    title: 'registers a user with every field',
    call: ({ acme }) => acme('POST', '/users', everyField),
    expects: { status: 201, body: { ...everyField, ...readOnly } },
  },
  {
    endpoint: 'POST /users',
    title: 'five fields are enough; unset fields are omitted',
    call: ({ acme }) => acme('POST', '/users', aUser()),
    expects: { status: 201, body: { ...aUser(), ...readOnly } },
  },
  {
    endpoint: 'POST /users',
    title: 'reports each missing field by name',
    call: ({ acme }) => acme('POST', '/users', {}),
    expects: {
      status: 400,
      errors: ['forename', 'surname', 'date_of_birth', 'post_codes', 'payroll_period_months'].map(missing),
    },
  },
  {
    endpoint: 'POST /users',
    title: 'a returned user can be posted again: its read-only fields are ignored',
    async call({ acme }) {
      const first = await acme('POST', '/users', aUser())
      const second = await acme('POST', '/users', first.body)
      return mapBody(second, ({ user_id }) => ({ isNew: user_id !== first.body.user_id }))
    },
    expects: { status: 201, body: { isNew: true } },
  },
  {
    endpoint: 'POST /users',
    title: 'null is refused when a user is created',
    call: ({ acme }) => acme('POST', '/users', aUser({ ni_number: null })),
    expects: { status: 400, errors: [invalid('ni_number')] },
  },
  ...requiresApiKey('POST /users'),

  {
    endpoint: 'GET /users/{user_id}',
    title: 'returns the stored values',
    async call({ acme, createUserId }) {
      return acme('GET', `/users/${await createUserId(everyField)}`)
    },
    expects: { status: 200, body: { ...everyField, ...readOnly } },
  },
  {
    endpoint: 'GET /users/{user_id}',
    title: 'the role Support sees the settings but no personal data',
    async call({ supportMember, createUserId }) {
      return supportMember('GET', `/users/${await createUserId()}`)
    },
    expects: { status: 200, body: { ...readOnly, payroll_period_months: 12 } },
  },
  ...rejectsUnknownIds('GET /users/{user_id}', 'User'),
  ...requiresApiKey('GET /users/{user_id}'),

  {
    endpoint: 'PATCH /users/{user_id}',
    title: 'changes every writable field',
    call: async ({ acme, createUserId }) => acme('PATCH', `/users/${await createUserId()}`, everyField),
    expects: { status: 200, body: { ...everyField, ...readOnly } },
  },
  {
    endpoint: 'PATCH /users/{user_id}',
    title: 'omitted fields keep their values',
    call: async ({ acme, createUserId }) =>
      acme('PATCH', `/users/${await createUserId(everyField)}`, { surname: 'Elmgrove' }),
    expects: { status: 200, body: { ...everyField, ...readOnly, surname: 'Elmgrove' } },
  },
  {
    endpoint: 'PATCH /users/{user_id}',
    title: 'a field sent as null is removed',
    call: async ({ acme, createUserId }) =>
      acme('PATCH', `/users/${await createUserId(everyField)}`, { ext_id: null, taxauth_enabled: null }),
    expects: {
      status: 200,
      body: { ...without(everyField, 'ext_id', 'taxauth_enabled'), ...readOnly },
    },
  },
  {
    endpoint: 'PATCH /users/{user_id}',
    title: 'every writable field can be unset',
    call: async ({ acme, createUserId }) =>
      acme('PATCH', `/users/${await createUserId(everyField)}`, everyFieldUnset),
    expects: { status: 200, body: readOnly },
  },
  {
    endpoint: 'GET /users/{user_id}',
    title: 'unset fields stay unset',
    async call({ acme, createUserId }) {
      const path = `/users/${await createUserId(everyField)}`
      await acme('PATCH', path, everyFieldUnset)
      return acme('GET', path)
    },
    expects: { status: 200, body: readOnly },
  },
  {
    endpoint: 'PATCH /users/{user_id}',
    title: 'a returned user can be sent back: its read-only fields are ignored',
    async call({ acme, createUserId }) {
      const { body } = await acme('GET', `/users/${await createUserId(everyField)}`)
      return acme('PATCH', `/users/${body.user_id}`, { ...body, created_at: '1999-01-01' })
    },
    expects: {
      status: 200,
      body: { ...everyField, user_id: uuid, created_at: expect.stringMatching(/^20[2-9]/) },
    },
  },
  {
    endpoint: 'PATCH /users/{user_id}',
    title: 'reports an unknown field by name',
    call: async ({ acme, createUserId }) =>
      acme('PATCH', `/users/${await createUserId()}`, { sirname: 'Elmgrove' }),
    expects: { status: 400, errors: [unknown('sirname')] },
  },
  ...invalidValues.map(
    ([field, value]): Row => ({
      endpoint: 'PATCH /users/{user_id}',
      title: `${field} cannot be ${JSON.stringify(value)}`,
      call: async ({ acme, createUserId }) =>
        acme('PATCH', `/users/${await createUserId()}`, { [field]: value }),
      expects: { status: 400, errors: [invalid(field)] },
    }),
  ),
  ...frequencies,
  {
    endpoint: 'PATCH /users/{user_id}',
    title: 'another client’s user is not found',
    call: async ({ rival, createUserId }) =>
      rival('PATCH', `/users/${await createUserId()}`, { surname: 'Elmgrove' }),
    expects: { status: 404, errors: [notFoundMessage('User')] },
  },
  ...rejectsUnknownIds('PATCH /users/{user_id}', 'User', { body: { surname: 'Elmgrove' } }),
  rejectsRole('PATCH /users/{user_id}', 'Support', 'FullMember'),
  ...requiresApiKey('PATCH /users/{user_id}'),

  {
    endpoint: 'GET /users',
    title: 'returns a page of users',
    async call({ createClient }) {
      const { call } = await createClient()
      await call('POST', '/users', everyField)
      return call('GET', '/users')
    },
    expects: {
      status: 200,
      body: { pagination: pagination(1, 20, 1, 1), users: [{ ...everyField, ...readOnly }] },
    },
  },
  {
    endpoint: 'GET /users',
    title: 'an offset past the end returns an empty page with the total',
    async call({ createClient }) {
      const { call } = await createClient()
      await call('POST', '/users', aUser())
      return call('GET', '/users?offset=2')
    },
    expects: { status: 200, body: { pagination: pagination(2, 20, 0, 1), users: [] } },
  },
  {
    endpoint: 'GET /users',
    title: 'ext_id finds exact matches only',
    async call({ createClient }) {
      const { call } = await createClient()
      for (const ext_id of ['loan-1', 'loan-17']) await call('POST', '/users', aUser({ ext_id }))
      return call('GET', '/users?ext_id=loan-1')
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
    ({ text, count }): Row => ({
      endpoint: 'GET /users',
      title: `a search for ${text} finds ${count}`,
      async call({ createClient }) {
        const { call } = await createClient()
        await call('POST', '/users', aUser({ ext_id: 'loan-1' }))
        return call('GET', `/users?search=${encodeURIComponent(text)}`)
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
    title: 'search and ext_id together are refused',
    call: ({ acme }) => acme('GET', '/users?search=a&ext_id=b'),
    expects: { status: 400, errors: [invalid('search')] },
  },
  ...pagingRows('GET /users', { firstOffset: 1, maxLimit: 100, defaultLimit: 20 }),
  ...requiresApiKey('GET /users'),

  {
    endpoint: 'GET /users/recurring',
    title: 'lists users with recurring checks',
    async call({ createClient }) {
      const { call } = await createClient()
      await call('POST', '/users', aUser())
      await call('POST', '/users', aUser({ recurring_checks_enabled: true }))
      return call('GET', '/users/recurring')
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
    title: 'the client’s setting applies to users without one',
    async call({ createClient }) {
      const { call } = await createClient()
      await call('PATCH', '/configuration', { recurring_checks_enabled: true })
      await call('POST', '/users', aUser())
      await call('POST', '/users', aUser({ recurring_checks_enabled: false }))
      return call('GET', '/users/recurring?recurring_enabled=false')
    },
    expects: {
      status: 200,
      body: {
        pagination: pagination(1, 500, 1, 1),
        users: [{ ...aUser(), ...readOnly, recurring_checks_enabled: false }],
      },
    },
  },
  ...pagingRows('GET /users/recurring', { firstOffset: 1, maxLimit: 500, defaultLimit: 500 }),
  ...requiresApiKey('GET /users/recurring'),

  {
    endpoint: 'DELETE /users/{user_id}',
    title: 'returns a confirmation message',
    call: async ({ acme, createUserId }) => acme('DELETE', `/users/${await createUserId()}`),
    expects: { status: 200, body: message },
  },
  {
    endpoint: 'GET /users/{user_id}',
    title: 'a deleted user is not found',
    async call({ acme, createUserId }) {
      const path = `/users/${await createUserId()}`
      await acme('DELETE', path)
      return acme('GET', path)
    },
    expects: { status: 404, errors: [notFoundMessage('User')] },
  },
  {
    endpoint: 'DELETE /users/{user_id}',
    title: 'a deleted user cannot be deleted again',
    async call({ acme, createUserId }) {
      const path = `/users/${await createUserId()}`
      await acme('DELETE', path)
      return acme('DELETE', path)
    },
    expects: { status: 404, errors: [notFoundMessage('User')] },
  },
  {
    endpoint: 'DELETE /users/{user_id}',
    title: 'another client’s user is not found',
    call: async ({ rival, createUserId }) => rival('DELETE', `/users/${await createUserId()}`),
    expects: { status: 404, errors: [notFoundMessage('User')] },
  },
  ...rejectsUnknownIds('DELETE /users/{user_id}', 'User'),
  rejectsRole('DELETE /users/{user_id}', 'Support', 'FullMember'),
  ...requiresApiKey('DELETE /users/{user_id}'),
])

function without(fields: object, ...names: string[]) {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}
