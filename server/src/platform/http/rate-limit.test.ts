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
const settings = { RATE_PER_SECOND: String(perSecond), RATE_BURST: String(burst) }

/** Sends one request to every process each 10 ms, all with one key, and counts those that pass. */
async function flood(processes: ApiProcess[], seconds: number) {
  const calls = processes.map(({ withKey }) => withKey(world.clients.acme.apiKey))
  const startedAt = performance.now()
  const replies = calls.map(() => [] as Promise<{ status: number }>[])
  for (let next = startedAt; next < startedAt + seconds * 1000; next += 10) {
    await sleep(Math.max(0, next - performance.now()))
    for (const [n, call] of calls.entries()) replies[n]?.push(call('GET', '/providers'))
  }
  const statuses = await Promise.all(replies.map((ofProcess) => Promise.all(ofProcess)))
  const elapsedSeconds = (performance.now() - startedAt) / 1000
  const passed = statuses.map((ofProcess) => ofProcess.filter(({ status }) => status === 200).length)
  expect(new Set(statuses.flat().map(({ status }) => status))).toEqual(new Set([200, 429]))
  // The bucket leaks meanwhile, which lets more requests through.
  return { passed, total: passed.reduce((sum, count) => sum + count, 0), refill: elapsedSeconds * perSecond }
}

test('returns 429 with Retry-After to the client over its limit, and not to others', async () => {
  const { acme, rival, nobody } = await startApi({ RATE_PER_SECOND: '5', RATE_BURST: '10' })
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
  expect((await nobody('GET', '/livez')).status).toBe(200)
  expect((await nobody('GET', '/metrics')).text).toMatch(/^payproof_http_rate_limited_total [1-9]/m)
  await sleep(1_000)
  expect((await acme('GET', '/providers')).status).toBe(200)
})

test('limits failed authentication by address, whatever the credential', async () => {
  const { nobody, withKey, withToken, acme } = await startApi({ RATE_PER_SECOND: '1', RATE_BURST: '5' })
  const guesses = [nobody, withKey('svc_sbx_guess'), withToken('guess')]
  const statuses = []
  for (let n = 0; n < 8; n++) statuses.push((await guesses[n % 3]?.('GET', '/providers'))?.status)
  expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
  expect(statuses.at(-1)).toBe(429)
  await sleep(1_500)
  expect((await acme('GET', '/providers')).status).toBe(200)
})

test('limits public requests by address', async () => {
  const { nobody } = await startApi({ RATE_PER_SECOND: '1', RATE_BURST: '3' })
  const reset = () => nobody('POST', '/members/password-reset/initiate', { username: 'a@b.example' })
  const statuses = []
  for (let n = 0; n < 5; n++) statuses.push((await reset()).status)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
})

test('two processes share one limit', { timeout: 180_000 }, async () => {
  const environment = { ...environmentFor(world, database.name), ...settings }
  const processes = await Promise.all([startApiProcess(environment), startApiProcess(environment)])
  const { total, refill } = await flood(processes, 2)
  // The processes gossip every 50 ms. On a busy machine that may take 200 ms, in which 20 more requests pass;
  // two separate limits would let 100 pass.
  const overshoot = 20
  expect(total).toBeGreaterThanOrEqual(burst)
  expect(total).toBeLessThanOrEqual(burst + refill + overshoot)
})

test('without NATS every process starts and applies the limit on its own', { timeout: 180_000 }, async () => {
  const unreachable = 'nats://127.0.0.1:1'
  const environment = { ...environmentFor(world, database.name), ...settings, NATS_URL: unreachable }
  const processes = await Promise.all([startApiProcess(environment), startApiProcess(environment)])
  const { passed, refill } = await flood(processes, 1)
  for (const count of passed) {
    expect(count).toBeGreaterThanOrEqual(burst)
    expect(count).toBeLessThanOrEqual(burst + Math.ceil(refill))
  }
})
