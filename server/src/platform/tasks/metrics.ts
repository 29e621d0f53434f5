import { sql } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { Tenancy, Tx } from '../database/tenancy.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { type Lane, leaseMs, readLaneDepth } from './lanes.ts'

// Counting stops here: a full count would be slowest when there are many tasks, which is when the operator needs the
// figure.
const maxCounted = 10_000

/** Registers gauges that reveal stuck tasks, whatever state the tasks are in. */
export function registerLaneMetrics(deps: {
  bus: Bus
  database: Tenancy
  lanes: readonly Lane[]
  metrics: Metrics
}) {
  const { bus, database, metrics } = deps
  const names = deps.lanes.map(({ name }) => name)
  metrics.gaugeByLabel(
    'lane',
    'payproof_tasks_oldest_due_seconds',
    'Age of the oldest due task that has not ended: waiting, offered, running or blocked by its key',
    () => database.system((tx) => readOldestDue(tx, names)).catch(() => new Map()),
  )
  metrics.gaugeByLabel(
    'lane',
    'payproof_tasks_due',
    `Due tasks that are not dispatched yet, counted up to ${maxCounted}`,
    () => database.system((tx) => countDue(tx, names)).catch(() => new Map()),
  )
  metrics.gaugeByLabel(
    'lane',
    'payproof_tasks_dead',
    `Dead tasks that were neither retried nor cancelled, counted up to ${maxCounted}`,
    () => database.system((tx) => countDead(tx, names)).catch(() => new Map()),
  )
  metrics.gaugeByLabel('lane', 'payproof_lane_depth', 'Tasks in NATS, queued or running', async () => {
    const connection = bus.connection()
    if (!connection) return new Map()
    const depths = names.map(
      async (name) => [name, await readLaneDepth(connection, bus.prefix, name)] as const,
    )
    const settled = await Promise.allSettled(depths)
    return new Map(settled.flatMap((depth) => (depth.status === 'fulfilled' ? [depth.value] : [])))
  })
}

/** Registers the gauges of this process's worker. */
export function registerWorkerMetrics(
  metrics: Metrics,
  lanes: readonly Lane[],
  worker: { runningIn(lane: string): number },
) {
  const perLane = (readValue: (lane: Lane) => number) => async () =>
    new Map(lanes.map((lane) => [lane.name, readValue(lane)]))
  metrics.gaugeByLabel(
    'lane',
    'payproof_lane_running',
    'Tasks this worker is running',
    perLane(({ name }) => worker.runningIn(name)),
  )
  metrics.gaugeByLabel(
    'lane',
    'payproof_lane_hands',
    'Concurrent tasks this worker can run',
    perLane(({ concurrency }) => concurrency),
  )
}

/**
 * Reads each state from its own range of the claim index: due tasks are at the start, offered tasks within one lease
 * from now, and blocked tasks 1000 years ahead. A failed task counts as due from the time of its next attempt.
 */
async function readOldestDue(tx: Tx, lanes: string[]) {
  const { rows } = await sql<{ lane: string; seconds: number }>`
    select l.lane, coalesce(greatest(0, extract(epoch from now() - least(
        (select wake_at from tasks t where t.lane = l.lane and wake_at <= now() order by wake_at limit 1),
        (select min(case when attempts = 0 then due_at else wake_at - ${leaseMs} * interval '1 ms' end)
          from tasks t where t.lane = l.lane and state = 'offered'
            and wake_at > now() and wake_at <= now() + ${leaseMs} * interval '1 ms'),
        (select wake_at - interval '1000 years' from tasks t
          where t.lane = l.lane and wake_at > now() + interval '500 years' order by wake_at limit 1)
      ))), 0)::float as seconds
      from unnest(${lanes}::text[]) l (lane)`.execute(tx)
  return new Map(rows.map(({ lane, seconds }) => [lane, seconds]))
}

async function countDue(tx: Tx, lanes: string[]) {
  const { rows } = await sql<{ lane: string; count: number }>`
    select l.lane, (select count(*) from (select from tasks t
        where t.lane = l.lane and t.wake_at <= now() order by t.wake_at limit ${maxCounted}) due)::int as count
      from unnest(${lanes}::text[]) l (lane)`.execute(tx)
  return new Map(rows.map(({ lane, count }) => [lane, count]))
}

async function countDead(tx: Tx, lanes: string[]) {
  const { rows } = await sql<{ lane: string; count: number }>`
    select lane, count(*)::int as count from (select lane from dead_tasks limit ${maxCounted}) dead
      group by lane`.execute(tx)
  const counts = new Map(rows.map(({ lane, count }) => [lane, count]))
  return new Map(lanes.map((lane) => [lane, counts.get(lane) ?? 0]))
}
