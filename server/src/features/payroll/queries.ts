import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { countRows, type Page, positions } from '../../platform/database/newest-first.ts'
import type { DB } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import type { Day } from '../../vocabulary/payslip.ts'

const shown = [
  'id',
  'account_id',
  'entry_id',
  'created_at',
  'source',
  'document_id',
  'trust_score',
  'employment_hash',
  'sealed',
] as const

export type SubmissionRow = Pick<Selectable<DB['payroll_submissions']>, (typeof shown)[number]>
type EntryRow = Pick<
  Selectable<DB['payroll_entries']>,
  'id' | 'account_id' | 'authorisation_id' | 'created_at'
>

/** The user stays until the commit. Held before anything of theirs: whoever erases them begins with them as well. */
export async function holdUser(tx: Tx, id: string) {
  const { rows } = await sql`select from users where id = ${id} for key share`.execute(tx)
  return rows.length > 0
}

/** Which of these payslips the account has already, or the user by uploads. */
export async function listKnownHashes(
  tx: Tx,
  of: { account_id: string } | { uploads_of: string },
  hashes: Buffer[],
) {
  const holder =
    'account_id' in of
      ? sql`account_id = ${of.account_id}`
      : sql`user_id = ${of.uploads_of} and account_id is null`
  const { rows } = await sql<{ natural_hash: Buffer }>`
    select natural_hash from payroll_submissions
      where ${holder} and natural_hash = any(${hashes}::bytea[])`.execute(tx)
  return new Set(rows.map(({ natural_hash }) => natural_hash.toString('hex')))
}

export function insertEntry(tx: Tx, values: Insertable<DB['payroll_entries']>) {
  return tx.insertInto('payroll_entries').values(values).execute()
}

type NewSubmission = {
  id: string
  pay_date: Day
  employment_hash: Buffer
  natural_hash: Buffer
  sealed: Buffer
  figures: Buffer
  /** Of uploaded payslips. */
  document_id: string | null
  document_external_hash: Buffer | null
  trust_score: string | null
  provenance: Buffer | null
}

type Shared = Pick<
  Selectable<DB['payroll_submissions']>,
  'user_id' | 'account_id' | 'entry_id' | 'authorisation_id' | 'created_at' | 'source'
>

const rowsAtOnce = 100

/** A payslip that is there already stays as it is. */
export async function insertSubmissions(tx: Tx, shared: Shared, rows: readonly NewSubmission[]) {
  const { user_id, account_id, entry_id, authorisation_id, created_at, source } = shared
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce)
    await sql`
      insert into payroll_submissions (user_id, account_id, entry_id, authorisation_id, created_at, source,
          id, pay_date, employment_hash, natural_hash, sealed, figures,
          document_id, document_external_hash, trust_score, provenance)
        select ${user_id}, ${account_id}, ${entry_id}, ${authorisation_id}, ${created_at}, ${source}, n.*
          from unnest(${some.map(({ id }) => id)}::uuid[], ${some.map(({ pay_date }) => pay_date)}::date[],
            ${some.map(({ employment_hash }) => employment_hash)}::bytea[],
            ${some.map(({ natural_hash }) => natural_hash)}::bytea[],
            ${some.map(({ sealed }) => sealed)}::bytea[], ${some.map(({ figures }) => figures)}::bytea[],
            ${some.map(({ document_id }) => document_id)}::uuid[],
            ${some.map(({ document_external_hash }) => document_external_hash)}::bytea[],
            ${some.map(({ trust_score }) => trust_score)}::text[],
            ${some.map(({ provenance }) => provenance)}::bytea[]) n
        on conflict do nothing`.execute(tx)
  }
}

/** Payslips of one employment that were paid in a span of days, both included. */
export type Span = { employment_hash: Buffer; first: Day; last: Day }

/** The figures of each span, and of the oldest payslips of its employment. `n` tells the span. */
export async function listFigures(tx: Tx, userId: string, spans: readonly Span[]) {
  const { rows } = await sql<{ n: number; id: string; figures: Buffer }>`
    select w.n::int, f.id, f.figures
      from unnest(${spans.map(({ employment_hash }) => employment_hash)}::bytea[],
          ${spans.map(({ first }) => first)}::date[], ${spans.map(({ last }) => last)}::date[])
        with ordinality w (hash, first, last, n)
      cross join lateral (
        select s.id, s.figures from payroll_submissions s
          where s.user_id = ${userId} and s.employment_hash = w.hash and s.pay_date between w.first and w.last
        union all
        select s.id, s.figures from payroll_submissions s
          where s.user_id = ${userId} and s.employment_hash = w.hash and s.pay_date < w.first
            and s.pay_date = (select min(o.pay_date) from payroll_submissions o
              where o.user_id = ${userId} and o.employment_hash = w.hash)) f`.execute(tx)
  return rows
}

/** The newest payslip of every employment that is known through an account. */
export async function listNewestFigures(tx: Tx, accountId: string) {
  const { rows } = await sql<{ id: string; employment_hash: Buffer; figures: Buffer }>`
    select distinct on (employment_hash) id, employment_hash, figures from payroll_submissions
      where account_id = ${accountId} order by employment_hash, pay_date desc, id desc`.execute(tx)
  return rows
}

/** The newest pay date that is stored of an account. */
export async function findLatestPayDate(tx: Tx, accountId: string) {
  const { rows } = await sql<{ day: Day | null }>`
    select max(pay_date)::text as day from payroll_submissions where account_id = ${accountId}`.execute(tx)
  return rows[0]?.day ?? null
}

export function setLatestPayDate(tx: Tx, accountId: string, latest_pay_date: Day | null) {
  return tx.updateTable('accounts').set({ latest_pay_date }).where('id', '=', accountId).execute()
}

/** The direct account of a user at each provider. */
export function listDirectAccounts(tx: Tx, userId: string) {
  return tx
    .selectFrom('accounts')
    .select(['id', 'payroll_provider', sql<Day | null>`latest_pay_date::text`.as('latest_pay_date')])
    .where('user_id', '=', userId)
    .where('is_direct', '=', true)
    .execute()
}

export async function findEntry(tx: Tx, id: string) {
  const rows = await tx
    .selectFrom('payroll_entries')
    .select(['id', 'user_id', 'account_id'])
    .where('id', '=', id)
    .execute()
  return rows[0]
}

export function deleteEntryRow(tx: Tx, id: string) {
  return tx.deleteFrom('payroll_entries').where('id', '=', id).returning('id').executeTakeFirst()
}

export async function listEntries(
  tx: Tx,
  { user_id, account_id }: { user_id: string; account_id?: string | undefined },
  { skip, limit }: Page,
) {
  const scope = account_id ? sql`account_id = ${accountOf(user_id, account_id)}` : sql`user_id = ${user_id}`
  const [counted, page] = await Promise.all([
    countRows(tx, 'payroll_entries', scope),
    sql<EntryRow>`
      select e.id, e.account_id, e.authorisation_id, e.created_at
        from ${positions('payroll_entries', scope, { skip, limit })} p join payroll_entries e on e.id = p.id
        order by p.created_at desc, p.id desc`.execute(tx),
  ])
  return { total: counted, entries: page.rows }
}

export type SubmissionFilter = {
  user_id: string
  account_id?: string | undefined
  entry_id?: string | undefined
  document_external_hash?: Buffer | undefined
  created_after?: Date | undefined
  created_before?: Date | undefined
}

export async function listSubmissions(tx: Tx, filter: SubmissionFilter, page: Page) {
  const where = matching(filter)
  const [total, { rows }] = await Promise.all([
    countRows(tx, 'payroll_submissions', where),
    sql<SubmissionRow>`
      select ${sql.join(shown.map((column) => sql.ref(`s.${column}`)))}
        from ${positions('payroll_submissions', where, page)} p join payroll_submissions s on s.id = p.id
        order by p.created_at desc, p.id desc`.execute(tx),
  ])
  return { total, submissions: rows }
}

/** One of a user, with where its values come from. */
export type By = { user_id: string } & ({ id: string } | { document_id: string })

/** By its own id, or the one that was read from a document. */
export async function findSubmission(tx: Tx, by: By) {
  const which = 'id' in by ? sql`id = ${by.id}` : sql`document_id = ${by.document_id}`
  const { rows } = await sql<SubmissionRow & { provenance: Buffer | null }>`
    select ${sql.join(shown.map((column) => sql.ref(column)))}, provenance from payroll_submissions
      where user_id = ${by.user_id} and ${which}`.execute(tx)
  return rows[0]
}

/** The documents of an entry of uploads. */
export async function listEntryDocuments(tx: Tx, entryId: string) {
  const { rows } = await sql<{ document_id: string }>`
    select document_id from payroll_submissions where entry_id = ${entryId} and document_id is not null`.execute(
    tx,
  )
  return rows.map(({ document_id }) => document_id)
}

/** All of some accounts, or of an entry, newest first. */
export async function listAllSubmissions(tx: Tx, of: { accounts: string[] } | { entry: string }) {
  const where = 'entry' in of ? sql`entry_id = ${of.entry}` : sql`account_id = any(${of.accounts}::uuid[])`
  const { rows } = await sql<SubmissionRow>`
    select ${sql.join(shown.map((column) => sql.ref(column)))} from payroll_submissions
      where ${where} order by created_at desc, id desc`.execute(tx)
  return rows
}

// Whose account or entry it is was made sure of in the condition itself; then one index knows the order of what is left.
const accountOf = (userId: string, id: string) =>
  sql`(select a.id from accounts a where a.id = ${id} and a.user_id = ${userId})`

function matching(filter: SubmissionFilter) {
  const { user_id, account_id, entry_id, document_external_hash, created_after, created_before } = filter
  const conditions: RawBuilder<unknown>[] = []
  if (entry_id)
    conditions.push(sql`entry_id = (select e.id from payroll_entries e where e.id = ${entry_id}
      and e.user_id = ${user_id} ${account_id ? sql`and e.account_id = ${account_id}` : sql``})`)
  else if (account_id) conditions.push(sql`account_id = ${accountOf(user_id, account_id)}`)
  else conditions.push(sql`user_id = ${user_id}`)
  if (document_external_hash)
    conditions.push(sql`user_id = ${user_id} and document_external_hash = ${document_external_hash}`)
  if (created_after) conditions.push(sql`created_at > ${created_after}`)
  if (created_before) conditions.push(sql`created_at < ${created_before}`)
  return sql.join(conditions, sql` and `)
}
