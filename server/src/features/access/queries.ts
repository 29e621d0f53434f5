import { type Insertable, sql } from 'kysely'
import type { DB } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import type { MemberRole } from '../../platform/http/caller.ts'

/** The holder of a credential, as stored now. */
export type CredentialHolder = {
  clientId: string
  id: string
  role: MemberRole | null
  version: number
  secretHash: Buffer | null
  expiresAt: Date | null
  /** True while the client is being moved to this cell, and after it was moved to another. */
  isElsewhere: boolean
}

const emptyHolder = { isElsewhere: false, role: null, version: 0, secretHash: null, expiresAt: null }

export async function findApiKey(tx: Tx, prefix: string): Promise<CredentialHolder | undefined> {
  const row = await tx
    .selectFrom('api_keys')
    .select(['id', 'client_id', 'secret_hash', 'expires_at'])
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
    }
  )
}

export async function findMemberHolder(
  tx: Tx,
  clientId: string,
  id: string,
): Promise<CredentialHolder | undefined> {
  const row = await tx
    .selectFrom('members')
    .select(['token_version', 'role'])
    .select(isElsewhere('members.client_id'))
    .where('client_id', '=', clientId)
    .where('id', '=', id)
    .where('status', '=', 'confirmed')
    .executeTakeFirst()
  return row && { ...holderOf(row), id, clientId, role: row.role as MemberRole }
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

export function revokeApiKeyRow(tx: Tx, id: string) {
  return tx
    .updateTable('api_keys')
    .set({ revoked_at: new Date() })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('prefix')
    .executeTakeFirst()
}

export function readTokenVersion(tx: Tx, userId: string) {
  return tx.selectFrom('users').select('token_version').where('id', '=', userId).executeTakeFirst()
}

export function raiseTokenVersion(tx: Tx, userId: string) {
  return tx
    .updateTable('users')
    .set(({ eb }) => ({ token_version: eb('token_version', '+', 1) }))
    .where('id', '=', userId)
    .returning('id')
    .executeTakeFirst()
}

export function insertJourneyLink(tx: Tx, values: Insertable<DB['journey_links']>) {
  return tx.insertInto('journey_links').values(values).execute()
}

export function deleteJourneyLinks(tx: Tx, userId: string) {
  return tx.deleteFrom('journey_links').where('user_id', '=', userId).execute()
}

/** Expired links are kept for this long, so that their page can still name the client. */
const expiredLinkDays = 30

export function deleteOldJourneyLinks(tx: Tx) {
  const before = new Date(Date.now() - expiredLinkDays * 24 * 3_600_000)
  return tx.deleteFrom('journey_links').where('expires_at', '<', before).execute()
}

/** Finds a link across all clients, because the browser that opens it has no credential. Includes expired links. */
export function findJourneyLink(tx: Tx, by: { code_hash: Buffer } | { id: string }) {
  const links = tx
    .selectFrom('journey_links')
    .select(['id', 'client_id', 'user_id', 'token_version', 'expires_at'])
  return 'id' in by
    ? links.where('id', '=', by.id).executeTakeFirst()
    : links.where('code_hash', '=', by.code_hash).executeTakeFirst()
}
