import { sql } from 'kysely'
import type { Tx } from '../../platform/database/tenancy.ts'

export type ReportLinkRow = {
  id: string
  report_id: string
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
  opened: number
  last_opened_at: Date | null
}

type NewLinkRow = Pick<ReportLinkRow, 'id' | 'report_id' | 'created_at' | 'expires_at'> & {
  user_id: string
  code_hash: Buffer
  actor_kind: 'api_key' | 'member'
  actor_id: string
  sealed: Buffer
}

const columns = sql`id, report_id, created_at, expires_at, revoked_at, opened, last_opened_at`

export async function insertLink(tx: Tx, row: NewLinkRow) {
  await tx.insertInto('report_links').values(row).execute()
}

/** Locks the user, so that concurrent requests cannot exceed the number of open links. */
export async function lockUserLinks(tx: Tx, userId: string) {
  await sql`select from users where id = ${userId} for no key update`.execute(tx)
}

export async function countOpenLinks(tx: Tx, userId: string) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from report_links
      where user_id = ${userId} and revoked_at is null and expires_at > now()`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function listLinkRows(tx: Tx, userId: string, { skip, limit }: { skip: number; limit: number }) {
  const [counted, { rows }] = await Promise.all([
    sql<{ total: number }>`
      select count(*)::int as total from report_links where user_id = ${userId}`.execute(tx),
    sql<ReportLinkRow>`
      select ${columns} from report_links where user_id = ${userId}
        order by created_at desc, id desc offset ${skip} limit ${limit}`.execute(tx),
  ])
  return { total: counted.rows[0]?.total ?? 0, rows }
}

/** Revokes a link and deletes its report. Returns false if the user has no such link. */
export async function revokeLinkRow(tx: Tx, userId: string, id: string) {
  const { rows } = await sql`
    update report_links set revoked_at = coalesce(revoked_at, now()), sealed = null
      where user_id = ${userId} and id = ${id} returning id`.execute(tx)
  return rows.length > 0
}

/** Finds a link across all clients, because the browser that opens it has no credential. */
export async function findLinkByCode(tx: Tx, codeHash: Buffer) {
  const { rows } = await sql<{ client_id: string; id: string; expires_at: Date; revoked_at: Date | null }>`
    select client_id, id, expires_at, revoked_at from report_links where code_hash = ${codeHash}`.execute(tx)
  return rows[0]
}

/** Counts the opening of a link and returns its sealed report; undefined if it has just been revoked or has expired. */
export async function countOpening(tx: Tx, id: string) {
  const { rows } = await sql<{ user_id: string; sealed: Buffer }>`
    update report_links set opened = opened + 1, last_opened_at = now()
      where id = ${id} and revoked_at is null and expires_at > now() returning user_id, sealed`.execute(tx)
  return rows[0]
}

/** Deletes the reports of expired links at once, and the links after a while: until then they answer 410. */
export async function deleteOldLinks(tx: Tx, keptDays: number) {
  await sql`update report_links set sealed = null where expires_at < now() and sealed is not null`.execute(tx)
  await sql`delete from report_links where expires_at < now() - ${keptDays} * interval '1 day'`.execute(tx)
}
