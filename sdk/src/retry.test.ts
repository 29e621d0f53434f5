import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { atEnd } from '../../server/test/at-end.ts'
import { Payproof, PayproofError } from './index.ts'
import { retryDelayMs } from './retry.ts'

type Fault = { status?: number; code?: string; retryAfter?: number }

const fault = ({ code = 'unavailable', ...facts }: Fault) =>
  new PayproofError({ operation: 'x', errors: ['No'], code, ...facts })

test.each<[string, Fault, boolean, boolean]>([
  ['was rate-limited', { status: 429, code: 'rate-limited' }, true, true],
  ['met a part that is away', { status: 503 }, true, false],
  ['did not arrive in time', { status: 408, code: 'unreadable-answer' }, true, false],
  ['met a gateway without a service', { status: 502 }, true, false],
  ['met a gateway that got no answer', { status: 504 }, true, false],
  ['got no answer', { code: 'no-answer' }, true, false],
  ['got no answer in time', { code: 'timed-out' }, true, false],
  ['meets its own first attempt', { status: 409, code: 'idempotency-key-running' }, true, true],
  ['used the key for something else', { status: 409, code: 'idempotency-key-reused' }, false, false],
  ['is under way and will be announced', { status: 503, code: 'still-retrieving' }, false, false],
  ['must wait for minutes', { status: 429, retryAfter: 61 }, false, false],
  ['is wrong', { status: 400, code: 'invalid-request' }, false, false],
  ['found a bug of ours', { status: 500, code: 'unexpected' }, false, false],
  ['has the wrong credential', { code: 'wrong-credential' }, false, false],
  ['cannot be read', { code: 'unreadable-answer' }, false, false],
])('a request that %s: %o is repeated if safe %s, if not safe %s', (_, facts, ifSafe, ifNot) => {
  expect(retryDelayMs(fault(facts), true, 0) !== undefined).toBe(ifSafe)
  expect(retryDelayMs(fault(facts), false, 0) !== undefined).toBe(ifNot)
})

test('waits grow, differ, end at eight seconds, and are never shorter than the service asks for', () => {
  for (let n = 0; n < 12; n++) {
    const whole = Math.min(8_000, 250 * 2 ** n)
    const waits = Array.from(
      { length: 50 },
      () => retryDelayMs(fault({ status: 503 }), true, n) ?? Number.NaN,
    )
    for (const wait of waits) expect(wait >= whole / 2 && wait <= whole).toBe(true)
    expect(new Set(waits).size).toBeGreaterThan(1)
  }
  expect(retryDelayMs(fault({ status: 429, retryAfter: 7 }), true, 0)).toBeGreaterThan(7_000)
})

/** Starts a service that returns the given responses in turn, then repeats the last one. */
async function serviceWith(
  ...answers: { status: number; headers?: Record<string, string>; body?: string }[]
) {
  let requestCount = 0
  const keys: (string | string[] | undefined)[] = []
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'])
    const answer = answers[Math.min(requestCount++, answers.length - 1)]
    // No response configured: it never answers.
    if (answer) response.writeHead(answer.status, answer.headers).end(answer.body ?? '{}')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  atEnd(() => server.closeAllConnections())
  atEnd(() => server.close())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { baseUrl, requestCount: () => requestCount, keys: () => keys }
}

const newUser = {
  forename: 'Wilhelmina',
  surname: 'Oakapple',
  date_of_birth: '1990-05-17',
  post_codes: ['BS6 9ZX'],
  payroll_period_months: 3,
}

const busy = { status: 429, headers: { 'retry-after': '1', 'x-svc-error-code': 'rate-limited' } }

test('Retry-After is waited for, and then the call succeeds as if nothing had been', async () => {
  const { baseUrl, requestCount } = await serviceWith(busy, { status: 200, body: '{"keys":[]}' })
  const started = performance.now()
  expect(await new Payproof({ baseUrl }).userTokens.getJwks()).toEqual({ keys: [] })
  expect(performance.now() - started).toBeGreaterThanOrEqual(1_000)
  expect(requestCount()).toBe(2)
})

test('a request that did not arrive in time is sent again with the same Idempotency-Key', async () => {
  const slow = { status: 408, headers: { connection: 'close' }, body: '{"errors":["Too slow"]}' }
  const { baseUrl, keys } = await serviceWith(slow, { status: 201, body: '{"user_id":"1"}' })
  await new Payproof({ baseUrl, apiKey: 'a key' }).users.create(newUser)
  expect(keys()).toEqual([expect.any(String), keys()[0]])
  const failing = await serviceWith(slow)
  const change = new Payproof({ baseUrl: failing.baseUrl, apiKey: 'a key' }).users.update('1', newUser)
  await expect(change).rejects.toMatchObject({ status: 408, errors: ['Too slow'] })
  expect(failing.requestCount()).toBe(1)
})

test('after the last retry the error says when it may work', async () => {
  const { baseUrl, requestCount } = await serviceWith(busy)
  const call = new Payproof({ baseUrl, retries: 0 }).userTokens.getJwks()
  await expect(call).rejects.toMatchObject({ status: 429, code: 'rate-limited', retryAfter: 1 })
  expect(requestCount()).toBe(1)
})

test('no answer in time is an error of its own, after as many tries as were allowed', async () => {
  const { baseUrl } = await serviceWith()
  // Counted here, because a busy machine may time out before the service accepts the connection.
  let tries = 0
  const countingFetch: typeof fetch = (...request) => {
    tries++
    return fetch(...request)
  }
  const call = new Payproof({ baseUrl, fetch: countingFetch }).userTokens.getJwks({
    timeoutMs: 50,
    retries: 1,
  })
  await expect(call).rejects.toMatchObject({ code: 'timed-out', status: undefined })
  expect(tries).toBe(2)
})

test("aborting rejects with the caller's reason, during a request and during a wait", async () => {
  const reason = new Error('The person has left')
  for (const { baseUrl } of [await serviceWith(), await serviceWith(busy)]) {
    const leaving = new AbortController()
    const call = new Payproof({ baseUrl }).userTokens.getJwks({ signal: leaving.signal })
    setTimeout(() => leaving.abort(reason), 100)
    await expect(call).rejects.toBe(reason)
    await expect(new Payproof({ baseUrl }).userTokens.getJwks({ signal: leaving.signal })).rejects.toBe(
      reason,
    )
  }
})

test('answers that are not of the service become errors that quote nothing', async () => {
  const page = await serviceWith({ status: 200, body: '<html>QQ123456C</html>' })
  const call = new Payproof(page).userTokens.getJwks()
  await expect(call).rejects.toThrow(/^getJwks: The answer is 200, but not JSON \(unreadable-answer\)$/)
  const gateway = await serviceWith({ status: 500, body: '<html>QQ123456C</html>' })
  const failed = new Payproof(gateway).userTokens.getJwks()
  await expect(failed).rejects.toThrow(
    /^getJwks: The answer is 500 and does not say why \(500 unreadable-answer\)$/,
  )
  const elsewhere = await serviceWith({ status: 302, headers: { location: 'http://127.0.0.1:1/' } })
  const led = new Payproof({ ...elsewhere, retries: 0 }).userTokens.getJwks()
  await expect(led).rejects.toMatchObject({ code: 'no-answer' })
})
