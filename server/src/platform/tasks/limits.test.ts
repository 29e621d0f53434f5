import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { eventually, startEngine, testLane } from '../../../test/engine.ts'
import { type Lane, leaseMs } from './lanes.ts'
import type { TaskOptions } from './options.ts'
import { defineTask } from './task.ts'

const engine = await startEngine({ LOG_LEVEL: 'silent' })
const { inTransaction, sql } = engine

// Limits are for the hand-over. The database notes when that was, by its own clock: a run is seen later, and on a busy
// machine not always by the same.
await sql(
  `create table handed_over (lane text, line text, at timestamptz);
   grant insert on handed_over to payproof_system;
   create function note_handing_over() returns trigger language plpgsql as $$
   begin
     insert into handed_over values (new.lane, new.input->>'line', new.wake_at - interval '${leaseMs} ms');
     return null;
   end $$;
   create trigger note_handing_over after update on tasks for each row
     when (new.state = 'offered' and new.offers > old.offers) execute function note_handing_over()`,
)

/** A kind with a lane of its own; usually two dispatchers and two workers share the work. */
function openLane(lane: Lane, { dispatchers = 2, run = async () => {} } = {}) {
  const kind = defineTask({
    kind: `test.${lane.name}`,
    lane: lane.name,
    input: z.object({ line: z.string() }),
    async run() {
      await run()
      return undefined
    },
  })
  for (let n = 0; n < dispatchers; n++) engine.dispatch([lane])
  for (let n = 0; n < 2; n++) engine.work([kind.with(undefined)], [lane])
  const select = `select extract(epoch from at)::float8 as at from handed_over where lane = $1 and line = $2 order by 1`
  return {
    schedule: (line: string, count: number, options: TaskOptions = {}) =>
      inTransaction(async (tx) => {
        for (let n = 0; n < count; n++) await kind.schedule(tx, { line }, options)
      }),
    /** When they were handed over, in seconds. */
    untilHandedOver: (line: string, count: number) =>
      eventually(async () => {
        const times = (await sql(select, [lane.name, line])).map(({ at }) => at as number)
        return times.length >= count && times
      }, 30_000),
  }
}

type Rate = { perSecond: number; burst: number }

/** In no stretch of time there were more than the rate allows. */
function expectWithin(times: number[], { perSecond, burst }: Rate) {
  for (const [from, begin] of times.entries()) {
    for (const [to, end] of times.entries()) {
      if (to < from) continue
      const most = Math.floor(burst + (end - begin) * perSecond + 0.01)
      expect(to - from + 1, `in ${Math.round((end - begin) * 1_000)} ms`).toBeLessThanOrEqual(most)
    }
  }
}

// Of a pace, slots are made up for that passed within a second.
const paced = ({ perSecond, burst }: Rate) => ({ perSecond, burst: burst + perSecond + 1 })

test.concurrent('a lane with a rate keeps to it over all dispatchers', async () => {
  const rate = { perSecond: 50, burst: 10 }
  const { schedule, untilHandedOver } = openLane({ ...testLane, name: 'rated', ...rate })
  await schedule('all', 130)
  expectWithin(await untilHandedOver('all', 130), rate)
})

test.concurrent('a lane may have a rate without a burst', async () => {
  const rate = { perSecond: 20, burst: 1 }
  const lane = { ...testLane, name: 'single-file', ...rate }
  const { schedule, untilHandedOver } = openLane(lane, { dispatchers: 1 })
  await schedule('all', 30)
  expectWithin(await untilHandedOver('all', 30), rate)
})

test.concurrent('tasks of a pace keep to it over all dispatchers, and do not slow those of another pace', async () => {
  const { schedule, untilHandedOver } = openLane({ ...testLane, name: 'paced' })
  const quick = { perSecond: 40, burst: 8 }
  const slow = { perSecond: 5, burst: 1 }
  const isSlowDone = schedule('slow', 15, { pace: { name: 'slow', ...slow } }).then(() =>
    untilHandedOver('slow', 15),
  )
  await schedule('quick', 120, { pace: { name: 'quick', ...quick } })
  expectWithin(await untilHandedOver('quick', 120), paced(quick))
  expectWithin(await isSlowDone, paced(slow))
})

test.concurrent('a pace holds for keys too: what comes one after another also comes no faster', async () => {
  const { schedule, untilHandedOver } = openLane({ ...testLane, name: 'keyed-pace' })
  const rate = { perSecond: 10, burst: 1 }
  const pace = { name: 'shared', ...rate }
  await Promise.all(['a', 'b', 'c'].map((key) => schedule('all', 8, { key, pace })))
  expectWithin(await untilHandedOver('all', 24), paced(rate))
})

test.concurrent('slots that passed while nobody handed over are not made up for, except those of a second', async () => {
  const rate = { perSecond: 20, burst: 1 }
  const { schedule, untilHandedOver } = openLane({ ...testLane, name: 'caught-up' })
  // As after ten seconds without a dispatcher: all have their slots, and all slots are past.
  await schedule('all', 70, { at: new Date(Date.now() + 3_600_000), pace: { name: 'caught-up', ...rate } })
  await sql(
    `with turn as (select id, row_number() over (order by id) as n from tasks where pace = 'caught-up')
     update tasks t set has_slot = true, wake_at = now() - interval '10 seconds' + turn.n * interval '50 ms'
       from turn where turn.id = t.id`,
  )
  expectWithin(await untilHandedOver('all', 70), paced(rate))
})

test.concurrent('no worker has more at once than its lane allows', async () => {
  let now = 0
  let most = 0
  let count = 0
  const run = async () => {
    most = Math.max(most, ++now)
    await sleep(10)
    now--
    count++
  }
  const { schedule } = openLane({ ...testLane, name: 'narrow', concurrency: 3 }, { run })
  await schedule('all', 200)
  await eventually(() => count === 200)
  // Two workers of three hands each.
  expect(most).toBe(6)
})
