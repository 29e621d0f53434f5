import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { countRows, type OffsetPage, selectPageKeys } from '../../platform/database/newest-first.ts'
import type { DB } from '../../platform/database/tables.ts'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { paginationOf } from '../../platform/http/wire.ts'
import { notFound } from '../../platform/problem.ts'
import { requireLockedAccount } from '../accounts/service.ts'
import { markIncomeChanged } from '../income-changes/service.ts'
import { requireUser } from '../users/service.ts'
import { requireLockedUser } from './retrieval/preconditions.ts'

// Entries of payslips and of tax years. Each retrieval or upload with new data creates one entry.

type EntryTable = keyof EntryRows
type EntryOwner = { id: string; user_id: string; account_id: string | null }

/** The differences between entries of payslips and of tax years. */
export type EntryKind<Table extends EntryTable> = {
  table: Table
  /** Prefix of the audit actions. */
  auditPrefix: string
  /** Both hooks run in the transaction that deletes an entry, with its user and account locked. */
  beforeDelete?(tx: Tx, entry: EntryOwner): Promise<void>
  afterDelete?(tx: Tx, entry: EntryOwner): Promise<void>
}

type EntryColumns = 'id' | 'account_id' | 'authorisation_id' | 'created_at'
type EntryRows = {
  payroll_entries: Pick<Selectable<DB['payroll_entries']>, EntryColumns>
  tax_income_entries: Pick<Selectable<DB['tax_income_entries']>, EntryColumns>
}

export function insertEntry<Table extends EntryTable>(tx: Tx, table: Table, values: Insertable<DB[Table]>) {
  // Kysely cannot insert into a union of tables. Both tables have the same columns.
  return tx
    .insertInto(table as 'payroll_entries')
    .values(values as Insertable<DB['payroll_entries']>)
    .execute()
}

type EntryFilter = { user_id: string; account_id?: string | undefined }

export function listEntryPage<Table extends EntryTable>(
  { table, auditPrefix }: EntryKind<Table>,
  tenant: Tenant,
  { offset, limit, ...filter }: EntryFilter & { offset: number; limit: number },
) {
  return tenant.transaction(async (tx) => {
    await requireUser(tx, filter.user_id)
    const { total, entries } = await listEntries(tx, table, filter, { skip: offset - 1, limit })
    audit(tx, `${auditPrefix}.listed`, filter.user_id)
    return {
      pagination: paginationOf({ offset, limit }, entries, total),
      entries: entries.map(presentEntry),
    }
  })
}

export function readEntry<Table extends EntryTable>(
  { table, auditPrefix }: EntryKind<Table>,
  tenant: Tenant,
  id: string,
) {
  return tenant.transaction(async (tx) => {
    const { rows } = await sql<EntryRows[Table] & { user_id: string }>`
      select id, user_id, account_id, authorisation_id, created_at from ${sql.table(table)} where id = ${id}`.execute(
      tx,
    )
    const [found] = rows
    if (!found) throw notFound('Entry', id)
    const { user_id, ...entry } = found
    audit(tx, `${auditPrefix}.listed`, user_id)
    return presentEntry(entry)
  })
}

const presentEntry = <Entry extends { id: string; created_at: Date }>({
  id,
  created_at,
  ...entry
}: Entry) => ({
  ...entry,
  entry_id: id,
  created_at: created_at.toISOString(),
})

async function listEntries<Table extends EntryTable>(
  tx: Tx,
  table: Table,
  filter: EntryFilter,
  page: OffsetPage,
) {
  const where = entryOwnerCondition(filter)
  const [total, { rows }] = await Promise.all([
    countRows(tx, table, where),
    sql<EntryRows[Table]>`
      select e.id, e.account_id, e.authorisation_id, e.created_at
        from ${selectPageKeys(table, where, page)} p join ${sql.table(table)} e on e.id = p.id
        order by p.created_at desc, p.id desc`.execute(tx),
  ])
  return { total, entries: rows }
}

/** Deletes an entry and its submissions. */
export function deleteEntry(kind: EntryKind<EntryTable>, tenant: Tenant, id: string) {
  return tenant.transaction(async (tx) => {
    const entry = await tx
      .selectFrom(kind.table)
      .select(['id', 'user_id', 'account_id'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!entry) throw notFound('Entry', id)
    await requireLockedUser(tx, entry.user_id)
    if (entry.account_id) await requireLockedAccount(tx, entry.account_id)
    await kind.beforeDelete?.(tx, entry)
    const deleted = await tx.deleteFrom(kind.table).where('id', '=', id).returning('id').executeTakeFirst()
    if (!deleted) throw notFound('Entry', id)
    await kind.afterDelete?.(tx, entry)
    await markIncomeChanged(tx, entry.user_id)
    audit(tx, 'entry.deleted', id)
  })
}

/** SQL condition for the entries or submissions of a user, or of one account. */
export const entryOwnerCondition = ({ user_id, account_id }: EntryFilter): RawBuilder<unknown> =>
  account_id ? sql`account_id = ${ownAccountId(user_id, account_id)}` : sql`user_id = ${user_id}`

/** SQL condition for the submissions of a user, of one account or of one entry. */
export function submissionOwnerCondition(
  table: EntryTable,
  { user_id, account_id, entry_id }: EntryFilter & { entry_id?: string | undefined },
): RawBuilder<unknown> {
  if (!entry_id) return entryOwnerCondition({ user_id, account_id })
  return sql`entry_id = (select e.id from ${sql.table(table)} e where e.id = ${entry_id}
    and e.user_id = ${user_id} ${account_id ? sql`and e.account_id = ${account_id}` : sql``})`
}

// Ownership is checked in a subquery, so that the outer query can use one index for filtering and sorting.
const ownAccountId = (userId: string, id: string) =>
  sql`(select a.id from accounts a where a.id = ${id} and a.user_id = ${userId})`
