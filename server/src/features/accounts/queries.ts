import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { DB } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import { newUuidV7 } from '../../platform/time/uuid-v7.ts'
import type { AccountStatus } from './status-transitions.ts'

type DateColumn = 'latest_pay_date' | 'period_from' | 'period_to'

/** An account row with dates as text, because a JavaScript Date would depend on the time zone of the process. */
export type AccountRow = Omit<Selectable<DB['accounts']>, DateColumn | 'status'> &
  Record<DateColumn, string | null> & { status: AccountStatus }

type TransitionRow = Pick<Selectable<DB['account_moves']>, 'reason' | 'at'> & {
  from_status: AccountStatus | null
  status: AccountStatus
}

export type RowRange = { skip: number; limit: number }

const dateColumns = [
  sql`latest_pay_date::text`.as('latest_pay_date'),
  sql`period_from::text`.as('period_from'),
  sql`period_to::text`.as('period_to'),
]

const accounts = (tx: Tx) => tx.selectFrom('accounts').selectAll().select(dateColumns).$castTo<AccountRow>()

export async function insertAccount(tx: Tx, values: Insertable<DB['accounts']>): Promise<AccountRow> {
  return tx
    .insertInto('accounts')
    .values(values)
    .returningAll()
    .returning(dateColumns)
    .$castTo<AccountRow>()
    .executeTakeFirstOrThrow()
}

export async function findAccount(tx: Tx, id: string): Promise<AccountRow | undefined> {
  return accounts(tx).where('id', '=', id).executeTakeFirst()
}

/**
 * Finds the AUTHORISED account of a user with this login. Earlier versions could store several; in that case, the
 * most recently retrieved account is returned.
 */
export async function findConnectedLogin(
  tx: Tx,
  { user_id, login_hash }: { user_id: string; login_hash: Buffer },
): Promise<AccountRow | undefined> {
  return accounts(tx)
    .where('login_hash', '=', login_hash)
    .where('user_id', '=', user_id)
    .where('status', '=', 'AUTHORISED')
    .orderBy(sql`fetched_at desc nulls last`)
    .orderBy('id')
    .executeTakeFirst()
}

/**
 * Serialises transactions that add an account with this login, so that two concurrent transactions do not both add
 * one.
 */
export async function lockLogin(tx: Tx, login_hash: Buffer) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${login_hash.toString('hex')}, 7306))`.execute(tx)
}

/**
 * Locks the account until the commit. The user is locked first, in the same order as when a user is erased, to
 * prevent deadlocks.
 */
export async function lockAccount(tx: Tx, id: string): Promise<AccountRow | undefined> {
  await sql`select from users where id = (select user_id from accounts where id = ${id}) for key share`.execute(
    tx,
  )
  return accounts(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export async function updateAccount(
  tx: Tx,
  id: string,
  values: Updateable<DB['accounts']>,
): Promise<AccountRow> {
  return tx
    .updateTable('accounts')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .returning(dateColumns)
    .$castTo<AccountRow>()
    .executeTakeFirstOrThrow()
}

export function deleteAccountRow(tx: Tx, id: string) {
  return tx.deleteFrom('accounts').where('id', '=', id).executeTakeFirst()
}

export async function listAccounts(tx: Tx, userId: string, { skip, limit }: RowRange) {
  const [counted, rows] = await Promise.all([
    tx
      .selectFrom('accounts')
      .select(({ fn }) => fn.countAll().as('total'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(),
    accounts(tx)
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .offset(skip)
      .limit(limit)
      .execute(),
  ])
  return { total: Number(counted.total), accounts: rows as AccountRow[] }
}

/** Lists the accounts of a user that have a provider session, newest first. No real user has more than the limit. */
/** Lists the accounts that show another person and that the team has not accepted. */
export async function listMismatchedAccountIds(tx: Tx, userId: string) {
  const rows = await tx
    .selectFrom('accounts')
    .select('id')
    .where('user_id', '=', userId)
    .where('identity_match', '=', 'none')
    .where('identity_accepted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Lists the accounts whose payroll the person administers. */
export async function listSelfAdministeredAccountIds(tx: Tx, userId: string) {
  const rows = await tx
    .selectFrom('accounts')
    .select('id')
    .where('user_id', '=', userId)
    .where('self_administered', '=', true)
    .execute()
  return rows.map(({ id }) => id)
}

export async function listSignedInAccounts(tx: Tx, userId: string): Promise<AccountRow[]> {
  return accounts(tx)
    .where('user_id', '=', userId)
    .where('session', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
}

export function insertTransition(tx: Tx, move: Omit<Insertable<DB['account_moves']>, 'id'>) {
  return tx
    .insertInto('account_moves')
    .values({ ...move, id: newUuidV7() })
    .execute()
}

export async function listTransitions(tx: Tx, accountId: string, { skip, limit }: RowRange) {
  const [counted, transitions] = await Promise.all([
    tx
      .selectFrom('account_moves')
      .select(({ fn }) => fn.countAll().as('total'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow(),
    tx
      .selectFrom('account_moves')
      .select(['from_status', 'status', 'reason', 'at'])
      .where('account_id', '=', accountId)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .offset(skip)
      .limit(limit)
      .$castTo<TransitionRow>()
      .execute(),
  ])
  return { total: Number(counted.total), transitions }
}

type LastTransition = {
  account_id: string
  from_status: AccountStatus | null
  reason: string
  authorised_at: Date | null
}

/** Lists the last transition of each account of a user, and the time when the account last became AUTHORISED. */
export async function listLastTransitions(tx: Tx, userId: string) {
  const { rows } = await sql<LastTransition>`
    select a.id as account_id, m.from_status, m.reason,
        (select max(o.at) from account_moves o
          where o.client_id = a.client_id and o.account_id = a.id and o.status = 'AUTHORISED') as authorised_at
      from accounts a cross join lateral (
        select from_status, reason from account_moves
          where client_id = a.client_id and account_id = a.id order by at desc, id desc limit 1) m
      where a.user_id = ${userId}`.execute(tx)
  return new Map(rows.map((row) => [row.account_id, row]))
}

/** Counts a failed first login. All other outcomes are transitions, which a trigger counts. */
export function countFailedLogin(tx: Tx) {
  return tx
    .insertInto('activity_counts')
    .values([{ name: 'connections_started' }, { name: 'connections_failed' }])
    .execute()
}
