import { expect } from 'vitest'
import { invalid, missing, noApiKey, noSuch, unknown } from './messages.ts'
import { knowsWhoExists, needsApiKey, pages, refusesRole } from './refusals.ts'
import { inArea } from './row.ts'
import { apiKey, message, pagination } from './shapes.ts'

export const apiKeys = inArea('api-keys', [
  {
    endpoint: 'GET /api-keys',
    says: 'lists keys without their secrets',
    call: async ({ aClient }) => (await (await aClient()).asOwner())('GET', '/api-keys'),
    expects: {
      status: 200,
      body: { pagination: pagination(1, 20, 1, 1), api_keys: [{ ...apiKey, name: 'first key' }] },
    },
  },
  ...pages('GET /api-keys', { first: 1, max: 100, usual: 20 }),
  refusesRole('GET /api-keys', 'FullMember', 'Admin'),
  ...needsApiKey('GET /api-keys'),

  {
    endpoint: 'POST /api-keys',
    says: 'the reply shows the key, this once',
    call: async ({ aClient }) => (await (await aClient()).asOwner())('POST', '/api-keys', { name: 'loans' }),
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
    says: 'a key may have an end',
    call: async ({ aClient }) =>
      (await (await aClient()).asOwner())('POST', '/api-keys', {
        name: 'loans',
        expires_at: '2099-01-01T00:00:00Z',
      }),
    expects: { status: 201, holds: { expires_at: '2099-01-01T00:00:00.000Z' } },
  },
  {
    endpoint: 'POST /api-keys',
    says: 'a key may have scopes and addresses',
    call: async ({ aClient }) =>
      (await (await aClient()).asOwner())('POST', '/api-keys', {
        name: 'loans',
        scopes: ['read', 'tokens'],
        addresses: ['203.0.113.0/24', '2001:db8::1'],
      }),
    expects: {
      status: 201,
      holds: { scopes: ['read', 'tokens'], addresses: ['203.0.113.0/24', '2001:db8::1'] },
    },
  },
  {
    endpoint: 'POST /api-keys',
    says: 'a scope or an address that does not exist',
    call: ({ owner }) =>
      owner('POST', '/api-keys', { name: 'loans', scopes: ['all'], addresses: ['10.0.0.0/33'] }),
    expects: { status: 400, errors: [invalid('scopes.0'), invalid('addresses.0')] },
  },
  {
    endpoint: 'GET /users',
    says: 'a key from another address than those of its list',
    async call({ aClient, withKey }) {
      const ask = await (await aClient()).asOwner()
      const { body } = await ask('POST', '/api-keys', { name: 'loans', addresses: ['203.0.113.0/24'] })
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
    says: 'the new key opens its own client',
    async call({ aClient, withKey }) {
      const ask = await (await aClient()).asOwner()
      const { body } = await ask('POST', '/api-keys', { name: 'loans' })
      return withKey(body.key)('GET', '/configuration')
    },
    expects: { status: 200, holds: { payroll_period_months: 36 } },
  },
  {
    endpoint: 'POST /api-keys',
    says: 'at most 20 are active at once',
    async call({ aClient }) {
      const ask = await (await aClient()).asOwner()
      for (let n = 2; n <= 20; n++) await ask('POST', '/api-keys', { name: `key ${n}` })
      return ask('POST', '/api-keys', { name: 'key 21' })
    },
    expects: {
      status: 403,
      errors: [/at most 20 active API keys/],
      headers: { 'x-svc-error-code': 'too-many-api-keys' },
    },
  },
  {
    endpoint: 'POST /api-keys',
    says: 'a missing field is named, an unknown one too',
    call: ({ owner }) => owner('POST', '/api-keys', { nam: 'loans' }),
    expects: { status: 400, errors: [missing('name'), unknown('nam')] },
  },
  {
    endpoint: 'POST /api-keys',
    says: 'an end in the past',
    call: ({ owner }) => owner('POST', '/api-keys', { name: 'loans', expires_at: '2020-01-01' }),
    expects: { status: 400, errors: [invalid('expires_at')] },
  },
  refusesRole('POST /api-keys', 'FullMember', 'Admin'),
  ...needsApiKey('POST /api-keys'),

  {
    endpoint: 'DELETE /api-keys/{id}',
    says: 'confirms in words',
    async call({ aClient }) {
      const ask = await (await aClient()).asOwner()
      const { body } = await ask('POST', '/api-keys', { name: 'loans' })
      return ask('DELETE', `/api-keys/${body.id}`)
    },
    expects: { status: 200, body: message },
  },
  {
    endpoint: 'GET /users',
    says: 'a deleted key is a wrong key',
    async call({ aClient, withKey }) {
      const ask = await (await aClient()).asOwner()
      const { body } = await ask('POST', '/api-keys', { name: 'loans' })
      await ask('DELETE', `/api-keys/${body.id}`)
      return withKey(body.key)('GET', '/users')
    },
    expects: { status: 401, errors: [noApiKey] },
  },
  {
    endpoint: 'DELETE /api-keys/{id}',
    says: 'the key of another client does not exist',
    async call({ aClient, rivalOwner }) {
      const ask = await (await aClient()).asOwner()
      const { body } = await ask('GET', '/api-keys')
      return rivalOwner('DELETE', `/api-keys/${body.api_keys[0].id}`)
    },
    expects: { status: 404, errors: [noSuch('API key')] },
  },
  ...knowsWhoExists('DELETE /api-keys/{id}', 'API key'),
  refusesRole('DELETE /api-keys/{id}', 'FullMember', 'Admin'),
  ...needsApiKey('DELETE /api-keys/{id}'),
])
