import { expect } from 'vitest'
import { invalid, missing, noApiKey, notFoundMessage, unknown } from './messages.ts'
import { inArea } from './row.ts'
import { apiKey, message, pagination } from './shapes.ts'
import { pagingRows, rejectsRole, rejectsUnknownIds, requiresApiKey } from './shared-rows.ts'

export const apiKeys = inArea('api-keys', [
  {
    endpoint: 'GET /api-keys',
    title: 'lists keys without their secrets',
    call: async ({ createClient }) => (await (await createClient()).asOwner())('GET', '/api-keys'),
    expects: {
      status: 200,
      body: { pagination: pagination(1, 20, 1, 1), api_keys: [{ ...apiKey, name: 'first key' }] },
    },
  },
  ...pagingRows('GET /api-keys', { firstOffset: 1, maxLimit: 100, defaultLimit: 20 }),
  rejectsRole('GET /api-keys', 'FullMember', 'Admin'),
  ...requiresApiKey('GET /api-keys'),

  {
    endpoint: 'POST /api-keys',
    title: 'returns the key itself, only in this reply',
    call: async ({ createClient }) =>
      (await (await createClient()).asOwner())('POST', '/api-keys', { name: 'loans' }),
    expects: {
      status: 201,
      body: {
        ...apiKey,
        name: 'loans',
        expires_at: null,
        last_used_at: null,
        key: expect.stringMatching(/^svc_sbx_[a-z0-9]{2}\w{6}_\w{49}$/),
      },
    },
  },
  {
    endpoint: 'POST /api-keys',
    title: 'a key can have an expiry time',
    call: async ({ createClient }) =>
      (await (await createClient()).asOwner())('POST', '/api-keys', {
        name: 'loans',
        expires_at: '2099-01-01T00:00:00Z',
      }),
    expects: { status: 201, matches: { expires_at: '2099-01-01T00:00:00.000Z' } },
  },
  {
    endpoint: 'POST /api-keys',
    title: 'a key can be limited to scopes and addresses',
    call: async ({ createClient }) =>
      (await (await createClient()).asOwner())('POST', '/api-keys', {
        name: 'loans',
        scopes: ['read', 'tokens'],
        addresses: ['203.0.113.0/24', '2001:db8::1'],
      }),
    expects: {
      status: 201,
      matches: { scopes: ['read', 'tokens'], addresses: ['203.0.113.0/24', '2001:db8::1'] },
    },
  },
  {
    endpoint: 'POST /api-keys',
    title: 'an unknown scope and an invalid address range are refused',
    call: ({ owner }) =>
      owner('POST', '/api-keys', { name: 'loans', scopes: ['all'], addresses: ['10.0.0.0/33'] }),
    expects: { status: 400, errors: [invalid('scopes.0'), invalid('addresses.0')] },
  },
  {
    endpoint: 'GET /users',
    title: 'a request from an address outside the key’s list is refused',
    async call({ createClient, withKey }) {
      const call = await (await createClient()).asOwner()
      const { body } = await call('POST', '/api-keys', { name: 'loans', addresses: ['203.0.113.0/24'] })
      return withKey(body.key)('GET', '/users')
    },
    expects: {
      status: 403,
      errors: [/^This API key may not be used from the address \[127\.0\.0\.1\]$/],
      headers: { 'x-svc-error-code': 'address-not-allowed' },
    },
  },
  {
    endpoint: 'GET /configuration',
    title: 'a new key authenticates its own client',
    async call({ createClient, withKey }) {
      const call = await (await createClient()).asOwner()
      const { body } = await call('POST', '/api-keys', { name: 'loans' })
      return withKey(body.key)('GET', '/configuration')
    },
    expects: { status: 200, matches: { payroll_period_months: 36 } },
  },
  {
    endpoint: 'POST /api-keys',
    title: 'a 21st active key is refused',
    async call({ createClient }) {
      const call = await (await createClient()).asOwner()
      for (let n = 2; n <= 20; n++) await call('POST', '/api-keys', { name: `key ${n}` })
      return call('POST', '/api-keys', { name: 'key 21' })
    },
    expects: {
      status: 403,
      errors: [/at most 20 active API keys/],
      headers: { 'x-svc-error-code': 'too-many-api-keys' },
    },
  },
  {
    endpoint: 'POST /api-keys',
    title: 'reports missing and unknown fields by name',
    call: ({ owner }) => owner('POST', '/api-keys', { nam: 'loans' }),
    expects: { status: 400, errors: [missing('name'), unknown('nam')] },
  },
  {
    endpoint: 'POST /api-keys',
    title: 'an expiry time in the past is refused',
    call: ({ owner }) => owner('POST', '/api-keys', { name: 'loans', expires_at: '2020-01-01' }),
    expects: { status: 400, errors: [invalid('expires_at')] },
  },
  rejectsRole('POST /api-keys', 'FullMember', 'Admin'),
  ...requiresApiKey('POST /api-keys'),

  {
    endpoint: 'DELETE /api-keys/{id}',
    title: 'returns a confirmation message',
    async call({ createClient }) {
      const call = await (await createClient()).asOwner()
      const { body } = await call('POST', '/api-keys', { name: 'loans' })
      return call('DELETE', `/api-keys/${body.id}`)
    },
    expects: { status: 200, body: message },
  },
  {
    endpoint: 'GET /users',
    title: 'a deleted key no longer authenticates',
    async call({ createClient, withKey }) {
      const call = await (await createClient()).asOwner()
      const { body } = await call('POST', '/api-keys', { name: 'loans' })
      await call('DELETE', `/api-keys/${body.id}`)
      return withKey(body.key)('GET', '/users')
    },
    expects: { status: 401, errors: [noApiKey] },
  },
  {
    endpoint: 'DELETE /api-keys/{id}',
    title: 'another client’s key is not found',
    async call({ createClient, rivalOwner }) {
      const call = await (await createClient()).asOwner()
      const { body } = await call('GET', '/api-keys')
      return rivalOwner('DELETE', `/api-keys/${body.api_keys[0].id}`)
    },
    expects: { status: 404, errors: [notFoundMessage('API key')] },
  },
  ...rejectsUnknownIds('DELETE /api-keys/{id}', 'API key'),
  rejectsRole('DELETE /api-keys/{id}', 'FullMember', 'Admin'),
  ...requiresApiKey('DELETE /api-keys/{id}'),
])
