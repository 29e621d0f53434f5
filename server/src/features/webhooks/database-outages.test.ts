import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import { startTcpProxy } from '../../../../dev/faults/tcp-proxy.ts'
import { atEnd } from '../../../test/at-end.ts'
import { startCouriers } from '../../../test/couriers.ts'
import { startEngine } from '../../../test/engine.ts'

const proxy = await startTcpProxy(inject('world').postgres)
atEnd(() => proxy.close())
const engine = await startEngine({ LOG_LEVEL: 'silent' }, { databaseAt: proxy })
const begin = await startCouriers(engine)

/**
 * Injects the fault repeatedly until delivery workers (couriers) have delivered everything. A courier ends after 25 s
 * and schedules the next one, so a slow machine may need two.
 */
async function deliverDuring(injectFault: () => Promise<void>, count: number) {
  const line = await begin({ delayMs: 5 })
  for (let n = 0; n < count; n++) await line.publishEvent()
  let isOver = false
  const visiting = line
    .visitUntil(() => false)
    .finally(() => {
      isOver = true
    })
  while (!isOver) await injectFault()
  await visiting
  return line
}

test('delivers each event once while database connections are cut at random moments', async () => {
  let cuts = 0
  const line = await deliverDuring(async () => {
    proxy.cut()
    // The pauses vary and grow, so that a slow machine makes progress between two faults.
    await sleep(20 + ((cuts * 17) % 60) + cuts * 5)
    cuts++
  }, 80)
  expect((await line.deliveries()).filter(({ state }) => state !== 'delivered')).toEqual([])
  const ids = (await line.received()).map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(80)
  // Outcomes stay in memory until they are recorded, so an outage causes no duplicate deliveries.
  expect(ids).toHaveLength(80)
  expect(await line.attempts()).toHaveLength(80)
})

test('delivers each event once while the database does not respond', async () => {
  let times = 0
  const line = await deliverDuring(async () => {
    if (times++ < 1) {
      proxy.blackHole()
      await sleep(6_000)
      proxy.pass()
    }
    await sleep(50)
  }, 200)
  expect((await line.deliveries()).filter(({ state }) => state !== 'delivered')).toEqual([])
  expect(await line.received()).toHaveLength(200)
})
