import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { DB } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import type { WrappedKey } from '../../platform/secrets/keyring.ts'

const shown = [
  'id',
  'created_at',
  'version',
  'sealed',
  'payroll_period_months',
  'recurring_checks_enabled',
  'recurring_check_frequency',
  'recurring_check_end_date',
  'taxauth_enabled',
  'payslip_upload_enabled',
  'payroll_connections_enabled',
] as const

export type UserRow = Pick<Selectable<DB['users']>, (typeof shown)[number]> & WrappedKey

type Page = { skip: number; limit: number }

export async function insertUser(tx: Tx, user: Insertable<DB['users']>, key: Insertable<DB['user_keys']>) {
  const [row] = await Promise.all([
    tx.insertInto('users').values(user).returning('created_at').executeTakeFirstOrThrow(),
    tx.insertInto('user_keys').values(key).execute(),
  ])
  return row
}

const withKeys = (tx: Tx) =>
  tx
    .selectFrom('users')
    .innerJoin('user_keys', (join) =>
      join.onRef('user_keys.client_id', '=', 'users.client_id').onRef('user_keys.user_id', '=', 'users.id'),
    )
    .select(shown.map((column) => `users.${column}` as const))
    .select(['user_keys.wrapped', 'user_keys.client_key_version'])

export function findUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return withKeys(tx).where('users.id', '=', id).executeTakeFirst()
}

export function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return withKeys(tx).where('users.id', '=', id).forUpdate('users').executeTakeFirst()
}

export function updateUser(tx: Tx, id: string, values: Updateable<DB['users']>) {
  return tx.updateTable('users').set(values).where('id', '=', id).execute()
}

export function deleteUserRow(tx: Tx, id: string) {
  return tx.deleteFrom('users').where('id', '=', id).returning('id').executeTakeFirst()
}

/** Newest first, flat at any depth: seek_page adds up block counts and the page reads a few hundred index entries. */
export async function listUsers(tx: Tx, { skip, limit }: Page) {
  const { rows } = await sql<UserRow & { total: string }>`
    select page.*, seek.total
      from seek_page('users', ${skip}) seek
      left join lateral (
        select ${sql.join(shown.map((column) => sql.ref(`users.${column}`)))},
               user_keys.wrapped, user_keys.client_key_version
          from users join user_keys on user_keys.client_id = users.client_id and user_keys.user_id = users.id
          where users.client_id = current_client_id() and users.position <= seek.from_position
          order by users.position desc offset seek.rest limit ${limit}
      ) page on true`.execute(tx)
  return { total: Number(rows[0]?.total ?? 0), users: rows.filter(({ id }) => id !== null) }
}

export async function listUsersByExtId(tx: Tx, extIdHash: Buffer, { skip, limit }: Page) {
  const [counted, users] = await Promise.all([
    tx
      .selectFrom('users')
      .select(({ fn }) => fn.countAll().as('total'))
      .where('ext_id_hash', '=', extIdHash)
      .executeTakeFirstOrThrow(),
    withKeys(tx)
      .where('users.ext_id_hash', '=', extIdHash)
      .orderBy('users.position', 'desc')
      .offset(skip)
      .limit(limit)
      .execute(),
  ])
  return { total: Number(counted.total), users }
}

/** Users whose own setting, or else the client's, has recurring checks on and not yet ended; or all the others. */
export async function listUsersByRecurring(tx: Tx, eligible: boolean, { skip, limit }: Page) {
  const matches = sql<boolean>`(
    coalesce(users.recurring_checks_enabled, (select recurring_checks_enabled from configurations)) and
    coalesce(coalesce(users.recurring_check_end_date, (select recurring_check_end_date from configurations)) > now(), true)
  ) = ${eligible}`
  const [counted, users] = await Promise.all([
    tx
      .selectFrom('users')
      .select(({ fn }) => fn.countAll().as('total'))
      .where(matches)
      .executeTakeFirstOrThrow(),
    withKeys(tx).where(matches).orderBy('users.position', 'desc').offset(skip).limit(limit).execute(),
  ])
  return { total: Number(counted.total), users }
}
