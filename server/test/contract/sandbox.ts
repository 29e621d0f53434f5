import { expect } from 'vitest'
import { invalid } from './messages.ts'
import { needsApiKey, pages, refusesRole } from './refusals.ts'
import { inArea, type Promised } from './row.ts'
import { message, pagination, timestamp } from './shapes.ts'
import { look } from './world.ts'

// Endpoints of the sandbox controls in the API.

const people = 'GET /sandbox/people'
const person = 'GET /sandbox/people/{user_name}'
const behaviour = 'PATCH /sandbox/people/{user_name}/behaviour'
const clock = 'GET /sandbox/clock'
const moving = 'PATCH /sandbox/clock'
const providers = 'GET /sandbox/providers'
const switching = 'PATCH /sandbox/providers/{provider_id}'
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

/** Rows that check that production clients get 404, and read-only roles get 403. */
const forWritersInSandbox = (endpoint: string): Promised[] => {
  const [method = '', path = ''] = endpoint.split(' ')
  return [
    {
      endpoint,
      says: 'in production there is no such thing',
      call: ({ live }) => live(method, path.replaceAll(/\{\w+\}/g, 'x')),
      expects: { status: 404, headers: { 'x-svc-error-code': 'no-such-route' } },
    },
    refusesRole(endpoint, 'Support', 'FullMember'),
    ...needsApiKey(endpoint),
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

const living: Promised[] = [
  {
    endpoint: people,
    says: 'somebody is found by a part of a name',
    call: ({ acme }) => acme('GET', '/sandbox/people?search=Oakapple&limit=1'),
    expects: {
      status: 200,
      body: {
        pagination: pagination(1, 1, 1, 1),
        people: [{ user_name: 'wilhelmina.oakapple', name: expect.any(String), about: expect.any(String) }],
      },
    },
  },
  ...pages(people, { first: 1, max: 100, usual: 50 }),
  ...forWritersInSandbox(people),
  {
    endpoint: person,
    says: 'how somebody signs in, and when they are paid next',
    async call({ acme }) {
      const reply = await acme('GET', '/sandbox/people/wilhelmina.oakapple')
      return look(reply, ({ user_name, sign_in, next_pay_day }) => ({ user_name, sign_in, next_pay_day }))
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
    says: 'nobody has this name',
    call: ({ acme }) => acme('GET', '/sandbox/people/nobody.atall'),
    expects: { status: 404, errors: ['Sandbox person [nobody.atall] does not exist'] },
  },
  {
    endpoint: person,
    says: 'what is no name names nobody, and leads nowhere else',
    call: ({ acme }) => acme('GET', '/sandbox/people/..%2Fclock'),
    expects: { status: 404, errors: ['Sandbox person [../clock] does not exist'] },
  },
  ...forWritersInSandbox(person),
  {
    endpoint: behaviour,
    says: 'a person behaves, and then as usual again',
    async call({ acme }) {
      const at = '/sandbox/people/person.77/behaviour'
      await acme('PATCH', at, { provider: 'sandbox-payroll', behaviour: 'error:maintenance' })
      return acme('PATCH', at, { provider: 'sandbox-payroll', behaviour: null })
    },
    expects: { status: 200, body: message },
  },
  {
    endpoint: behaviour,
    says: 'a behaviour that the provider does not know',
    call: ({ acme }) =>
      acme('PATCH', '/sandbox/people/person.77/behaviour', {
        provider: 'sandbox-payroll',
        behaviour: 'dance',
      }),
    expects: { status: 400, errors: [invalid('behaviour')] },
  },
  {
    endpoint: behaviour,
    says: 'a provider that is not there',
    call: ({ acme }) =>
      acme('PATCH', '/sandbox/people/person.77/behaviour', { provider: 'elsewhere', behaviour: 'pass' }),
    expects: { status: 400, errors: [invalid('provider')] },
  },
  ...forWritersInSandbox(behaviour),
]

const turning: Promised[] = [
  {
    endpoint: clock,
    says: 'the time, and between which days it stays',
    call: ({ acme }) => acme('GET', '/sandbox/clock'),
    expects: { status: 200, body: time },
  },
  ...forWritersInSandbox(clock),
  {
    endpoint: moving,
    says: 'time goes on',
    call: ({ acme }) => acme('PATCH', '/sandbox/clock', { advance: 'PT1S' }),
    expects: { status: 200, body: time },
  },
  {
    endpoint: moving,
    says: 'the world has an end',
    call: ({ acme }) => acme('PATCH', '/sandbox/clock', { now: '2031-01-01T09:00:00Z' }),
    expects: { status: 400, errors: [/^The clock stays within the days of the world/] },
  },
  {
    endpoint: moving,
    says: 'one way at a time',
    call: ({ acme }) => acme('PATCH', '/sandbox/clock', { advance: 'P1M', restart: true }),
    expects: { status: 400, errors: [/one of now, advance and restart/] },
  },
  ...forWritersInSandbox(moving),
  {
    endpoint: providers,
    says: 'who is played, and with which switches',
    async call({ acme }) {
      const reply = await acme('GET', '/sandbox/providers')
      return look(reply, (body) => body.providers.find(({ id }: { id: string }) => id === 'sandbox-payroll'))
    },
    expects: { status: 200, body: provider },
  },
  ...forWritersInSandbox(providers),
  {
    endpoint: switching,
    says: 'the provider as it is from now on',
    call: ({ acme }) =>
      acme('PATCH', '/sandbox/providers/sandbox-payroll', { slow_seconds: 0, unlock: true }),
    expects: { status: 200, body: provider },
  },
  {
    endpoint: switching,
    says: 'nothing waits longer than a minute',
    call: ({ acme }) => acme('PATCH', '/sandbox/providers/sandbox-payroll', { slow_seconds: 61 }),
    expects: { status: 400, errors: [invalid('slow_seconds')] },
  },
  {
    endpoint: switching,
    says: 'a provider that is not there',
    call: ({ acme }) => acme('PATCH', '/sandbox/providers/elsewhere', { is_down: true }),
    expects: { status: 404, errors: ['Sandbox provider [elsewhere] does not exist'] },
  },
  ...forWritersInSandbox(switching),
]

const receiving: Promised[] = [
  {
    endpoint: inbox,
    says: 'an address of the client’s own, and what arrived there',
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
  ...pages(inbox, { first: 1, max: 20, usual: 10 }),
  ...forWritersInSandbox(inbox),
  {
    endpoint: keys,
    says: "the inbox stores a webhook's secrets",
    call: ({ acme }) => acme('PATCH', '/sandbox/inbox', { signing_secrets: ['between the two of us'] }),
    expects: { status: 200, body: message },
  },
  {
    endpoint: keys,
    says: 'a key has 32 bytes',
    call: ({ acme }) => acme('PATCH', '/sandbox/inbox', { encryption_keys: ['short'] }),
    expects: { status: 400, errors: [invalid('encryption_keys.0')] },
  },
  ...forWritersInSandbox(keys),
]

export const sandbox = inArea('sandbox', [...living, ...turning, ...receiving])
