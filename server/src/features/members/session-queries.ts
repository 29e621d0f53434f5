import { type Insertable, type Selectable, sql } from 'kysely'
import type { DB } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import { browserIdleMs } from '../access/service.ts'

export type SessionRow = Selectable<DB['member_sessions']>

export function insertSession(tx: Tx, values: Insertable<DB['member_sessions']>) {
  return tx.insertInto('member_sessions').values(values).execute()
}

const liveSessions = (tx: Tx, memberId: string) => {
  const now = Date.now()
  return tx
    .selectFrom('member_sessions')
    .where('member_id', '=', memberId)
    .where('expires_at', '>', new Date(now))
    .where(({ eb, or }) =>
      or([eb('kind', '<>', 'browser'), eb('last_used_at', '>', new Date(now - browserIdleMs))]),
    )
}

export async function listSessions(
  tx: Tx,
  memberId: string,
  { skip, limit }: { skip: number; limit: number },
) {
  const live = liveSessions(tx, memberId)
  const [{ count }, sessions] = await Promise.all([
    live.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow(),
    live.selectAll().orderBy('created_at', 'desc').orderBy('id').offset(skip).limit(limit).execute(),
  ])
  return { total: Number(count), sessions }
}

export function findSession(tx: Tx, memberId: string, id: string) {
  return liveSessions(tx, memberId).selectAll().where('id', '=', id).executeTakeFirst()
}

export function deleteSession(tx: Tx, memberId: string, id: string) {
  return tx
    .deleteFrom('member_sessions')
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
}

/** Deletes the member's sessions except the newest `keepNewest`, and except one that is named. */
export function deleteSessions(
  tx: Tx,
  memberId: string,
  { exceptId, keepNewest = 0 }: { exceptId?: string | undefined; keepNewest?: number } = {},
) {
  const old = tx
    .selectFrom('member_sessions')
    .select('id')
    .where('member_id', '=', memberId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .offset(keepNewest)
  const query = tx.deleteFrom('member_sessions').where('member_id', '=', memberId).where('id', 'in', old)
  return (exceptId === undefined ? query : query.where('id', '<>', exceptId)).returning('id').execute()
}

export function updateAuthenticatedAt(tx: Tx, id: string, at: Date) {
  return tx.updateTable('member_sessions').set({ authenticated_at: at }).where('id', '=', id).execute()
}

/** Deletes expired and idle sessions of all clients. */
export function deleteExpiredSessions(tx: Tx) {
  return sql`delete from member_sessions where expires_at < now()
    or (kind = 'browser' and last_used_at < ${new Date(Date.now() - browserIdleMs)})`.execute(tx)
}
