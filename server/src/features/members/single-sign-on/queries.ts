import type { Insertable, Selectable } from 'kysely'
import type { DB } from '../../../platform/database/tables.ts'
import type { Tx } from '../../../platform/database/tenancy.ts'

export type SsoProviderRow = Selectable<DB['sso_providers']>

export function findOwnProvider(tx: Tx) {
  return tx.selectFrom('sso_providers').selectAll().executeTakeFirst()
}

/** Finds a provider across all clients, because a sign-in has no credential yet. */
export function findProviderByOrganisation(tx: Tx, organisation: string) {
  return tx
    .selectFrom('sso_providers')
    .selectAll()
    .where('organisation', '=', organisation)
    .executeTakeFirst()
}

export function findProviderOf(tx: Tx, clientId: string) {
  return tx.selectFrom('sso_providers').selectAll().where('client_id', '=', clientId).executeTakeFirst()
}

export function putProvider(tx: Tx, values: Insertable<DB['sso_providers']>) {
  return tx
    .insertInto('sso_providers')
    .values(values)
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function deleteProvider(tx: Tx) {
  return tx.deleteFrom('sso_providers').returning('organisation').executeTakeFirst()
}

export function findLinkedMember(tx: Tx, issuer: string, subject: string) {
  return tx
    .selectFrom('member_sso_links')
    .select('member_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

export function findLink(tx: Tx, memberId: string) {
  return tx.selectFrom('member_sso_links').selectAll().where('member_id', '=', memberId).executeTakeFirst()
}

/** Links a member. A link to an earlier provider of the client is replaced. */
export function putLink(tx: Tx, values: { member_id: string; issuer: string; subject: string }) {
  return tx
    .insertInto('member_sso_links')
    .values(values)
    .onConflict((conflict) => conflict.columns(['client_id', 'member_id']).doUpdateSet(values))
    .execute()
}

export function deleteLink(tx: Tx, memberId: string) {
  return tx.deleteFrom('member_sso_links').where('member_id', '=', memberId).execute()
}

export function findMemberByEmail(tx: Tx, emailHashes: Buffer[]) {
  return tx
    .selectFrom('members')
    .selectAll()
    .where('email_hash', 'in', emailHashes)
    .where('status', '<>', 'archived')
    .executeTakeFirst()
}

/** Consumes the open invitation of a member. Undefined if there is none, or if an administrator has not approved it yet. */
export function takeInvitation(tx: Tx, memberId: string) {
  return tx
    .deleteFrom('member_codes')
    .where('member_id', '=', memberId)
    .where('purpose', '=', 'invitation')
    .where('expires_at', '>', new Date())
    .returning('member_id')
    .executeTakeFirst()
}
