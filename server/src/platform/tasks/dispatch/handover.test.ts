import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { eventually, startEngine, testLane } from '../../../../test/engine.ts'
import { defineTask } from '../task.ts'

const engine = await startEngine()
const { sql, inTransaction, clientId, bus } = engine

const ran: number[] = []
const lanes = {
  open: { ...testLane, name: 'open' },
  limited: { ...testLane, name: 'limited', perSecond: 1_000 },
  full: { ...testLane, name: 'full', maxDepth: 2 },
}
const inLane = (lane: string) =>
  defineTask({
    kind: `test.${lane}`,
    lane,
    input: z.object({ n: z.int() }),
    async run({ input: { n } }) {
      ran.push(n)
      return undefined
    },
  })
const kinds = { open: inLane('open'), limited: inLane('limited'), full: inLane('full') }
const stateOf = async (id: string) =>
  (await sql('select state, offers from tasks where id = $1', [id]))[0] as { state: string } | undefined
/**
 * Schedules tasks until one is inserted in this state. Lane capacities arrive only four times a second, so the first
 * tasks may be inserted in another state.
 */
const scheduleUntil = (state: string, schedule: () => Promise<string>) =>
  eventually(async () => {
    const id = await schedule()
    return (await stateOf(id))?.state === state && id
  })

// The tests run in order: the lane first has no dispatcher, then a dispatcher, then also a worker.
describe('a task handed over by the transaction that schedules it', { shuffle: false }, () => {
  test('without a dispatcher the capacity is unknown, and the task waits for one', async () => {
    const id = await inTransaction((tx) => kinds.open.schedule(tx, { n: 1 }))
    expect(await stateOf(id)).toEqual({ state: 'waiting', offers: 0 })
  })

  test('with free capacity a task is inserted as offered, published by its scheduler and run', async () => {
    engine.dispatch(Object.values(lanes))
    const id = await scheduleUntil('offered', () =>
      inTransaction((tx) => kinds.open.schedule(tx, { n: 2 }, { awaited: true })),
    )
    expect(await stateOf(id)).toEqual({ state: 'offered', offers: 1 })
    engine.work([kinds.open.withDeps(undefined)], [lanes.open])
    await eventually(async () => (await sql('select from ended_tasks where id = $1', [id])).length === 1)
  })

  test('tasks with a key, pace or later time and rate-limited lanes are left to the dispatchers', async () => {
    const at = new Date(Date.now() + 3_600_000)
    const ids = await inTransaction(async (tx) => [
      await kinds.open.schedule(tx, { n: 3 }, { at }),
      await kinds.open.schedule(tx, { n: 4 }, { at, key: 'k' }),
      await kinds.open.schedule(tx, { n: 5 }, { at, pace: { name: 'p', perSecond: 1 } }),
    ])
    for (const id of ids) expect(await stateOf(id)).toEqual({ state: 'waiting', offers: 0 })
    const limited: unknown[] = []
    bus.subscribe('tasks.room', (capacities) =>
      limited.push(...(capacities as [string, number][]).filter(([lane]) => lane === 'limited')),
    )
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(limited).toEqual([])
  })

  test('a full lane takes no more tasks', async () => {
    const schedule = () => inTransaction((tx) => kinds.full.schedule(tx, { n: 6 }))
    for (let n = 0; n < 6; n++) await schedule()
    await scheduleUntil('waiting', schedule)
  })

  test('a transaction that is rolled back publishes nothing', async () => {
    const before = ran.length
    await expect(
      inTransaction(async (tx) => {
        await kinds.open.schedule(tx, { n: 99 })
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    const id = await inTransaction((tx) => kinds.open.schedule(tx, { n: 100 }))
    await eventually(async () => (await sql('select from ended_tasks where id = $1', [id])).length === 1)
    expect(ran.slice(before)).not.toContain(99)
  })

  test('a task inserted as offered but never published is offered again when its lease expires', async () => {
    await sql(
      `insert into tasks (client_id, id, kind, lane, input, state, offers, wake_at)
         values ($1, gen_random_uuid(), 'test.open', 'open', '{"n": 7}', 'offered', 1, now() + interval '1 second')`,
      [clientId],
    )
    await eventually(() => ran.includes(7))
  })
})
