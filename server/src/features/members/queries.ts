import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { DB } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/database/tenancy.ts'

export type MemberRow = Selectable<DB['members']>
export type MemberCodePurpose = 'invitation' | 'password-reset' | 'mfa' | 'approval'

/**
 * The condition uses a literal, because PostgreSQL cannot match a parameter to the partial index once it switches to
 * a generic plan.
 */
export function insertMember(tx: Tx, values: Insertable<DB['members']>) {
  return tx
    .insertInto('members')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'email_hash']).where('status', '<>', sql.lit('archived')).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Lists members of one client by id, archived ones included. */
export function listMembersAfter(
  tx: Tx,
  { clientId, after, limit }: { clientId: string; after: string | undefined; limit: number },
) {
  return tx
    .selectFrom('members')
    .selectAll()
    .where('client_id', '=', clientId)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Replaces the hashes of a member, unless the password was changed meanwhile. */
export function replaceHashes(
  tx: Tx,
  before: Pick<MemberRow, 'client_id' | 'id' | 'password_hash'>,
  hashes: Pick<MemberRow, 'email_hash' | 'password_hash'>,
) {
  return tx
    .updateTable('members')
    .set(hashes)
    .where('client_id', '=', before.client_id)
    .where('id', '=', before.id)
    .where('password_hash', 'is not distinct from', before.password_hash)
    .execute()
}

export async function listMembers(tx: Tx, { skip, limit }: { skip: number; limit: number }) {
  const current = tx.selectFrom('members').where('status', '<>', 'archived')
  const [{ count }, members] = await Promise.all([
    current.select(({ fn }) => fn.countAll().as('count')).executeTakeFirstOrThrow(),
    current.selectAll().orderBy('created_at', 'desc').orderBy('id').offset(skip).limit(limit).execute(),
  ])
  return { total: Number(count), members }
}

/** Counts the invitations that can still be accepted or approved, and those of the last day, removed ones included. */
export async function countInvitations(tx: Tx) {
  const [open, recent] = await Promise.all([
    tx
      .selectFrom('member_codes')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('purpose', 'in', ['invitation', 'approval'])
      .where('expires_at', '>', new Date())
      .executeTakeFirstOrThrow(),
    tx
      .selectFrom('members')
      .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('oldest')])
      // The first Owner was not invited.
      .where('role', '<>', 'Owner')
      .where('created_at', '>', new Date(Date.now() - dayMs))
      .executeTakeFirstOrThrow(),
  ])
  return {
    open: Number(open.count),
    lastDay: Number(recent.count),
    oldestOfDay: recent.oldest as Date | null,
  }
}

const dayMs = 24 * 3_600_000

const maxNotified = 20

/** Statuses of members who have a password and may sign in, some after a reset or a change of the password. */
const activeStatuses = ['confirmed', 'reset_required', 'force_change_password']

export const isActiveMember = ({ status }: Pick<MemberRow, 'status'>) => activeStatuses.includes(status)

/** Lists the confirmed members with these roles, oldest first, up to a limit for notifications. */
export function listConfirmedMembers(tx: Tx, roles: readonly string[], limit = maxNotified) {
  return tx
    .selectFrom('members')
    .selectAll()
    .where('status', 'in', ['confirmed', 'force_change_password'])
    .where('role', 'in', roles)
    .orderBy('created_at')
    .limit(limit)
    .execute()
}

/** Counts a notice to the administrators. Returns its number of the day. */
export async function countNotice(tx: Tx) {
  const { rows } = await sql<{ sent: number }>`
    insert into notice_counts as known default values
    on conflict (client_id) do update set
      day = current_date,
      sent = case when known.day = current_date then known.sent + 1 else 1 end
    returning sent`.execute(tx)
  return rows[0]?.sent ?? 1
}

export function findMember(tx: Tx, id: string) {
  return tx
    .selectFrom('members')
    .selectAll()
    .where('id', '=', id)
    .where('status', '<>', 'archived')
    .executeTakeFirst()
}

export function lockMember(tx: Tx, id: string) {
  return tx
    .selectFrom('members')
    .selectAll()
    .where('id', '=', id)
    .where('status', '<>', 'archived')
    .forUpdate()
    .executeTakeFirst()
}

export function updateMember(tx: Tx, id: string, values: Updateable<DB['members']>) {
  return tx.updateTable('members').set(values).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Locks the owners who can sign in, in a fixed order, so that two concurrent removals cannot remove the last owner. */
export function lockOwners(tx: Tx) {
  return tx
    .selectFrom('members')
    .select('id')
    .where('role', '=', 'Owner')
    .where('status', 'in', activeStatuses)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Finds members by address across all clients, because a sign-in does not name the client. */
export function findMembersByEmail(tx: Tx, emailHashes: Buffer[]) {
  return (
    tx
      .selectFrom('members')
      .selectAll()
      .where('email_hash', 'in', emailHashes)
      .where('status', '<>', 'archived')
      // Members of a client that was moved to another cell cannot sign in to this one.
      .where(sql<boolean>`not exists (select from client_moves m
      where m.client_id = members.client_id and m.state in ('moved', 'arriving'))`)
      .orderBy('created_at')
      .limit(5)
      .execute()
  )
}

/** Stores a code. A member has one code per purpose; a new code replaces the old one. */
export function putCode(tx: Tx, values: Insertable<DB['member_codes']>) {
  return tx
    .insertInto('member_codes')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'member_id', 'purpose']).doUpdateSet({
        code_hash: values.code_hash,
        session_hash: values.session_hash ?? null,
        tries_left: 5,
        expires_at: values.expires_at,
      }),
    )
    .execute()
}

export function findCode(tx: Tx, purpose: MemberCodePurpose, codeHash: Buffer) {
  return tx
    .selectFrom('member_codes')
    .select(['client_id', 'member_id'])
    .where('purpose', '=', purpose)
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
}

/** Consumes a code, so that only one of two concurrent requests can use it. */
export function takeCode(tx: Tx, purpose: MemberCodePurpose, codeHash: Buffer) {
  return tx
    .deleteFrom('member_codes')
    .where('purpose', '=', purpose)
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', new Date())
    .returning('member_id')
    .executeTakeFirst()
}

/** Counts the attempt before it is checked, so that parallel guesses cannot share one attempt. */
export function tryMfaSession(tx: Tx, sessionHash: Buffer) {
  return tx
    .updateTable('member_codes')
    .set(({ eb }) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('session_hash', '=', sessionHash)
    .where('purpose', '=', 'mfa')
    .where('tries_left', '>', 0)
    .where('expires_at', '>', new Date())
    .returning(['client_id', 'member_id', 'code_hash'])
    .executeTakeFirst()
}

export function deleteCodes(tx: Tx, memberId: string) {
  return tx.deleteFrom('member_codes').where('member_id', '=', memberId).execute()
}

export function deleteExpiredCodes(tx: Tx) {
  return tx.deleteFrom('member_codes').where('expires_at', '<', new Date()).execute()
}

/**
 * Counts an attempt as failed before it is checked. Returns the remaining seconds if the subject is blocked,
 * otherwise 0. Starting with failure number `freeFailures`, the block doubles: 1 s, 2 s, 4 s, up to 15 minutes. A day
 * without failures resets the count. A subject that is not blocked is stored with the epoch instead of now():
 * otherwise simultaneous attempts would block each other.
 */
export async function countAttempt(tx: Tx, subjectHash: Buffer, freeFailures: number) {
  const { rows } = await sql<{ wait: number }>`
    insert into sign_in_failures as seen values (${subjectHash}, 1, 'epoch', now())
    on conflict (subject_hash) do update set
      failures = case when seen.last_failed_at < now() - interval '1 day' then 1 else seen.failures + 1 end,
      blocked_until = case
        when seen.last_failed_at < now() - interval '1 day' or seen.failures + 1 < ${freeFailures}::int then 'epoch'
        else now() + interval '1 second' * least(900, power(2, least(seen.failures + 1 - ${freeFailures}::int, 10))) end,
      last_failed_at = now()
    where seen.blocked_until <= now()
    returning 0 as wait`.execute(tx)
  if (rows.length > 0) return 0
  const blocked = await tx
    .selectFrom('sign_in_failures')
    .select('blocked_until')
    .where('subject_hash', '=', subjectHash)
    .executeTakeFirst()
  return blocked ? Math.max(1, Math.ceil((blocked.blocked_until.getTime() - Date.now()) / 1000)) : 0
}

export function clearFailures(tx: Tx, subjectHash: Buffer) {
  return tx.deleteFrom('sign_in_failures').where('subject_hash', '=', subjectHash).execute()
}

/**
 * Removes the attempt that a successful sign-in has counted against its address, but not the failures of others from
 * the same address.
 */
export function uncountAttempt(tx: Tx, subjectHash: Buffer) {
  return tx
    .updateTable('sign_in_failures')
    .set(({ eb, fn }) => ({
      failures: fn<number>('greatest', [eb('failures', '-', 1), eb.lit(0)]),
      blocked_until: new Date(0),
    }))
    .where('subject_hash', '=', subjectHash)
    .execute()
}

export function deleteOldFailures(tx: Tx) {
  return tx
    .deleteFrom('sign_in_failures')
    .where('last_failed_at', '<', new Date(Date.now() - 24 * 3_600_000))
    .execute()
}

/** Finds members by id, archived ones included. */
export function findMembers(tx: Tx, ids: readonly string[]) {
  return tx.selectFrom('members').selectAll().where('id', 'in', ids).execute()
}
