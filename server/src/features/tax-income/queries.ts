import { type Insertable, type Selectable, sql } from 'kysely'
import { countRows, type Page, positions } from '../../platform/database/newest-first.ts'
import type { DB } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/tenancy.ts'

export type SubmissionRow = Pick<
  Selectable<DB['tax_income_submissions']>,
  'id' | 'account_id' | 'entry_id' | 'income_hash' | 'sealed'
>
type EntryRow = Pick<
  Selectable<DB['tax_income_entries']>,
  'id' | 'account_id' | 'authorisation_id' | 'created_at'
>

/** Which of these years the account has already, with the same content. */
export async function listKnownHashes(tx: Tx, accountId: string, hashes: Buffer[]) {
  const { rows } = await sql<{ income_hash: Buffer }>`
    select income_hash from tax_income_submissions
      where account_id = ${accountId} and income_hash = any(${hashes}::bytea[])`.execute(tx)
  return new Set(rows.map(({ income_hash }) => income_hash.toString('hex')))
}

export function insertEntry(tx: Tx, values: Insertable<DB['tax_income_entries']>) {
  return tx.insertInto('tax_income_entries').values(values).execute()
}

export function insertSubmissions(tx: Tx, values: Insertable<DB['tax_income_submissions']>[]) {
  return tx.insertInto('tax_income_submissions').values(values).execute()
}

export function findEntry(tx: Tx, id: string) {
  return tx
    .selectFrom('tax_income_entries')
    .select(['id', 'user_id', 'account_id'])
    .where('id', '=', id)
    .executeTakeFirst()
}

export function deleteEntryRow(tx: Tx, id: string) {
  return tx.deleteFrom('tax_income_entries').where('id', '=', id).returning('id').executeTakeFirst()
}

export async function listEntries(
  tx: Tx,
  { user_id, account_id }: { user_id: string; account_id?: string | undefined },
  page: Page,
) {
  const where = account_id ? sql`account_id = ${accountOf(user_id, account_id)}` : sql`user_id = ${user_id}`
  const [total, { rows }] = await Promise.all([
    countRows(tx, 'tax_income_entries', where),
    sql<EntryRow>`
      select e.id, e.account_id, e.authorisation_id, e.created_at
        from ${positions('tax_income_entries', where, page)} p join tax_income_entries e on e.id = p.id
        order by p.created_at desc, p.id desc`.execute(tx),
  ])
  return { total, entries: rows }
}

export type SubmissionFilter = {
  user_id: string
  account_id?: string | undefined
  entry_id?: string | undefined
}

export async function listSubmissions(tx: Tx, filter: SubmissionFilter, page: Page) {
  const where = matching(filter)
  const [total, { rows }] = await Promise.all([
    countRows(tx, 'tax_income_submissions', where),
    sql<SubmissionRow>`
      select s.id, s.account_id, s.entry_id, s.income_hash, s.sealed
        from ${positions('tax_income_submissions', where, page)} p
        join tax_income_submissions s on s.id = p.id
        order by p.created_at desc, p.id desc`.execute(tx),
  ])
  return { total, submissions: rows }
}

/** All of an entry, newest year first. */
export async function listOfEntry(tx: Tx, entryId: string) {
  const { rows } = await sql<SubmissionRow>`
    select id, account_id, entry_id, income_hash, sealed from tax_income_submissions
      where entry_id = ${entryId} order by created_at desc, id desc`.execute(tx)
  return rows
}

// Whose account or entry it is was made sure of in the condition itself; then one index knows the order of what is left.
const accountOf = (userId: string, id: string) =>
  sql`(select a.id from accounts a where a.id = ${id} and a.user_id = ${userId})`

function matching({ user_id, account_id, entry_id }: SubmissionFilter) {
  if (entry_id)
    return sql`entry_id = (select e.id from tax_income_entries e where e.id = ${entry_id}
      and e.user_id = ${user_id} ${account_id ? sql`and e.account_id = ${account_id}` : sql``})`
  return account_id ? sql`account_id = ${accountOf(user_id, account_id)}` : sql`user_id = ${user_id}`
}
