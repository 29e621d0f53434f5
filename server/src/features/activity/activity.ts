import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tenant, Tx } from '../../platform/database/tenancy.ts'
import { addDays, daysBetween } from '../../vocabulary/days.ts'
import { requireDays } from '../journeys/events/funnel.ts'
import { type Activity, countNames } from './schemas.ts'

type Days = { from: string; to: string }
type Sum = { day: string; name: (typeof countNames)[number]; happened: number }

/** How much happened on each day. Read from sums, so it takes as long for a million users as for ten. */
export async function readActivity(
  tenant: Tenant,
  query: { from?: string | undefined; to?: string | undefined },
): Promise<z.output<typeof Activity>> {
  const span = requireDays(query)
  const sums = await tenant.transaction((tx) => sumDays(tx, span))
  const byDay = Map.groupBy(sums, ({ day }) => day)
  const days = Array.from({ length: daysBetween(span.from, span.to) + 1 }, (_, n) => addDays(span.from, n))
  const none = Object.fromEntries(countNames.map((name) => [name, 0])) as Record<Sum['name'], number>
  return {
    ...span,
    days: days.map((day) => ({
      day,
      ...none,
      ...Object.fromEntries((byDay.get(day) ?? []).map(({ name, happened }) => [name, happened])),
    })),
  }
}

/** What is not added up yet is read apart: there is a minute's worth of it. Journeys are counted by the funnel. */
async function sumDays(tx: Tx, { from, to }: Days) {
  const { rows } = await sql<Sum>`
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

const addedAtOnce = 50_000

/** Over all clients: one row for each client, day and name; and what nobody is told of any more is forgotten. */
export async function tidyActivity(tx: Tx) {
  await sql`
    with loose as (
      delete from activity_counts where ctid = any (array(
        select ctid from activity_counts where not is_sum limit ${addedAtOnce} for update skip locked))
        returning client_id, day, name, happened)
    insert into activity_counts as c (client_id, day, name, happened, is_sum)
      select client_id, day, name, sum(happened), true from loose group by 1, 2, 3 order by 1, 2, 3
      on conflict (client_id, day, name) where is_sum do update set happened = c.happened + excluded.happened`.execute(
    tx,
  )
  await sql`delete from activity_counts where is_sum and day < now() - interval '800 days'`.execute(tx)
}
