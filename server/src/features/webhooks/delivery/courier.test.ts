import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql as statement } from 'kysely'
import { expect, test } from 'vitest'
import { startCouriers } from '../../../../test/couriers.ts'
import { eventually, startEngine } from '../../../../test/engine.ts'

const engine = await startEngine()
const { sql } = engine
const begin = await startCouriers(engine)
const day = 86_400_000

test('attempts a failing delivery twelve times over 75.7 hours ± 20 %, then marks it dead', async () => {
  const line = await begin({ status: 500 })
  await line.publishEvent()
  await line.visitUntil(() => false)
  expect(await line.deliveries()).toMatchObject([{ state: 'dead', attempts: 12, tries: 12 }])
  const attempts = await line.attempts()
  expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  const times = attempts.map(({ started_at }) => started_at.getTime())
  const hours = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 3_600_000
  expect(hours).toBeGreaterThan(75.7 * 0.8)
  expect(hours).toBeLessThan(75.7 * 1.2)
  const received = await line.received()
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(received.map(({ headers }) => headers['x-svc-attempt'])).toEqual(
    attempts.map(({ number }) => String(number)),
  )
  // Each attempt is signed with its own timestamp, so that a receiver can detect replays.
  expect(new Set(received.map(({ headers }) => headers['webhook-timestamp'])).size).toBeGreaterThan(10)
})

test('obeys Retry-After', async () => {
  const line = await begin({
    status: 429,
    headers: { 'retry-after': '7200' },
    times: 1,
    afterwards: { status: 200 },
  })
  await line.publishEvent()
  const startedAt = Date.now()
  const next = await line.runOnce()
  expect(((next?.getTime() ?? 0) - startedAt) / 1_000).toBeGreaterThan(7_190)
  line.pass(7_201_000)
  expect(await line.runOnce()).toBeUndefined()
  expect(await line.deliveries()).toMatchObject([{ state: 'delivered', attempts: 2 }])
})

test('holds the other deliveries after five failures in a row, uses up none of their attempts, and probes one at a time', async () => {
  const line = await begin({ status: 503 })
  for (let n = 0; n < 30; n++) await line.publishEvent()
  const startedAt = Date.now()
  const next = await line.runOnce()
  // Up to eight attempts were in flight when the fifth one failed.
  const tried = (await line.received()).length
  expect(tried).toBeGreaterThanOrEqual(5)
  expect(tried).toBeLessThan(13)
  // The breaker opened for 30 s during the run of the courier.
  expect(((next?.getTime() ?? 0) - startedAt) / 1_000).toBeGreaterThan(25)
  expect(((next?.getTime() ?? 0) - Date.now()) / 1_000).toBeLessThanOrEqual(30)
  line.pass(10_000)
  await line.runOnce()
  expect((await line.received()).length).toBe(tried)
  line.pass(21_000)
  const probedAt = Date.now()
  const after = await line.runOnce()
  expect((await line.received()).length).toBe(tried + 1)
  expect(((after?.getTime() ?? 0) - probedAt - 31_000) / 1_000).toBeGreaterThan(55)
  const states = await line.deliveries()
  expect(states.filter(({ attempts }) => attempts === 0)).toHaveLength(30 - tried - 1)
})

// Thousands of webhooks that get one event now and then cost mostly this.
test('delivers the only event of a webhook in four transactions', async () => {
  const beginWithoutLinger = await startCouriers(engine, { maxIdle: 0 })
  const line = await beginWithoutLinger({}, { encryption_key: randomBytes(32).toString('base64') })
  await line.publishEvent()
  expect(await line.runOnce()).toBeUndefined()
  expect(await line.deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }])
  expect(line.transactions()).toBe(4)
})

test('delivers the backlog at once when a probe succeeds', async () => {
  const line = await begin({ status: 500, times: 9, afterwards: { status: 204 } })
  for (let n = 0; n < 40; n++) await line.publishEvent()
  await line.visitUntil(async () => (await line.deliveries()).every(({ state }) => state === 'delivered'))
  expect((await line.deliveries()).map(({ state }) => state)).toEqual(Array(40).fill('delivered'))
  expect(line.hoursSinceStart()).toBeLessThan(0.1)
  expect(line.pauses).toEqual([])
})

test('delivers a backlog of several hours in one visit', async () => {
  const line = await begin({})
  for (let n = 0; n < 600; n++) await line.publishEvent()
  await sql(`update deliveries set due_at = due_at - interval '3 hours' where webhook_id = $1`, [
    line.webhook_id,
  ])
  await line.runOnce()
  expect((await line.deliveries()).every(({ state }) => state === 'delivered')).toBe(true)
})

test('pauses a webhook after five days without a success and keeps pending deliveries', async () => {
  const line = await begin({ status: 500 })
  await line.publishEvent()
  await line.visitUntil(() => line.hoursSinceStart() > 70)
  for (let n = 0; n < 20; n++) await line.publishEvent()
  await line.visitUntil(() => line.pauses.length > 0)
  expect(line.pauses).toEqual(['failing'])
  expect(line.hoursSinceStart() / 24).toBeGreaterThan(4.9)
  expect(line.hoursSinceStart() / 24).toBeLessThan(6)
  const pendingCount = (await line.deliveries()).filter(({ state }) => state === 'waiting').length
  expect(pendingCount).toBeGreaterThan(10)
  const count = (await line.received()).length
  line.pass(day)
  expect(await line.runOnce()).toBeUndefined()
  expect((await line.received()).length).toBe(count)
})

test.each([
  ['410', { status: 410 }],
  ['webhook-delivery: disable', { status: 500, headers: { 'webhook-delivery': 'disable' } }],
])('%s pauses the webhook without using up an attempt of the delivery', async (_name, behaviour) => {
  const line = await begin(behaviour)
  await line.publishEvent()
  expect(await line.runOnce()).toBeUndefined()
  expect(line.pauses).toEqual(['receiver-request'])
  expect(await line.deliveries()).toMatchObject([{ state: 'waiting', attempts: 1, tries: 0 }])
})

test('records a delivery as delivered even if its response asks to pause', async () => {
  const line = await begin({ status: 200, headers: { 'webhook-delivery': 'disable' } })
  await line.publishEvent()
  await line.runOnce()
  expect(line.pauses).toEqual(['receiver-request'])
  expect(await line.deliveries()).toMatchObject([{ state: 'delivered' }])
})

test('webhook-delivery: abort-message drops only this delivery', async () => {
  const line = await begin({ status: 422, headers: { 'webhook-delivery': 'abort-message' }, times: 1 })
  await line.publishEvent()
  await line.runOnce()
  await line.publishEvent()
  expect(await line.runOnce()).toBeUndefined()
  expect((await line.deliveries()).map(({ state }) => state)).toEqual(['dropped', 'delivered'])
  expect(line.pauses).toEqual([])
})

test.each([301, 302, 303, 307, 308])('%s is a failure and is not followed', async (status) => {
  const other = await begin({})
  const [target] = await sql('select url from webhooks where id = $1', [other.webhook_id])
  const line = await begin({ status, headers: { location: target?.url } })
  await line.publishEvent()
  expect(await line.runOnce()).toBeInstanceOf(Date)
  expect(await line.attempts()).toMatchObject([{ status, failure: null }])
  expect(await other.received()).toEqual([])
})

test('pauses the webhook before the encryption key exceeds 2^32 messages', async () => {
  const line = await begin({}, { encryption_key: Buffer.alloc(32, 7).toString('base64') })
  await sql('update webhook_queues set key_messages = $2 where webhook_id = $1', [
    line.webhook_id,
    2 ** 32 - 1,
  ])
  await line.publishEvent()
  await line.runOnce()
  expect(await line.deliveries()).toMatchObject([{ state: 'delivered' }])
  await line.publishEvent()
  await line.runOnce()
  expect(line.pauses).toEqual(['key-exhausted'])
  expect(await line.received()).toHaveLength(1)
})

test('delivers at once when the webhook is resumed before its courier has left', async () => {
  const line = await begin({})
  await line.publishEvent()
  await sql('update webhooks set paused_at = now() where id = $1', [line.webhook_id])
  let running: Promise<unknown> | undefined
  // The courier has read that the webhook is paused, but cannot leave the queue while the publisher holds the lock.
  await engine.inTransaction(async (tx) => {
    await statement`select pg_advisory_xact_lock(webhook_lock(${line.webhook_id}::uuid))`.execute(tx)
    running = line.runOnce()
    await sleep(500)
    await sql('update webhooks set paused_at = null where id = $1', [line.webhook_id])
  })
  await eventually(async () => (await line.received()).length === 1)
  await running
  expect(await line.deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }])
})
