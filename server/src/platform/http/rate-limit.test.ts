import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { cloneDatabase, startApi } from '../../../test/api.ts'
import { atEnd } from '../../../test/at-end.ts'
import { type ApiProcess, startApiProcess } from '../../../test/processes.ts'
import { environmentFor } from '../../../test/template.ts'

const world = inject('world')
const database = await cloneDatabase(world)
atEnd(database.drop)

const perSecond = 1
const burst = 50
const settings = {
  RATE_PER_SECOND: String(perSecond),
  RATE_BURST: String(burst),
}

/**
 * Sends a request with the same key to every process at a fixed interval, and counts the requests that pass. The
 * request is not a list, because an overloaded process sheds lists first.
 */
async function flood(processes: ApiProcess[], seconds: number, intervalMs: number) {
  const calls = processes.map(({ withKey }) => withKey(world.clients.acme.apiKey))
  const startedAt = performance.now()
  const replies = calls.map(() => [] as Promise<{ status: number }>[])
  for (let next = startedAt; next < startedAt + seconds * 1000; next += intervalMs) {
    await sleep(Math.max(0, next - performance.now()))
    for (const [n, call] of calls.entries()) replies[n]?.push(call('GET', '/configuration'))
  }
  const statuses = await Promise.all(replies.map((ofProcess) => Promise.all(ofProcess)))
  const elapsedSeconds = (performance.now() - startedAt) / 1000
  const passed = statuses.map((ofProcess) => ofProcess.filter(({ status }) => status === 200).length)
  expect(new Set(statuses.flat().map(({ status }) => status))).toEqual(new Set([200, 429]))
  // The bucket leaks while the requests are sent, so more requests than the burst pass.
  return { passed, total: passed.reduce((sum, count) => sum + count, 0), refill: elapsedSeconds * perSecond }
}

test('returns 429 with Retry-After to the client over its limit, and not to others', async () => {
  const { acme, rival, anonymous } = await startApi({ RATE_PER_SECOND: '5', RATE_BURST: '10' }, 'api')
  const first = await acme('GET', '/providers')
  expect(first.headers).toMatchObject({
    'ratelimit-policy': '"default";q=10;w=2',
    ratelimit: '"default";r=9;t=1',
  })
  let reply = first
  let passed = 0
  for (; reply.status === 200 && passed < 100; passed++) reply = await acme('GET', '/providers')
  expect(passed).toBeGreaterThanOrEqual(10)
  expect(reply).toMatchObject({ status: 429, body: { errors: ['Too many requests; please slow down'] } })
  expect(reply.headers).toMatchObject({
    'retry-after': '1',
    'x-svc-error-code': 'rate-limited',
    'ratelimit-policy': '"default";q=10;w=2',
    ratelimit: '"default";r=0;t=2',
  })
  expect((await rival('GET', '/providers')).status).toBe(200)
  expect((await anonymous('GET', '/livez')).status).toBe(200)
  expect((await anonymous('GET', '/metrics')).text).toMatch(/^payproof_http_rate_limited_total [1-9]/m)
  await expect.poll(async () => (await acme('GET', '/providers')).status).toBe(200)
})

/**
 * Sends requests at the same time and expects the burst to pass and the rest to be refused. On a slow machine a few
 * more pass, because the bucket leaks meanwhile.
 */
async function expectBurst(
  send: (n: number) => Promise<{ status: number }>,
  { burst, perSecond, passing }: { burst: number; perSecond: number; passing: number },
) {
  const startedAt = performance.now()
  const replies = await Promise.all(Array.from({ length: burst * 10 }, (_, n) => send(n)))
  const refill = Math.ceil(((performance.now() - startedAt) / 1000) * perSecond)
  const statuses = replies.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([passing, 429]))
  const passed = statuses.filter((status) => status === passing).length
  expect(passed).toBeGreaterThanOrEqual(burst)
  expect(passed).toBeLessThanOrEqual(burst + refill)
}

test('limits failed authentication by address, whatever the credential', async () => {
  const { anonymous, withKey, withToken, acme } = await startApi(
    { RATE_PER_SECOND: '1', RATE_BURST: '5' },
    'api',
  )
  const guesses = [anonymous, withKey('svc_sbx_guess'), withToken('guess')] as const
  await expectBurst((n) => (guesses[n % 3] ?? anonymous)('GET', '/providers'), {
    burst: 5,
    perSecond: 1,
    passing: 401,
  })
  await expect.poll(async () => (await acme('GET', '/providers')).status).toBe(200)
})

test('limits public requests by address', async () => {
  const { anonymous } = await startApi({ RATE_PER_SECOND: '1', RATE_BURST: '3' }, 'api')
  const body = { username: 'a@b.example' }
  await expectBurst(() => anonymous('POST', '/members/password-reset/initiate', body), {
    burst: 3,
    perSecond: 1,
    passing: 200,
  })
})

test('two processes share one limit', async () => {
  const environment = { ...environmentFor(world, database.name), ...settings }
  const processes = await Promise.all([startApiProcess(environment), startApiProcess(environment)])
  // 25 requests a second to each process for 4 s: two separate limits would let 100 pass.
  const { total, refill } = await flood(processes, 4, 40)
  // The processes gossip every 50 ms. On a busy machine gossip may take 800 ms, during which 20 more requests pass.
  const overshoot = 20
  expect(total).toBeGreaterThanOrEqual(burst)
  expect(total).toBeLessThanOrEqual(burst + refill + overshoot)
})

test('without NATS every process starts and applies the limit on its own', async () => {
  const unreachable = 'nats://127.0.0.1:1'
  const environment = { ...environmentFor(world, database.name), ...settings, NATS_URL: unreachable }
  const processes = await Promise.all([startApiProcess(environment), startApiProcess(environment)])
  const { passed, refill } = await flood(processes, 1, 10)
  for (const count of passed) {
    expect(count).toBeGreaterThanOrEqual(burst)
    expect(count).toBeLessThanOrEqual(burst + Math.ceil(refill))
  }
})
