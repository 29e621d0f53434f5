import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { atEnd } from '../../../test/at-end.ts'
import { eventually } from '../../../test/engine.ts'
import { aMember, createUser } from '../../../test/people.ts'
import { declaredNames, type LoggedRequest } from '../../platform/http/request-log.ts'
import { openCoreDependencies } from '../../process/dependencies.ts'
import { deleteOldRequests, storeRequests } from './queries.ts'

const api = await startApi()
const { acme, rival, sql } = api
const { database } = await openCoreDependencies(api.config)
atEnd(() => database.close())
const { clientId } = api.world.clients.acme

type Row = { request_id: string; path: string; route: string; status: number }

/** Waits until the request with this id is in the log. */
async function logged(requestId: string, call = acme) {
  let found: Row | undefined
  await eventually(async () => {
    const { status, body, text } = await call('GET', `/request-log?request_id=${requestId}`)
    expect(status, text).toBe(200)
    found = body.requests[0]
    return found !== undefined
  }, 30_000)
  return found
}

test('a request is logged with its path, status, caller and field names', async () => {
  const { user_id } = await createUser(acme)
  const reply = await acme('PATCH', `/users/${user_id}`, { forename: 'Zenobia', surname: 7 })
  expect(reply.status).toBe(400)
  const requestId = String(reply.headers['x-request-id'])
  expect(await logged(requestId)).toEqual({
    request_id: requestId,
    at: expect.any(String),
    method: 'PATCH',
    route: '/users/{user_id}',
    path: '/users/{user_id}',
    operation_id: 'updateUser',
    status: 400,
    duration_ms: expect.any(Number),
    actor_kind: 'api_key',
    actor_id: expect.any(String),
    error_code: 'invalid-request',
    query: [],
    body_fields: ['forename', 'surname'],
    error_fields: ['surname'],
  })
  const other = await rival('GET', `/request-log?request_id=${requestId}`)
  expect(other.body).toEqual({ requests: [], next_cursor: null })
})

test('no name, search text, code or undeclared field reaches the log', async () => {
  const canary = `Quixotia${randomUUID().slice(0, 8)}`
  await createUser(acme, { forename: canary, surname: canary, email: `${canary}@people.example` })
  for (const typed of ['07700900123', '12345678']) {
    await acme('GET', `/users?${typed}=1`)
    await acme('POST', '/users', { [typed]: 1 })
    await acme('GET', `/reviews?status=${typed}&limit=${typed}`)
  }
  await acme('GET', `/reviews?search=${canary}&sort=status`)
  await acme('POST', '/users', { [canary]: canary })
  await acme('GET', `/users/${canary}`)
  const last = await acme('GET', `/sandbox/people/${canary}?${canary}=1`)
  await logged(String(last.headers['x-request-id']))
  const rows = await sql('select row_to_json(l)::text as text from request_log l')
  expect(rows.length).toBeGreaterThan(4)
  const typed = [canary, '07700900123', '12345678']
  expect(rows.filter(({ text }) => typed.some((each) => text.includes(each)))).toEqual([])
  const [search] = (await acme('GET', '/request-log?operation_id=listReviews&limit=1')).body.requests
  expect(search.query).toEqual([
    { name: 'search', value: null },
    { name: 'sort', value: 'status' },
  ])
})

test('the fields of every operation are known to the log', () => {
  const { operations } = api.server
  expect(operations.length).toBeGreaterThan(150)
  const counts = operations.map(({ schema }) => declaredNames(schema.body).size)
  expect(counts.filter((count) => count > 0).length).toBeGreaterThan(50)
})

const aRequest = (changes: Partial<LoggedRequest> = {}): LoggedRequest => ({
  client_id: clientId,
  at: new Date(),
  method: 'GET',
  route: '/users',
  path: '/users',
  operation_id: 'anyTest',
  status: 200,
  duration_ms: 3,
  actor_kind: 'api_key',
  actor_id: randomUUID(),
  request_id: `req_${randomUUID()}`,
  error_code: null,
  query: {},
  body_fields: [],
  error_fields: [],
  ...changes,
})

const store = (batch: LoggedRequest[], maxRows: number) =>
  database.system((tx) => storeRequests(tx, batch, maxRows))

test('the newest requests replace the oldest ones, and unknown clients are left out', async () => {
  const maxRows = 1_000_003
  const batch = Array.from({ length: 5 }, (_, n) =>
    aRequest({ operation_id: 'largeRing', at: new Date(Date.now() - 5_000 + n) }),
  )
  await store([...batch, aRequest({ operation_id: 'largeRing', client_id: randomUUID() })], maxRows)
  const ids = async () =>
    (await acme('GET', '/request-log?operation_id=largeRing&limit=100')).body.requests.map(
      ({ request_id }: Row) => request_id,
    )
  expect(await ids()).toEqual(batch.map(({ request_id }) => request_id).toReversed())
  const small = 3
  await store(
    Array.from({ length: 7 }, () => aRequest({ operation_id: 'smallRing' })),
    small,
  )
  await store(
    Array.from({ length: 2 }, () => aRequest({ operation_id: 'smallRing' })),
    small,
  )
  const kept = (await acme('GET', '/request-log?operation_id=smallRing&limit=100')).body.requests
  expect(kept).toHaveLength(small)
})

test('pages are linked, and filters combine', async () => {
  const actor_id = randomUUID()
  const batch = Array.from({ length: 5 }, (_, n) =>
    aRequest({
      actor_id,
      at: new Date(Date.now() - 1_000 + n),
      status: n < 2 ? 404 : 200,
      method: n === 0 ? 'PUT' : 'GET',
    }),
  )
  await store(batch, 100_000)
  const seen: string[] = []
  let cursor = ''
  for (let page = 0; page < 3; page++) {
    const { requests, next_cursor } = (
      await acme('GET', `/request-log?actor_id=${actor_id}&limit=2${cursor}`)
    ).body
    seen.push(...requests.map(({ request_id }: Row) => request_id))
    cursor = `&cursor=${next_cursor}`
    expect(next_cursor === null).toBe(page === 2)
  }
  expect(seen).toEqual(batch.map(({ request_id }) => request_id).toReversed())
  const count = async (query: string) =>
    (await acme('GET', `/request-log?actor_id=${actor_id}&${query}`)).body.requests.length
  expect(await count('status=4xx')).toBe(2)
  expect(await count('status=4xx&method=PUT')).toBe(1)
  expect(await count('status=5xx')).toBe(0)
  expect(await count('actor_kind=member')).toBe(0)
  expect((await acme('GET', '/request-log?status=404&cursor=x')).status).toBe(400)
})

test('requests older than seven days are neither listed nor kept', async () => {
  const old = aRequest({ at: new Date(Date.now() - 8 * 86_400_000), operation_id: 'oldTest' })
  await store([old, aRequest({ operation_id: 'oldTest' })], 100_000)
  expect((await acme('GET', '/request-log?operation_id=oldTest')).body.requests).toHaveLength(1)
  expect(await database.system(deleteOldRequests)).toBeGreaterThan(0)
  expect(await sql("select from request_log where operation_id = 'oldTest'")).toHaveLength(1)
})

test('Developers and Admins read the log, other roles do not', async () => {
  for (const [role, status] of [
    ['Developer', 200],
    ['Admin', 200],
    ['FullMember', 403],
    ['Underwriter', 403],
  ] as const) {
    const member = api.withToken((await aMember(api, acme, role)).token)
    expect((await member('GET', '/request-log')).status, role).toBe(status)
  }
})
