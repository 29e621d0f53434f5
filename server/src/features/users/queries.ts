import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { prepareQuery } from '../../platform/database/prepared-query.ts'
import type { DB } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import type { WrappedKey } from '../../platform/secrets/keyring.ts'
import type { UserSearch } from './search.ts'

// created_at remains text, as in the reply: converting a hundred rows to Date and back would slow down every page.
const createdAt = sql<string>`users.created_at::text`.as('created_at')

const userColumns = [
  'users.id',
  'users.version',
  'users.sealed',
  'users.payroll_period_months',
  'users.recurring_checks_enabled',
  'users.recurring_check_frequency',
  'users.recurring_check_end_date',
  'users.taxauth_enabled',
  'users.payslip_upload_enabled',
  'users.payroll_connections_enabled',
  'users.reminders_stopped_at',
  'user_keys.wrapped',
  'user_keys.client_key_version',
] as const

type Column<Name extends string> = Name extends `users.${infer Column}` ? Column : never

export type UserRow = Pick<
  Selectable<DB['users']>,
  Column<(typeof userColumns)[number]> & keyof DB['users']
> &
  WrappedKey & { created_at: string }

type PageRange = { skip: number; limit: number }

export async function insertUser(
  tx: Tx,
  user: Insertable<DB['users']>,
  { key, terms }: { key: Insertable<DB['user_keys']>; terms: readonly Buffer[] },
) {
  const [row] = await Promise.all([
    tx.insertInto('users').values(user).returning('created_at').executeTakeFirstOrThrow(),
    tx.insertInto('user_keys').values(key).execute(),
    insertTerms(tx, user.id, termKinds.person, terms),
  ])
  return row
}

const withKeys = (tx: Tx) =>
  tx
    .selectFrom('users')
    .innerJoin('user_keys', (join) =>
      join.onRef('user_keys.client_id', '=', 'users.client_id').onRef('user_keys.user_id', '=', 'users.id'),
    )
    .select([...userColumns, createdAt])

const selectUser = prepareQuery<{ id: string }, UserRow>((tx, { id }) =>
  withKeys(tx).where('users.id', '=', id).compile(),
)

export async function findUser(tx: Tx, id: string) {
  const [user] = await selectUser(tx, { id })
  return user
}

/** Locks a user for a change. Rows that refer to the user can still be added. */
export function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return withKeys(tx).where('users.id', '=', id).forNoKeyUpdate('users').executeTakeFirst()
}

export function updateUser(tx: Tx, id: string, values: Updateable<DB['users']>) {
  return tx.updateTable('users').set(values).where('id', '=', id).execute()
}

export function deleteUserRow(tx: Tx, id: string) {
  return tx.deleteFrom('users').where('id', '=', id).returning('id').executeTakeFirst()
}

/**
 * Selects a page, newest first, at the same cost for any offset: seek_page sums up block counts, and the page reads a
 * few hundred index entries.
 */
const selectPage = prepareQuery<PageRange, UserRow & { total: string }>((tx, { skip, limit }) =>
  sql<UserRow & { total: string }>`
    select page.*, seek.total
      from seek_page('users', ${skip}) seek
      left join lateral (
        select ${sql.join(userColumns.map((column) => sql.ref(column)))}, ${createdAt}
          from users join user_keys on user_keys.client_id = users.client_id and user_keys.user_id = users.id
          where users.client_id = current_client_id() and users.position <= seek.from_position
          order by users.position desc offset seek.rest limit ${limit}
      ) page on true`.compile(tx),
)

export async function listUsers(tx: Tx, page: PageRange) {
  const rows = await selectPage(tx, page)
  return { total: Number(rows[0]?.total ?? 0), users: rows.filter(({ id }) => id !== null) }
}

export async function listUsersByExtId(tx: Tx, extIdHash: Buffer, { skip, limit }: PageRange) {
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

/**
 * Searches users, newest first. The cost grows with the number of matches, not with the number of users. The page and
 * its total are from the same snapshot.
 */
export async function searchUsers(tx: Tx, search: UserSearch, { skip, limit }: PageRange) {
  const { id, extIdHash, surnameHash, nameHash } = search
  const by = (column: string, value: string | Buffer | undefined) =>
    value === undefined ? [] : [sql`select position from users where ${sql.ref(column)} = ${value}`]
  const selects = [
    ...by('id', id),
    ...by('ext_id_hash', extIdHash),
    ...by('surname_hash', surnameHash),
    ...by('name_hash', nameHash),
  ]
  const { rows } = await sql<UserRow & { total: string }>`
    with found as (${sql.join(selects, sql` union `)}),
    page as (
      select ${sql.join(userColumns.map((column) => sql.ref(column)))}, ${createdAt}, users.position
        from (select position from found order by position desc offset ${skip} limit ${limit}) wanted
        join users on users.client_id = current_client_id() and users.position = wanted.position
        join user_keys on user_keys.client_id = users.client_id and user_keys.user_id = users.id)
    select page.*, counted.total from (select count(*) as total from found) counted
      left join page on true order by page.position desc`.execute(tx)
  return { total: Number(rows[0]?.total ?? 0), users: rows.filter((row) => row.id !== null) }
}

/** Lists which of these references belong to users. */
export async function listExtIdHashes(tx: Tx, hashes: readonly Buffer[]) {
  const rows = await tx
    .selectFrom('users')
    .select('ext_id_hash')
    .distinct()
    .where('ext_id_hash', 'in', hashes)
    .execute()
  return rows.flatMap(({ ext_id_hash }) => ext_id_hash ?? [])
}

/** Terms of the registered person, and terms that the income summary adds. */
export const termKinds = { person: 0, income: 1 } as const

/** Replaces the search terms of a user of one kind. A term of the other kind is kept. */
export async function replaceTerms(
  tx: Tx,
  userId: string,
  kind: (typeof termKinds)[keyof typeof termKinds],
  hashes: readonly Buffer[],
) {
  await sql`
    delete from user_search_terms
      where user_id = ${userId} and kind = ${kind} and hash <> all (${hashes}::bytea[])`.execute(tx)
  await insertTerms(tx, userId, kind, hashes)
}

export async function insertTerms(tx: Tx, userId: string, kind: number, hashes: readonly Buffer[]) {
  if (hashes.length === 0) return
  await sql`
    insert into user_search_terms (user_id, kind, hash) select ${userId}, ${kind}, hash from unnest(${hashes}::bytea[]) hash
      on conflict do nothing`.execute(tx)
}

/** Lists the newest users with a search term. */
export function listUsersByTerm(tx: Tx, hash: Buffer, limit: number) {
  return withKeys(tx)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('user_search_terms')
          .whereRef('user_search_terms.client_id', '=', 'users.client_id')
          .whereRef('user_search_terms.user_id', '=', 'users.id')
          .where('user_search_terms.hash', '=', hash),
      ),
    )
    .orderBy('users.position', 'desc')
    .limit(limit)
    .execute()
}

/** Lists users without search terms, after a given position. */
export function listUnsearchable(tx: Tx, { after, limit }: { after: string; limit: number }) {
  return withKeys(tx)
    .select('users.position')
    .where('users.position', '>', after)
    .where('users.has_search_terms', '=', false)
    .orderBy('users.position')
    .limit(limit)
    .execute()
}

/**
 * Sets the name hashes of a user. Skips a row that was written in the meantime, because that write has already set
 * its hashes.
 */
export async function fillHashes(
  tx: Tx,
  { id, version }: Pick<UserRow, 'id' | 'version'>,
  hashes: Pick<Updateable<DB['users']>, 'surname_hash' | 'name_hash' | 'has_search_terms'>,
) {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set(hashes)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Lists the users for whom recurring checks are enabled and have not ended, by their own setting or the client's, or
 * else all other users.
 */
export async function listUsersByRecurring(tx: Tx, eligible: boolean, { skip, limit }: PageRange) {
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

/** Reads the settings of a user. The user's own settings override the client's, field by field. */
export async function findEffectiveSettings(tx: Tx, userId: string) {
  const { rows } = await sql<EffectiveSettings>`
    select coalesce(u.payroll_period_months, c.payroll_period_months) as payroll_period_months,
        coalesce(u.recurring_checks_enabled, c.recurring_checks_enabled) as recurring_checks_enabled,
        coalesce(u.recurring_check_frequency, c.recurring_check_frequency) as recurring_check_frequency,
        coalesce(u.recurring_check_end_date, c.recurring_check_end_date) as recurring_check_end_date,
        coalesce(u.taxauth_enabled, c.taxauth_enabled) as taxauth_enabled,
        coalesce(u.payslip_upload_enabled, c.payslip_upload_enabled) as payslip_upload_enabled,
        coalesce(u.payroll_connections_enabled, c.payroll_connections_enabled) as payroll_connections_enabled
      from users u join configurations c on c.client_id = u.client_id where u.id = ${userId}`.execute(tx)
  return rows[0]
}

export type EffectiveSettings = {
  payroll_period_months: number
  recurring_checks_enabled: boolean
  recurring_check_frequency: 'HOURLY' | 'WEEKLY' | 'MONTHLY' | null
  recurring_check_end_date: Date | null
  taxauth_enabled: boolean
  payslip_upload_enabled: boolean
  payroll_connections_enabled: boolean
}
