import { sql } from 'kysely'
import { documentPrefix, quarantinePrefix } from '../../features/documents/storage-keys.ts'
import type { Tenancy, Tx } from '../../platform/database/tenancy.ts'
import type { Objects } from '../../platform/objects/objects.ts'

/**
 * Rows that stay although they name somebody who was erased: that an event was told, and when, with its content sealed under the key
 * that is gone. They leave with their week.
 */
const facts = ['events', 'deliveries']

/** What is left of a user, looked for in every table and in the store: for whoever has to show that an erasure was one. */
export async function proveErasure(
  { database, objects }: { database: Tenancy; objects: Objects },
  { clientId, userId }: { clientId: string; userId: string },
) {
  const owner = { client_id: clientId, user_id: userId }
  const found = await database.system(async (tx) => {
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
  const left = Object.entries(found.rows).filter(([table, count]) => count > 0 && !facts.includes(table))
  return {
    passed: found.erasedAt !== null && left.length === 0 && files.length === 0,
    user_id: userId,
    erased_at: found.erasedAt,
    tables_searched: Object.keys(found.rows).length,
    /** Of any table but the facts there should be none; the key is a row of user_keys. */
    rows_left: Object.fromEntries(left),
    facts_without_content: facts.reduce((sum, table) => sum + (found.rows[table] ?? 0), 0),
    files_left: files.length,
    /** The second look at the store, when no address that was given out can be used any more. */
    erasing_again_at: found.waiting.map(({ wake_at }) => wake_at),
  }
}

/** From the catalogue, so that a table of tomorrow is looked into as well; users name themselves `id`. */
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
