import { type Selectable, sql } from 'kysely'
import { countRows, type OffsetPage, selectPageKeys } from '../../platform/database/newest-first.ts'
import type { DB } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import type { Day } from '../../vocabulary/payslip.ts'
import { submissionOwnerCondition } from './entries.ts'

const shownColumns = [
  'id',
  'account_id',
  'entry_id',
  'created_at',
  'source',
  'document_id',
  'trust_score',
  'identity_match',
  'employment_hash',
  'sealed',
] as const

export type PayrollSubmissionRow = Pick<Selectable<DB['payroll_submissions']>, (typeof shownColumns)[number]>

/** Lists which of these payslips are already stored for the account or among the user's uploads. */
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

/** Whether another uploaded payslip of the user has this hash. */
export async function hasUploadWithHash(
  tx: Tx,
  { user_id, natural_hash, except }: { user_id: string; natural_hash: Buffer; except: string },
) {
  const { rows } = await sql`
    select from payroll_submissions
      where user_id = ${user_id} and account_id is null and natural_hash = ${natural_hash} and id <> ${except}`.execute(
    tx,
  )
  return rows.length > 0
}

type NewSubmission = {
  id: string
  pay_date: Day
  employment_hash: Buffer
  natural_hash: Buffer
  sealed: Buffer
  figures: Buffer
  /** Only set for uploaded payslips. */
  document_id: string | null
  document_external_hash: Buffer | null
  trust_score: string | null
  provenance: Buffer | null
  identity_match: string
}

type SubmissionEntry = Pick<
  Selectable<DB['payroll_submissions']>,
  'user_id' | 'account_id' | 'entry_id' | 'authorisation_id' | 'created_at' | 'source'
>

const rowsPerInsert = 100

/** Inserts submissions. Payslips that are already stored are ignored. */
export async function insertSubmissions(tx: Tx, entry: SubmissionEntry, rows: readonly NewSubmission[]) {
  const { user_id, account_id, entry_id, authorisation_id, created_at, source } = entry
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    const batch = rows.slice(from, from + rowsPerInsert)
    await sql`
      insert into payroll_submissions (user_id, account_id, entry_id, authorisation_id, created_at, source,
          id, pay_date, employment_hash, natural_hash, sealed, figures,
          document_id, document_external_hash, trust_score, provenance, identity_match)
        select ${user_id}, ${account_id}, ${entry_id}, ${authorisation_id}, ${created_at}, ${source}, n.*
          from unnest(${batch.map(({ id }) => id)}::uuid[], ${batch.map(({ pay_date }) => pay_date)}::date[],
            ${batch.map(({ employment_hash }) => employment_hash)}::bytea[],
            ${batch.map(({ natural_hash }) => natural_hash)}::bytea[],
            ${batch.map(({ sealed }) => sealed)}::bytea[], ${batch.map(({ figures }) => figures)}::bytea[],
            ${batch.map(({ document_id }) => document_id)}::uuid[],
            ${batch.map(({ document_external_hash }) => document_external_hash)}::bytea[],
            ${batch.map(({ trust_score }) => trust_score)}::text[],
            ${batch.map(({ provenance }) => provenance)}::bytea[],
            ${batch.map(({ identity_match }) => identity_match)}::text[]) n
        on conflict do nothing`.execute(tx)
  }
}

/** Payslips of one employment with pay dates from `first` to `last`, both inclusive. */
export type PayDateSpan = { employment_hash: Buffer; first: Day; last: Day }

/**
 * Lists the figures of the payslips in each span and of the oldest payslips of its employment. `n` is the number of
 * the span, starting at 1.
 */
export async function listFigures(tx: Tx, userId: string, spans: readonly PayDateSpan[]) {
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

/** Lists the figures of the newest payslip of every employment of an account. */
export async function listNewestFigures(tx: Tx, accountId: string) {
  const { rows } = await sql<{ id: string; employment_hash: Buffer; figures: Buffer }>`
    select distinct on (employment_hash) id, employment_hash, figures from payroll_submissions
      where account_id = ${accountId} order by employment_hash, pay_date desc, id desc`.execute(tx)
  return rows
}

export async function findLatestPayDate(tx: Tx, accountId: string) {
  const { rows } = await sql<{ day: Day | null }>`
    select max(pay_date)::text as day from payroll_submissions where account_id = ${accountId}`.execute(tx)
  return rows[0]?.day ?? null
}

export function setLatestPayDate(tx: Tx, accountId: string, latest_pay_date: Day | null) {
  return tx.updateTable('accounts').set({ latest_pay_date }).where('id', '=', accountId).execute()
}

/** Lists the direct accounts of a user, one per provider. */
export function listDirectAccounts(tx: Tx, userId: string) {
  return tx
    .selectFrom('accounts')
    .select(['id', 'payroll_provider', sql<Day | null>`latest_pay_date::text`.as('latest_pay_date')])
    .where('user_id', '=', userId)
    .where('is_direct', '=', true)
    .execute()
}

export type PayrollSubmissionFilter = {
  user_id: string
  account_id?: string | undefined
  entry_id?: string | undefined
  document_external_hash?: Buffer | undefined
  created_after?: Date | undefined
  created_before?: Date | undefined
  /** Submissions to leave out. */
  except?: readonly string[]
  /** Accounts whose submissions are left out. */
  except_accounts?: readonly string[]
}

export async function listSubmissions(tx: Tx, filter: PayrollSubmissionFilter, page: OffsetPage) {
  const where = conditionFor(filter)
  const [total, { rows }] = await Promise.all([
    countRows(tx, 'payroll_submissions', where),
    sql<PayrollSubmissionRow>`
      select ${sql.join(shownColumns.map((column) => sql.ref(`s.${column}`)))}
        from ${selectPageKeys('payroll_submissions', where, page)} p join payroll_submissions s on s.id = p.id
        order by p.created_at desc, p.id desc`.execute(tx),
  ])
  return { total, submissions: rows }
}

export type PayrollSubmissionKey = { user_id: string } & ({ id: string } | { document_id: string })

/** Finds a submission of a user by its id or by the document it was extracted from. */
export async function findSubmission(tx: Tx, by: PayrollSubmissionKey) {
  const condition = 'id' in by ? sql`id = ${by.id}` : sql`document_id = ${by.document_id}`
  const { rows } = await sql<PayrollSubmissionRow & { provenance: Buffer | null }>`
    select ${sql.join(shownColumns.map((column) => sql.ref(column)))}, provenance from payroll_submissions
      where user_id = ${by.user_id} and ${condition}`.execute(tx)
  return rows[0]
}

type CorrectedColumns =
  | 'natural_hash'
  | 'employment_hash'
  | 'identity_match'
  | 'sealed'
  | 'figures'
  | 'provenance'

/** Replaces the columns that depend on the content of a payslip. */
export function updateSubmission(
  tx: Tx,
  id: string,
  values: Pick<NewSubmission, CorrectedColumns> & { pay_date: Day },
) {
  return tx
    .updateTable('payroll_submissions')
    .set({ ...values, pay_date: sql`${values.pay_date}::date` })
    .where('id', '=', id)
    .execute()
}

export async function listEntryDocuments(tx: Tx, entryId: string) {
  const { rows } = await sql<{ document_id: string }>`
    select document_id from payroll_submissions where entry_id = ${entryId} and document_id is not null`.execute(
    tx,
  )
  return rows.map(({ document_id }) => document_id)
}

/** Lists all submissions of some accounts or of an entry, newest first. */
export async function listAllSubmissions(tx: Tx, of: { accounts: string[] } | { entry: string }) {
  const where = 'entry' in of ? sql`entry_id = ${of.entry}` : sql`account_id = any(${of.accounts}::uuid[])`
  const { rows } = await sql<PayrollSubmissionRow>`
    select ${sql.join(shownColumns.map((column) => sql.ref(column)))} from payroll_submissions
      where ${where} order by created_at desc, id desc`.execute(tx)
  return rows
}

function conditionFor(filter: PayrollSubmissionFilter) {
  const { user_id, document_external_hash, created_after, created_before } = filter
  const conditions = [submissionOwnerCondition('payroll_entries', filter)]
  if (document_external_hash)
    conditions.push(sql`user_id = ${user_id} and document_external_hash = ${document_external_hash}`)
  if (created_after) conditions.push(sql`created_at >= ${created_after}`)
  // Replies show milliseconds, but the column has microseconds, so the whole last millisecond is included.
  if (created_before)
    conditions.push(sql`created_at < ${created_before}::timestamptz + interval '1 millisecond'`)
  if (filter.except && filter.except.length > 0)
    conditions.push(sql`not (id = any(${filter.except}::uuid[]))`)
  if (filter.except_accounts && filter.except_accounts.length > 0)
    conditions.push(sql`(account_id is null or not (account_id = any(${filter.except_accounts}::uuid[])))`)
  return sql.join(conditions, sql` and `)
}
