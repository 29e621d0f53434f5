import { setTimeout as sleep } from 'node:timers/promises'
import { sql as statement } from 'kysely'
import { expect } from 'vitest'
import { z } from 'zod'
import { readLaneDepth } from '../src/platform/tasks/lanes.ts'
import { defineTask } from '../src/platform/tasks/task.ts'
import { leaveEffect, makeEffects } from './effects.ts'
import { type Engine, eventually, testLane } from './engine.ts'

// There are so few slots that tasks also wait in NATS.
const lane = { ...testLane, concurrency: 2 }

/**
 * Schedules tasks continuously: plain, keyed and delayed ones, each recorded in the transaction that schedules it.
 * Whatever fails meanwhile, each task must have its effect exactly once.
 */
export async function openSteadyLoad(engine: Engine) {
  const { sql, inTransaction } = engine
  const effects = await makeEffects(sql)
  await sql(`create table wanted (client_id uuid not null default current_client_id(), task_id uuid not null);
    call make_tenant_table('wanted')`)
  let runs = 0
  const task = defineTask({
    kind: 'test.steady',
    lane: 'test',
    input: z.object({ ms: z.int() }),
    // The task has many retries, because an outage may exhaust the attempts of a run, which is not tested here.
    retry: Array(50).fill(200),
    async run({ input: { ms }, taskId }) {
      runs++
      await sleep(ms)
      return async (tx) => {
        await leaveEffect(tx, taskId)
        return undefined
      }
    },
  })
  for (let n = 0; n < 2; n++) {
    engine.dispatch([lane])
    engine.work([task.withDeps(undefined)], [lane])
  }

  let n = 0
  const scheduleSome = (count: number) =>
    inTransaction(async (tx) => {
      const ids: string[] = []
      while (ids.length < count) {
        const options = [{}, { key: `k${n % 3}` }, { at: new Date(Date.now() + 500) }][n % 4] ?? {}
        ids.push(await task.schedule(tx, { ms: (n++ * 37) % 200 }, options))
      }
      await statement`insert into wanted (task_id) select unnest(${ids}::uuid[])`.execute(tx)
      return ids.length
    })

  /**
   * Schedules tasks while something happens. Returns the number of tasks known to be committed; the outcome of the
   * others is unknown.
   */
  async function scheduleDuring(happening: () => Promise<unknown>) {
    let isOver = false
    let committed = 0
    const scheduling = (async () => {
      while (!isOver) {
        // Tasks are scheduled in bursts until they queue, then one at a time, also during outages.
        const isBusy = n - runs > 40
        const some = scheduleSome(isBusy ? 1 : 10).then(
          (count) => {
            committed += count
          },
          () => {},
        )
        await Promise.race([some, sleep(250)])
        await sleep(isBusy ? 200 : 25)
      }
    })()
    try {
      await sleep(300)
      await happening()
      await sleep(300)
    } finally {
      isOver = true
      await scheduling
    }
    return committed
  }

  /** Expects that every committed task had its effect exactly once, and that no task is left. */
  async function expectEachOnce({ atLeast, withinMs = 120_000 }: { atLeast: number; withinMs?: number }) {
    await eventually(async () => (await sql('select from tasks limit 1')).length === 0, withinMs)
    const wanted = (await sql('select task_id from wanted')).map(({ task_id }) => task_id as string)
    const counts = await effects.counts()
    const wrong = new Set([...wanted, ...counts.keys()]).values().filter((id) => counts.get(id) !== 1)
    expect([...wrong], 'without an effect, or with several').toEqual([])
    expect(counts.size).toBe(wanted.length)
    expect(wanted.length).toBeGreaterThanOrEqual(atLeast)
    expect(await sql('select reason from dead_tasks')).toEqual([])
  }
  return {
    scheduleDuring,
    expectEachOnce,
    /** Returns the number of started runs. */
    runs: () => runs,
    /** Resolves when some tasks run and others wait in NATS. */
    untilBusy: () =>
      eventually(async () => {
        const connection = engine.bus.connection()
        return (
          connection && (await readLaneDepth(connection, engine.bus.prefix, lane.name).catch(() => 0)) >= 10
        )
      }),
  }
}
