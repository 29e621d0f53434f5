import { expect } from 'vitest'
import { invalid, noBearer } from './messages.ts'
import { inArea } from './row.ts'
import { employer, provider } from './shapes.ts'
import { requiresApiKey } from './shared-rows.ts'
import { mapBody } from './world.ts'

const catalogue = {
  providers: expect.any(Array),
  parent_provider_meta: expect.any(Array),
  employers: expect.any(Array),
}

export const providers = inArea('providers', [
  {
    endpoint: 'GET /providers',
    title: 'returns providers, employers and parent_provider_meta',
    call: ({ acme }) => acme('GET', '/providers'),
    expects: { status: 200, body: catalogue },
  },
  {
    endpoint: 'GET /providers',
    title: 'returns the fields of a provider, which allows at least one login attempt',
    async call({ acme }) {
      return mapBody(await acme('GET', '/providers'), ({ providers: [first] }) => ({
        first,
        mayTry: first?.max_login_attempts >= 1,
      }))
    },
    expects: { status: 200, body: { first: provider, mayTry: true } },
  },
  {
    endpoint: 'GET /providers',
    title: 'lists the providers with is_oauth2 and is_scraper',
    async call({ acme }) {
      return mapBody(await acme('GET', '/providers'), ({ providers }) =>
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
    title: 'omits internal settings such as secrets and endpoints',
    async call({ acme }) {
      const reply = await acme('GET', '/providers')
      return mapBody(reply, () => ({ isShown: /secret|client_id|per_second|"address"/.test(reply.text) }))
    },
    expects: { status: 200, body: { isShown: false } },
  },
  {
    endpoint: 'GET /providers',
    title: 'an extra login field has its validation rules',
    async call({ acme }) {
      return mapBody(await acme('GET', '/providers'), ({ providers }) => ({
        first: providers.flatMap((one: { extra_login_params: object[] }) => one.extra_login_params)[0],
      }))
    },
    expects: {
      status: 200,
      matches: {
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
    title: 'an employer lists the ids of its providers',
    async call({ acme }) {
      return mapBody(await acme('GET', '/providers'), ({ providers, employers: [first] }) => {
        const ids = providers.map(({ id }: { id: string }) => id)
        return { first, known: first?.providers.every((id: string) => ids.includes(id)) }
      })
    },
    expects: { status: 200, body: { first: employer, known: true } },
  },
  {
    endpoint: 'GET /providers',
    title: 'returns the fields of a parent provider',
    async call({ acme }) {
      return mapBody(await acme('GET', '/providers'), ({ parent_provider_meta: [first] }) => ({ first }))
    },
    expects: {
      status: 200,
      body: { first: { id: expect.any(String), name: expect.any(String), logo_url: expect.any(String) } },
    },
  },
  {
    endpoint: 'GET /providers',
    title: 'a user token may read it too',
    call: async ({ createUserId, callerForUser }) =>
      (await callerForUser(await createUserId()))('GET', '/providers'),
    expects: { status: 200, body: catalogue },
  },
  {
    endpoint: 'GET /providers',
    title: 'an invalid bearer token is refused',
    call: ({ wrongToken }) => wrongToken('GET', '/providers'),
    expects: { status: 401, errors: [noBearer] },
  },
  ...requiresApiKey('GET /providers'),

  {
    endpoint: 'GET /employers',
    title: 'finds an employer despite a typing error',
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
    title: 'a text like no employer’s name finds nothing',
    call: ({ acme }) => acme('GET', '/employers?query=xylophone'),
    expects: { status: 200, body: { matches: [] } },
  },
  {
    endpoint: 'GET /employers',
    title: 'without a query returns suggestions, to users too',
    async call({ createUserId, callerForUser }) {
      const reply = await (await callerForUser(await createUserId()))('GET', '/employers')
      return mapBody(reply, ({ matches }) => ({ hasSome: matches.length > 0 }))
    },
    expects: { status: 200, body: { hasSome: true } },
  },
  {
    endpoint: 'GET /employers',
    title: 'a query of more than 100 characters is refused',
    call: ({ acme }) => acme('GET', `/employers?query=${'a'.repeat(101)}`),
    expects: { status: 400, errors: [invalid('query')] },
  },
  {
    endpoint: 'GET /employers',
    title: 'an invalid bearer token is refused',
    call: ({ wrongToken }) => wrongToken('GET', '/employers'),
    expects: { status: 401, errors: [noBearer] },
  },
  ...requiresApiKey('GET /employers'),
  {
    endpoint: 'GET /employers/misses',
    title: 'omits texts that fewer than three journeys searched for',
    call: ({ supportMember }) => supportMember('GET', '/employers/misses'),
    expects: { status: 200, body: { misses: [] } },
  },
  ...requiresApiKey('GET /employers/misses'),
])
