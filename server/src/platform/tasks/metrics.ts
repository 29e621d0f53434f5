import { sql } from 'kysely'
import type { Bus } from '../bus/bus.ts'
import type { Tenancy, Tx } from '../database/tenancy.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { depthOf, type Lane, leaseMs } from './lanes.ts'

// A count of all would take as long as there are many, which is when the operator looks.
const mostCounted = 10_000

/** What tells the operator that work is stuck, whatever state it is stuck in. Read by one scrape at a time. */
export function watchLanes(parts: { bus: Bus; database: Tenancy; lanes: readonly Lane[]; metrics: Metrics }) {
  const { bus, database, metrics } = parts
  const names = parts.lanes.map(({ name }) => name)
  metrics.gaugeBy(
    'lane',
    'payproof_tasks_oldest_due_seconds',
    'Age of the oldest task that is due and not ended: waiting, offered, running or blocked behind its key',
    () => database.system((tx) => readOldestDue(tx, names)).catch(() => new Map()),
  )
  metrics.gaugeBy(
    'lane',
    'payproof_tasks_due',
    `Tasks that are due and not handed out yet, counted up to ${mostCounted}`,
    () => database.system((tx) => countDue(tx, names)).catch(() => new Map()),
  )
  metrics.gaugeBy(
    'lane',
    'payproof_tasks_dead',
    `Tasks that were given up, until they are retried or cancelled, counted up to ${mostCounted}`,
    () => database.system((tx) => countDead(tx, names)).catch(() => new Map()),
  )
  metrics.gaugeBy('lane', 'payproof_lane_depth', 'Tasks in NATS, waiting or being worked on', async () => {
    const connection = bus.connection()
    if (!connection) return new Map()
    const depths = names.map(async (name) => [name, await depthOf(connection, bus.prefix, name)] as const)
    const known = await Promise.allSettled(depths)
    return new Map(known.flatMap((depth) => (depth.status === 'fulfilled' ? [depth.value] : [])))
  })
}

/** What one worker is doing. */
export function watchHands(
  metrics: Metrics,
  lanes: readonly Lane[],
  worker: { runningIn(lane: string): number },
) {
  const perLane = (figureOf: (lane: Lane) => number) => async () =>
    new Map(lanes.map((lane) => [lane.name, figureOf(lane)]))
  metrics.gaugeBy(
    'lane',
    'payproof_lane_running',
    'Tasks that this worker has in hand',
    perLane(({ name }) => worker.runningIn(name)),
  )
  metrics.gaugeBy(
    'lane',
    'payproof_lane_hands',
    'Tasks that this worker can run at once',
    perLane(({ concurrency }) => concurrency),
  )
}

/**
 * Each state is found at its own place of the claim index: due ones at its beginning, offered ones within a lease from
 * now, blocked ones a thousand years on. A task that failed is due again when its next attempt is.
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
        where t.lane = l.lane and t.wake_at <= now() order by t.wake_at limit ${mostCounted}) due)::int as count
      from unnest(${lanes}::text[]) l (lane)`.execute(tx)
  return new Map(rows.map(({ lane, count }) => [lane, count]))
}

async function countDead(tx: Tx, lanes: string[]) {
  const { rows } = await sql<{ lane: string; count: number }>`
    select lane, count(*)::int as count from (select lane from dead_tasks limit ${mostCounted}) dead
      group by lane`.execute(tx)
  const counts = new Map(rows.map(({ lane, count }) => [lane, count]))
  return new Map(lanes.map((lane) => [lane, counts.get(lane) ?? 0]))
}
