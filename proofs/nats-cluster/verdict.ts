import { runSql } from '../../server/test/open-test-api.ts'
import { historyOfTasks } from '../histories/history.ts'
import { measureHistory } from '../histories/measure-history.ts'
import { lanes } from '../programs/cluster-tasks.ts'
import type { Findings } from '../programs/findings.ts'
import type { ClusterLoad } from './load.ts'

/** Longest time between two finished tasks of a lane, and when it began. */
type LaneStall = { lane: string; ms: number; at: number }

const tasksNow = `select (select count(*)::int from tasks where lane like 'proof-%') as tasks,
  (select count(*)::int from deliveries where state = 'waiting') as deliveries`

export async function countLeft(url: string): Promise<number> {
  const [{ tasks, deliveries }] = await runSql(url, tasksNow)
  return tasks + deliveries
}

/** Compares the committed tasks and events with their effects, after all tasks had time to finish. */
export async function findLost(url: string, load: ClusterLoad): Promise<Findings> {
  const effects: { number: number; times: number }[] = await runSql(
    url,
    'select number, count(*)::int as times from proof_effects group by number',
  )
  const done = new Map(effects.map(({ number, times }) => [number, times]))
  const dead = await runSql(url, 'select kind, reason from dead_tasks')
  const states: { state: string; count: number }[] = await runSql(
    url,
    'select state::text, count(*)::int as count from deliveries group by state',
  )
  const delivered = states.find(({ state }) => state === 'delivered')?.count ?? 0
  const missing = load.events.size - delivered
  return {
    'lost tasks': load.numbers.filter((number) => !done.has(number)).map(String),
    'tasks done twice': effects.filter(({ times }) => times > 1).map(({ number }) => String(number)),
    'dead-lettered tasks': dead.map((row) => JSON.stringify(row)),
    'lost deliveries': missing > 0 ? [`${missing} of ${load.events.size}: ${JSON.stringify(states)}`] : [],
    'awaited tasks without a result': load.unanswered,
  }
}

/** Checks with Porcupine that every task took effect once, and only after it was scheduled. */
export async function measureHistories(url: string, { requests }: ClusterLoad) {
  const effects: { number: number; at: number }[] = await runSql(
    url,
    'select number, (extract(epoch from at) * 1000)::float8 as at from proof_effects',
  )
  return measureHistory('tasks', historyOfTasks({ requests, effects, endedAt: Date.now() + afterEndMs }))
}

// Nothing has an effect after the last task has ended; this only keeps the order clear.
const afterEndMs = 1_000

/** Finds the longest stall of each lane during the load. */
export async function findStalls(
  url: string,
  { from, to }: { from: number; to: number },
): Promise<LaneStall[]> {
  const ends: { lane: string; at: number }[] = await runSql(
    url,
    `select lane, (extract(epoch from ended_at) * 1000)::float8 as at from ended_tasks
       where lane like 'proof-%' order by ended_at`,
  )
  return lanes.map(({ name }) => ({
    lane: name,
    ...longestGap(
      ends.filter(({ lane }) => lane === name).map(({ at }) => at),
      { from, to },
    ),
  }))
}

export function longestGap(times: number[], { from, to }: { from: number; to: number }) {
  let worst = { ms: 0, at: from }
  let before = from
  for (const at of [...times.filter((time) => time > from && time < to), to]) {
    if (at - before > worst.ms) worst = { ms: at - before, at: before }
    before = at
  }
  return worst
}

/** Returns percentiles of the seconds from a task's due time to its end. */
export async function readDelays(url: string): Promise<{ p50: number; p99: number; max: number }> {
  const [row] = await runSql(
    url,
    `select percentile_cont(0.5) within group (order by s) as p50, percentile_cont(0.99) within group (order by s) as p99,
         max(s) as max
       from (select extract(epoch from ended_at - due_at)::float8 as s from ended_tasks where lane like 'proof-%') e`,
  )
  return row
}
