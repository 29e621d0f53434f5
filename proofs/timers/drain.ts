import { setTimeout as sleep } from 'node:timers/promises'
import { timer } from './kinds.ts'
import type { TimersSetup } from './setup.ts'

export type DrainFigures = {
  count: number
  /** Tasks per second: overall, in the first part of the drain and in the last part. */
  rate: number
  first: number
  last: number
  /** Milliseconds from the due time to the end of the first task. */
  delayMs: number
  /** Number of tasks that were offered more than once. */
  repeated: number
  /** Cost per task, as text. */
  cost: string
}

/** Waits until every timer due at `at` has finished; calls `sample` meanwhile. */
export async function waitForDrain(
  setup: TimersSetup,
  options: { at: Date; count: number; part: number; withinMs: number; sample?: () => Promise<void> },
): Promise<DrainFigures> {
  const { at, count, part, withinMs, sample } = options
  const deadline = at.getTime() + withinMs
  await sleep(Math.max(0, at.getTime() - Date.now()))
  const readCost = await setup.readCosts()
  while (await hasTimersOf(setup, at)) {
    if (Date.now() > deadline) throw new Error(`${count} timers were not drained within ${withinMs / 1000} s`)
    await Promise.all([sleep(250), sample?.()])
  }
  const cost = await readCost(count)
  return { ...(await readDrain(setup, { at, count, part })), cost }
}

// The query uses the claim index, which contains timers that are due or whose lease ends soon.
async function hasTimersOf({ sql }: TimersSetup, at: Date) {
  const [row] = await sql<{ found: boolean }>(
    `select exists (select from tasks
      where lane = $1 and wake_at >= $2 and wake_at < now() + interval '1 hour' and due_at = $2) as found`,
    [timer.lane, at],
  )
  return row?.found === true
}

async function readDrain({ sql }: TimersSetup, expected: { at: Date; count: number; part: number }) {
  const { at, part } = expected
  const [row] = await sql<{ count: number; repeated: number; marks: number[] }>(
    `select count(*)::int as count, (count(*) filter (where offers > 1))::int as repeated,
        percentile_disc(array[0, $3::float8, 1 - $3::float8, 1]) within group (order by extract(epoch from ended_at)::float8) as marks
      from ended_tasks where kind = $1 and due_at = $2`,
    [timer.kind, at, part],
  )
  const { count = 0, repeated = 0, marks = [] } = row ?? {}
  if (count !== expected.count)
    throw new Error(`${count} of ${expected.count} timers finished, and none is left`)
  const [first = 0, early = 0, late = 0, last = 0] = marks
  return {
    count,
    repeated,
    rate: count / (last - first),
    first: (count * part) / (early - first),
    last: (count * part) / (last - late),
    delayMs: first * 1000 - at.getTime(),
  }
}

/** Statistics of the table, sampled during the drain. */
export type DrainSample = {
  atMs: number
  ended: number
  deadRows: number
  vacuums: number
  indexBytes: number
  claims: number
  claimMs: number
}

export async function sampleDrain({ sql }: TimersSetup): Promise<DrainSample> {
  const [row] = await sql<Omit<DrainSample, 'atMs'>>(
    `select n_tup_del::int as ended, n_dead_tup::int as "deadRows", autovacuum_count::int as vacuums,
        pg_relation_size('tasks_wake')::float8 as "indexBytes", calls::int as claims, total_time as "claimMs"
      from pg_stat_user_tables, pg_stat_user_functions
      where relname = 'tasks' and funcname = 'claim_tasks'`,
  )
  if (!row) throw new Error('PostgreSQL has no statistics')
  return { ...row, atMs: performance.now() }
}
