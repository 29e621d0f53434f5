import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { DB } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import type { Day } from '../../vocabulary/payslip.ts'

export type StatementSubmissionRow = Pick<
  Selectable<DB['bank_statement_submissions']>,
  'id' | 'created_at' | 'account_id' | 'document_id' | 'identity_match' | 'sealed'
> & { duplicate_of: string | null }

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
      select s.id, s.created_at, s.account_id, s.document_id, s.identity_match, s.sealed, ${duplicateOf} as duplicate_of
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

/**
 * SQL expression for the statement of the bank that replaces this one, of the alias s: it has the same account and some
 * of the same days. A bank's own statement is replaced only by an older one of another connection.
 */
const duplicateOf = sql<string | null>`(
  select b.id from bank_statement_submissions b
    where b.client_id = s.client_id and b.user_id = s.user_id and b.account_hash = s.account_hash
      and b.account_id is not null and b.account_id is distinct from s.account_id
      and (s.account_id is null or (b.created_at, b.id) < (s.created_at, s.id))
      and b.first_day <= s.last_day and b.last_day >= s.first_day
    order by b.created_at, b.id limit 1)`

const statementColumns = [
  's.id',
  's.created_at',
  's.account_id',
  's.document_id',
  's.identity_match',
  's.sealed',
] as const

/** Lists statements by id, in insertion order. */
export async function listStatementsById(tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return []
  return tx
    .selectFrom('bank_statement_submissions as s')
    .select([...statementColumns, duplicateOf.as('duplicate_of')])
    .where('s.id', 'in', ids)
    .orderBy('s.id')
    .execute()
}

export type StatementKey = { user_id: string } & ({ id: string } | { document_id: string })

/** Finds a statement by its id or by the document it was extracted from. */
export function findStatement(tx: Tx, by: StatementKey) {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['document_id', by.document_id] as const)
  return tx
    .selectFrom('bank_statement_submissions as s')
    .select([...statementColumns, 's.provenance', duplicateOf.as('duplicate_of')])
    .where('s.user_id', '=', by.user_id)
    .where(`s.${column}`, '=', value)
    .executeTakeFirst()
}

type CorrectedColumns =
  | ('account_hash' | 'identity_match' | 'first_day' | 'last_day')
  | ('sealed' | 'credits' | 'provenance')

/** Replaces the columns that depend on the content of a statement. */
export async function updateStatement(tx: Tx, id: string, values: Pick<NewStatement, CorrectedColumns>) {
  await tx
    .updateTable('bank_statement_submissions')
    .set({
      ...values,
      first_day: sql`${values.first_day}::date`,
      last_day: sql`${values.last_day}::date`,
    })
    .where('id', '=', id)
    .execute()
}

/** Lists the credits of the statements that cover any of these days. */
export async function listCreditRows(tx: Tx, userId: string, { first, last }: { first: Day; last: Day }) {
  const { rows } = await sql<{
    id: string
    account_id: string | null
    document_id: string | null
    account_hash: Buffer | null
    first_day: Day
    last_day: Day
    credits: Buffer
  }>`
    select id, account_id, document_id, account_hash, first_day::text, last_day::text, credits
      from bank_statement_submissions
      where user_id = ${userId} and first_day <= ${last}::date and last_day >= ${first}::date
      order by created_at, id`.execute(tx)
  return rows
}

/** Lists the uploaded statements whose account has no hash yet, because they were stored by an older release. */
export function listUnhashedStatements(tx: Tx, userId: string) {
  return tx
    .selectFrom('bank_statement_submissions')
    .select(['id', 'sealed'])
    .where('user_id', '=', userId)
    .where('account_hash', 'is', null)
    .where('account_id', 'is', null)
    .limit(250)
    .execute()
}

export function storeAccountHash(tx: Tx, id: string, account_hash: Buffer) {
  return tx.updateTable('bank_statement_submissions').set({ account_hash }).where('id', '=', id).execute()
}

/** Finds the newest statement of a bank account that was retrieved through this connection. */
export function findNewestOfAccount(tx: Tx, accountId: string, accountHash: Buffer) {
  return tx
    .selectFrom('bank_statement_submissions')
    .select(['id', 'user_id', 'sealed'])
    .where('account_id', '=', accountId)
    .where('account_hash', '=', accountHash)
    .orderBy('last_day', 'desc')
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
}

/** Returns the last day of the statements that were retrieved through this connection, or null. */
export async function findLastRetrievedDay(tx: Tx, accountId: string): Promise<Day | null> {
  const { rows } = await sql<{ day: Day | null }>`
    select min(last_day)::text as day from (
      select max(last_day) as last_day from bank_statement_submissions
        where account_id = ${accountId} group by account_hash) of_each`.execute(tx)
  return rows[0]?.day ?? null
}
