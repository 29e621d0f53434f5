import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ConnectionFailure } from './failure.ts'
import { readEach, readPages } from './fetch-all.ts'
import { ask, type Request, requireBody } from './transport.ts'

const talk = { signal: new AbortController().signal }
const Promised = z.object({ fine: z.literal(true) })

/** A provider that behaves as the test says; over a real connection. */
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

const get = (url: string, more: Partial<Request> = {}): Request => ({ method: 'GET', url, ...more })

test('an answer as promised comes back, and nothing that was not asked about', async () => {
  await using house = await provider((_request, response) => response.end('{"fine":true,"more":"than that"}'))
  expect(await ask(talk, get(house.url), Promised)).toEqual({ body: { fine: true } })
})

test('the question is sent as it was meant', async () => {
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
  await ask(talk, get(house.url, { query: { from: '2026-01-01', to: null }, bearer: 'abc' }), Promised)
  await ask(talk, { method: 'POST', url: house.url, json: { a: 1 } }, Promised)
  await ask(
    talk,
    { method: 'POST', url: house.url, form: { a: 'b c' }, basic: { id: 'x', secret: 'y:z' } },
    Promised,
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
])('%s is no answer, and is not quoted', async (_what, text) => {
  await using house = await provider((_request, response) => response.end(text))
  const failure = await failureOf(ask(talk, get(house.url), Promised))
  expect(failure.code).toBe('provider-down')
  expect(inspect(failure, { depth: 10, showHidden: true })).not.toContain('my-secret-reply')
})

test('a refusal is told in the word of the provider; a word that is not in the table is no answer', async () => {
  await using house = await provider((_request, response) =>
    response.writeHead(401).end('{"code":"wrong_word","attempts_left":2}'),
  )
  const reply = await ask(talk, { method: 'POST', url: house.url }, Promised)
  expect(reply).toEqual({ refusal: { status: 401, word: 'wrong_word', attemptsLeft: 2 } })
  expect(() => requireBody(reply, { wrong_word: 'login-refused' })).toThrow(
    expect.objectContaining({ code: 'login-refused', attemptsLeft: 2 }),
  )
  expect(() => requireBody(reply, {})).toThrow(expect.objectContaining({ code: 'provider-down' }))
})

test.each([
  [500, undefined, undefined],
  [503, '30', 30_000],
  [429, '2', 2_000],
  [503, 'soon', undefined],
  [503, '999999999', 24 * 3_600_000],
])('%d with retry-after %s is down, and says until when', async (status, header, retryAfterMs) => {
  await using house = await provider((_request, response) =>
    response.writeHead(status, header === undefined ? {} : { 'retry-after': header }).end('{}'),
  )
  const failure = await failureOf(ask(talk, get(house.url), Promised))
  expect([failure.code, failure.retryAfterMs, house.count()]).toEqual(['provider-down', retryAfterMs, 1])
  expect(failure.isBusy).toBe(status === 429)
})

test('a date as retry-after is understood', async () => {
  const at = new Date(Date.now() + 120_000).toUTCString()
  await using house = await provider((_request, response) =>
    response.writeHead(503, { 'retry-after': at }).end(),
  )
  const { retryAfterMs = 0 } = await failureOf(ask(talk, get(house.url), Promised))
  expect(retryAfterMs).toBeGreaterThan(60_000)
  expect(retryAfterMs).toBeLessThanOrEqual(120_000)
})

test('a question whose connection was cut is asked again; a sign-in never is', async () => {
  let cuts = 2
  await using house = await provider((request, response) => {
    if (cuts-- > 0) request.socket.destroy()
    else response.end('{"fine":true}')
  })
  expect(await ask(talk, get(house.url), Promised)).toEqual({ body: { fine: true } })
  expect(house.count()).toBe(3)
  cuts = 1
  const failure = await failureOf(ask(talk, { method: 'POST', url: house.url, json: {} }, Promised))
  expect([failure.code, failure.isUnsent, house.count()]).toEqual(['provider-down', false, 4])
  cuts = 1_000
  expect((await failureOf(ask(talk, get(house.url), Promised))).code).toBe('provider-down')
  expect(house.count()).toBe(7)
})

test('a reply that breaks off on the way, or never ends, is no answer', async () => {
  await using broken = await provider((request, response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('{"fine":')
    setTimeout(() => request.socket.destroy(), 20)
  })
  expect((await failureOf(ask(talk, get(broken.url), Promised))).code).toBe('provider-down')
  await using endless = await provider((_request, response) => {
    const write = () => {
      while (response.writable && response.write('x'.repeat(65_536)));
    }
    response.on('drain', write)
    write()
  })
  const failure = await failureOf(ask(talk, get(endless.url), Promised))
  expect([failure.code, failure.message, endless.count()]).toEqual([
    'provider-down',
    expect.stringContaining('too long'),
    1,
  ])
})

test('whoever does not answer in time is down, and is not asked again', async () => {
  await using house = await provider(() => {})
  const failure = await failureOf(ask(talk, get(house.url, { timeoutMs: 100 }), Promised))
  expect([failure.code, failure.message, house.count()]).toEqual([
    'provider-down',
    expect.stringContaining('no answer in time'),
    1,
  ])
})

test('nobody is sent elsewhere, and nobody listening is down', async () => {
  await using elsewhere = await provider((_request, response) => response.end('{"fine":true}'))
  await using house = await provider((_request, response) =>
    response.writeHead(302, { location: elsewhere.url }).end(),
  )
  const request = { method: 'POST', url: house.url, json: { password: 'my-password' } } as const
  expect((await failureOf(ask(talk, request, Promised))).code).toBe('provider-down')
  expect(elsewhere.count()).toBe(0)
  const gone = await provider(() => {})
  await gone[Symbol.asyncDispose]()
  const failure = await failureOf(ask(talk, get(gone.url), Promised))
  expect([failure.code, failure.message]).toEqual(['provider-down', expect.stringContaining('ECONNREFUSED')])
  // Before a question something secret may have been sent; only a sign-in knows of itself that it was not.
  expect(failure.isUnsent).toBe(false)
  expect((await failureOf(ask(talk, { ...request, url: gone.url }, Promised))).isUnsent).toBe(true)
})

test('when nobody wants the answer any more, that is said instead, at once', async () => {
  await using house = await provider(() => {})
  const stopping = new AbortController()
  const asking = ask({ signal: stopping.signal }, get(house.url), Promised)
  setTimeout(() => stopping.abort(new Error('the process stops')), 50)
  await expect(asking).rejects.toThrow('the process stops')
})

test('lists are followed to their end, and one that never ends is given up', async () => {
  const pages = [[1, 2], [3], [4]]
  const read = async (page: number) => ({ found: pages[page] ?? [], next: page < 2 ? page + 1 : null })
  expect(await readPages(0, read)).toEqual([1, 2, 3, 4])
  const endless = readPages(0, async (page: number) => ({ found: [1], next: page + 1 }))
  expect((await failureOf(endless)).code).toBe('provider-down')
  const empty = readPages(0, async (page: number) => ({ found: [], next: page + 1 }))
  expect((await failureOf(empty)).code).toBe('provider-down')
})

test('four are read at once, in their order; the first failure ends it', async () => {
  let open = 0
  let most = 0
  const read = async (id: string) => {
    most = Math.max(most, ++open)
    await new Promise((resolve) => setTimeout(resolve, 5))
    open--
    return `read ${id}`
  }
  const ids = Array.from({ length: 10 }, (_, n) => String(n))
  expect(await readEach(ids, read, talk)).toEqual(ids.map((id) => `read ${id}`))
  expect(most).toBe(4)

  const seen: string[] = []
  const failing = readEach(
    ids,
    async (id) => {
      seen.push(id)
      throw new ConnectionFailure('session-ended')
    },
    talk,
  )
  expect((await failureOf(failing)).code).toBe('session-ended')
  expect(seen.length).toBeLessThanOrEqual(4)
})

test('who asks for patience half-way gets it; who asks for it at once, or for long, does not', async () => {
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
  expect(await readEach(ids, impatient(20, 'f'), talk)).toEqual(ids)
  expect((await failureOf(readEach(ids, impatient(900_000, 'f'), talk))).retryAfterMs).toBe(900_000)
  expect((await failureOf(readEach(ids, impatient(20, 'a'), talk))).code).toBe('provider-down')
})
