import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tenancy, Tx } from '../../server/src/platform/database/tenancy.ts'
import { runSql } from '../../server/test/open-test-api.ts'
import { nowMs } from '../programs/journal.ts'

const pollMs = 200

/** Lists the partitions of events, deliveries and ended tasks. */
export async function listPartitions(url: string): Promise<string[]> {
  const rows = await runSql(
    url,
    `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent in ('events'::regclass, 'deliveries'::regclass, 'delivery_attempts'::regclass, 'ended_tasks'::regclass)
       order by 1`,
  )
  return rows.map(({ name }) => name as string)
}

/** Makes retention trust the clock from the first run on, as after a day of normal operation. */
export const trustClock = (url: string) =>
  runSql(
    url,
    `insert into clock_checks select name, now(), now() - interval '3 days' from unnest(array['task days', 'events weeks', 'deliveries weeks', 'delivery_attempts weeks']) name
       on conflict (name) do update set checked_at = now(), steady_since = now() - interval '3 days'`,
  )

const weeklyTables = ['delivery_attempts', 'deliveries', 'events']

/**
 * Rotates partitions throughout, as dispatchers do every hour, each time for one more day and week, so that every
 * rotation locks its table. `processClock` is the clock of the process that rotates.
 */
export function keepRotating(
  database: Tenancy,
  { everyMs, processClock }: { everyMs: number; processClock(): Date },
) {
  const ending = new AbortController()
  let rotations = 0
  let failed = 0
  async function rotate(work: (tx: Tx) => Promise<unknown>) {
    await database.system(work).then(
      () => rotations++,
      () => failed++,
    )
  }
  async function keep() {
    for (let more = 1; !ending.signal.aborted; more++) {
      await rotate((tx) => sql`select turn_task_days(${7 + more}, 7, ${processClock()})`.execute(tx))
      for (const parent of weeklyTables)
        await rotate((tx) =>
          sql`select turn_weeks(${parent}, ${4 + more}, 30, ${processClock()})`.execute(tx),
        )
      await sleep(everyMs, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }
  const running = keep()
  return {
    counts: () => ({ rotations, failed }),
    async stop() {
      ending.abort()
      await running
    },
  }
}

/** Polls readiness until it has this status. Returns whether it had it in time. */
export async function hasReadiness(address: string, status: number, withinMs: number) {
  const deadline = nowMs() + withinMs
  while (nowMs() < deadline) {
    const reply = await fetch(`${address}/readyz`).catch(() => undefined)
    await reply?.arrayBuffer()
    if (reply?.status === status) return true
    await sleep(pollMs)
  }
  return false
}
