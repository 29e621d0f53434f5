import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startCouriers } from '../../../../test/couriers.ts'
import { startEngine } from '../../../../test/engine.ts'
import { openUserKey } from './content.ts'
import { openEventContents } from './event-contents.ts'
import { listDue } from './queue.ts'

const engine = await startEngine()
const { sql, database, clientId, tenant } = engine
const begin = await startCouriers(engine)

async function dueWith(events: number) {
  const line = await begin({})
  for (let n = 0; n < events; n++) await line.publishEvent()
  const queue = { clientId, webhookId: line.webhook_id }
  const from = '-infinity'
  const list = () =>
    database.system((tx) => listDue(tx, queue, { from, knownIds: [], limit: 64, aheadMs: 0 }))
  return { list, deliveries: await list() }
}

function countingContents() {
  let queries = 0
  const contents = openEventContents({
    system(work) {
      queries++
      return database.system(work)
    },
  })
  return { contents, queryCount: () => queries }
}

test('reads the events of several deliveries in one query, and each event once', async () => {
  const { deliveries } = await dueWith(5)
  const { contents, queryCount } = countingContents()
  contents.preload(clientId, deliveries)
  const read = async () => {
    const texts = []
    for (const delivery of deliveries) {
      const key = await openUserKey(tenant.keys, delivery)
      texts.push(JSON.parse((await contents.contentOf(clientId, delivery, key)).thin.toString()))
    }
    return texts
  }
  const first = await read()
  expect(first.map(({ user_id }) => user_id)).toEqual(deliveries.map(({ user_id }) => user_id))
  expect(new Set(first.map(({ entry_id }) => entry_id)).size).toBe(5)
  expect(await read()).toEqual(first)
  expect(queryCount()).toBe(1)
  contents.close()
})

test('sends a tombstone after an erasure, although the content is cached', async () => {
  const { list, deliveries } = await dueWith(1)
  const [before] = deliveries
  if (!before) throw new Error('no delivery is due')
  const { contents } = countingContents()
  const key = await openUserKey(tenant.keys, before)
  expect((await contents.contentOf(clientId, before, key)).isTombstone).toBe(false)

  await sql('update events set body = null where id = $1', [before.event_id])
  const [after] = await list()
  if (!after) throw new Error('no delivery is due')
  expect(after.has_body).toBe(false)
  const content = await contents.contentOf(clientId, after, key)
  expect(content).toMatchObject({ isTombstone: true, payload: undefined })

  // Without the user's key, the user is erased.
  expect((await contents.contentOf(clientId, before, undefined)).isTombstone).toBe(true)
  contents.close()
})

test('does not use the content of another event', async () => {
  const { deliveries } = await dueWith(1)
  const [delivery] = deliveries
  if (!delivery) throw new Error('no delivery is due')
  const { contents } = countingContents()
  const key = await openUserKey(tenant.keys, delivery)
  await contents.contentOf(clientId, delivery, key)
  const missing = await contents.contentOf(clientId, { ...delivery, event_id: randomUUID() }, key)
  expect(missing.isTombstone).toBe(true)
  contents.close()
})
