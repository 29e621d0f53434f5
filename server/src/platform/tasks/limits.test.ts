import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { eventually, startEngine, testLane } from '../../../test/engine.ts'
import { type Lane, leaseMs } from './lanes.ts'
import type { TaskOptions } from './options.ts'
import { defineTask } from './task.ts'

const engine = await startEngine({ LOG_LEVEL: 'silent' })
const { inTransaction, sql } = engine

// Rate limits apply when a task is claimed, so a trigger records the time of the claim by the database clock. The run
// of a task starts later, and on a loaded machine the delay varies.
await sql(
  `create table claims (lane text, task_group text, at timestamptz);
   grant insert on claims to payproof_system;
   create function record_claim() returns trigger language plpgsql as $$
   begin
     insert into claims values (new.lane, new.input->>'group', new.wake_at - interval '${leaseMs} ms');
     return null;
   end $$;
   create trigger record_claim after update on tasks for each row
     when (new.state = 'offered' and new.offers > old.offers) execute function record_claim()`,
)

/** Starts a lane with its own task kind, by default with two dispatchers and two workers. */
function startLane(lane: Lane, { dispatchers = 2, run = async () => {} } = {}) {
  const kind = defineTask({
    kind: `test.${lane.name}`,
    lane: lane.name,
    input: z.object({ group: z.string() }),
    async run() {
      await run()
      return undefined
    },
  })
  for (let n = 0; n < dispatchers; n++) engine.dispatch([lane])
  for (let n = 0; n < 2; n++) engine.work([kind.withDeps(undefined)], [lane])
  const select = `select extract(epoch from at)::float8 as at from claims where lane = $1 and task_group = $2 order by 1`
  return {
    schedule: (group: string, count: number, options: TaskOptions = {}) =>
      inTransaction(async (tx) => {
        for (let n = 0; n < count; n++) await kind.schedule(tx, { group }, options)
      }),
    /** Waits until `count` tasks are claimed and returns the times in seconds. */
    waitForClaims: (group: string, count: number) =>
      eventually(async () => {
        const times = (await sql(select, [lane.name, group])).map(({ at }) => at as number)
        return times.length >= count && times
      }),
  }
}

type Rate = { perSecond: number; burst: number }

/** Checks that no time window contains more claims than the rate allows. */
function expectWithinRate(times: number[], { perSecond, burst }: Rate) {
  for (const [from, begin] of times.entries()) {
    for (const [to, end] of times.entries()) {
      if (to < from) continue
      const max = Math.floor(burst + (end - begin) * perSecond + 0.01)
      expect(to - from + 1, `in ${Math.round((end - begin) * 1_000)} ms`).toBeLessThanOrEqual(max)
    }
  }
}

// A rate limit makes up for slots that were missed within the last second.
const withCatchUp = ({ perSecond, burst }: Rate) => ({ perSecond, burst: burst + perSecond + 1 })

test.concurrent('the rate limit of a lane holds over all dispatchers', async () => {
  const rate = { perSecond: 50, burst: 10 }
  const { schedule, waitForClaims } = startLane({ ...testLane, name: 'rated', ...rate })
  await schedule('all', 130)
  expectWithinRate(await waitForClaims('all', 130), rate)
})

test.concurrent('a lane can have a rate limit without a burst', async () => {
  const rate = { perSecond: 20, burst: 1 }
  const lane = { ...testLane, name: 'single-file', ...rate }
  const { schedule, waitForClaims } = startLane(lane, { dispatchers: 1 })
  await schedule('all', 30)
  expectWithinRate(await waitForClaims('all', 30), rate)
})

test.concurrent('a pace holds over all dispatchers and does not slow down tasks of another pace', async () => {
  const { schedule, waitForClaims } = startLane({ ...testLane, name: 'paced' })
  const quick = { perSecond: 40, burst: 8 }
  const slow = { perSecond: 5, burst: 1 }
  const isSlowDone = schedule('slow', 15, { pace: { name: 'slow', ...slow } }).then(() =>
    waitForClaims('slow', 15),
  )
  await schedule('quick', 120, { pace: { name: 'quick', ...quick } })
  expectWithinRate(await waitForClaims('quick', 120), withCatchUp(quick))
  expectWithinRate(await isSlowDone, withCatchUp(slow))
})

test.concurrent('a pace also holds for tasks with keys', async () => {
  const { schedule, waitForClaims } = startLane({ ...testLane, name: 'keyed-pace' })
  const rate = { perSecond: 10, burst: 1 }
  const pace = { name: 'shared', ...rate }
  await Promise.all(['a', 'b', 'c'].map((key) => schedule('all', 8, { key, pace })))
  expectWithinRate(await waitForClaims('all', 24), withCatchUp(rate))
})

test.concurrent('slots missed while no dispatcher was running are not made up for, except those of the last second', async () => {
  const rate = { perSecond: 20, burst: 1 }
  const { schedule, waitForClaims } = startLane({ ...testLane, name: 'caught-up' })
  // Simulates ten seconds without a dispatcher: every task has a slot, and all slots are in the past.
  await schedule('all', 70, { at: new Date(Date.now() + 3_600_000), pace: { name: 'caught-up', ...rate } })
  await sql(
    `with slot as (select id, row_number() over (order by id) as n from tasks where pace = 'caught-up')
     update tasks t set has_slot = true, wake_at = now() - interval '10 seconds' + slot.n * interval '50 ms'
       from slot where slot.id = t.id`,
  )
  expectWithinRate(await waitForClaims('all', 70), withCatchUp(rate))
})

test.concurrent('no worker runs more concurrent tasks than its lane allows', async () => {
  let concurrent = 0
  let maxConcurrent = 0
  let count = 0
  const run = async () => {
    maxConcurrent = Math.max(maxConcurrent, ++concurrent)
    await sleep(10)
    concurrent--
    count++
  }
  const { schedule } = startLane({ ...testLane, name: 'narrow', concurrency: 3 }, { run })
  await schedule('all', 200)
  await eventually(() => count === 200)
  // Two workers have three slots each.
  expect(maxConcurrent).toBe(6)
})
