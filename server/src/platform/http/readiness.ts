import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { clockSkewMs } from '../database/health-metrics.ts'
import { listMigrations } from '../database/migrate.ts'
import type { Tenancy } from '../database/tenancy.ts'

// Leases, expiries and time-based ids assume that clocks agree to within a second or two.
const maxClockSkewMs = 2_000

/**
 * How long a process stays ready while the database does not respond. All processes use the same database: if they left
 * the load balancer for a slow checkpoint or a failover of a few seconds, callers would reach none of them. A process that
 * has lost its own connection to the database leaves after this time.
 */
const defaultGraceMs = 10_000

/** A probe is answered within this time, before load balancers give up on it. */
const replyWithinMs = 500

type Verdict = { isReady: true } | { isReady: false; reason: string }

const unreachable: Verdict = { isReady: false, reason: 'The database does not respond' }

/** Decides whether this process should receive requests. */
export async function openReadiness(database: Tenancy, graceMs = defaultGraceMs) {
  const newestMigration = (await listMigrations()).at(-1)?.name
  /** The last verdict on what the database returned. */
  let last: Verdict = unreachable
  let respondedAt = Number.NEGATIVE_INFINITY
  let checking: Promise<void> | undefined

  async function check() {
    const sentAt = Date.now()
    // On the reserved connection: a busy pool is a reason to shed requests, not to take the process out of rotation.
    const { rows } = await database.systemReserved((tx) =>
      sql<{ name: string; has_ours: boolean; database_clock: Date }>`
        select max(name) as name, bool_or(name = ${newestMigration}) as has_ours,
            clock_timestamp() as database_clock from migrations`.execute(tx),
    )
    const [row] = rows
    if (!row) return
    // Newer migrations are acceptable: they occur during a rolling release and after a rollback.
    const skewMs = clockSkewMs(row.database_clock, sentAt, Date.now())
    if (!row.has_ours) last = refuse(`The database is at ${row.name}, this process needs ${newestMigration}`)
    else if (skewMs > maxClockSkewMs)
      last = refuse(`The clocks of this process and the database differ by ${Math.round(skewMs)} ms`)
    else last = { isReady: true }
    respondedAt = performance.now()
  }

  return {
    /** Checks the database. While it does not respond, returns the last verdict until it is too old. */
    async read(): Promise<Verdict> {
      checking ??= check()
        .catch(() => undefined)
        .finally(() => {
          checking = undefined
        })
      const hasResponded = respondedAt !== Number.NEGATIVE_INFINITY
      await (hasResponded
        ? Promise.race([checking, pause(replyWithinMs, undefined, { ref: false })])
        : checking)
      return performance.now() - respondedAt < graceMs ? last : unreachable
    },
  }
}

const refuse = (reason: string): Verdict => ({ isReady: false, reason })
