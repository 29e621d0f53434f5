import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { DB } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import { newTimedId } from '../../platform/time/uuid-v7.ts'
import type { Status } from './status-transitions.ts'

type Days = 'latest_pay_date' | 'period_from' | 'period_to'

/** Days are text: a Date made from one would depend on where the process runs. */
export type AccountRow = Omit<Selectable<DB['accounts']>, Days | 'status'> &
  Record<Days, string | null> & { status: Status }

type MoveRow = Pick<Selectable<DB['account_moves']>, 'reason' | 'at'> & {
  from_status: Status | null
  status: Status
}

export type Page = { skip: number; limit: number }

const days = [
  sql`latest_pay_date::text`.as('latest_pay_date'),
  sql`period_from::text`.as('period_from'),
  sql`period_to::text`.as('period_to'),
]

const accounts = (tx: Tx) => tx.selectFrom('accounts').selectAll().select(days).$castTo<AccountRow>()

export async function insertAccount(tx: Tx, values: Insertable<DB['accounts']>): Promise<AccountRow> {
  return tx
    .insertInto('accounts')
    .values(values)
    .returningAll()
    .returning(days)
    .$castTo<AccountRow>()
    .executeTakeFirstOrThrow()
}

export async function findAccount(tx: Tx, id: string): Promise<AccountRow | undefined> {
  return accounts(tx).where('id', '=', id).executeTakeFirst()
}

/** Until the commit nobody else changes it. */
/** First the user and then the account: whoever erases the user takes them in this order too. */
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
    .returning(days)
    .$castTo<AccountRow>()
    .executeTakeFirstOrThrow()
}

export function deleteAccountRow(tx: Tx, id: string) {
  return tx.deleteFrom('accounts').where('id', '=', id).executeTakeFirst()
}

export async function listAccounts(tx: Tx, userId: string, { skip, limit }: Page) {
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

/** The accounts of a user that are signed in at a provider, the newest first, and no more than anybody has. */
export async function listSignedIn(tx: Tx, userId: string): Promise<AccountRow[]> {
  return accounts(tx)
    .where('user_id', '=', userId)
    .where('session', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
}

export function insertMove(tx: Tx, move: Omit<Insertable<DB['account_moves']>, 'id'>) {
  return tx
    .insertInto('account_moves')
    .values({ ...move, id: newTimedId() })
    .execute()
}

export async function listMoves(tx: Tx, accountId: string, { skip, limit }: Page) {
  const [counted, moves] = await Promise.all([
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
      .$castTo<MoveRow>()
      .execute(),
  ])
  return { total: Number(counted.total), moves }
}

type LastMove = {
  account_id: string
  from_status: Status | null
  reason: string
  authorised_at: Date | null
}

/** The last move of each account of a user, and when it was last let in. */
export async function listLastMoves(tx: Tx, userId: string) {
  const { rows } = await sql<LastMove>`
    select a.id as account_id, m.from_status, m.reason,
        (select max(o.at) from account_moves o
          where o.client_id = a.client_id and o.account_id = a.id and o.status = 'AUTHORISED') as authorised_at
      from accounts a cross join lateral (
        select from_status, reason from account_moves
          where client_id = a.client_id and account_id = a.id order by at desc, id desc limit 1) m
      where a.user_id = ${userId}`.execute(tx)
  return new Map(rows.map((row) => [row.account_id, row]))
}

/** A login that was begun and refused; every other outcome is a move, and counted with it. */
export function countRefusedLogin(tx: Tx) {
  return tx
    .insertInto('activity_counts')
    .values([{ name: 'connections_started' }, { name: 'connections_failed' }])
    .execute()
}
