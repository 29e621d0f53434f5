import { type Insertable, type Selectable, sql } from 'kysely'
import { countRows, type OffsetPage, selectPageKeys } from '../../platform/database/newest-first.ts'
import type { DB } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import { submissionOwnerCondition } from '../payroll/entries.ts'

export type TaxYearRow = Pick<
  Selectable<DB['tax_income_submissions']>,
  'id' | 'account_id' | 'entry_id' | 'income_hash' | 'sealed'
>

/** Lists which of these tax years are already stored for the account with the same content. */
export async function listKnownHashes(tx: Tx, accountId: string, hashes: Buffer[]) {
  const { rows } = await sql<{ income_hash: Buffer }>`
    select income_hash from tax_income_submissions
      where account_id = ${accountId} and income_hash = any(${hashes}::bytea[])`.execute(tx)
  return new Set(rows.map(({ income_hash }) => income_hash.toString('hex')))
}

export function insertSubmissions(tx: Tx, values: Insertable<DB['tax_income_submissions']>[]) {
  return tx.insertInto('tax_income_submissions').values(values).execute()
}

export type TaxYearFilter = {
  user_id: string
  account_id?: string | undefined
  entry_id?: string | undefined
}

export async function listSubmissions(tx: Tx, filter: TaxYearFilter, page: OffsetPage) {
  const where = submissionOwnerCondition('tax_income_entries', filter)
  const [total, { rows }] = await Promise.all([
    countRows(tx, 'tax_income_submissions', where),
    sql<TaxYearRow>`
      select s.id, s.account_id, s.entry_id, s.income_hash, s.sealed
        from ${selectPageKeys('tax_income_submissions', where, page)} p
        join tax_income_submissions s on s.id = p.id
        order by p.created_at desc, p.id desc`.execute(tx),
  ])
  return { total, submissions: rows }
}

/** Lists all submissions of an entry, newest year first. */
export async function listEntrySubmissions(tx: Tx, entryId: string) {
  const { rows } = await sql<TaxYearRow>`
    select id, account_id, entry_id, income_hash, sealed from tax_income_submissions
      where entry_id = ${entryId} order by created_at desc, id desc`.execute(tx)
  return rows
}
