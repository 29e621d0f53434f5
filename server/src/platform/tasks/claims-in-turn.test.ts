import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { eventually, startEngine, testLane } from '../../../test/engine.ts'
import { claimTasksInTurn, nilUuid } from './queries.ts'
import { defineTask } from './task.ts'

const engine = await startEngine({ LOG_LEVEL: 'silent' })
const { database, sql, clientId, rivalId } = engine

type Filling = {
  client: string
  lane: string
  count: number
  awaited?: boolean
  dueIn?: string
  key?: string
}

/** Inserts waiting tasks, numbered in the order in which they are due. */
const fill = ({ client, lane, count, awaited = false, dueIn = '-1 hour', key }: Filling) =>
  sql(
    `insert into tasks (client_id, id, lane, kind, input, awaited, key, due_at, wake_at)
       select $1, gen_random_uuid(), $2, 'test.turn', jsonb_build_object('n', n), $4, $6,
           now() + $5::interval + n * interval '1 ms', now() + $5::interval + n * interval '1 ms'
         from generate_series(1, $3::int) n`,
    [client, lane, count, awaited, dueIn, key ?? null],
  )

/** Claims repeatedly, as a dispatcher does, and returns the claimed tasks. */
async function claimAll(lane: string, { claims, limit }: { claims: number; limit: number }) {
  const offers = []
  let afterClient: string = nilUuid
  for (let n = 0; n < claims; n++) {
    const options = { lane, afterClient, limit, leaseMs: 60_000 }
    const claim = await database.system((tx) => claimTasksInTurn(tx, options))
    afterClient = claim.lastClient
    offers.push(...claim.offers)
  }
  return offers
}

test('finding 7: a task of a quiet client is among the next claims, behind 2,000 of another', async () => {
  await fill({ client: clientId, lane: 'busy', count: 2_000 })
  await fill({ client: rivalId, lane: 'busy', count: 1, dueIn: '-1 second' })
  const offers = await claimAll('busy', { claims: 2, limit: 1 })
  expect(offers.map(({ client_id }) => client_id).toSorted()).toEqual([clientId, rivalId].toSorted())
})

test('shares a claim equally, and gives one client the whole claim if no other has due tasks', async () => {
  await fill({ client: clientId, lane: 'shared', count: 30 })
  await fill({ client: rivalId, lane: 'shared', count: 30 })
  const both = await claimAll('shared', { claims: 1, limit: 10 })
  expect(both.filter(({ client_id }) => client_id === rivalId)).toHaveLength(5)
  await fill({ client: clientId, lane: 'alone', count: 30 })
  await fill({ client: rivalId, lane: 'alone', count: 5, dueIn: '1 hour' })
  const alone = await claimAll('alone', { claims: 1, limit: 10 })
  expect(alone.map(({ client_id }) => client_id)).toEqual(Array(10).fill(clientId))
  expect(alone.map(({ input }) => (input as { n: number }).n).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 10 }, (_, n) => n + 1),
  )
})

test('takes awaited tasks of all clients before others', async () => {
  await fill({ client: clientId, lane: 'awaited', count: 50 })
  await fill({ client: rivalId, lane: 'awaited', count: 50 })
  await fill({ client: clientId, lane: 'awaited', count: 3, awaited: true, dueIn: '-1 second' })
  await fill({ client: rivalId, lane: 'awaited', count: 3, awaited: true, dueIn: '-1 second' })
  const offers = await claimAll('awaited', { claims: 1, limit: 8 })
  expect(offers).toHaveLength(8)
  expect(offers.filter(({ awaited }) => awaited)).toHaveLength(6)
  expect(new Set(offers.map(({ id }) => id)).size).toBe(8)
})

test('goes round more clients than fit into one claim, each once', async () => {
  const clients = Array.from({ length: 7 }, () => randomUUID())
  for (const client of clients) await fill({ client, lane: 'round', count: 3 })
  const offers = await claimAll('round', { claims: 7, limit: 1 })
  expect(offers.map(({ client_id }) => client_id).toSorted()).toEqual(clients.toSorted())
})

test('takes one task of a key at a time, and tasks whose lease has expired', async () => {
  await fill({ client: clientId, lane: 'keyed-turn', count: 5, key: 'one' })
  await sql(
    `insert into tasks (client_id, id, lane, kind, input, state, offers, wake_at)
       values ($1, gen_random_uuid(), 'keyed-turn', 'test.turn', '{"n":0}', 'offered', 1, now() - interval '1 second')`,
    [clientId],
  )
  const offers = await claimAll('keyed-turn', { claims: 3, limit: 10 })
  expect(offers.map(({ keyed, offers: number }) => [keyed, number])).toEqual(
    expect.arrayContaining([
      [true, 1],
      [false, 2],
    ]),
  )
  expect(offers).toHaveLength(2)
})

test('a dispatcher that is behind serves a quiet client soon, and runs every task once', async () => {
  const lane = { ...testLane, name: 'behind', concurrency: 1, maxDepth: 8, hasShortQueue: true }
  const order: string[] = []
  const task = defineTask({
    kind: 'test.turn',
    lane: lane.name,
    input: z.object({ n: z.number() }),
    async run(job) {
      order.push(job.tenant.clientId)
      return undefined
    },
  })
  await fill({ client: clientId, lane: lane.name, count: 300 })
  await fill({ client: rivalId, lane: lane.name, count: 1, dueIn: '-1 second' })
  engine.dispatch([lane])
  engine.work([task.withDeps(undefined)], [lane])
  await eventually(async () => order.length === 301)
  // At most two tasks in the first claim, as many in NATS, and one turn of both clients.
  expect(order.indexOf(rivalId)).toBeLessThan(20)
  expect(order.filter((client) => client === rivalId)).toHaveLength(1)
})
