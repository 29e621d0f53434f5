import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/tenancy.ts'

/** What a journey did. `hash` stands for it among the steps of that journey. */
export type Thing = { name: string; detail: string; provider: string; hash: Buffer }

/** So many journeys of a client can be counted for the same thing side by side. */
const lanes = 8

/**
 * Counts what is new to a journey, and says what that was. Rows are written in one order everywhere, so that two who come
 * together never wait for each other.
 */
export async function countThings(
  tx: Tx,
  { journeyId, userId }: { journeyId: string; userId: string },
  things: readonly Thing[],
) {
  const lane = Math.floor(Math.random() * lanes)
  const { rows } = await sql<{ thing: Buffer }>`
    with counting as (
      select * from unnest(${things.map(({ hash }) => hash)}::bytea[], ${things.map(({ name }) => name)}::text[],
        ${things.map(({ detail }) => detail)}::text[], ${things.map(({ provider }) => provider)}::text[])
        n (thing, name, detail, provider)),
    first as (
      insert into journey_steps (journey_id, thing)
        select l.id, n.thing from journey_links l cross join counting n
          where l.id = ${journeyId} and l.user_id = ${userId} order by n.thing
        on conflict do nothing returning thing),
    counted as (
      insert into journey_counts as c (day, name, detail, provider, lane, journeys)
        select (now() at time zone 'utc')::date, n.name, n.detail, n.provider, ${lane}, 1
          from counting n join first f on f.thing = n.thing order by n.name, n.detail, n.provider
        on conflict (client_id, day, name, detail, provider, lane) do update set journeys = c.journeys + 1)
    select thing from first`.execute(tx)
  return rows.map(({ thing }) => thing)
}

export type Count = { name: string; detail: string; provider: string; journeys: number }

export async function sumCounts(tx: Tx, { from, to }: { from: string; to: string }) {
  const { rows } = await sql<Count>`
    select name, detail, provider, sum(journeys)::int as journeys from journey_counts
      where day between ${from}::date and ${to}::date group by name, detail, provider
      order by name, detail, provider`.execute(tx)
  return rows
}

const foldedAtOnce = 5_000

/**
 * Nobody writes to a day that is over, so it needs no lanes; a funnel of a year has an eighth of the rows to add up then. And
 * what no funnel is asked for any more is forgotten.
 */
export async function tidyCounts(tx: Tx) {
  await sql`
    with folded as (
      delete from journey_counts where (client_id, day, name, detail, provider, lane) in (
        select client_id, day, name, detail, provider, lane from journey_counts
          where lane > 0 and day < (now() at time zone 'utc')::date - 1
          limit ${foldedAtOnce} for update skip locked)
        returning *)
    insert into journey_counts as c (client_id, day, name, detail, provider, lane, journeys)
      select client_id, day, name, detail, provider, 0, sum(journeys) from folded
        group by client_id, day, name, detail, provider order by 1, 2, 3, 4, 5
      on conflict (client_id, day, name, detail, provider, lane)
        do update set journeys = c.journeys + excluded.journeys`.execute(tx)
  await sql`delete from journey_counts where day < now() - interval '800 days'`.execute(tx)
}
