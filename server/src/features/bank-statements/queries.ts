import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { DB } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import type { Day } from '../../vocabulary/payslip.ts'

export type StatementSubmissionRow = Pick<
  Selectable<DB['bank_statement_submissions']>,
  'id' | 'created_at' | 'document_id' | 'identity_match' | 'sealed'
>

export type NewStatement = Omit<Insertable<DB['bank_statement_submissions']>, 'first_day' | 'last_day'> & {
  first_day: Day | null
  last_day: Day | null
}

export async function insertStatements(tx: Tx, rows: readonly NewStatement[]) {
  if (rows.length > 0)
    await tx
      .insertInto('bank_statement_submissions')
      .values(rows as Insertable<DB['bank_statement_submissions']>[])
      .execute()
}

export type StatementFilter = {
  user_id: string
  created_after?: Date | undefined
  created_before?: Date | undefined
}

/**
 * Lists a page of statements. The subquery reads only the index, so skipped rows are never read from the table,
 * whatever the offset.
 */
export async function listStatements(
  tx: Tx,
  filter: StatementFilter,
  { skip, limit }: { skip: number; limit: number },
) {
  const where = whereMatches(filter)
  const [counted, { rows }] = await Promise.all([
    sql<{ total: string }>`select count(*) as total from bank_statement_submissions where ${where}`.execute(
      tx,
    ),
    sql<StatementSubmissionRow>`
      select s.id, s.created_at, s.document_id, s.identity_match, s.sealed
        from (select created_at, id from bank_statement_submissions where ${where}
          order by created_at desc, id desc offset ${skip} limit ${limit}) p
        join bank_statement_submissions s on s.id = p.id
        order by p.created_at desc, p.id desc`.execute(tx),
  ])
  return { total: Number(counted.rows[0]?.total ?? 0), statements: rows }
}

function whereMatches({ user_id, created_after, created_before }: StatementFilter) {
  const conditions: RawBuilder<unknown>[] = [sql`user_id = ${user_id}`]
  if (created_after) conditions.push(sql`created_at >= ${created_after}`)
  // Replies show milliseconds, but the column has microseconds, so the whole last millisecond is included.
  if (created_before)
    conditions.push(sql`created_at < ${created_before}::timestamptz + interval '1 millisecond'`)
  return sql.join(conditions, sql` and `)
}

/** Lists statements by id, in insertion order. */
export async function listStatementsById(tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return []
  return tx
    .selectFrom('bank_statement_submissions')
    .select(['id', 'created_at', 'document_id', 'identity_match', 'sealed'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
}

export type StatementKey = { user_id: string } & ({ id: string } | { document_id: string })

/** Finds a statement by its id or by the document it was extracted from. */
export function findStatement(tx: Tx, by: StatementKey) {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['document_id', by.document_id] as const)
  return tx
    .selectFrom('bank_statement_submissions')
    .select(['id', 'created_at', 'document_id', 'identity_match', 'sealed', 'provenance'])
    .where('user_id', '=', by.user_id)
    .where(column, '=', value)
    .executeTakeFirst()
}

/** Lists the credits of the statements that cover any of these days. */
export async function listCreditRows(tx: Tx, userId: string, { first, last }: { first: Day; last: Day }) {
  const { rows } = await sql<{
    id: string
    document_id: string
    first_day: Day
    last_day: Day
    credits: Buffer
  }>`
    select id, document_id, first_day::text, last_day::text, credits from bank_statement_submissions
      where user_id = ${userId} and first_day <= ${last}::date and last_day >= ${first}::date
      order by created_at, id`.execute(tx)
  return rows
}
