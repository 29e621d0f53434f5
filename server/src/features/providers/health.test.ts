import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { eventually, startEngine } from '../../../test/engine.ts'
import { ConnectionFailure, type FailureCode } from '../../connectors/failure.ts'
import { openBus } from '../../platform/bus/bus.ts'
import { openMetrics } from '../../platform/telemetry/metrics.ts'
import { openProviderHealth, type ProviderHealth } from './health.ts'
import { deleteOldHealth } from './queries.ts'

const engine = await startEngine()
const { database, log, sql } = engine
// This bus has no connection.
const disconnectedBus = openBus({ url: 'nats://127.0.0.1:9', prefix: 'unused', key: Buffer.alloc(32), log })
atEnd(() => disconnectedBus.close())

let names = 0
const aProvider = () => `provider-${++names}`

/** Opens the health of a provider as in an additional process. */
function open(provider: string, bus = engine.bus) {
  const metrics = openMetrics()
  const health = openProviderHealth({ database, bus, metrics, log, providers: [provider] })
  let isOpen = true
  const close = async () => {
    if (isOpen) await health.close()
    isOpen = false
  }
  atEnd(close)
  return { ...health, metrics, close, of: async () => (await health.read([{ id: provider }])).get(provider) }
}

const good = async () => 'an answer'
const failing = (code: FailureCode) => async () => {
  throw new ConnectionFailure(code)
}
const down = failing('provider-down')
const resultOf = (call: Promise<unknown>) =>
  call.then(
    () => 'good',
    (error) => (error instanceof ConnectionFailure ? error.code : 'other'),
  )
async function fail(health: ProviderHealth, provider: string, times = 5) {
  for (let n = 0; n < times; n++) await resultOf(health.watch(provider, down))
}
const letProbe = (provider: string) =>
  sql('update provider_breakers set open_until = now() where payroll_provider = $1', [provider])
const rowOf = async (provider: string) =>
  (
    await sql(
      'select *, extract(epoch from open_until - now())::float as seconds from provider_breakers where payroll_provider = $1',
      [provider],
    )
  )[0]

test('returns the result of a call and rethrows its error', async () => {
  const provider = aProvider()
  const health = open(provider)
  expect(await health.watch(provider, good)).toBe('an answer')
  const failure = new ConnectionFailure('mfa-rejected', { attemptsLeft: 2 })
  await expect(health.watch(provider, () => Promise.reject(failure))).rejects.toBe(failure)
  await expect(
    health.watch(provider, () => {
      throw new TypeError('ours')
    }),
  ).rejects.toThrow('ours')
})

test('opens the breaker in all processes after five failures in one and makes no calls while open', async () => {
  const provider = aProvider()
  const [one, two] = [open(provider), open(provider)]
  await fail(one, provider, 4)
  expect(one.openUntil(provider)).toBeUndefined()
  await fail(one, provider, 1)
  expect(one.openUntil(provider)?.getTime()).toBeGreaterThan(Date.now() + 5_000)
  await eventually(() => two.openUntil(provider))
  let calls = 0
  const refused = await two.watch(provider, async () => ++calls).catch((error) => error)
  expect(refused).toMatchObject({ code: 'provider-down' })
  expect(refused.retryAfterMs).toBeGreaterThan(5_000)
  expect(refused.retryAfterMs).toBeLessThanOrEqual(15_000)
  expect(calls).toBe(0)
  expect((await two.of())?.state).toBe('down')
})

test('shares the state through the database without the bus', async () => {
  const provider = aProvider()
  const [one, two] = [open(provider, disconnectedBus), open(provider, disconnectedBus)]
  await fail(one, provider)
  expect(await resultOf(one.watch(provider, good))).toBe('provider-down')
  await eventually(() => two.openUntil(provider))
  await sql('delete from provider_breakers where payroll_provider = $1', [provider])
  await eventually(() => !two.openUntil(provider))
  expect(await resultOf(two.watch(provider, good))).toBe('good')
})

test('stays closed if replies, including refusals, come between failures', async () => {
  const provider = aProvider()
  const health = open(provider)
  for (const answer of [good, failing('login-refused'), failing('session-ended')]) {
    await fail(health, provider, 4)
    await resultOf(health.watch(provider, answer))
  }
  expect(health.openUntil(provider)).toBeUndefined()
})

test('stays closed when a provider is overloaded', async () => {
  const provider = aProvider()
  const health = open(provider)
  const busy = new ConnectionFailure('provider-down', { isOverloaded: true, retryAfterMs: 60_000 })
  for (let n = 0; n < 10; n++) await resultOf(health.watch(provider, () => Promise.reject(busy)))
  expect(health.openUntil(provider)).toBeUndefined()
})

test('starts with the stored state of the breaker', async () => {
  const provider = aProvider()
  const one = open(provider)
  await fail(one, provider)
  await one.close()
  const two = open(provider)
  expect(await resultOf(two.watch(provider, good))).toBe('provider-down')
})

test('admits one probe across all processes and closes after its reply', async () => {
  const provider = aProvider()
  const all = [open(provider), open(provider), open(provider, disconnectedBus)]
  await fail(all[0] as ProviderHealth, provider)
  for (const health of all) await eventually(() => health.openUntil(provider))
  await letProbe(provider)
  for (const health of all) await eventually(() => !health.openUntil(provider))
  let calls = 0
  let rejected = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const oneCall = async () => {
    calls++
    await promise
  }
  const waiting = all.flatMap((health) =>
    Array.from({ length: 10 }, async () => {
      const end = await resultOf(health.watch(provider, oneCall))
      if (end === 'provider-down') rejected++
      return end
    }),
  )
  // All other calls are rejected while the probe is in progress.
  await eventually(() => rejected === 29)
  resolve()
  const ends = await Promise.all(waiting)
  expect(calls).toBe(1)
  expect(ends.filter((end) => end === 'good')).toHaveLength(1)
  for (const health of all) {
    await eventually(async () => (await resultOf(health.watch(provider, good))) === 'good')
  }
})

test('opens for longer after a failed probe and ignores internal errors', async () => {
  const provider = aProvider()
  const health = open(provider)
  await fail(health, provider)
  const probe = async (call: () => Promise<unknown>) => {
    await letProbe(provider)
    await eventually(() => !health.openUntil(provider))
    return resultOf(health.watch(provider, call))
  }
  expect(await probe(() => Promise.reject(new TypeError('ours')))).toBe('other')
  expect(await rowOf(provider)).toMatchObject({ opened: 1, probe_by: null })
  expect(await probe(down)).toBe('provider-down')
  const row = await rowOf(provider)
  expect(row).toMatchObject({ opened: 2, probe_by: null })
  expect(row.seconds).toBeGreaterThan(15)
  expect(row.seconds).toBeLessThanOrEqual(30)
  expect(await probe(failing('login-refused'))).toBe('login-refused')
  expect(await rowOf(provider)).toMatchObject({ opened: 0, probe_by: null })
})

test('does not count internal errors', async () => {
  const provider = aProvider()
  const health = open(provider)
  for (let n = 0; n < 10; n++) {
    await resultOf(health.watch(provider, () => Promise.reject(new TypeError('ours'))))
  }
  expect(health.openUntil(provider)).toBeUndefined()
  await health.watch(provider, good)
  await eventually(async () => (await health.of())?.calls)
  expect(await health.of()).toMatchObject({ state: 'operational', success_rate: 1, calls: 1 })
})

test('ignores failures of calls that started before the breaker closed', async () => {
  const provider = aProvider()
  const health = open(provider)
  const { promise, resolve } = Promise.withResolvers<void>()
  const late = Array.from({ length: 10 }, () =>
    resultOf(
      health.watch(provider, async () => {
        await promise
        throw new ConnectionFailure('provider-down')
      }),
    ),
  )
  await fail(health, provider)
  await letProbe(provider)
  await eventually(async () => (await resultOf(health.watch(provider, good))) === 'good')
  resolve()
  await Promise.all(late)
  expect(await resultOf(health.watch(provider, good))).toBe('good')
})

test('does not add failures from before it opened to those after it closed', async () => {
  const provider = aProvider()
  const [one, two] = [open(provider), open(provider)]
  await fail(two, provider, 4)
  await fail(one, provider)
  await eventually(() => two.openUntil(provider))
  await letProbe(provider)
  await eventually(async () => (await resultOf(one.watch(provider, good))) === 'good')
  await eventually(() => !two.openUntil(provider))
  await fail(two, provider, 4)
  expect(two.openUntil(provider)).toBeUndefined()
})

test('adds up the calls of all processes and shows them to a new one at once', async () => {
  const provider = aProvider()
  const [one, two] = [open(provider), open(provider)]
  const slow = () => new Promise<void>((resolve) => setTimeout(resolve, 60))
  for (let n = 0; n < 12; n++) {
    await one.watch(provider, slow)
    await resultOf(two.watch(provider, failing('login-refused')))
  }
  await fail(two, provider, 1)
  for (const health of [one, two]) await eventually(async () => (await health.of())?.calls === 25)
  const seen = await one.of()
  expect(seen).toMatchObject({ state: 'operational', success_rate: 0.96, calls: 25 })
  expect(await two.of()).toEqual(seen)
  expect(await open(provider).of()).toEqual(seen)
})

test('saves the last counts on shutdown', async () => {
  const provider = aProvider()
  const one = open(provider)
  await one.read([])
  await one.watch(provider, good)
  await one.close()
  expect((await open(provider).of())?.calls).toBe(1)
})

test('retries counts that could not be saved', async () => {
  const provider = aProvider()
  await sql('revoke insert, update on provider_minutes from payproof_system')
  const health = open(provider)
  await health.read([])
  await health.watch(provider, good)
  await new Promise((resolve) => setTimeout(resolve, 4_000))
  expect((await health.of())?.calls).toBe(0)
  await sql('grant insert, update on provider_minutes to payproof_system')
  await eventually(async () => (await health.of())?.calls === 1)
})

test('opens when half of the calls across all processes fail, and not again for past calls', async () => {
  const provider = aProvider()
  const all = [open(provider), open(provider)]
  for (let n = 0; n < 6; n++)
    for (const health of all) {
      await health.watch(provider, good)
      await resultOf(health.watch(provider, down))
    }
  const one = all[0] as ProviderHealth
  await eventually(() => one.openUntil(provider))
  await letProbe(provider)
  await eventually(async () => (await resultOf(one.watch(provider, good))) === 'good')
  await new Promise((resolve) => setTimeout(resolve, 4_000))
  // The other process may still have the first open time of 15 s in its cache. A second open time would last 30 s,
  // longer than this poll.
  await expect
    .poll(() => all.map((health) => health.openUntil(provider)), { timeout: 26_000 })
    .toEqual([undefined, undefined])
})

test('forgets counts and breakers after an hour', async () => {
  const provider = aProvider()
  const add = (minutesAgo: number, calls: number) =>
    sql(
      `insert into provider_minutes (minute, payroll_provider, good, buckets)
        values (date_trunc('minute', now()) - $1 * interval '1 minute', $2, $3::int, array[$3::int])`,
      [minutesAgo, provider, calls],
    )
  await add(150, 1_000)
  await add(61, 100)
  await add(50, 7)
  expect(await open(provider).of()).toEqual({ state: 'operational', success_rate: 1, median_ms: 5, calls: 7 })
  await sql(
    `insert into provider_breakers (payroll_provider, opened, since, open_until)
      values ($1, 3, now() - interval '2 hours', now() - interval '61 minutes')`,
    [provider],
  )
  const fresh = aProvider()
  await fail(open(fresh), fresh)
  await database.system(deleteOldHealth)
  expect(await rowOf(provider)).toBeUndefined()
  expect(await rowOf(fresh)).toBeDefined()
  expect(
    await sql('select good from provider_minutes where payroll_provider = $1 order by 1', [provider]),
  ).toEqual([{ good: 7 }, { good: 100 }])
})

test('exports health metrics per provider', async () => {
  const provider = aProvider()
  const health = open(provider)
  await health.watch(provider, good)
  await fail(health, provider)
  await eventually(async () => (await health.of())?.calls === 6)
  const text = await health.metrics.text()
  expect(text).toContain(`payproof_provider_seconds_count{provider="${provider}",outcome="bad"} 5`)
  expect(text).toContain(`payproof_provider_success_rate{provider="${provider}"} 0.1667`)
  expect(text).toMatch(new RegExp(`payproof_provider_median_seconds\\{provider="${provider}"\\} 0\\.\\d+`))
  expect(text).toContain(`payproof_provider_breaker_open{provider="${provider}"} 1`)
})
