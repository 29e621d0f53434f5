import { sql } from 'kysely'
import type { Metrics } from '../telemetry/metrics.ts'
import { becomeLogin, type Tenancy } from './tenancy.ts'

type DatabaseHealth = {
  archive_age: number | null
  archive_failures: number
  transaction_age: number
  xid_age: number
  checksum_failures: number
  slot_lag: number | null
  clock_skew: number
}

/** All gauges of one scrape share a reading. */
const readingValidMs = 2_000

/** Registers gauges of PostgreSQL that announce an outage before requests fail. A service without them is blind. */
export function registerDatabaseHealth({ database, metrics }: { database: Tenancy; metrics: Metrics }) {
  let reading: Promise<DatabaseHealth | undefined> = Promise.resolve(undefined)
  let readAt = -readingValidMs
  function readOnce() {
    if (performance.now() - readAt > readingValidMs) {
      readAt = performance.now()
      reading = readHealth(database).catch(() => undefined)
    }
    return reading
  }
  const gauge = (name: string, help: string, field: keyof DatabaseHealth) =>
    metrics.asyncGauge(name, help, async () => (await readOnce())?.[field] ?? undefined)

  gauge(
    'payproof_database_archive_age_seconds',
    'Time since a WAL file was archived; absent without an archive',
    'archive_age',
  )
  gauge(
    'payproof_database_archive_failures',
    'Failed attempts to archive a WAL file since the statistics were reset',
    'archive_failures',
  )
  gauge(
    'payproof_database_oldest_transaction_seconds',
    'Age of the oldest open transaction that the login may see',
    'transaction_age',
  )
  gauge('payproof_database_xid_age', 'Transactions since the oldest row was frozen', 'xid_age')
  gauge(
    'payproof_database_checksum_failures',
    'Data pages with a wrong checksum since the statistics were reset',
    'checksum_failures',
  )
  gauge(
    'payproof_database_slot_lag_bytes',
    'WAL that PostgreSQL keeps for the slowest standby; absent without replication slots',
    'slot_lag',
  )
  gauge(
    'payproof_clock_skew_seconds',
    'Difference between the clocks of this process and the database',
    'clock_skew',
  )
}

async function readHealth(database: Tenancy): Promise<DatabaseHealth | undefined> {
  const before = Date.now()
  const { rows } = await database.system(async (tx) => {
    await becomeLogin(tx)
    return sql<Omit<DatabaseHealth, 'clock_skew'> & { clock: Date }>`
      select
        (select extract(epoch from clock_timestamp() - last_archived_time)::float from pg_stat_archiver
          where current_setting('archive_mode') <> 'off') as archive_age,
        (select failed_count::float from pg_stat_archiver) as archive_failures,
        (select coalesce(extract(epoch from clock_timestamp() - min(xact_start)), 0)::float from pg_stat_activity
          where backend_type = 'client backend' and pid <> pg_backend_pid()) as transaction_age,
        (select max(age(datfrozenxid))::float from pg_database) as xid_age,
        (select coalesce(sum(checksum_failures), 0)::float from pg_stat_database) as checksum_failures,
        case when not pg_is_in_recovery() then
          (select max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn))::float from pg_replication_slots) end as slot_lag,
        clock_timestamp() as clock`.execute(tx)
  })
  const [row] = rows
  if (!row) return undefined
  const { clock, ...health } = row
  return { ...health, clock_skew: clockSkewMs(clock, before, Date.now()) / 1_000 }
}

/** The database's clock was read between two readings of ours. Returns the least possible difference. */
export function clockSkewMs(databaseClock: Date, before: number, after: number) {
  const at = databaseClock.getTime()
  return Math.max(0, before - at, at - after)
}
