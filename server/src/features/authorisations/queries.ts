import { type ExpressionBuilder, type Insertable, type Selectable, sql } from 'kysely'
import type { DB } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import type { WrappedKey } from '../../platform/secrets/keyring.ts'

export type TermRow = Selectable<DB['authorisation_terms']>
export type AuthorisationRow = Selectable<DB['authorisations']> &
  WrappedKey &
  Pick<
    TermRow,
    'authorisation_text' | 'translations' | 'is_active' | 'authorisation_version' | 'authorisation_category'
  > & {
    term_name: string
  }

/** The person with a user token, or the client with an API key or a member. */
export type Party = 'person' | 'client'

type PageRange = { skip: number; limit: number }

/**
 * Inserts a term with the next version. The caller must lock the client, or concurrent requests would use the same
 * version.
 */
export function insertTerm(
  tx: Tx,
  values: Omit<Insertable<DB['authorisation_terms']>, 'authorisation_version'>,
) {
  return tx
    .insertInto('authorisation_terms')
    .values(({ selectFrom, fn, lit }) => ({
      ...values,
      authorisation_version: selectFrom('authorisation_terms').select(
        sql<number>`${fn.coalesce(fn.max('authorisation_version'), lit(0))} + 1`.as('next'),
      ),
    }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function deactivateOwnTerms(tx: Tx, category: string) {
  return tx
    .updateTable('authorisation_terms')
    .set({ is_active: false })
    .where('authorisation_category', '=', category)
    .where('is_system_term', '=', false)
    .where('is_active', '=', true)
    .execute()
}

export function findTerm(tx: Tx, id: string) {
  return tx.selectFrom('authorisation_terms').selectAll().where('id', '=', id).executeTakeFirst()
}

export function setTermActive(tx: Tx, id: string, isActive: boolean) {
  return tx
    .updateTable('authorisation_terms')
    .set({ is_active: isActive })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

type TermFilter = { authorisation_category?: string; is_active?: boolean; is_system_term?: boolean }

export async function listTerms(tx: Tx, filter: TermFilter, { skip, limit }: PageRange) {
  const matches = (eb: ExpressionBuilder<DB, 'authorisation_terms'>) =>
    eb.and(
      Object.entries(filter)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => eb(name as keyof TermFilter, '=', value)),
    )
  const filtered = tx.selectFrom('authorisation_terms').where(matches)
  const [{ count }, terms] = await Promise.all([
    filtered.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow(),
    filtered.selectAll().orderBy('authorisation_version', 'desc').offset(skip).limit(limit).execute(),
  ])
  return { total: Number(count), terms }
}

/**
 * Finds the term that applies. The client's own terms take precedence over system terms, and newer terms over older
 * ones.
 */
export function findLatestTerm(tx: Tx, category: string) {
  return tx
    .selectFrom('authorisation_terms')
    .selectAll()
    .where('authorisation_category', '=', category)
    .where('is_active', '=', true)
    .orderBy('is_system_term')
    .orderBy('authorisation_version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const withTerms = (tx: Tx) =>
  tx
    .selectFrom('authorisations')
    .innerJoin('authorisation_terms as term', (join) =>
      join
        .onRef('term.client_id', '=', 'authorisations.client_id')
        .onRef('term.id', '=', 'authorisations.term_id'),
    )
    .innerJoin('user_keys', (join) =>
      join
        .onRef('user_keys.client_id', '=', 'authorisations.client_id')
        .onRef('user_keys.user_id', '=', 'authorisations.user_id'),
    )
    .selectAll('authorisations')
    .select([
      'term.authorisation_text',
      'term.translations',
      'term.is_active',
      'term.name as term_name',
      'term.authorisation_version',
      'term.authorisation_category',
      'user_keys.wrapped',
      'user_keys.client_key_version',
    ])

export function insertAuthorisation(tx: Tx, values: Insertable<DB['authorisations']>) {
  return tx.insertInto('authorisations').values(values).execute()
}

export function findAuthorisation(tx: Tx, id: string): Promise<AuthorisationRow | undefined> {
  return withTerms(tx).where('authorisations.id', '=', id).executeTakeFirst()
}

/**
 * True from the moment the person withdraws an authorisation until they accept a term themselves. Withdrawals of older releases do
 * not count: their rows do not say who withdrew.
 */
export async function isWithdrawnByPerson(
  tx: Tx,
  userId: string,
  { onlyInJourney }: { onlyInJourney: boolean },
) {
  const { rows } = await sql<{ is_withdrawn: boolean }>`
    select exists (
      select from authorisations withdrawn
        where withdrawn.user_id = ${userId} and withdrawn.withdrawn_by = 'person'
          and (withdrawn.withdrawn_in_journey or not ${onlyInJourney}::boolean)
          and not exists (
            select from authorisations given
              where given.user_id = ${userId} and given.recorded_by = 'person'
                and given.accepted_at > withdrawn.revoked_at)
    ) as is_withdrawn`.execute(tx)
  return rows[0]?.is_withdrawn === true
}

/** Values of the columns that say who withdrew. */
export type Withdrawal = { withdrawn_by: Party; withdrawn_in_journey: boolean }

const revokedColumns = ['id', 'user_id', 'term_id', 'revoked_at'] as const
export type RevokedRow = Pick<Selectable<DB['authorisations']>, (typeof revokedColumns)[number]>

/**
 * Marks an authorisation as revoked. Returns undefined if it is already revoked or does not exist. The user is locked
 * first, in the same order as when a user is erased, to prevent deadlocks.
 */
export async function markRevoked(
  tx: Tx,
  id: string,
  withdrawal: Withdrawal,
): Promise<RevokedRow | undefined> {
  await sql`select from users where id = (select user_id from authorisations where id = ${id}) for key share`.execute(
    tx,
  )
  return tx
    .updateTable('authorisations')
    .set({ revoked_at: new Date(), ...withdrawal })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(revokedColumns)
    .executeTakeFirst()
}

/** Waits for transactions that are storing data under one of these authorisations. */
export async function markAllRevoked(
  tx: Tx,
  userId: string,
  withdrawal: Withdrawal,
  acceptedBefore?: Date,
): Promise<RevokedRow[]> {
  await sql`select from users where id = ${userId} for key share`.execute(tx)
  return tx
    .updateTable('authorisations')
    .set({ revoked_at: new Date(), ...withdrawal })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(acceptedBefore !== undefined, (query) => query.where('accepted_at', '<=', acceptedBefore as Date))
    .returning(revokedColumns)
    .execute()
}

type AuthorisationFilter = { user_id: string; status?: string; term_id?: string }

export async function listAuthorisations(tx: Tx, filter: AuthorisationFilter, { skip, limit }: PageRange) {
  const matches = (eb: ExpressionBuilder<DB, 'authorisations'>) =>
    eb.and([
      eb('authorisations.user_id', '=', filter.user_id),
      ...(filter.term_id ? [eb('authorisations.term_id', '=', filter.term_id)] : []),
      ...(filter.status ? [hasStatus(filter.status)] : []),
    ])
  const [{ count }, authorisations] = await Promise.all([
    tx
      .selectFrom('authorisations')
      .select(({ fn }) => fn.countAll().as('count'))
      .where(matches)
      .executeTakeFirstOrThrow(),
    withTerms(tx)
      .where((eb) => matches(eb as unknown as ExpressionBuilder<DB, 'authorisations'>))
      .orderBy('authorisations.created_at', 'desc')
      .orderBy('authorisations.id', 'desc')
      .offset(skip)
      .limit(limit)
      .execute(),
  ])
  return { total: Number(count), authorisations: authorisations as AuthorisationRow[] }
}

const hasStatus = (status: string) =>
  sql<boolean>`case
    when authorisations.revoked_at is not null then 'revoked'
    when authorisations.expires_at <= now() then 'expired'
    else 'active' end = ${status}`

export function readRecurringSetting(tx: Tx, userId: string) {
  return tx
    .selectFrom('users')
    .select(({ fn, selectFrom }) =>
      fn
        .coalesce('recurring_checks_enabled', selectFrom('configurations').select('recurring_checks_enabled'))
        .as('recurring'),
    )
    .where('id', '=', userId)
    .executeTakeFirst()
}

/**
 * Finds the newest valid authorisation, or the given one if it is valid. Locks it and its term in share mode until
 * the commit: a concurrent revocation waits, so data is only stored while authorised. The user is locked first, in
 * the same order as when a user is erased, to avoid a deadlock.
 */
export async function lockValidAuthorisation(
  tx: Tx,
  { userId, id, category }: { userId: string; id?: string; category?: string },
) {
  const { rows } = await sql<{ id: string }>`
    select a.id from (select client_id, id from users where id = ${userId} for key share) u
      join authorisations a on a.client_id = u.client_id and a.user_id = u.id
      join authorisation_terms t on t.client_id = a.client_id and t.id = a.term_id
      where a.revoked_at is null and (a.expires_at is null or a.expires_at > now()) and t.is_active
        ${id ? sql`and a.id = ${id}` : sql``} ${category ? sql`and t.authorisation_category = ${category}` : sql``}
      order by a.created_at desc, a.id desc limit 1 for share of a, t`.execute(tx)
  return rows[0]
}

export function lockUnlessRevoked(tx: Tx, id: string) {
  return tx
    .selectFrom('authorisations')
    .select('id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .forShare()
    .executeTakeFirst()
}
