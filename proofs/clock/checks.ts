import { setTimeout as sleep } from 'node:timers/promises'
import { runSql } from '../../server/test/open-test-api.ts'
import { nowMs } from '../programs/journal.ts'

const pollMs = 200
const maxRotations = 20

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
    `insert into clock_checks select name, now(), now() - interval '3 days' from unnest(array['task days', 'event weeks']) name
       on conflict (name) do update set checked_at = now(), steady_since = now() - interval '3 days'`,
  )

/** Rotates partitions as dispatchers do every hour. Like them, tries again after a deadlock with the load. */
export async function rotatePartitions(url: string, processClock: () => Date) {
  for (let attempt = 1; ; attempt++) {
    try {
      for (const rotation of ['turn_task_days(7, 7, $1)', 'turn_event_weeks(4, 30, $1)'])
        await runSql(url, `select ${rotation}`, [processClock()])
      return
    } catch (error) {
      if (attempt === maxRotations) throw error
      await sleep(pollMs)
    }
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
