import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/tenancy.ts'

/** Counts the codes of the last 24 hours. Locks the user, so that concurrent requests cannot exceed the limit. */
export async function countReturnCodes(tx: Tx, userId: string) {
  await sql`select from users where id = ${userId} for no key update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from journey_return_codes
      where user_id = ${userId} and created_at > now() - interval '24 hours'`.execute(tx)
  return rows[0]?.count ?? 0
}

type ReturnCodeRow = { id: string; user_id: string; hash: Buffer; tries_left: number; expires_at: Date }

/** Stores a code. Earlier codes of the user stop working. */
export async function putReturnCode(tx: Tx, row: ReturnCodeRow) {
  await endReturnCodes(tx, row.user_id)
  await tx.insertInto('journey_return_codes').values(row).execute()
}

export async function endReturnCodes(tx: Tx, userId: string) {
  await sql`update journey_return_codes set tries_left = 0 where user_id = ${userId} and tries_left > 0`.execute(
    tx,
  )
}

/** Takes one try of the valid code, before it is compared, so that parallel guesses cannot share a try. */
export async function tryReturnCode(tx: Tx, userId: string) {
  const { rows } = await sql<Pick<ReturnCodeRow, 'id' | 'hash'>>`
    update journey_return_codes set tries_left = tries_left - 1
      where user_id = ${userId} and tries_left > 0 and expires_at > now() returning id, hash`.execute(tx)
  return rows[0]
}

export const deleteOldReturnCodes = (tx: Tx) =>
  sql`delete from journey_return_codes where created_at < now() - interval '24 hours'`.execute(tx)

/** Counts a try as failed, before the answer is compared. Undefined if no try is left. */
export async function countFailedConfirmation(tx: Tx, journeyId: string, maxTries: number) {
  const { rows } = await sql<{ failed: number }>`
    update journey_links set failed_confirmations = failed_confirmations + 1
      where id = ${journeyId} and failed_confirmations < ${maxTries}
      returning failed_confirmations as failed`.execute(tx)
  return rows[0]?.failed
}

export async function clearFailedConfirmations(tx: Tx, journeyId: string) {
  await sql`update journey_links set failed_confirmations = 0 where id = ${journeyId}`.execute(tx)
}

export async function readFailedConfirmations(tx: Tx, journeyId: string) {
  const { rows } = await sql<{ failed: number }>`
    select failed_confirmations as failed from journey_links where id = ${journeyId}`.execute(tx)
  return rows[0]?.failed ?? 0
}
