import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tenant, Tx } from '../../platform/database/tenancy.ts'
import { addDays, daysBetween } from '../../vocabulary/days.ts'
import { resolveDayRange } from '../journeys/events/funnel.ts'
import { type Activity, countNames } from './schemas.ts'

type Days = { from: string; to: string }
type DailyCount = { day: string; name: (typeof countNames)[number]; happened: number }

/**
 * Returns activity counts per day. They are read from aggregates, so the cost does not depend on the number of users.
 */
export async function readActivity(
  tenant: Tenant,
  query: { from?: string | undefined; to?: string | undefined },
): Promise<z.output<typeof Activity>> {
  const span = resolveDayRange(query)
  const counts = await tenant.transaction((tx) => sumDays(tx, span))
  const byDay = Map.groupBy(counts, ({ day }) => day)
  const days = Array.from({ length: daysBetween(span.from, span.to) + 1 }, (_, n) => addDays(span.from, n))
  const none = Object.fromEntries(countNames.map((name) => [name, 0])) as Record<DailyCount['name'], number>
  return {
    ...span,
    days: days.map((day) => ({
      day,
      ...none,
      ...Object.fromEntries((byDay.get(day) ?? []).map(({ name, happened }) => [name, happened])),
    })),
  }
}

/**
 * Sums the counts per day, including those of the last minute, which are not aggregated yet. The number of journeys
 * is taken from the funnel counts.
 */
async function sumDays(tx: Tx, { from, to }: Days) {
  const { rows } = await sql<DailyCount>`
    select day::text as day, name, sum(happened)::int as happened from (
      select day, name, happened from activity_counts where is_sum and day between ${from}::date and ${to}::date
      union all
      select day, name, happened from activity_counts where not is_sum and day between ${from}::date and ${to}::date
      union all
      select d.day::date, 'journeys', opened.journeys
        from generate_series(${from}::date, ${to}::date, interval '1 day') d (day)
        cross join lateral (
          select sum(c.journeys) as journeys from journey_counts c
            where c.day = d.day::date and c.name = 'open' and c.detail = '' and c.provider = '') opened
        where opened.journeys is not null
    ) counted group by 1, 2`.execute(tx)
  return rows
}

export const activityBatchSize = 50_000

/**
 * Aggregates a batch of new counts into one row per client, day and name, and deletes expired counts. Returns the
 * number of new counts.
 */
export async function compactActivity(tx: Tx) {
  const { rows } = await sql<{ count: number }>`
    with loose as (
      delete from activity_counts where ctid = any (array(
        select ctid from activity_counts where not is_sum limit ${activityBatchSize} for update skip locked))
        returning client_id, day, name, happened),
    summed as (
      insert into activity_counts as c (client_id, day, name, happened, is_sum)
        select client_id, day, name, sum(happened), true from loose group by 1, 2, 3 order by 1, 2, 3
        on conflict (client_id, day, name) where is_sum do update set happened = c.happened + excluded.happened)
    select count(*)::int as count from loose`.execute(tx)
  await sql`delete from activity_counts where is_sum and day < now() - interval '800 days'`.execute(tx)
  return rows[0]?.count ?? 0
}
