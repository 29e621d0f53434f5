import { sql } from 'kysely'
import { documentPrefix, quarantinePrefix } from '../../features/documents/storage-keys.ts'
import type { Tenancy, Tx } from '../../platform/database/tenancy.ts'
import type { ObjectStore } from '../../platform/objects/objects.ts'

/**
 * Rows of these tables keep timestamps and the id of an erased user, but their content is sealed with the destroyed
 * key. They are dropped with their weekly partition.
 */
const tablesWithoutContent = ['events', 'deliveries']

/**
 * Searches all tables and the object store for any remaining data of a user, as evidence that the user was erased.
 */
export async function proveErasure(
  { database, objects }: { database: Tenancy; objects: ObjectStore },
  { clientId, userId }: { clientId: string; userId: string },
) {
  const owner = { client_id: clientId, user_id: userId }
  const remains = await database.system(async (tx) => {
    const rows: Record<string, number> = {}
    for (const table of await tablesWithUsers(tx)) rows[table] = await countIn(tx, table, owner)
    const [audited] = await tx
      .selectFrom('audit_lines')
      .select('at')
      .where('client_id', '=', clientId)
      .where('subject_id', '=', userId)
      .where('action', '=', 'user.erased')
      .execute()
    const waiting = await tx
      .selectFrom('tasks')
      .select(['id', 'kind', 'wake_at'])
      .where('client_id', '=', clientId)
      .where('kind', '=', 'documents.erase')
      .where(sql<boolean>`input::text like ${`%/${userId}/%`}`)
      .execute()
    return { rows, erasedAt: audited?.at ?? null, waiting }
  })
  const files = []
  for (const prefix of [quarantinePrefix(owner), documentPrefix(owner)])
    files.push(...(await objects.versions(prefix)))
  const left = Object.entries(remains.rows).filter(
    ([table, count]) => count > 0 && !tablesWithoutContent.includes(table),
  )
  return {
    passed: remains.erasedAt !== null && left.length === 0 && files.length === 0,
    user_id: userId,
    erased_at: remains.erasedAt,
    tables_searched: Object.keys(remains.rows).length,
    /** Rows that are left per table. Must be empty, also for user_keys. */
    rows_left: Object.fromEntries(left),
    facts_without_content: tablesWithoutContent.reduce((sum, table) => sum + (remains.rows[table] ?? 0), 0),
    files_left: files.length,
    /** Times of the second deletion in the object store, after all presigned URLs have expired. */
    erasing_again_at: remains.waiting.map(({ wake_at }) => wake_at),
  }
}

/**
 * Lists the tables with users from the PostgreSQL catalogue, so that future tables are included. In `users` the
 * column is `id`.
 */
async function tablesWithUsers(tx: Tx) {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and a.attname = 'user_id' and not a.attisdropped
    order by c.relname`.execute(tx)
  return ['users', ...rows.map(({ name }) => name)]
}

async function countIn(
  tx: Tx,
  table: string,
  { client_id, user_id }: { client_id: string; user_id: string },
) {
  const column = sql.ref(table === 'users' ? 'id' : 'user_id')
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)}
    where client_id = ${client_id} and ${column} = ${user_id}`.execute(tx)
  return rows[0]?.count ?? 0
}
