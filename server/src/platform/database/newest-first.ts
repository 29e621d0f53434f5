import { type RawBuilder, sql } from 'kysely'
import type { DB } from './tables.ts'
import type { Tx } from './tenancy.ts'

export type OffsetPage = { skip: number; limit: number }

/** Tables whose rows are listed newest first, with ties broken by id. */
type ListedTable = Extract<
  keyof DB,
  'payroll_entries' | 'payroll_submissions' | 'tax_income_entries' | 'tax_income_submissions'
>

export async function countRows(tx: Tx, table: ListedTable, where: RawBuilder<unknown>) {
  const { rows } = await sql<{ total: string }>`
    select count(*) as total from ${sql.table(table)} where ${where}`.execute(tx)
  return Number(rows[0]?.total ?? 0)
}

/**
 * Selects the keys of the rows of one page with an index-only scan: skipped rows are never read from the table,
 * whatever the offset.
 */
export const selectPageKeys = (table: ListedTable, where: RawBuilder<unknown>, { skip, limit }: OffsetPage) =>
  sql`(select created_at, id from ${sql.table(table)} where ${where}
    order by created_at desc, id desc offset ${skip} limit ${limit})`
