import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/tenancy.ts'

/** A text is stored once this many journeys have searched for it. */
export const minJourneysToStore = 3

type Miss = { journeyId: string; userId: string; step: Buffer; hash: Buffer; query: string }

/** Counts a miss once for a journey. Returns false if the journey was counted before. */
export async function countMiss(tx: Tx, { journeyId, userId, step, hash, query }: Miss) {
  const { rows } = await sql`
    with first as (
      insert into journey_steps (journey_id, thing)
        select id, ${step}::bytea from journey_links where id = ${journeyId} and user_id = ${userId}
        on conflict do nothing returning thing)
    insert into employer_search_misses as m (hash, journeys, last_day)
      select ${hash}::bytea, 1, (now() at time zone 'utc')::date from first
      on conflict (client_id, hash) do update set
        journeys = m.journeys + 1, last_day = excluded.last_day,
        query = case when m.journeys + 1 >= ${minJourneysToStore} then ${query}::text end
      returning m.hash`.execute(tx)
  return rows.length > 0
}

export async function listMisses(tx: Tx, limit: number) {
  const { rows } = await sql<{ query: string; journeys: number; last_day: string }>`
    select query, journeys, last_day::text from employer_search_misses where query is not null
      order by journeys desc, query limit ${limit}`.execute(tx)
  return rows
}

/** Deletes texts that no journey has searched for in 400 days. */
export async function deleteOldMisses(tx: Tx) {
  await sql`delete from employer_search_misses where last_day < now() - interval '400 days'`.execute(tx)
}
