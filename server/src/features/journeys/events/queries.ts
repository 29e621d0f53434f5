import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/tenancy.ts'

/** A step of a journey that is counted. `hash` identifies the step within its journey without revealing it. */
export type FunnelStep = { name: string; detail: string; provider: string; hash: Buffer }

/**
 * Number of counter rows per step and day. Several rows spread concurrent increments, to avoid lock contention on one
 * row.
 */
const counterShards = 8

/**
 * Counts the steps that are new to a journey, and returns their hashes. Rows are locked in a fixed order to avoid
 * deadlocks.
 */
export async function countSteps(
  tx: Tx,
  { journeyId, userId }: { journeyId: string; userId: string },
  steps: readonly FunnelStep[],
) {
  const shard = Math.floor(Math.random() * counterShards)
  const { rows } = await sql<{ thing: Buffer }>`
    with counting as (
      select * from unnest(${steps.map(({ hash }) => hash)}::bytea[], ${steps.map(({ name }) => name)}::text[],
        ${steps.map(({ detail }) => detail)}::text[], ${steps.map(({ provider }) => provider)}::text[])
        n (thing, name, detail, provider)),
    first as (
      insert into journey_steps (journey_id, thing)
        select l.id, n.thing from journey_links l cross join counting n
          where l.id = ${journeyId} and l.user_id = ${userId} order by n.thing
        on conflict do nothing returning thing),
    counted as (
      insert into journey_counts as c (day, name, detail, provider, lane, journeys)
        select (now() at time zone 'utc')::date, n.name, n.detail, n.provider, ${shard}, 1
          from counting n join first f on f.thing = n.thing order by n.name, n.detail, n.provider
        on conflict (client_id, day, name, detail, provider, lane) do update set journeys = c.journeys + 1)
    select thing from first`.execute(tx)
  return rows.map(({ thing }) => thing)
}

export type FunnelCount = { name: string; detail: string; provider: string; journeys: number }

export async function sumCounts(tx: Tx, { from, to }: { from: string; to: string }) {
  const { rows } = await sql<FunnelCount>`
    select name, detail, provider, sum(journeys)::int as journeys from journey_counts
      where day between ${from}::date and ${to}::date group by name, detail, provider
      order by name, detail, provider`.execute(tx)
  return rows
}

const compactionBatchSize = 5_000

/**
 * Merges the counter shards of past days, which get no more writes, into one row, so that a funnel of a year reads an
 * eighth of the rows. Deletes counts that are too old for any funnel.
 */
export async function compactCounts(tx: Tx) {
  await sql`
    with folded as (
      delete from journey_counts where (client_id, day, name, detail, provider, lane) in (
        select client_id, day, name, detail, provider, lane from journey_counts
          where lane > 0 and day < (now() at time zone 'utc')::date - 1
          limit ${compactionBatchSize} for update skip locked)
        returning *)
    insert into journey_counts as c (client_id, day, name, detail, provider, lane, journeys)
      select client_id, day, name, detail, provider, 0, sum(journeys) from folded
        group by client_id, day, name, detail, provider order by 1, 2, 3, 4, 5
      on conflict (client_id, day, name, detail, provider, lane)
        do update set journeys = c.journeys + excluded.journeys`.execute(tx)
  await sql`delete from journey_counts where day < now() - interval '800 days'`.execute(tx)
}
