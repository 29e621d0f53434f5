import { expect } from 'vitest'
import { invalid } from './messages.ts'
import { inArea, type Row } from './row.ts'
import { message, pagination, timestamp } from './shapes.ts'
import { pagingRows, rejectsRole, requiresApiKey } from './shared-rows.ts'
import { mapBody } from './world.ts'

// Endpoints of the sandbox controls in the API.

const people = 'GET /sandbox/people'
const person = 'GET /sandbox/people/{user_name}'
const behaviour = 'PATCH /sandbox/people/{user_name}/behaviour'
const clock = 'GET /sandbox/clock'
const setClock = 'PATCH /sandbox/clock'
const providers = 'GET /sandbox/providers'
const updateProvider = 'PATCH /sandbox/providers/{provider_id}'
const inbox = 'GET /sandbox/inbox'
const keys = 'PATCH /sandbox/inbox'

const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
const time = {
  now: timestamp,
  today: day,
  begins: '2024-04-06',
  ends: '2027-04-05',
  is_own: expect.any(Boolean),
}

/** Production clients get 404, and read-only roles get 403. */
const forWritersInSandbox = (endpoint: string): Row[] => {
  const [method = '', path = ''] = endpoint.split(' ')
  return [
    {
      endpoint,
      title: 'production has no such route',
      call: ({ live }) => live(method, path.replaceAll(/\{\w+\}/g, 'x')),
      expects: { status: 404, headers: { 'x-svc-error-code': 'no-such-route' } },
    },
    rejectsRole(endpoint, 'Support', 'FullMember'),
    ...requiresApiKey(endpoint),
  ]
}

const provider = {
  id: 'sandbox-payroll',
  name: expect.any(String),
  is_down: false,
  slow_seconds: 0,
  max_login_attempts: 5,
  locked_user_names: expect.any(Array),
  overridden_user_names: expect.any(Array),
  is_own: expect.any(Boolean),
}

const living: Row[] = [
  {
    endpoint: people,
    title: 'finds a person by part of the name',
    call: ({ acme }) => acme('GET', '/sandbox/people?search=Oakapple&limit=1'),
    expects: {
      status: 200,
      body: {
        pagination: pagination(1, 1, 1, 1),
        people: [{ user_name: 'wilhelmina.oakapple', name: expect.any(String), about: expect.any(String) }],
      },
    },
  },
  ...pagingRows(people, { firstOffset: 1, maxLimit: 100, defaultLimit: 50 }),
  ...forWritersInSandbox(people),
  {
    endpoint: person,
    title: 'returns the sign-in details and the next pay day of a person',
    async call({ acme }) {
      const reply = await acme('GET', '/sandbox/people/wilhelmina.oakapple')
      return mapBody(reply, ({ user_name, sign_in, next_pay_day }) => ({ user_name, sign_in, next_pay_day }))
    },
    expects: {
      status: 200,
      body: {
        user_name: 'wilhelmina.oakapple',
        next_pay_day: day,
        sign_in: {
          user_name: 'wilhelmina.oakapple',
          password: 'pass',
          code: '246810',
          memorable_date: day,
          memorable_word: expect.any(String),
        },
      },
    },
  },
  {
    endpoint: person,
    title: 'an unknown user name is not found',
    call: ({ acme }) => acme('GET', '/sandbox/people/nobody.atall'),
    expects: { status: 404, errors: ['Sandbox person [nobody.atall] does not exist'] },
  },
  {
    endpoint: person,
    title: 'a user name with a path traversal is not found',
    call: ({ acme }) => acme('GET', '/sandbox/people/..%2Fclock'),
    expects: { status: 404, errors: ['Sandbox person [../clock] does not exist'] },
  },
  ...forWritersInSandbox(person),
  {
    endpoint: behaviour,
    title: 'sets and removes a behaviour override',
    async call({ acme }) {
      const at = '/sandbox/people/person.77/behaviour'
      await acme('PATCH', at, { provider: 'sandbox-payroll', behaviour: 'error:maintenance' })
      return acme('PATCH', at, { provider: 'sandbox-payroll', behaviour: null })
    },
    expects: { status: 200, body: message },
  },
  {
    endpoint: behaviour,
    title: 'an unknown behaviour is refused',
    call: ({ acme }) =>
      acme('PATCH', '/sandbox/people/person.77/behaviour', {
        provider: 'sandbox-payroll',
        behaviour: 'dance',
      }),
    expects: { status: 400, errors: [invalid('behaviour')] },
  },
  {
    endpoint: behaviour,
    title: 'an unknown provider is refused',
    call: ({ acme }) =>
      acme('PATCH', '/sandbox/people/person.77/behaviour', { provider: 'elsewhere', behaviour: 'pass' }),
    expects: { status: 400, errors: [invalid('provider')] },
  },
  ...forWritersInSandbox(behaviour),
]

const turning: Row[] = [
  {
    endpoint: clock,
    title: 'returns the sandbox time and its limits',
    call: ({ acme }) => acme('GET', '/sandbox/clock'),
    expects: { status: 200, body: time },
  },
  ...forWritersInSandbox(clock),
  {
    endpoint: setClock,
    title: 'advances the clock',
    call: ({ acme }) => acme('PATCH', '/sandbox/clock', { advance: 'PT1S' }),
    expects: { status: 200, body: time },
  },
  {
    endpoint: setClock,
    title: 'a time after the end of the sandbox data is refused',
    call: ({ acme }) => acme('PATCH', '/sandbox/clock', { now: '2031-01-01T09:00:00Z' }),
    expects: { status: 400, errors: [/^The clock stays within the days of the world/] },
  },
  {
    endpoint: setClock,
    title: 'more than one kind of change is refused',
    call: ({ acme }) => acme('PATCH', '/sandbox/clock', { advance: 'P1M', restart: true }),
    expects: { status: 400, errors: [/one of now, advance and restart/] },
  },
  ...forWritersInSandbox(setClock),
  {
    endpoint: providers,
    title: 'lists the simulated providers with their switches',
    async call({ acme }) {
      const reply = await acme('GET', '/sandbox/providers')
      return mapBody(reply, (body) =>
        body.providers.find(({ id }: { id: string }) => id === 'sandbox-payroll'),
      )
    },
    expects: { status: 200, body: provider },
  },
  ...forWritersInSandbox(providers),
  {
    endpoint: updateProvider,
    title: 'returns the changed provider',
    call: ({ acme }) =>
      acme('PATCH', '/sandbox/providers/sandbox-payroll', { slow_seconds: 0, unlock: true }),
    expects: { status: 200, body: provider },
  },
  {
    endpoint: updateProvider,
    title: 'a slow_seconds of more than 60 is refused',
    call: ({ acme }) => acme('PATCH', '/sandbox/providers/sandbox-payroll', { slow_seconds: 61 }),
    expects: { status: 400, errors: [invalid('slow_seconds')] },
  },
  {
    endpoint: updateProvider,
    title: 'an unknown provider is not found',
    call: ({ acme }) => acme('PATCH', '/sandbox/providers/elsewhere', { is_down: true }),
    expects: { status: 404, errors: ['Sandbox provider [elsewhere] does not exist'] },
  },
  ...forWritersInSandbox(updateProvider),
]

const receiving: Row[] = [
  {
    endpoint: inbox,
    title: 'returns the client’s inbox URL and received deliveries',
    call: ({ acme }) => acme('GET', '/sandbox/inbox'),
    expects: {
      status: 200,
      body: {
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/inbox\/[0-9a-f-]{36}$/),
        pagination: pagination(1, 10, 0, 0),
        deliveries: [],
      },
    },
  },
  ...pagingRows(inbox, { firstOffset: 1, maxLimit: 20, defaultLimit: 10 }),
  ...forWritersInSandbox(inbox),
  {
    endpoint: keys,
    title: 'stores the signing secrets of a webhook',
    call: ({ acme }) => acme('PATCH', '/sandbox/inbox', { signing_secrets: ['between the two of us'] }),
    expects: { status: 200, body: message },
  },
  {
    endpoint: keys,
    title: 'an encryption key that has not 32 bytes is refused',
    call: ({ acme }) => acme('PATCH', '/sandbox/inbox', { encryption_keys: ['short'] }),
    expects: { status: 400, errors: [invalid('encryption_keys.0')] },
  },
  ...forWritersInSandbox(keys),
]

export const sandbox = inArea('sandbox', [...living, ...turning, ...receiving])
