import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { aUser } from '../people.ts'
import { missing, noApiKey, noBearer, noSuch, roleTooLow, unknown } from './messages.ts'
import { inArea } from './row.ts'
import { look, nobodysId } from './world.ts'

const json = {
  'content-type': /^application\/json/,
  'x-request-id': /^req_\w+$/,
  'cache-control': 'no-store',
}

// Rules that apply to every endpoint, each tested on one endpoint.
export const everyEndpoint = inArea('every endpoint', [
  {
    endpoint: 'GET /users',
    says: 'the token of a member opens what the API key opens',
    call: ({ fullMember }) => fullMember('GET', '/users'),
    expects: { status: 200, holds: { pagination: { offset: 1 } } },
  },
  {
    endpoint: 'GET /users',
    says: 'an invalid bearer token is refused',
    call: ({ wrongToken }) => wrongToken('GET', '/users'),
    expects: { status: 401, errors: [noBearer] },
  },
  {
    endpoint: 'GET /users',
    says: 'the token of a user is not the token of a member',
    call: async ({ aPerson, aUserToken }) => (await aUserToken(await aPerson()))('GET', '/users'),
    expects: { status: 401, errors: [noBearer] },
  },
  {
    endpoint: 'GET /users',
    says: 'a sandbox key is wrong in production',
    call: ({ api, live }) => live('GET', '/users', undefined, { 'x-api-key': api.world.clients.acme.apiKey }),
    expects: { status: 401, errors: [noApiKey], headers: { 'x-svc-error-code': 'credentials-refused' } },
  },
  {
    endpoint: 'GET /users/{user_id}',
    says: 'a user of another client answers like one that does not exist',
    call: async ({ rival, aPerson }) => rival('GET', `/users/${await aPerson()}`),
    expects: { status: 404, errors: [noSuch('User')], headers: { 'x-svc-error-code': 'not-found' } },
  },
  {
    endpoint: 'GET /users/{user_id}',
    says: 'every reply is JSON, carries a request id and is never cached',
    call: async ({ acme, aPerson }) => acme('GET', `/users/${await aPerson()}`),
    expects: { status: 200, headers: json },
  },
  {
    endpoint: 'GET /users/{user_id}',
    says: 'a refusal too is JSON, carries a request id and is never cached',
    call: ({ acme }) => acme('GET', `/users/${nobodysId}`),
    expects: { status: 404, errors: [noSuch('User', nobodysId)], headers: json },
  },
  {
    endpoint: 'GET /openapi.json',
    says: 'the description calls itself a payroll API, version 1.0.0, and its paths carry no version',
    async call({ anonymous }) {
      return look(await anonymous('GET', '/openapi.json'), ({ info: { title, version }, paths }) => {
        return { title, version, versioned: Object.keys(paths).filter((path) => /^\/v\d/.test(path)) }
      })
    },
    expects: {
      status: 200,
      body: { title: expect.stringMatching(/payroll API/), version: '1.0.0', versioned: [] },
    },
  },
  {
    endpoint: 'GET /users/{user_id}',
    says: 'every reply says how much of the rate limit is left',
    call: async ({ acme, aPerson }) => acme('GET', `/users/${await aPerson()}`),
    expects: {
      status: 200,
      headers: { ratelimit: /^"default";r=\d+;t=\d+$/, 'ratelimit-policy': /^"default";q=\d+;w=\d+$/ },
    },
  },
  {
    endpoint: 'POST /users',
    says: 'every problem has its own string, all at once',
    call: ({ acme }) => acme('POST', '/users', { ...aUser(), forename: undefined, surname: undefined, a: 1 }),
    expects: { status: 400, errors: [missing('forename'), missing('surname'), unknown('a')] },
  },
  {
    endpoint: 'GET /users',
    says: 'an unknown query field is refused by name',
    call: ({ acme }) => acme('GET', '/users?ofset=1'),
    expects: { status: 400, errors: [unknown('ofset')], headers: { 'x-svc-error-code': 'invalid-request' } },
  },
  {
    endpoint: 'POST /users',
    says: 'text that is not JSON',
    call: ({ acme }) => acme('POST', '/users', '{"forename":', { 'content-type': 'application/json' }),
    expects: { status: 400, errors: ['The request body is not valid JSON'] },
  },
  {
    endpoint: 'POST /users',
    says: 'JSON that is not an object',
    call: ({ acme }) => acme('POST', '/users', '[]', { 'content-type': 'application/json' }),
    expects: {
      status: 400,
      errors: [
        'Request body must be a JSON object',
        ...['forename', 'surname', 'date_of_birth', 'post_codes', 'payroll_period_months'].map(missing),
      ],
    },
  },
  {
    endpoint: 'POST /users',
    says: 'the role Support may look, not write',
    call: ({ supportMember }) => supportMember('POST', '/users', aUser()),
    expects: {
      status: 403,
      errors: [roleTooLow('Support', 'FullMember')],
      headers: { 'x-svc-error-code': 'role-too-low' },
    },
  },
  {
    endpoint: 'POST /users',
    says: 'an Idempotency-Key sent again with the same body gets the stored reply',
    async call({ acme }) {
      const key = { 'idempotency-key': randomUUID() }
      const first = await acme('POST', '/users', aUser(), key)
      const second = await acme('POST', '/users', aUser(), key)
      return look(second, ({ user_id }) => ({ isSame: user_id === first.body.user_id }))
    },
    expects: {
      status: 201,
      body: { isSame: true },
      headers: { 'idempotent-replayed': 'true' },
    },
  },
  {
    endpoint: 'POST /users',
    says: 'an Idempotency-Key sent again with another body',
    async call({ acme }) {
      const key = { 'idempotency-key': randomUUID() }
      await acme('POST', '/users', aUser(), key)
      return acme('POST', '/users', aUser({ forename: 'Another' }), key)
    },
    expects: {
      status: 409,
      errors: ['This Idempotency-Key was used with another request'],
      headers: { 'x-svc-error-code': 'idempotency-key-reused' },
    },
  },
  {
    endpoint: 'POST /authorisations/terms',
    says: 'an Idempotency-Key whose first request is still running',
    async call({ api, aClient }) {
      const { ask, clientId } = await aClient()
      const term = { name: 'Slow', authorisation_text: 'Slow', authorisation_category: 'one_time' }
      const send = () => ask('POST', '/authorisations/terms', term, { 'idempotency-key': 'slow-term' })
      const held = api.sql(
        'select pg_sleep(60) from (select from configurations where client_id = $1 for update) held',
        [clientId],
      )
      held.catch(() => {})
      await untilHeld(api.sql, 0)
      const first = send()
      await untilHeld(api.sql, 1)
      const reply = await send()
      await api.sql(`select pg_cancel_backend(pid) ${sleeping}`)
      await first
      return reply
    },
    expects: {
      status: 409,
      errors: ['A request with this Idempotency-Key is still running'],
      headers: { 'retry-after': /^\d+$/, 'x-svc-error-code': 'idempotency-key-running' },
    },
  },
  {
    endpoint: 'POST /users',
    says: 'an Idempotency-Key with spaces is no key',
    call: ({ acme }) => acme('POST', '/users', aUser(), { 'idempotency-key': 'two words' }),
    expects: { status: 400, errors: [/^Header \[Idempotency-Key\] is invalid: ./] },
  },
  {
    endpoint: 'POST /users',
    says: 'a body of more than 1 MiB',
    call: ({ acme }) => acme('POST', '/users', { forename: 'x'.repeat(1024 * 1024) }),
    expects: { status: 413, errors: [/^The request body is larger than/] },
  },
  {
    endpoint: 'POST /users',
    says: 'a body that is not sent as JSON',
    call: ({ acme }) => acme('POST', '/users', '<user/>', { 'content-type': 'application/xml' }),
    expects: { status: 415, errors: [/application\/json/] },
  },
  {
    endpoint: 'POST /users',
    says: 'too many requests; Retry-After says when to retry',
    async call({ throttled }) {
      // The requests are concurrent, because on a slow machine a second may pass between two requests, which refills
      // the bucket.
      const replies = await Promise.all(Array.from({ length: 8 }, () => throttled('POST', '/users', aUser())))
      return replies.find(({ status }) => status === 429) ?? throttled('POST', '/users', aUser())
    },
    expects: {
      status: 429,
      errors: [/^Too many requests/],
      headers: {
        'retry-after': /^[1-9]\d*$/,
        ratelimit: /^"default";r=0;t=\d+$/,
        'ratelimit-policy': '"default";q=1;w=1',
      },
    },
  },
  {
    endpoint: 'POST /user-tokens',
    says: 'a malformed id in a body is the request’s fault',
    call: ({ acme }) => acme('POST', '/user-tokens', { user_id: 'not-an-id' }),
    expects: { status: 400, errors: ['Field [user_id] is invalid: must be a UUID'] },
  },
  {
    endpoint: 'GET /authorisations',
    says: 'a malformed id in a query is the request’s fault',
    call: ({ acme }) => acme('GET', '/authorisations?user_id=not-an-id'),
    expects: { status: 400, errors: ['Field [user_id] is invalid: must be a UUID'] },
  },
  {
    endpoint: 'POST /user-tokens',
    says: 'a well-formed id in a body that names nobody',
    call: ({ acme }) => acme('POST', '/user-tokens', { user_id: nobodysId }),
    expects: { status: 404, errors: [noSuch('User', nobodysId)] },
  },
  {
    endpoint: 'POST /users',
    says: 'times may carry an offset, which is honoured, and come back in UTC',
    call: ({ acme }) => acme('POST', '/users', aUser({ date_of_birth: '1990-01-01T00:30:00+02:00' })),
    expects: { status: 201, holds: { date_of_birth: '1989-12-31T22:30:00.000Z' } },
  },
  {
    endpoint: 'GET /users',
    says: 'lists are newest first and offset 2 is the second item',
    async call({ aClient }) {
      const { ask } = await aClient()
      for (const ext_id of ['oldest', 'middle', 'newest']) await ask('POST', '/users', aUser({ ext_id }))
      return ask('GET', '/users?offset=2&limit=5')
    },
    expects: {
      status: 200,
      body: {
        pagination: { offset: 2, limit: 5, count: 2, total_count: 3 },
        users: [expect.objectContaining({ ext_id: 'middle' }), expect.objectContaining({ ext_id: 'oldest' })],
      },
    },
  },
])

const sleeping = `from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
const inLine = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** Waits until one session holds the row lock and this many sessions wait for it. */
async function untilHeld(sql: (text: string) => Promise<unknown[]>, waiting: number) {
  for (let tries = 0; tries < 200; tries++) {
    const held = (await sql(`select ${sleeping}`)).length > 0
    if (held && (await sql(`select ${inLine}`)).length >= waiting) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('the row was never held')
}
