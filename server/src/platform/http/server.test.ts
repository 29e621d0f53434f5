import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { startApi } from '../../../test/api.ts'
import { aUser, createUser } from '../../../test/people.ts'
import { openCoreDependencies } from '../../process/dependencies.ts'
import { openBus } from '../bus/bus.ts'
import { notFound } from '../problem.ts'
import { openLog } from '../telemetry/log.ts'
import { openMetrics } from '../telemetry/metrics.ts'
import { publicAccess, type RouteAccess } from './caller.ts'
import { type ApiOperation, declaredStatuses, type ReturnedStatus, returnedStatuses } from './operation.ts'
import { openRateLimit } from './rate-limit.ts'
import { createServer } from './server.ts'

const { acme, anonymous, callWith, config, world, sql, server: api } = await startApi()
const { database, keyring } = await openCoreDependencies(config)
const bus = openBus({
  url: config.NATS_URL,
  prefix: config.NATS_PREFIX,
  key: Buffer.alloc(32),
  log: openLog('silent'),
})
const rateLimit = openRateLimit({ bus, perSecond: 1_000, burst: 1_000 })
const address = await api.listen({ host: '127.0.0.1', port: 0 })
afterAll(async () => {
  rateLimit.close()
  await bus.close()
  await database.close()
})

/** A server without routes. */
const bareServer = ({ checkReplies = true, isHttps = false } = {}) =>
  createServer({
    log: openLog('silent'),
    metrics: openMetrics(),
    database,
    keyring,
    rateLimit,
    checkReplies,
    authenticate: { apiKey: async () => undefined, bearer: async () => undefined },
    waiting: { waitForEnd: async () => undefined },
    trustProxy: () => false,
    isHttps,
    isDraining: () => false,
  })

const publicRoute = { config: { access: publicAccess } } as const
const requiredSchema = { operationId: 'test', tags: ['Test'] }

/** Sends raw bytes, for requests that no client library would send. */
function sendRaw(bytes: string, timeoutMs = 5_000) {
  const { hostname, port } = new URL(address)
  return new Promise<{ status: number; headers: string; body: string }>((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no answer')))
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const [headers = '', body = ''] = text.split('\r\n\r\n')
      resolve({ status: Number(headers.split(' ')[1]), headers: headers.toLowerCase(), body })
    })
  })
}

const rawJson = (body: string) => acme('POST', '/users', body, { 'content-type': 'application/json' })

test('a route without caller fails at startup', async () => {
  const handler = async () => ({})
  expect(() => bareServer().get('/open', handler)).toThrow('GET /open does not name its caller')
  const server = bareServer()
  server.register(async (scope) => {
    scope.get('/nested', handler)
  })
  await expect(server.ready()).rejects.toThrow('GET /nested does not name its caller')
})

test('finding 8: a route that does not state its minRole or its keyScope fails at startup', () => {
  const add = (access: object) => () =>
    // The types refuse such a route, too.
    bareServer().get('/open', { config: { access: access as RouteAccess } }, async () => ({}))
  expect(add({ caller: 'client', keyScope: 'read' })).toThrow('GET /open does not state its minRole')
  expect(add({ caller: 'client', minRole: null, keyScope: 'read' })).toThrow('does not state its minRole')
  expect(add({ caller: 'either', minRole: 'Support' })).toThrow('GET /open does not state its keyScope')
  // @ts-expect-error: minRole is missing
  const incomplete: RouteAccess = { caller: 'client', keyScope: 'read' }
  expect(add(incomplete)).toThrow('does not state its minRole')
})

test('a route without operationId, tags or response fails at startup', () => {
  const route = { method: 'GET', url: '/plain', ...publicRoute, handler: async () => ({}) } as const
  const response = { 200: z.object({}) }
  expect(() => bareServer().route(route)).toThrow('GET /plain has no operationId, tags or response')
  expect(() => bareServer().route({ ...route, schema: requiredSchema })).toThrow(
    'no operationId, tags or response',
  )
  expect(() => bareServer().route({ ...route, schema: { ...requiredSchema, response } })).not.toThrow()
})

test('with checkReplies, a reply that does not match its schema becomes a 500', async () => {
  const response = { 200: z.strictObject({ total: z.int() }) }
  const route = { method: 'GET', ...publicRoute, schema: { ...requiredSchema, response } } as const
  for (const checkReplies of [true, false]) {
    const server = bareServer({ checkReplies })
    server.route({ ...route, url: '/wrong-type', handler: async () => ({ total: 'many' }) as never })
    server.route({ ...route, url: '/too-much', handler: async () => ({ total: 1, secret: 'x' }) as never })
    server.route({
      ...route,
      url: '/undeclared',
      async handler(_request, reply) {
        reply.code(202 as 200)
        return { total: 1 }
      },
    })
    server.route({ ...route, url: '/right', handler: async () => ({ total: 1 }) })
    const statuses = []
    for (const url of ['/wrong-type', '/too-much', '/undeclared', '/right']) {
      const reply = await server.inject(url)
      statuses.push(reply.statusCode)
      if (reply.statusCode === 500) expect(reply.body).not.toContain('total')
    }
    expect(statuses).toEqual(checkReplies ? [500, 500, 500, 200] : [200, 200, 202, 200])
    await server.close()
  }
})

test('with checkReplies, an undeclared status becomes a 500 that says what to declare', async () => {
  const schema = { ...requiredSchema, response: { 200: z.strictObject({}) } }
  const refuse = async () => {
    throw notFound('Order', '7')
  }
  const returned: ReturnedStatus[] = []
  const note = (message: unknown) => void returned.push(message as ReturnedStatus)
  returnedStatuses.subscribe(note)
  onTestFinished(() => void returnedStatuses.unsubscribe(note))
  for (const checkReplies of [true, false]) {
    returned.length = 0
    const server = bareServer({ checkReplies })
    server.route({ method: 'GET', ...publicRoute, schema, url: '/undeclared', handler: refuse })
    server.route({
      method: 'GET',
      ...publicRoute,
      schema: { ...schema, errors: [404] },
      url: '/declared',
      handler: refuse,
    })
    server.route({
      method: 'GET',
      ...publicRoute,
      schema,
      url: '/accepted',
      async handler(_request, reply) {
        reply.code(202 as 200)
        return {}
      },
    })
    const [undeclared, declared, accepted] = await Promise.all(
      ['/undeclared', '/declared', '/accepted'].map((url) => server.inject(url)),
    )
    expect(declared?.statusCode).toBe(404)
    expect([undeclared?.statusCode, accepted?.statusCode]).toEqual(checkReplies ? [500, 500] : [404, 202])
    // The request log of the tests has the status before it becomes a 500.
    expect(new Set(returned.map(({ status }) => status))).toEqual(
      new Set(checkReplies ? [404, 202, 500] : [404, 202]),
    )
    if (checkReplies) {
      expect(undeclared?.json().errors).toEqual([
        'GET /undeclared (test) returned 404 not-found, but declares only 200, 400, 429, 503. Add 404 to schema.errors of the route, then run npm run generate.',
      ])
      expect(accepted?.json().errors).toEqual([
        'GET /accepted (test) returned 202, but declares only 200, 400, 429, 503. Add 202 to schema.response of the route, then run npm run generate.',
      ])
    }
    await server.close()
  }
})

test('an operation declares the errors derived from its caller, method and schemas', () => {
  const operation = (changes: Partial<ApiOperation>): ApiOperation => ({
    method: 'GET',
    url: '/things',
    caller: 'client',
    minRole: 'FullMember',
    keyScope: 'read',
    alsoRoles: [],
    priority: 'normal',
    needsRecentAuthentication: false,
    schema: { operationId: 'test', tags: [], response: {} },
    ...changes,
  })
  const body = z.object({ user_id: z.string() })
  const schema = { operationId: 'test', tags: [], body, response: { 201: z.string() } }
  const always = [400, 429, 503]
  expect(declaredStatuses(operation({ caller: 'public' }))).toEqual(always)
  expect(declaredStatuses(operation({ minRole: 'Support' }))).toEqual([400, 401, 403, 429, 503])
  expect(declaredStatuses(operation({ caller: 'user' }))).toEqual([400, 401, 403, 404, 429, 503])
  expect(declaredStatuses(operation({ method: 'POST', schema }))).toEqual([
    201, 400, 401, 403, 409, 413, 415, 429, 503,
  ])
  expect(declaredStatuses(operation({ method: 'PATCH', caller: 'either', schema }))).toEqual([
    201, 400, 401, 403, 404, 413, 415, 429, 503,
  ])
  expect(
    declaredStatuses(operation({ caller: 'public', schema: { ...schema, errors: [401, 400] } })),
  ).toEqual([201, 400, 401, 429, 503])
})

test('reports all problems of query and body together', async () => {
  const server = bareServer()
  server.route({
    method: 'POST',
    url: '/orders/:id',
    ...publicRoute,
    schema: {
      ...requiredSchema,
      params: z.object({ id: z.uuid() }),
      querystring: z.strictObject({ limit: z.int().min(1), dry_run: z.boolean().optional() }),
      body: z.strictObject({ name: z.string(), items: z.array(z.strictObject({ price: z.number() })) }),
      response: { 200: z.unknown() },
    },
    handler: async ({ query, body }) => ({ query, body }),
  })
  const post = (url: string, payload: object) => server.inject({ method: 'POST', url, payload })
  const path = '/orders/4f1e2c52-6a0f-4c7e-9a57-0d8f7f9f9b10'
  const wrong = await post(`${path}?limit=0&dry_run=maybe&page=2`, { items: [{ price: '1' }, {}], nam: 'x' })
  expect(wrong.statusCode).toBe(400)
  expect(wrong.json().errors).toEqual([
    'Field [limit] is invalid: must be 1 or more',
    'Field [dry_run] is invalid: must be true or false',
    'Field [page] is unknown',
    'Request is missing the required field [name]',
    'Field [items.0.price] is invalid: must be a number',
    'Request is missing the required field [items.1.price]',
    'Field [nam] is unknown',
  ])
  const right = await post(`${path}?limit=7&dry_run=true`, { name: 'x', items: [] })
  expect(right.json()).toEqual({ query: { limit: 7, dry_run: true }, body: { name: 'x', items: [] } })
  await server.close()
})

test('reports unknown query fields together with problems of the body', async () => {
  const reply = await acme('POST', '/user-tokens?dry_run=1', { user: 'x' })
  expect(reply).toMatchObject({
    status: 400,
    body: {
      errors: [
        'Field [dry_run] is unknown',
        'Request is missing the required field [user_id]',
        'Field [user] is unknown',
      ],
    },
  })
})

test('returns 400 for a query parameter that is given twice', async () => {
  expect((await acme('GET', '/users?limit=1&limit=2')).body).toEqual({
    errors: ['Field [limit] is invalid: must be a number'],
  })
  expect((await acme('GET', '/users?ext_id=a&ext_id=b')).body).toEqual({
    errors: ['Field [ext_id] is invalid: must be text'],
  })
  expect((await acme('GET', '/users?limit=1e1')).status).toBe(400)
  expect((await acme('GET', '/users?limit=')).status).toBe(400)
})

test('refuses a body that is JSON null, like any other that is not an object', async () => {
  for (const payload of ['null', '[]', '"x"', '1']) {
    const reply = await api.inject({
      method: 'PATCH',
      url: '/configuration',
      headers: { 'x-api-key': world.clients.acme.apiKey, 'content-type': 'application/json' },
      payload,
    })
    expect([payload, reply.statusCode, reply.json()]).toEqual([
      payload,
      400,
      { errors: ['Request body must be a JSON object'] },
    ])
  }
})

test('refuses text that is not valid Unicode', async () => {
  const reply = await acme('PATCH', '/configuration', { client_display_name: 'A\ud800' })
  expect(reply.body).toEqual({
    errors: ['Field [client_display_name] is invalid: must be valid Unicode text'],
  })
})

test('answers HEAD like GET, without a body', async () => {
  const get = await acme('GET', '/configuration')
  const head = (url: string, key = world.clients.acme.apiKey) =>
    api.inject({ method: 'HEAD', url, headers: { 'x-api-key': key } })
  const reply = await head('/configuration')
  expect([reply.statusCode, reply.payload]).toEqual([200, ''])
  expect(reply.headers['content-type']).toBe(get.headers['content-type'])
  expect((await head('/users/4f1e2c52-6a0f-4c7e-9a57-0d8f7f9f9b10')).statusCode).toBe(404)
  expect((await head('/configuration', 'wrong')).statusCode).toBe(401)
  const document = await api.inject('/openapi.json')
  expect(Object.values(document.json().paths).flatMap((path) => Object.keys(path as object))).not.toContain(
    'head',
  )
})

test('compresses JSON replies over 1 kB for callers that accept gzip', async () => {
  const server = bareServer()
  for (const size of [10, 2_000]) {
    server.route({
      method: 'GET',
      url: `/text/${size}`,
      ...publicRoute,
      schema: { ...requiredSchema, operationId: `getText${size}`, response: { 200: z.unknown() } },
      handler: async () => ({ text: 'x'.repeat(size) }),
    })
  }
  const get = (size: number, encoding?: string) =>
    server.inject({ url: `/text/${size}`, headers: encoding ? { 'accept-encoding': encoding } : {} })
  const compressed = await get(2_000, 'br, gzip;q=0.5')
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' })
  expect(compressed.rawPayload.length).toBeLessThan(200)
  expect(JSON.parse(gunzipSync(compressed.rawPayload).toString())).toEqual({ text: 'x'.repeat(2_000) })
  for (const [size, encoding] of [
    [10, 'gzip'],
    [2_000, undefined],
    [2_000, 'gzip;q=0, *'],
    [2_000, 'identity'],
  ] as const) {
    const plain = await get(size, encoding)
    expect(plain.headers['content-encoding'], `${size} ${encoding}`).toBeUndefined()
    expect(plain.json()).toEqual({ text: 'x'.repeat(size) })
  }
  await server.close()
})

test('returns 404 in the standard error format for an unknown path or method', async () => {
  const unknown = await acme('GET', '/nowhere?secret=1')
  expect(unknown).toMatchObject({ status: 404, body: { errors: ['There is no GET /nowhere'] } })
  expect(unknown.headers['x-svc-error-code']).toBe('no-such-route')
  expect((await acme('PUT', '/users')).body).toEqual({ errors: ['There is no PUT /users'] })
  expect((await acme('GET', '/users/')).status).toBe(404)
  expect((await acme('GET', '/USERS')).status).toBe(404)
  expect((await acme('GET', `/users/${'x'.repeat(300)}`)).status).toBe(404)
  expect(await acme('GET', '/users/%zz')).toMatchObject({
    status: 400,
    body: { errors: ['The path of the request is not valid'] },
  })
})

test('returns 413 for a body over 1 MiB', async () => {
  const reply = await acme('POST', '/users', aUser({ forename: 'x'.repeat(1024 * 1024) }))
  expect(reply).toMatchObject({ status: 413, body: { errors: ['The request body is larger than 1 MiB'] } })
  expect(reply.headers['x-svc-error-code']).toBe('body-too-large')
})

test('returns 415 for a body that is not application/json', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense']) {
    const reply = await acme('POST', '/users', 'forename=x', { 'content-type': type })
    expect(reply, type).toMatchObject({
      status: 415,
      body: { errors: ['The request body must be sent as Content-Type: application/json'] },
    })
  }
})

test('returns 400 for invalid JSON without quoting it', async () => {
  for (const text of ['{"forename": "Zanzibarro"', '{forename: 1}', 'undefined', '{"a":1}}', '\u0000']) {
    const reply = await rawJson(text)
    expect(reply, text).toMatchObject({
      status: 400,
      body: { errors: ['The request body is not valid JSON'] },
    })
  }
  // Many clients send the JSON content type with every request, so an empty body is treated as no body.
  expect((await rawJson('')).body.errors).toContain('Request is missing the required field [forename]')
})

test('returns 400 for a body that is not a JSON object', async () => {
  for (const text of ['[]', '"text"', '7', 'true', '[{"forename":"x"}]']) {
    const { status, body } = await rawJson(text)
    expect(status, text).toBe(400)
    expect(body.errors, text).toContain('Request body must be a JSON object')
  }
  const { status, body } = await rawJson('null')
  expect(status).toBe(400)
  expect(body.errors).toContain('Request is missing the required field [forename]')
})

test('rejects prototype pollution and internal field names in bodies', async () => {
  const fields = JSON.stringify(aUser()).slice(1)
  for (const poison of [
    '{"__proto__": {"role": "Owner"},',
    '{"constructor": {"prototype": {"role": "Owner"}},',
    '{"\\u005f_proto__": {"role": "Owner"},',
  ]) {
    expect((await rawJson(poison + fields)).status, poison).toBe(400)
  }
  expect(({} as { role?: string }).role).toBeUndefined()
  const before = (await sql('select from users')).length
  for (const name of ['toString', 'hasOwnProperty', 'client_id', 'token_version', 'sealed', 'position']) {
    const reply = await acme('POST', '/users', aUser({ [name]: 1 }))
    expect(reply.body.errors, name).toEqual([`Field [${name}] is unknown`])
  }
  expect((await acme('GET', '/users?__proto__=1&constructor=2')).status).toBe(400)
  expect(await sql('select from users')).toHaveLength(before)
})

test('rejects an object with a length that cannot be compared', async () => {
  const length = { toString: 1, valueOf: null }
  const reply = await acme('POST', '/users', aUser({ forename: { length } as never }))
  expect(reply).toMatchObject({
    status: 400,
    body: { errors: ['Request contains a value of the wrong type'] },
  })
})

test('rejects control characters in body, query and path', async () => {
  for (const hidden of ['\u0000', '\u001b[31m', '\u0007', '\r\nX: 1']) {
    const reply = await acme('POST', '/users', aUser({ forename: `a${hidden}b`, ext_id: hidden }))
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toContain('Field [forename] is invalid: must not contain control characters')
    const list = await acme('GET', `/users?ext_id=${encodeURIComponent(`a${hidden}b`)}`)
    expect(list.body).toEqual({ errors: ['Field [ext_id] is invalid: must not contain control characters'] })
    expect((await acme('GET', `/users/${encodeURIComponent(hidden)}`)).status).toBe(404)
  }
})

test('returns 431 in the standard error format for headers that are too large', async () => {
  const { status, headers, body } = await sendRaw(
    `GET /livez HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`,
  )
  expect(status).toBe(431)
  expect(headers).toContain('content-type: application/json')
  expect(JSON.parse(body)).toEqual({ errors: ['The request headers are larger than 16 KiB'] })
})

test('returns 400 for malformed HTTP and for ambiguous message lengths (request smuggling)', async () => {
  const start = `POST /users HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${world.clients.acme.apiKey}\r\nContent-Type: application/json\r\n`
  const requests = [
    'nonsense\r\n\r\n',
    'GET /livez HTTP/9.9\r\nHost: x\r\n\r\n',
    'GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n',
    `${start}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `${start}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}`,
    `${start}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
    'GET /livez HTTP/1.1\r\nHost: x\r\nX-Bad: a\u0000b\r\n\r\n',
  ]
  for (const request of requests) {
    const { status, headers, body } = await sendRaw(request)
    expect(status, request).toBe(400)
    expect(headers, request).toContain('x-request-id: req_')
    expect(JSON.parse(body).errors, request).toHaveLength(1)
  }
})

test('ignores an Expect header that it does not know', async () => {
  const { status, body } = await sendRaw(
    'GET /users HTTP/1.1\r\nHost: x\r\nExpect: 200-ok\r\nConnection: close\r\n\r\n',
  )
  expect(status).toBe(401)
  expect(JSON.parse(body).errors).toHaveLength(1)
})

test.each([
  [true, 'max-age=63072000; includeSubDomains'],
  [false, undefined],
])('served over HTTPS: %s, tells browsers to stay with HTTPS: %s', async (isHttps, expected) => {
  const server = bareServer({ isHttps })
  onTestFinished(() => server.close())
  for (const url of ['/no/such/page', '/%zz']) {
    const { headers } = await server.inject({ url })
    expect(headers['strict-transport-security'], url).toBe(expected)
  }
})

test('ASVS 3.4.6: no reply can be framed or run as a page, not even one to malformed HTTP', async () => {
  const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
  for (const url of ['/users', '/livez', '/nowhere', '/users/%zz', '/.well-known/jwks.json'])
    expect((await anonymous('GET', url)).headers['content-security-policy'], url).toBe(policy)
  const { headers } = await sendRaw('nonsense\r\n\r\n')
  expect(headers).toContain(`content-security-policy: ${policy}`)
  expect(headers).toContain('x-content-type-options: nosniff')
})

test('ASVS 4.1.1: replies name their type and character set', async () => {
  const json = 'application/json; charset=utf-8'
  for (const url of ['/openapi.json', '/.well-known/jwks.json', '/livez', '/nowhere', '/users', '/%zz'])
    expect((await anonymous('GET', url)).headers['content-type'], url).toBe(json)
  expect((await anonymous('GET', '/console')).headers['content-type']).toBe('text/html; charset=utf-8')
})

test('ASVS 13.4.4: TRACE is refused and echoes nothing', async () => {
  const { status, body } = await sendRaw(
    'TRACE / HTTP/1.1\r\nHost: x\r\nX-Api-Key: guess\r\nConnection: close\r\n\r\n',
  )
  expect(status).toBe(404)
  expect(body).not.toContain('guess')
})

test('every reply has a request id and the no-store, nosniff and no-referrer headers', async () => {
  const { user_id } = await createUser(acme)
  const wrongKey = callWith({ 'x-api-key': 'wrong', 'x-request-id': 'mine' })
  await sql('update users set sealed = $1 where id = $2', [Buffer.from('broken'), user_id])
  const replies = [
    await acme('GET', '/users?limit=1&ext_id=none'),
    await acme('POST', '/users', {}),
    await wrongKey('GET', '/users'),
    await acme('GET', '/nowhere'),
    await acme('GET', '/users/%zz'),
    await acme('GET', `/users/${'x'.repeat(300)}`),
    await acme('POST', '/users', 'x', { 'content-type': 'text/plain' }),
    await acme('POST', '/users', 'x'.repeat(2_000_000), { 'content-type': 'application/json' }),
    await acme('GET', `/users/${user_id}`),
    await anonymous('GET', '/livez'),
  ]
  expect(replies.map(({ status }) => status)).toEqual([200, 400, 401, 404, 400, 404, 415, 413, 500, 200])
  for (const { headers, text } of replies) {
    expect(headers, text).toMatchObject({
      'x-request-id': expect.stringMatching(/^req_[0-9a-f]{32}$/),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
  }
  expect(new Set(replies.map(({ headers }) => headers['x-request-id'])).size).toBe(replies.length)
})

test('a 500 reveals nothing but the request id', async () => {
  const { user_id } = await createUser(acme)
  await sql('update users set sealed = $1 where id = $2', [Buffer.from('broken'), user_id])
  const reply = await acme('GET', `/users/${user_id}`)
  expect(reply).toMatchObject({
    status: 500,
    body: {
      errors: [
        `Something went wrong on our side. Quote ${reply.headers['x-request-id']} when you ask for help.`,
      ],
    },
  })
  expect(reply.headers['x-svc-error-code']).toBe('unexpected')
})

test('returns 408 for a request that does not arrive in time', async () => {
  const start = `POST /users HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${world.clients.acme.apiKey}\r\n`
  const wait = (bytes: string) => sendRaw(bytes, 50_000)
  const [headers, content] = await Promise.all([
    wait(start),
    wait(`${start}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`),
  ])
  expect(headers).toMatchObject({ status: 408, body: '{"errors":["The request did not arrive in time"]}' })
  expect(content).toMatchObject({ status: 408, body: '{"errors":["The request did not arrive in time"]}' })
})
