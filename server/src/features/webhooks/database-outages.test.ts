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
 * Does this again and again while couriers are at work; they go on whatever happens, and come to their end. One leaves
 * after 25 s and has the next one called, so on a slow machine it may take two.
 */
async function carryThrough(count: number, trouble: () => Promise<void>) {
  const line = await begin({ delayMs: 5 })
  for (let n = 0; n < count; n++) await line.announce()
  let isOver = false
  const visiting = line
    .visitUntil(() => false)
    .finally(() => {
      isOver = true
    })
  while (!isOver) await trouble()
  await visiting
  return line
}

test('the line to the database may be cut in the middle of anything', { timeout: 180_000 }, async () => {
  let cuts = 0
  const line = await carryThrough(80, async () => {
    proxy.cut()
    // A different moment each time, and rarer and rarer: a slow machine must get anything done in between.
    await sleep(20 + ((cuts * 17) % 60) + cuts * 5)
    cuts++
  })
  expect((await line.deliveries()).filter(({ state }) => state !== 'delivered')).toEqual([])
  const ids = (await line.received()).map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(80)
  // What was answered stays in hand until it is on record: the database being away is no reason to send it twice.
  expect(ids).toHaveLength(80)
  expect(await line.attempts()).toHaveLength(80)
})

test('the database may fall silent while requests are under way', { timeout: 180_000 }, async () => {
  let times = 0
  const line = await carryThrough(200, async () => {
    if (times++ < 1) {
      proxy.blackHole()
      await sleep(6_000)
      proxy.pass()
    }
    await sleep(50)
  })
  expect((await line.deliveries()).filter(({ state }) => state !== 'delivered')).toEqual([])
  expect(await line.received()).toHaveLength(200)
})
