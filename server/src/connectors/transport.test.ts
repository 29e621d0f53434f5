import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ConnectionFailure } from './failure.ts'
import { fetchAllPages, fetchEach } from './fetch-all.ts'
import { type ProviderRequest, requireBody, sendRequest } from './transport.ts'

const context = { signal: new AbortController().signal }
const ReplySchema = z.object({ fine: z.literal(true) })

/** Starts a provider with scripted behaviour that is reached over a real connection. */
async function provider(behave: RequestListener) {
  let count = 0
  const server = createServer((request, response) => {
    count++
    behave(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    count: () => count,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function failureOf(asking: Promise<unknown>): Promise<ConnectionFailure> {
  const failure = await asking.then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(ConnectionFailure)
  return failure as ConnectionFailure
}

const get = (url: string, more: Partial<ProviderRequest> = {}): ProviderRequest => ({
  method: 'GET',
  url,
  ...more,
})

test('returns the validated reply without unknown fields', async () => {
  await using house = await provider((_request, response) => response.end('{"fine":true,"more":"than that"}'))
  expect(await sendRequest(context, get(house.url), ReplySchema)).toEqual({ body: { fine: true } })
})

test('sends method, query, authorization and body of the request', async () => {
  const seen: unknown[] = []
  await using house = await provider(async (request, response) => {
    const text = (await request.toArray()).join('')
    seen.push([
      request.method,
      request.url,
      request.headers.authorization,
      request.headers['content-type'],
      text,
    ])
    response.end('{"fine":true}')
  })
  await sendRequest(
    context,
    get(house.url, { query: { from: '2026-01-01', to: null }, bearer: 'abc' }),
    ReplySchema,
  )
  await sendRequest(context, { method: 'POST', url: house.url, json: { a: 1 } }, ReplySchema)
  await sendRequest(
    context,
    { method: 'POST', url: house.url, form: { a: 'b c' }, basic: { id: 'x', secret: 'y:z' } },
    ReplySchema,
  )
  expect(seen).toEqual([
    ['GET', '/?from=2026-01-01', 'Bearer abc', undefined, ''],
    ['POST', '/', undefined, 'application/json', '{"a":1}'],
    ['POST', '/', `Basic ${btoa('x:y%3Az')}`, 'application/x-www-form-urlencoded', 'a=b+c'],
  ])
})

test.each([
  ['half a reply', '{"fine":'],
  ['a page', '<!doctype html>'],
  ['nothing', ''],
  ['something else', '{"fine":"maybe my-secret-reply"}'],
])('throws provider-changed for %s, without quoting the reply', async (_what, text) => {
  await using house = await provider((_request, response) => response.end(text))
  const failure = await failureOf(sendRequest(context, get(house.url), ReplySchema))
  expect(failure.code).toBe('provider-changed')
  expect(inspect(failure, { depth: 10, showHidden: true })).not.toContain('my-secret-reply')
})

test('returns the error code of a refusal, and throws provider-changed for an unknown code', async () => {
  await using house = await provider((_request, response) =>
    response.writeHead(401).end('{"code":"wrong_word","attempts_left":2}'),
  )
  const reply = await sendRequest(context, { method: 'POST', url: house.url }, ReplySchema)
  expect(reply).toEqual({
    refusal: { status: 401, code: 'wrong_word', attemptsLeft: 2, source: 'POST /' },
  })
  expect(() => requireBody(reply, { wrong_word: 'login-refused' })).toThrow(
    expect.objectContaining({ code: 'login-refused', attemptsLeft: 2 }),
  )
  expect(() => requireBody(reply, {})).toThrow(
    expect.objectContaining({ code: 'provider-changed', detail: 'POST /: status 401' }),
  )
})

test('finds the error code in an object, and passes on Retry-After of any refusal', async () => {
  await using house = await provider((_request, response) =>
    response.writeHead(423, { 'retry-after': '60' }).end('{"error":{"code":"locked","ref":"r-1"}}'),
  )
  const reply = await sendRequest(context, get(house.url), ReplySchema)
  expect(reply).toEqual({
    refusal: { status: 423, code: 'locked', retryAfterMs: 60_000, source: 'GET /' },
  })
  expect(() => requireBody(reply, { locked: 'provider-maintenance' })).toThrow(
    expect.objectContaining({ code: 'provider-maintenance', retryAfterMs: 60_000 }),
  )
})

test.each([
  [500, '{}', undefined, 'provider-down', undefined],
  [503, '{}', '30', 'provider-down', 30_000],
  [503, '{"code":"maintenance"}', '900', 'provider-maintenance', 900_000],
  [429, '{}', '2', 'provider-rate-limited', 2_000],
  [503, '{}', 'soon', 'provider-down', undefined],
  [503, '{}', '999999999', 'provider-down', 24 * 3_600_000],
])(
  'names the fault behind %d %s and passes on Retry-After %s',
  async (status, body, header, code, retryAfterMs) => {
    await using house = await provider((_request, response) =>
      response.writeHead(status, header === undefined ? {} : { 'retry-after': header }).end(body),
    )
    const failure = await failureOf(sendRequest(context, get(house.url), ReplySchema))
    expect([failure.code, failure.retryAfterMs, house.count()]).toEqual([code, retryAfterMs, 1])
    expect(failure.isOverloaded).toBe(status === 429)
  },
)

test('accepts a date in Retry-After', async () => {
  const at = new Date(Date.now() + 120_000).toUTCString()
  await using house = await provider((_request, response) =>
    response.writeHead(503, { 'retry-after': at }).end(),
  )
  const { retryAfterMs = 0 } = await failureOf(sendRequest(context, get(house.url), ReplySchema))
  expect(retryAfterMs).toBeGreaterThan(60_000)
  expect(retryAfterMs).toBeLessThanOrEqual(120_000)
})

test('retries a GET after a broken connection, but never a POST', async () => {
  let cuts = 2
  await using house = await provider((request, response) => {
    if (cuts-- > 0) request.socket.destroy()
    else response.end('{"fine":true}')
  })
  expect(await sendRequest(context, get(house.url), ReplySchema)).toEqual({ body: { fine: true } })
  expect(house.count()).toBe(3)
  cuts = 1
  const failure = await failureOf(
    sendRequest(context, { method: 'POST', url: house.url, json: {} }, ReplySchema),
  )
  expect([failure.code, failure.isUnsent, house.count()]).toEqual(['provider-unreachable', false, 4])
  cuts = 1_000
  expect((await failureOf(sendRequest(context, get(house.url), ReplySchema))).code).toBe(
    'provider-unreachable',
  )
  expect(house.count()).toBe(7)
})

test('names the fault behind a truncated and an endless reply', async () => {
  await using broken = await provider((request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('{"fine":')
    setTimeout(() => request.socket.destroy(), 20)
  })
  expect((await failureOf(sendRequest(context, get(broken.url), ReplySchema))).code).toBe(
    'provider-unreachable',
  )
  await using endless = await provider((_request, response) => {
    const write = () => {
      while (response.writable && response.write('x'.repeat(65_536)));
    }
    response.on('drain', write)
    write()
  })
  const failure = await failureOf(sendRequest(context, get(endless.url), ReplySchema))
  expect([failure.code, failure.message, endless.count()]).toEqual([
    'provider-changed',
    expect.stringContaining('too long'),
    1,
  ])
})

test('throws provider-timeout without a retry', async () => {
  await using house = await provider(() => {})
  const failure = await failureOf(sendRequest(context, get(house.url, { timeoutMs: 100 }), ReplySchema))
  expect([failure.code, failure.message, house.count()]).toEqual([
    'provider-timeout',
    expect.stringContaining('no answer in time'),
    1,
  ])
})

test('does not follow redirects, and throws provider-unreachable if nothing is listening', async () => {
  await using elsewhere = await provider((_request, response) => response.end('{"fine":true}'))
  await using house = await provider((_request, response) =>
    response.writeHead(302, { location: elsewhere.url }).end(),
  )
  const request = { method: 'POST', url: house.url, json: { password: 'my-password' } } as const
  expect((await failureOf(sendRequest(context, request, ReplySchema))).code).toBe('provider-changed')
  expect(elsewhere.count()).toBe(0)
  const gone = await provider(() => {})
  await gone[Symbol.asyncDispose]()
  const failure = await failureOf(sendRequest(context, get(gone.url), ReplySchema))
  expect([failure.code, failure.message]).toEqual([
    'provider-unreachable',
    expect.stringContaining('ECONNREFUSED'),
  ])
  // A secret may have been sent before a GET, so only a login can report that nothing was sent.
  expect(failure.isUnsent).toBe(false)
  expect((await failureOf(sendRequest(context, { ...request, url: gone.url }, ReplySchema))).isUnsent).toBe(
    true,
  )
})

test('describes the request in the failure without ids of people', async () => {
  const paths: (string | undefined)[] = []
  await using house = await provider((request, response) => {
    paths.push(request.url)
    response.writeHead(500).end()
  })
  const url = `${house.url}people/{reference}/payslips`
  for (const reference of ['QQ123456C', 'reference-without-digits', 'a/../b']) {
    const request = { method: 'GET', url, ids: { reference }, query: { name: 'Ada' } } as const
    const { detail } = await failureOf(sendRequest(context, request, ReplySchema))
    expect(detail).toBe('GET /people/{reference}/payslips: status 500')
    expect(paths.pop()).toBe(`/people/${encodeURIComponent(reference)}/payslips?name=Ada`)
  }
})

test('rejects with the reason of the signal as soon as it is aborted', async () => {
  await using house = await provider(() => {})
  const stopping = new AbortController()
  const asking = sendRequest({ signal: stopping.signal }, get(house.url), ReplySchema)
  setTimeout(() => stopping.abort(new Error('the process stops')), 50)
  await expect(asking).rejects.toThrow('the process stops')
})

test('follows a paged list to its end and gives up on an endless one', async () => {
  const pages = [[1, 2], [3], [4]]
  const read = async (page: number) => ({ items: pages[page] ?? [], next: page < 2 ? page + 1 : null })
  expect(await fetchAllPages(0, read)).toEqual([1, 2, 3, 4])
  const endless = fetchAllPages(0, async (page: number) => ({ items: [1], next: page + 1 }))
  expect((await failureOf(endless)).code).toBe('provider-changed')
  const empty = fetchAllPages(0, async (page: number) => ({ items: [], next: page + 1 }))
  expect((await failureOf(empty)).code).toBe('provider-changed')
})

test('fetches four items concurrently, in order, and stops at the first failure', async () => {
  let open = 0
  let most = 0
  const read = async (id: string) => {
    most = Math.max(most, ++open)
    await new Promise((resolve) => setTimeout(resolve, 5))
    open--
    return `read ${id}`
  }
  const ids = Array.from({ length: 10 }, (_, n) => String(n))
  expect(await fetchEach(ids, read, context)).toEqual(ids.map((id) => `read ${id}`))
  expect(most).toBe(4)

  const seen: string[] = []
  const failing = fetchEach(
    ids,
    async (id) => {
      seen.push(id)
      throw new ConnectionFailure('session-ended')
    },
    context,
  )
  expect((await failureOf(failing)).code).toBe('session-ended')
  expect(seen.length).toBeLessThanOrEqual(4)
})

test('waits for Retry-After midway, but not at the start and not for long', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  const impatient = (retryAfterMs: number, first: string) => {
    let isAsked = false
    return async (id: string) => {
      if (id === first && !isAsked) {
        isAsked = true
        throw new ConnectionFailure('provider-down', { retryAfterMs })
      }
      return id
    }
  }
  expect(await fetchEach(ids, impatient(20, 'f'), context)).toEqual(ids)
  expect((await failureOf(fetchEach(ids, impatient(900_000, 'f'), context))).retryAfterMs).toBe(900_000)
  expect((await failureOf(fetchEach(ids, impatient(20, 'a'), context))).code).toBe('provider-down')
})
