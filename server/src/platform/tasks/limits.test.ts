import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { eventually, startEngine, testLane } from '../../../test/engine.ts'
import type { Lane } from './lanes.ts'
import type { TaskOptions } from './options.ts'
import { defineTask } from './task.ts'

const engine = await startEngine({ LOG_LEVEL: 'silent' })
const { inTransaction, sql } = engine

/** A kind with its own lane, in which it notes when it was started; two dispatchers and two workers share the work. */
function openLane(lane: Lane, run: () => Promise<void> = async () => {}) {
  const starts = new Map<string, number[]>()
  const kind = defineTask({
    ...{ kind: `test.${lane.name}`, lane: lane.name, input: z.object({ group: z.string() }) },
    async run({ input: { group } }) {
      starts.set(group, [...startsOf(group), performance.now()])
      await run()
      return undefined
    },
  })
  const startsOf = (group: string) => starts.get(group) ?? []
  for (let n = 0; n < 2; n++) {
    engine.dispatch([lane])
    engine.work([kind.with(undefined)], [lane])
  }
  const schedule = (count: number, group = 'all', options: TaskOptions = {}) =>
    inTransaction(async (tx) => {
      for (let n = 0; n < count; n++) await kind.schedule(tx, { group }, options)
    })
  return {
    schedule,
    startsOf,
    untilStarted: (count: number, group = 'all') =>
      eventually(() => startsOf(group).length >= count && startsOf(group), 20_000),
  }
}

// A start is seen a moment after it was allowed, and on a busy machine that moment differs.
const jitterMs = 400

/** In no stretch of time were there more than the rate allows, and over the whole most of it was used. */
function expectRate(starts: number[], { perSecond, burst }: { perSecond: number; burst: number }) {
  const times = starts.toSorted((a, b) => a - b)
  for (const [from, begin] of times.entries()) {
    for (const [to, end] of times.entries()) {
      if (to < from) continue
      const most = burst + ((end - begin + jitterMs) / 1_000) * perSecond
      expect(to - from + 1, `in ${Math.round(end - begin)} ms`).toBeLessThanOrEqual(Math.ceil(most))
    }
  }
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000
  const reached = (times.length - burst) / seconds
  expect(reached, 'a second').toBeGreaterThan(perSecond * 0.7)
}

test.concurrent('a lane with a rate keeps to it over all dispatchers and workers, and uses it', async () => {
  const rate = { perSecond: 50, burst: 10 }
  const { schedule, untilStarted } = openLane({ ...testLane, name: 'rated', ...rate })
  await schedule(160)
  expectRate(await untilStarted(160), rate)
})

test.concurrent('a lane may have a rate without a burst', async () => {
  const rate = { perSecond: 20, burst: 1 }
  const { schedule, untilStarted } = openLane({ ...testLane, name: 'single-file', ...rate })
  await schedule(50)
  expectRate(await untilStarted(50), rate)
})

test.concurrent('tasks of a pace keep to it over all dispatchers and workers, and use it', async () => {
  const { schedule, untilStarted } = openLane({ ...testLane, name: 'paced' })
  const rates = { quick: { perSecond: 40, burst: 8 }, slow: { perSecond: 5, burst: 1 } }
  await Promise.all([
    schedule(120, 'quick', { pace: { name: 'quick', ...rates.quick } }),
    schedule(12, 'slow', { pace: { name: 'slow', ...rates.slow } }),
    schedule(50, 'free'),
  ])
  const scheduledAt = performance.now()
  const free = await untilStarted(50, 'free')
  expect(Math.max(...free) - scheduledAt, 'those without a pace do not wait').toBeLessThan(1_000)
  // Neither slows the other: together they take as long as the longer one alone.
  expectRate(await untilStarted(120, 'quick'), rates.quick)
  expectRate(await untilStarted(12, 'slow'), rates.slow)
})

test.concurrent('a pace holds for keys too: what comes one after another also comes no faster', async () => {
  const { schedule, untilStarted } = openLane({ ...testLane, name: 'keyed-pace' })
  const rate = { perSecond: 10, burst: 1 }
  await Promise.all(
    ['a', 'b', 'c'].map((key) => schedule(8, 'all', { key, pace: { name: 'shared', ...rate } })),
  )
  expectRate(await untilStarted(24), rate)
})

test.concurrent('slots that passed while nobody handed out are not made up for, except those of a second', async () => {
  const rate = { perSecond: 20, burst: 1 }
  const { schedule, untilStarted } = openLane({ ...testLane, name: 'caught-up' })
  // As after ten seconds without a dispatcher: all have their slots, and all slots are past.
  await schedule(70, 'all', { at: new Date(Date.now() + 3_600_000), pace: { name: 'caught-up', ...rate } })
  await sql(
    `with turn as (select id, row_number() over (order by id) as n from tasks where pace = 'caught-up')
     update tasks t set has_slot = true, wake_at = now() - interval '10 seconds' + turn.n * interval '50 ms'
       from turn where turn.id = t.id`,
  )
  expectRate(await untilStarted(70), { ...rate, burst: 21 })
})

test.concurrent('no worker has more at once than its lane allows', async () => {
  let now = 0
  let most = 0
  const lane = { ...testLane, name: 'narrow', concurrency: 3 }
  const { schedule, untilStarted } = openLane(lane, async () => {
    most = Math.max(most, ++now)
    await sleep(10)
    now--
  })
  await schedule(200)
  await untilStarted(200)
  // Two workers of three hands each.
  expect(most).toBe(6)
})
