import { sql } from 'kysely'
import type { Tx } from '../../platform/database/tenancy.ts'
import { maxReadingMsPerUser } from './limits.ts'

// Time of document readers is limited for each user and each client, by the hour. Files of a user or client that has
// used its time are read in the next hour.

/**
 * Returns the start of the next hour if the user or the client has used its reading time of this hour, or undefined if
 * files can be read now.
 */
export async function findReadingResume(
  tx: Tx,
  userId: string,
  { maxClientMs }: { maxClientMs: number },
): Promise<Date | undefined> {
  const { rows } = await sql<{ user_ms: number; client_ms: number; next_hour: Date }>`
    select coalesce(sum(ms) filter (where user_id = ${userId}), 0)::float8 as user_ms,
        coalesce(sum(ms), 0)::float8 as client_ms, date_trunc('hour', now()) + interval '1 hour' as next_hour
      from reading_times where client_id = current_client_id() and hour = date_trunc('hour', now())`.execute(
    tx,
  )
  const [use] = rows
  if (!use) return undefined
  return use.user_ms >= maxReadingMsPerUser || use.client_ms >= maxClientMs ? use.next_hour : undefined
}

/** Adds the time that was used to read files of a user. */
export async function addReadingTime(tx: Tx, userId: string, ms: number) {
  if (ms < 1) return
  await sql`
    insert into reading_times (user_id, hour, ms) values (${userId}, date_trunc('hour', now()), ${Math.round(ms)})
      on conflict (client_id, user_id, hour) do update set ms = reading_times.ms + excluded.ms`.execute(tx)
}

/** Deletes the times of past days, in a system transaction. */
export const deleteOldReadingTimes = (tx: Tx) =>
  sql`delete from reading_times where (client_id, user_id, hour) in (
    select client_id, user_id, hour from reading_times where hour < now() - interval '1 day'
      limit 5000 for update skip locked)`.execute(tx)
