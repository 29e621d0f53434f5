import { type Insertable, sql } from 'kysely'
import type { DB } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import type { KeyScope, MemberRole } from '../../platform/http/caller.ts'

/** The holder of a credential, as currently stored. */
export type CredentialHolder = {
  clientId: string
  id: string
  role: MemberRole | null
  version: number
  secretHash: Buffer | null
  expiresAt: Date | null
  /** Limits of an API key; null for every scope and any address. */
  scopes: KeyScope[] | null
  addresses: string[] | null
  /** The member's password was set by another person. */
  mustChangePassword: boolean
  /** True while the client is being moved to this cell, and after it was moved to another cell. */
  isElsewhere: boolean
  /** Whether the client requires a second factor that the member does not have. */
  lacksFactor: boolean
}

const emptyHolder = {
  isElsewhere: false,
  mustChangePassword: false,
  lacksFactor: false,
  role: null,
  version: 0,
  secretHash: null,
  expiresAt: null,
  scopes: null,
  addresses: null,
}

export async function findApiKey(tx: Tx, prefix: string): Promise<CredentialHolder | undefined> {
  const row = await tx
    .selectFrom('api_keys')
    .select(['id', 'client_id', 'secret_hash', 'expires_at', 'scopes', 'addresses'])
    .select(isElsewhere('api_keys.client_id'))
    .where('prefix', '=', prefix)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return (
    row && {
      ...emptyHolder,
      id: row.id,
      isElsewhere: row.isElsewhere,
      clientId: row.client_id,
      secretHash: row.secret_hash,
      expiresAt: row.expires_at,
      scopes: row.scopes as KeyScope[] | null,
      addresses: row.addresses,
    }
  )
}

/** Whether the client requires a second factor that the member does not have. */
const lacksFactor = sql<boolean>`exists (select from member_policies p
    where p.client_id = members.client_id and p.require_second_factor)
  and not exists (select from member_totp t
    where t.client_id = members.client_id and t.member_id = members.id and t.confirmed_at is not null)`.as(
  'lacksFactor',
)

export async function findMemberHolder(
  tx: Tx,
  clientId: string,
  id: string,
): Promise<CredentialHolder | undefined> {
  const row = await tx
    .selectFrom('members')
    .select(['token_version', 'role', 'status'])
    .select(isElsewhere('members.client_id'))
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('status', 'in', ['confirmed', 'force_change_password'])
    .select(lacksFactor)
    .executeTakeFirst()
  if (!row) return undefined
  const mustChangePassword = row.status === 'force_change_password'
  const role = row.role as MemberRole
  return { ...holderOf(row), id, clientId, role, mustChangePassword, lacksFactor: row.lacksFactor }
}

export async function findUserHolder(
  tx: Tx,
  clientId: string,
  id: string,
): Promise<CredentialHolder | undefined> {
  const row = await tx
    .selectFrom('users')
    .select('token_version')
    .select(isElsewhere('users.client_id'))
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...holderOf(row), id, clientId }
}

const holderOf = ({ token_version, isElsewhere }: { token_version: number; isElsewhere: boolean }) => ({
  ...emptyHolder,
  version: token_version,
  isElsewhere,
})

const isElsewhere = (clientId: string) =>
  sql<boolean>`exists (select from client_moves m
    where m.client_id = ${sql.ref(clientId)} and m.state in ('moved', 'arriving'))`.as('isElsewhere')

export async function findMemberSession(tx: Tx, clientId: string, id: string) {
  // An id of another form would make the query fail; tokens of earlier releases have one.
  if (!uuidPattern.test(id)) return undefined
  const row = await tx
    .selectFrom('member_sessions')
    .select(['member_id', 'kind', 'method', 'last_used_at', 'expires_at', 'authenticated_at'])
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()
  return (
    row && {
      memberId: row.member_id,
      kind: row.kind,
      method: row.method,
      lastUsedAt: row.last_used_at,
      expiresAt: row.expires_at,
      authenticatedAt: row.authenticated_at,
    }
  )
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns false if the session no longer exists. */
export async function touchMemberSession(tx: Tx, clientId: string, id: string, at: Date) {
  const { numUpdatedRows } = await tx
    .updateTable('member_sessions')
    .set({ last_used_at: at })
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export function touchApiKeys(tx: Tx, prefixes: string[]) {
  return tx
    .updateTable('api_keys')
    .set({ last_used_at: new Date() })
    .where('prefix', 'in', prefixes)
    .execute()
}

export function insertApiKey(tx: Tx, values: Insertable<DB['api_keys']>) {
  return tx.insertInto('api_keys').values(values).returningAll().executeTakeFirstOrThrow()
}

export async function countActiveApiKeys(tx: Tx) {
  const { count } = await tx
    .selectFrom('api_keys')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('revoked_at', 'is', null)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date())]))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function listApiKeys(tx: Tx, { skip, limit }: { skip: number; limit: number }) {
  const active = tx.selectFrom('api_keys').where('revoked_at', 'is', null)
  const [{ count }, keys] = await Promise.all([
    active.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow(),
    active.selectAll().orderBy('created_at', 'desc').orderBy('id').offset(skip).limit(limit).execute(),
  ])
  return { total: Number(count), keys }
}

export function findActiveKey(tx: Tx, prefix: string) {
  return tx
    .selectFrom('api_keys')
    .select('id')
    .where('prefix', '=', prefix)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
}

export function revokeApiKeyRow(tx: Tx, id: string) {
  return tx
    .updateTable('api_keys')
    .set({ revoked_at: new Date() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning(['prefix', 'name'])
    .executeTakeFirst()
}

/** Locks the user against deletion until the transaction ends: a link references its user. */
export function lockTokenVersion(tx: Tx, userId: string) {
  return tx
    .selectFrom('users')
    .select('token_version')
    .where('id', '=', userId)
    .forKeyShare()
    .executeTakeFirst()
}

export function raiseTokenVersion(tx: Tx, userId: string) {
  return tx
    .updateTable('users')
    .set(({ eb }) => ({ token_version: eb('token_version', '+', 1) }))
    .where('id', '=', userId)
    .returning('id')
    .executeTakeFirst()
}

/** The review status of a user with a link: 0 registered or 4 stalled becomes 1 invited (features/reviews/statuses.ts). */
export async function markInvited(tx: Tx, userId: string) {
  await sql`
    update users set review_status = 1, review_status_at = now(), review_updated_at = now()
      where id = ${userId} and review_status in (0, 4)`.execute(tx)
}

export function insertJourneyLink(tx: Tx, values: Insertable<DB['journey_links']>) {
  return tx.insertInto('journey_links').values(values).execute()
}

export function deleteJourneyLinks(tx: Tx, userId: string) {
  return tx.deleteFrom('journey_links').where('user_id', '=', userId).execute()
}

/** Expired links are kept for this number of days, so that their page can still name the client. */
const expiredLinkDays = 30

/** Deletes old links, but never the last one of a user: its page is the way back to their data. */
export async function deleteOldJourneyLinks(tx: Tx) {
  const before = new Date(Date.now() - expiredLinkDays * 24 * 3_600_000)
  await sql`delete from journey_links l where l.expires_at < ${before}
    and exists (select from journey_links n where n.client_id = l.client_id and n.user_id = l.user_id
      and (n.expires_at, n.id) > (l.expires_at, l.id))`.execute(tx)
  await sql`delete from journey_steps s using journey_links l
    where l.id = s.journey_id and l.expires_at < ${before}`.execute(tx)
}

/** Marks a journey as ended. Returns undefined if it has already ended or does not belong to this user. */
export function markJourneyEnded(tx: Tx, { id, user_id }: { id: string; user_id: string }) {
  return tx
    .updateTable('journey_links')
    .set({ ended_at: new Date() })
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
}

/** Finds a link across all clients, because the browser that opens it has no credential. Includes expired links. */
export function findJourneyLink(tx: Tx, by: { code_hash: Buffer } | { id: string }) {
  const links = tx
    .selectFrom('journey_links')
    .select([
      'id',
      'client_id',
      'user_id',
      'token_version',
      'expires_at',
      'ended_at',
      'requested_kind',
      'requested_months',
    ])
  return 'id' in by
    ? links.where('id', '=', by.id).executeTakeFirst()
    : links.where('code_hash', '=', by.code_hash).executeTakeFirst()
}
