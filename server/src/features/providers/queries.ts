import { sql } from 'kysely'
import type { Tx } from '../../platform/database/tenancy.ts'
import { closedBreaker, type ProviderBreaker } from './breaker.ts'
import type { CallCounts, ProviderMinute } from './call-counts.ts'

type BreakerRow = {
  payroll_provider: string
  opened: number
  since: Date
  open_until: Date
  probe_by: string | null
  probe_until: Date | null
}

/** Reads the clock of the database, which all processes use. */
export async function readTime(tx: Tx) {
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(tx)
  return rows[0]?.at.getTime() ?? Date.now()
}

export async function listBreakers(tx: Tx) {
  const { rows } = await sql<BreakerRow>`
    select payroll_provider, opened, since, open_until, probe_by, probe_until from provider_breakers`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.payroll_provider, breakerOf(row)]))
}

/** Locks the row of the breaker until the commit. Inserts the row if it is missing. */
export async function lockBreaker(tx: Tx, provider: string) {
  const { rows } = await sql<BreakerRow>`
    insert into provider_breakers as known (payroll_provider, opened, since, open_until)
      values (${provider}, 0, to_timestamp(0), to_timestamp(0))
      on conflict (payroll_provider) do update set opened = known.opened
      returning payroll_provider, opened, since, open_until, probe_by, probe_until`.execute(tx)
  return rows[0] ? breakerOf(rows[0]) : closedBreaker
}

export async function updateBreaker(
  tx: Tx,
  provider: string,
  { opened, since, openUntil, probe }: ProviderBreaker,
) {
  const until = probe && new Date(probe.until)
  await sql`
    update provider_breakers set opened = ${opened}, since = ${new Date(since)}, open_until = ${new Date(openUntil)},
        probe_by = ${probe?.by ?? null}, probe_until = ${until}
      where payroll_provider = ${provider}`.execute(tx)
}

/** Adds counts to those of other processes, in the order of provider ids to prevent deadlocks. */
export async function addToMinute(tx: Tx, counted: ReadonlyMap<string, CallCounts>) {
  for (const [provider, { good, refused, bad, buckets }] of [...counted].sort(([a], [b]) => (a < b ? -1 : 1)))
    await sql`
      insert into provider_minutes as known (minute, payroll_provider, good, refused, bad, buckets)
        values (date_trunc('minute', now()), ${provider}, ${good}, ${refused}, ${bad}, ${buckets})
        on conflict (minute, payroll_provider) do update set
          good = known.good + excluded.good,
          refused = known.refused + excluded.refused,
          bad = known.bad + excluded.bad,
          buckets = (select array_agg(coalesce(a, 0) + coalesce(b, 0) order by n)
            from unnest(known.buckets, excluded.buckets) with ordinality as both_of (a, b, n))`.execute(tx)
}

/** Lists the minutes that started at `from` or later, within the last hour. */
export async function listMinutes(tx: Tx, from: Date) {
  const { rows } = await sql<ProviderMinute>`
    select minute, payroll_provider, good, refused, bad, buckets from provider_minutes
      where minute >= ${from} and minute > now() - interval '1 hour'`.execute(tx)
  return rows
}

/** Deletes old health data. After an hour without calls, the health of a provider is unknown. */
export async function deleteOldHealth(tx: Tx) {
  await sql`delete from provider_minutes where minute < now() - interval '2 hours'`.execute(tx)
  await sql`
    delete from provider_breakers
      where greatest(since, open_until, probe_until) < now() - interval '1 hour'`.execute(tx)
}

const breakerOf = ({ opened, since, open_until, probe_by, probe_until }: BreakerRow): ProviderBreaker => ({
  opened,
  since: since.getTime(),
  openUntil: open_until.getTime(),
  probe: probe_by && probe_until ? { by: probe_by, until: probe_until.getTime() } : null,
})
