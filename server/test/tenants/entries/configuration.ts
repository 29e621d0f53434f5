import { asOwner } from '../../people.ts'
import { must, type TenantFixture } from '../fixture.ts'
import { type MatrixEntry, shapes } from './entry.ts'
import { freshUser } from './fresh-objects.ts'

// A client's configuration, API keys and user tokens.

const madeKey = { name: 'made by the matrix', scopes: ['read', 'webhooks'], addresses: ['203.0.113.0/24'] }

const clearKeys = ({ api }: TenantFixture) => api.sql('delete from api_keys where name = $1', [madeKey.name])

async function freshKey(fixture: TenantFixture) {
  await clearKeys(fixture)
  return { api_key_id: (await must(await asOwner(fixture.api, 'acme'), 'POST', '/api-keys', madeKey)).id }
}

export const configurationEntries: Record<string, MatrixEntry> = {
  getConfiguration: shapes('client Support configuration +Underwriter +Developer', {
    request: () => ({ path: '/configuration' }),
  }),
  getLogo: shapes('client FullMember configuration', {
    request: () => ({ path: '/configuration/logo?client_logo=none' }),
  }),
  updateConfiguration: shapes('client Admin configuration', {
    request: () => ({ path: '/configuration', body: { payroll_period_months: 7 } }),
  }),

  listApiKeys: shapes('client Admin no-key +Developer', { request: () => ({ path: '/api-keys?limit=100' }) }),
  createApiKey: shapes('client Admin no-key +Developer', {
    before: clearKeys,
    request: () => ({ path: '/api-keys', body: madeKey }),
  }),
  deleteApiKey: shapes('client Admin no-key +Developer', {
    names: ['api_key_id'],
    fresh: freshKey,
    request: ({ api_key_id }) => ({ path: `/api-keys/${api_key_id}` }),
  }),
  createUserToken: shapes('client FullMember tokens', {
    names: ['user_id'],
    request: ({ user_id }) => ({ path: '/user-tokens', body: { user_id } }),
  }),
  revokeUserTokens: shapes('client FullMember tokens', {
    names: ['user_id'],
    fresh: freshUser,
    request: ({ user_id }) => ({ path: '/user-tokens/revocations', body: { user_id } }),
  }),
  getJwks: { policy: 'public', calls: { validCall: async () => ({ path: '/.well-known/jwks.json' }) } },
}
