import { expect } from 'vitest'
import { invalid, noBearer } from './messages.ts'
import { needsApiKey } from './refusals.ts'
import { inArea } from './row.ts'
import { employer, provider } from './shapes.ts'
import { look } from './world.ts'

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
    says: 'a provider has these fields, and at least one login attempt',
    async call({ acme }) {
      return look(await acme('GET', '/providers'), ({ providers: [first] }) => ({
        first,
        mayTry: first?.max_login_attempts >= 1,
      }))
    },
    expects: { status: 200, body: { first: provider, mayTry: true } },
  },
  {
    endpoint: 'GET /providers',
    says: 'a provider is talked to in one of four ways',
    async call({ acme }) {
      return look(await acme('GET', '/providers'), ({ providers }) =>
        providers.map((one: { id: string; is_oauth2: boolean; is_scraper: boolean }) => [
          one.id,
          one.is_oauth2,
          one.is_scraper,
        ]),
      )
    },
    expects: {
      status: 200,
      body: [
        ['sandbox-payroll', false, false],
        ['sandbox-cloud', true, false],
        ['sandbox-portal', false, true],
        ['sandbox-bureau', false, false],
        ['taxauth', true, false],
        ['freeagent', true, false],
        ['xero', true, false],
        ['staffology', false, false],
        ['employment-hero', true, false],
        ['sandbox-bank', true, false],
      ],
    },
  },
  {
    endpoint: 'GET /providers',
    says: 'internal settings such as secrets and endpoints are not returned',
    async call({ acme }) {
      const reply = await acme('GET', '/providers')
      return look(reply, () => ({ isTold: /secret|client_id|per_second|"address"/.test(reply.text) }))
    },
    expects: { status: 200, body: { isTold: false } },
  },
  {
    endpoint: 'GET /providers',
    says: 'an extra login field says how it is checked',
    async call({ acme }) {
      return look(await acme('GET', '/providers'), ({ providers }) => ({
        first: providers.flatMap((one: { extra_login_params: object[] }) => one.extra_login_params)[0],
      }))
    },
    expects: {
      status: 200,
      holds: {
        first: {
          key: expect.any(String),
          display_name: expect.any(String),
          validation: { required: expect.any(Boolean), type: expect.any(String) },
        },
      },
    },
  },
  {
    endpoint: 'GET /providers',
    says: 'an employer names its providers by id',
    async call({ acme }) {
      return look(await acme('GET', '/providers'), ({ providers, employers: [first] }) => {
        const ids = providers.map(({ id }: { id: string }) => id)
        return { first, known: first?.providers.every((id: string) => ids.includes(id)) }
      })
    },
    expects: { status: 200, body: { first: employer, known: true } },
  },
  {
    endpoint: 'GET /providers',
    says: 'a parent of providers has these fields',
    async call({ acme }) {
      return look(await acme('GET', '/providers'), ({ parent_provider_meta: [first] }) => ({ first }))
    },
    expects: {
      status: 200,
      body: { first: { id: expect.any(String), name: expect.any(String), logo_url: expect.any(String) } },
    },
  },
  {
    endpoint: 'GET /providers',
    says: 'the journey of a user may read it too',
    call: async ({ aPerson, aUserToken }) => (await aUserToken(await aPerson()))('GET', '/providers'),
    expects: { status: 200, body: catalogue },
  },
  {
    endpoint: 'GET /providers',
    says: 'an invalid bearer token is refused',
    call: ({ wrongToken }) => wrongToken('GET', '/providers'),
    expects: { status: 401, errors: [noBearer] },
  },
  ...needsApiKey('GET /providers'),

  {
    endpoint: 'GET /employers',
    says: 'finds a name in spite of a typing error',
    call: ({ acme }) => acme('GET', '/employers?query=brindelwick'),
    expects: {
      status: 200,
      body: {
        matches: [
          {
            kind: 'employer',
            id: 'brindlewick',
            name: 'Brindlewick Ledger Services Ltd',
            providers: ['sandbox-payroll', 'sandbox-portal'],
          },
        ],
      },
    },
  },
  {
    endpoint: 'GET /employers',
    says: 'a name that is like no other finds nothing',
    call: ({ acme }) => acme('GET', '/employers?query=xylophone'),
    expects: { status: 200, body: { matches: [] } },
  },
  {
    endpoint: 'GET /employers',
    says: 'without a query there are suggestions, for users too',
    async call({ aPerson, aUserToken }) {
      const reply = await (await aUserToken(await aPerson()))('GET', '/employers')
      return look(reply, ({ matches }) => ({ hasSome: matches.length > 0 }))
    },
    expects: { status: 200, body: { hasSome: true } },
  },
  {
    endpoint: 'GET /employers',
    says: 'a query has at most 100 characters',
    call: ({ acme }) => acme('GET', `/employers?query=${'a'.repeat(101)}`),
    expects: { status: 400, errors: [invalid('query')] },
  },
  {
    endpoint: 'GET /employers',
    says: 'an invalid bearer token is refused',
    call: ({ wrongToken }) => wrongToken('GET', '/employers'),
    expects: { status: 401, errors: [noBearer] },
  },
  ...needsApiKey('GET /employers'),
  {
    endpoint: 'GET /employers/misses',
    says: 'texts that fewer than three journeys searched for are not shown',
    call: ({ supportMember }) => supportMember('GET', '/employers/misses'),
    expects: { status: 200, body: { misses: [] } },
  },
  ...needsApiKey('GET /employers/misses'),
])
