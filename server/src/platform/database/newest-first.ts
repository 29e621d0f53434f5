import { type RawBuilder, sql } from 'kysely'
import type { DB } from './tables.ts'
import type { Tx } from './tenancy.ts'

export type Page = { skip: number; limit: number }

/** Tables that are listed newest first, ties broken by id. */
type Listed = Extract<
  keyof DB,
  'payroll_entries' | 'payroll_submissions' | 'tax_income_entries' | 'tax_income_submissions'
>

export async function countRows(tx: Tx, table: Listed, where: RawBuilder<unknown>) {
  const { rows } = await sql<{ total: string }>`
    select count(*) as total from ${sql.table(table)} where ${where}`.execute(tx)
  return Number(rows[0]?.total ?? 0)
}

/** Which rows a page has. Found in the index alone: what is passed over is never read, at any depth. */
export const positions = (table: Listed, where: RawBuilder<unknown>, { skip, limit }: Page) =>
  sql`(select created_at, id from ${sql.table(table)} where ${where}
    order by created_at desc, id desc offset ${skip} limit ${limit})`
