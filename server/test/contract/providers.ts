import { expect } from 'vitest'
import { noBearer } from './messages.ts'
import { needsApiKey } from './refusals.ts'
import { inArea } from './row.ts'

const catalogue = {
  providers: expect.any(Array),
  parent_provider_meta: expect.any(Array),
  employers: expect.any(Array),
}

export const providers = inArea('providers', [
  {
    endpoint: 'GET /providers',
    says: 'the catalogue has three lists',
    call: ({ acme }) => acme('GET', '/providers'),
    expects: { status: 200, body: catalogue },
  },
  {
    endpoint: 'GET /providers',
    says: 'the journey of a user may read it too',
    call: async ({ aPerson, aUserToken }) => (await aUserToken(await aPerson()))('GET', '/providers'),
    expects: { status: 200, body: catalogue },
  },
  {
    endpoint: 'GET /providers',
    says: 'a wrong bearer token is told so',
    call: ({ wrongToken }) => wrongToken('GET', '/providers'),
    expects: { status: 401, errors: [noBearer] },
  },
  ...needsApiKey('GET /providers'),
])
