import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startCouriers } from '../../../../test/couriers.ts'
import { startEngine } from '../../../../test/engine.ts'
import { type DueBuffer, maxReadAgeMs, openDueBuffer } from './due-buffer.ts'
import type { DueDelivery } from './queue.ts'

const engine = await startEngine()
const { sql, database, clientId, tenant } = engine
const begin = await startCouriers(engine)
const deliveries = 100

/** Returns a buffer of a queue with due deliveries, and their ids, oldest first. */
async function openBuffer() {
  const line = await begin({})
  for (let n = 0; n < deliveries; n++) await line.publishEvent()
  const queue = { clientId, webhookId: line.webhook_id }
  const preloaded: string[] = []
  const buffer = await openDueBuffer({
    tenant,
    queue,
    now: Date.now,
    runWithRetry: (work) => database.system(work),
    preload: (due) => preloaded.push(...due.map(({ id }) => id)),
    onReadAhead: () => {},
    isTraced: false,
  })
  if (!buffer) throw new Error('there is no webhook')
  const rows = await sql('select id from deliveries where webhook_id = $1 order by due_at, id', [
    line.webhook_id,
  ])
  return { buffer, preloaded, ids: rows.map(({ id }) => id as string) }
}

/** Takes a few deliveries at a time until none is left. Nothing is recorded meanwhile. */
async function takeAll(buffer: DueBuffer, unfinished: string[]) {
  const taken: DueDelivery[] = []
  while (!buffer.isEmpty()) {
    const some = await buffer.take(7, () => [...unfinished])
    unfinished.push(...some.map(({ id }) => id))
    taken.push(...some)
  }
  return taken.map(({ id }) => id)
}

test('reads ahead, and returns each delivery once, oldest first', async () => {
  const { buffer, preloaded, ids } = await openBuffer()
  expect(await takeAll(buffer, [])).toEqual(ids)
  expect(preloaded.toSorted()).toEqual(ids.toSorted())
})

test('reads deliveries again that have waited for too long, and skips none', async () => {
  const { buffer, ids } = await openBuffer()
  const unfinished = (await buffer.take(5, () => [])).map(({ id }) => id)
  await sleep(maxReadAgeMs + 50)
  const next = (await buffer.take(5, () => [...unfinished])).map(({ id }) => id)
  expect(unfinished.concat(next)).toEqual(ids.slice(0, 10))
})

test('reads a delivery again that was given back', async () => {
  const { buffer, ids } = await openBuffer()
  const [first, ...others] = await buffer.take(3, () => [])
  if (!first) throw new Error('nothing is due')
  const unfinished = others.map(({ id }) => id)
  buffer.giveBack(first)
  const rest = await takeAll(buffer, unfinished)
  expect(rest.toSorted()).toEqual([first.id].concat(ids.slice(3)).toSorted())
})

test('discards what it has read when the webhook is paused', async () => {
  const { buffer } = await openBuffer()
  const [first] = await buffer.take(1, () => [])
  await sql('update webhooks set paused_at = now() where id = $1', [buffer.target().id])
  buffer.invalidate()
  await buffer.poll(() => (first ? [first.id] : []))
  expect(buffer.target().paused_at).not.toBeNull()
  expect(await buffer.take(8, () => [])).toEqual([])
})
