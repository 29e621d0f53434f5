import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { aUser } from '../people.ts'
import { missing, noApiKey, noBearer, notFoundMessage, roleTooLow, unknown } from './messages.ts'
import { inArea } from './row.ts'
import { mapBody, unknownId } from './world.ts'

const json = {
  'content-type': /^application\/json/,
  'x-request-id': /^req_\w+$/,
  'cache-control': 'no-store',
}

// Rules that apply to every endpoint, each tested on one endpoint.
export const everyEndpoint = inArea('every endpoint', [
  {
    endpoint: 'GET /users',
    title: 'a member token works like the API key',
    call: ({ fullMember }) => fullMember('GET', '/users'),
    expects: { status: 200, matches: { pagination: { offset: 1 } } },
  },
  {
    endpoint: 'GET /users',
    title: 'an invalid bearer token is refused',
    call: ({ wrongToken }) => wrongToken('GET', '/users'),
    expects: { status: 401, errors: [noBearer] },
  },
  {
    endpoint: 'GET /users',
    title: 'a user token is refused in place of a member token',
    call: async ({ createUserId, callerForUser }) =>
      (await callerForUser(await createUserId()))('GET', '/users'),
    expects: { status: 401, errors: [noBearer] },
  },
  {
    endpoint: 'GET /users',
    title: 'a sandbox API key is refused in production',
    call: ({ api, live }) => live('GET', '/users', undefined, { 'x-api-key': api.world.clients.acme.apiKey }),
    expects: { status: 401, errors: [noApiKey], headers: { 'x-svc-error-code': 'credentials-refused' } },
  },
  {
    endpoint: 'GET /users/{user_id}',
    title: 'another client’s user gets the same reply as an unknown id',
    call: async ({ rival, createUserId }) => rival('GET', `/users/${await createUserId()}`),
    expects: { status: 404, errors: [notFoundMessage('User')], headers: { 'x-svc-error-code': 'not-found' } },
  },
  {
    endpoint: 'GET /users/{user_id}',
    title: 'every reply is JSON with a request id and is never cached',
    call: async ({ acme, createUserId }) => acme('GET', `/users/${await createUserId()}`),
    expects: { status: 200, headers: json },
  },
  {
    endpoint: 'GET /users/{user_id}',
    title: 'an error reply is JSON with a request id and is never cached',
    call: ({ acme }) => acme('GET', `/users/${unknownId}`),
    expects: { status: 404, errors: [notFoundMessage('User', unknownId)], headers: json },
  },
  {
    endpoint: 'GET /openapi.json',
    title: 'info.title is a payroll API, info.version is 1.0.0, and no path contains a version',
    async call({ anonymous }) {
      return mapBody(await anonymous('GET', '/openapi.json'), ({ info: { title, version }, paths }) => {
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
    title: 'every reply states the remaining rate limit',
    call: async ({ acme, createUserId }) => acme('GET', `/users/${await createUserId()}`),
    expects: {
      status: 200,
      headers: { ratelimit: /^"default";r=\d+;t=\d+$/, 'ratelimit-policy': /^"default";q=\d+;w=\d+$/ },
    },
  },
  {
    endpoint: 'POST /users',
    title: 'reports every problem of a body at once, each as its own string',
    call: ({ acme }) => acme('POST', '/users', { ...aUser(), forename: undefined, surname: undefined, a: 1 }),
    expects: { status: 400, errors: [missing('forename'), missing('surname'), unknown('a')] },
  },
  {
    endpoint: 'GET /users',
    title: 'reports an unknown query field by name',
    call: ({ acme }) => acme('GET', '/users?ofset=1'),
    expects: { status: 400, errors: [unknown('ofset')], headers: { 'x-svc-error-code': 'invalid-request' } },
  },
  {
    endpoint: 'POST /users',
    title: 'malformed JSON is refused',
    call: ({ acme }) => acme('POST', '/users', '{"forename":', { 'content-type': 'application/json' }),
    expects: { status: 400, errors: ['The request body is not valid JSON'] },
  },
  {
    endpoint: 'POST /users',
    title: 'JSON other than an object is refused',
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
    title: 'the role Support may read but not write',
    call: ({ supportMember }) => supportMember('POST', '/users', aUser()),
    expects: {
      status: 403,
      errors: [roleTooLow('Support', 'FullMember')],
      headers: { 'x-svc-error-code': 'role-too-low' },
    },
  },
  {
    endpoint: 'POST /users',
    title: 'a repeated Idempotency-Key with the same body gets the stored reply',
    async call({ acme }) {
      const key = { 'idempotency-key': randomUUID() }
      const first = await acme('POST', '/users', aUser(), key)
      const second = await acme('POST', '/users', aUser(), key)
      return mapBody(second, ({ user_id }) => ({ isSame: user_id === first.body.user_id }))
    },
    expects: {
      status: 201,
      body: { isSame: true },
      headers: { 'idempotent-replayed': 'true' },
    },
  },
  {
    endpoint: 'POST /users',
    title: 'a repeated Idempotency-Key with another body is refused',
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
    title: 'a repeated Idempotency-Key is refused while its first request is running',
    async call({ api, createClient }) {
      const { call, clientId } = await createClient()
      const term = { name: 'Slow', authorisation_text: 'Slow', authorisation_category: 'one_time' }
      const send = () => call('POST', '/authorisations/terms', term, { 'idempotency-key': 'slow-term' })
      const held = api.sql(
        'select pg_sleep(60) from (select from configurations where client_id = $1 for update) held',
        [clientId],
      )
      held.catch(() => {})
      await waitForRowLock(api.sql, 0)
      const first = send()
      await waitForRowLock(api.sql, 1)
      const reply = await send()
      await api.sql(`select pg_cancel_backend(pid) ${sleepingSessions}`)
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
    title: 'an Idempotency-Key with spaces is refused',
    call: ({ acme }) => acme('POST', '/users', aUser(), { 'idempotency-key': 'two words' }),
    expects: { status: 400, errors: [/^Header \[Idempotency-Key\] is invalid: ./] },
  },
  {
    endpoint: 'POST /users',
    title: 'a body of more than 1 MiB is refused',
    call: ({ acme }) => acme('POST', '/users', { forename: 'x'.repeat(1024 * 1024) }),
    expects: { status: 413, errors: [/^The request body is larger than/] },
  },
  {
    endpoint: 'POST /users',
    title: 'a content type other than JSON is refused',
    call: ({ acme }) => acme('POST', '/users', '<user/>', { 'content-type': 'application/xml' }),
    expects: { status: 415, errors: [/application\/json/] },
  },
  {
    endpoint: 'POST /users',
    title: 'requests above the rate limit are refused, with Retry-After',
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
    title: 'a malformed id in a body is a validation error',
    call: ({ acme }) => acme('POST', '/user-tokens', { user_id: 'not-an-id' }),
    expects: { status: 400, errors: ['Field [user_id] is invalid: must be a UUID'] },
  },
  {
    endpoint: 'GET /authorisations',
    title: 'a malformed id in a query is a validation error',
    call: ({ acme }) => acme('GET', '/authorisations?user_id=not-an-id'),
    expects: { status: 400, errors: ['Field [user_id] is invalid: must be a UUID'] },
  },
  {
    endpoint: 'POST /user-tokens',
    title: 'an unknown user id in a body is not found',
    call: ({ acme }) => acme('POST', '/user-tokens', { user_id: unknownId }),
    expects: { status: 404, errors: [notFoundMessage('User', unknownId)] },
  },
  {
    endpoint: 'POST /users',
    title: 'a time with an offset is converted to UTC',
    call: ({ acme }) => acme('POST', '/users', aUser({ date_of_birth: '1990-01-01T00:30:00+02:00' })),
    expects: { status: 201, matches: { date_of_birth: '1989-12-31T22:30:00.000Z' } },
  },
  {
    endpoint: 'GET /users',
    title: 'lists are newest first and offset 2 is the second item',
    async call({ createClient }) {
      const { call } = await createClient()
      for (const ext_id of ['oldest', 'middle', 'newest']) await call('POST', '/users', aUser({ ext_id }))
      return call('GET', '/users?offset=2&limit=5')
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

const sleepingSessions = `from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
const waitingSessions = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** Waits until one session holds the row lock and this many sessions wait for it. */
async function waitForRowLock(sql: (text: string) => Promise<unknown[]>, waiting: number) {
  for (let tries = 0; tries < 200; tries++) {
    const isLocked = (await sql(`select ${sleepingSessions}`)).length > 0
    if (isLocked && (await sql(`select ${waitingSessions}`)).length >= waiting) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error('the row was never locked')
}
