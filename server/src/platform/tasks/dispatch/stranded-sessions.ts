import { sql } from 'kysely'
import { becomeLogin, type Tenancy, type Tx } from '../../database/tenancy.ts'

type StrandedSession = { pid: number; since: string }

/**
 * Ends sessions of this service whose timeouts a step back of the clock has switched off.
 *
 * PostgreSQL measures the timeouts of locks, statements, idle transactions and deadlock checks with the time of day. A
 * session that was waiting when the clock was set back by a day waits for a day longer, with all its locks, even after
 * its client is gone. Such a session began to wait in the future. Healthy ones finish within a moment, so a session is
 * ended only if it is found twice.
 */
export function watchStrandedSessions(database: Tenancy) {
  let seen = new Map<number, string>()
  return {
    /** Returns the number of ended sessions. Called every few seconds. */
    async end() {
      const found = await database.system((tx) => listStranded(tx))
      const again = found.filter(({ pid, since }) => seen.get(pid) === since)
      seen = new Map(found.map(({ pid, since }) => [pid, since]))
      return again.length > 0 ? database.system((tx) => endSessions(tx, again)) : 0
    },
  }
}

// Sessions that wait for a lock, or for their client inside a transaction, since a moment in the future.
const condition = (now: Date | undefined) => sql`
  a.usename = current_user and a.datname = current_database() and a.pid <> pg_backend_pid()
    and ((a.state = 'active' and a.wait_event_type = 'Lock' and a.query_start > ${clock(now)})
      or (a.state like 'idle in transaction%' and a.state_change > ${clock(now)}))`

const clock = (now: Date | undefined) => (now ? sql`${now}::timestamptz` : sql`clock_timestamp()`)

/** Lists sessions that wait since a moment after `now`, which defaults to the database's clock. */
export async function listStranded(tx: Tx, now?: Date): Promise<StrandedSession[]> {
  await becomeLogin(tx)
  const { rows } = await sql<StrandedSession>`
    select a.pid, a.state_change::text as since from pg_stat_activity a where ${condition(now)}`.execute(tx)
  return rows
}

export async function endSessions(tx: Tx, sessions: readonly StrandedSession[], now?: Date) {
  await becomeLogin(tx)
  const { rows } = await sql<{ ended: boolean }>`
    select pg_terminate_backend(a.pid) as ended
      from pg_stat_activity a
        join unnest(${sessions.map(({ pid }) => pid)}::int[], ${sessions.map(({ since }) => since)}::timestamptz[])
          s (pid, since) on s.pid = a.pid and s.since = a.state_change
      where ${condition(now)}`.execute(tx)
  return rows.filter(({ ended }) => ended).length
}
