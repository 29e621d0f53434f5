import { createHash, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import {
  afterCommit,
  audit,
  insideTransaction,
  keysOf,
  type Tenancy,
  type Tenant,
  type Tx,
} from '../../platform/database/tenancy.ts'
import { type Caller, isRoleAtLeast, type MemberRole } from '../../platform/http/caller.ts'
import { paginationOf } from '../../platform/http/wire.ts'
import { queueMail } from '../../platform/mail/mailer.ts'
import { forbidden, invalid, notFound, tooManyRequests, unauthorised } from '../../platform/problem.ts'
import { makeCode } from '../../platform/secrets/codes.ts'
import { type SealContext, seal, unseal } from '../../platform/secrets/seal.ts'
import { holderName, type Revocations } from '../access/service.ts'
import { getConfiguration, lockClient } from '../configuration/service.ts'
import { administratorNoticeMail, approvalMail, invitationMail, noticeMail } from './mails.ts'
import { deletePasskeys } from './passkeys/queries.ts'
import {
  countInvitations,
  countNotice,
  deleteCodes,
  deleteExpiredCodes,
  deleteOldFailures,
  findMember,
  findMembers,
  insertMember,
  listConfirmedMembers,
  listMembers,
  listMembersAfter,
  lockMember,
  lockOwners,
  type MemberRow,
  putCode,
  replaceHashes,
  updateMember,
} from './queries.ts'
import type { Invitation, MemberChanges, MemberStatus, MfaStatus } from './schemas.ts'
import { deleteExpiredSessions } from './session-queries.ts'
import { endAllSessions, readCurrentSession } from './sessions.ts'
import { deleteLink, findMemberByEmail } from './single-sign-on/queries.ts'
import { deleteTotp } from './totp-queries.ts'

export type MemberIdentity = { email: string; name: string }

export type MemberDeps = {
  revocations: Revocations
  /** Returns the keyed hash of an e-mail address, which is the same for all clients of the cell. */
  emailHashes(email: string): [Buffer, ...Buffer[]]
  baseUrl: string
}

const invitationLifetimeMs = 72 * 3_600_000
// Invitations go to any address with wording of the client, so their number is limited.
const maxOpenInvitations = 50
const maxInvitationsPerDay = 200
// A leaked key could change webhooks in a loop. Administrators who got this many notices know that something is wrong.
const maxNoticesPerDay = 50

export async function inviteMember(
  tenant: Tenant,
  deps: MemberDeps,
  caller: Caller,
  { email, role }: z.output<typeof Invitation>,
) {
  return tenant.transaction(async (tx) => {
    await lockClient(tx)
    await requireInvitationsLeft(tx)
    const [emailHash, ...otherHashes] = deps.emailHashes(email)
    // While the cell key is being rotated, the member may still have another hash, which the unique index does not see.
    const known = otherHashes.length > 0 ? await findMemberByEmail(tx, otherHashes) : undefined
    const member =
      !known && (await addMember(tx, tenant, { email, name: '' }, { role, email_hash: emailHash }))
    if (!member) throw invalid(`A member with the e-mail address [${email}] already exists`)
    // A leaked key must not appoint an Admin: an administrator has to approve first.
    if (role === 'Admin' && caller.kind === 'api_key') await requestApproval(tx, tenant, deps, member)
    else await sendInvitation(tx, tenant, deps, member)
    audit(tx, 'member.invited', member.id)
    const { created_at: _, ...shown } = presentMember(tenant, member)
    return shown
  })
}

async function requireInvitationsLeft(tx: Tx) {
  const { open, lastDay, oldestOfDay } = await countInvitations(tx)
  if (open >= maxOpenInvitations)
    throw forbidden(
      'too-many-invitations',
      `A client has at most ${maxOpenInvitations} open invitations; remove a member who has not accepted`,
    )
  if (lastDay < maxInvitationsPerDay || !oldestOfDay) return
  const untilNextMs = oldestOfDay.getTime() + 24 * 3_600_000 - Date.now()
  throw tooManyRequests(
    'too-many-invitations',
    `A client sends at most ${maxInvitationsPerDay} invitations a day`,
    Math.max(1, Math.ceil(untilNextMs / 1000)),
  )
}

/** Mails the invitation with a code that replaces an earlier one. */
export async function sendInvitation(tx: Tx, tenant: Tenant, deps: MemberDeps, member: MemberRow) {
  const code = await storeInvitationCode(tx, member, 'invitation')
  const { email } = openIdentity(tenant, member)
  await queueMail(tx, tenant, invitationMail(email, code, await mailContext(tenant, tx, deps)))
}

/** Mails the administrators a code with which one of them approves the invitation. */
async function requestApproval(tx: Tx, tenant: Tenant, deps: MemberDeps, member: MemberRow) {
  const code = await storeInvitationCode(tx, member, 'approval')
  const context = { ...(await mailContext(tenant, tx, deps)), invited: openIdentity(tenant, member).email }
  for (const { email } of await listAdministrators(tx, tenant))
    await queueMail(tx, tenant, approvalMail(email, code, context))
}

async function storeInvitationCode(tx: Tx, { id }: MemberRow, purpose: 'invitation' | 'approval') {
  const code = makeCode(tx)
  await putCode(tx, {
    member_id: id,
    purpose,
    code_hash: hashCode(code),
    expires_at: new Date(Date.now() + invitationLifetimeMs),
  })
  return code
}

/** Adds a member in the caller's transaction. Returns undefined if the client already has a member with this address. */
export function addMember(
  tx: Tx,
  tenant: Pick<Tenant, 'keys'>,
  identity: MemberIdentity,
  values: Pick<MemberRow, 'email_hash' | 'role'> &
    Partial<Pick<MemberRow, 'status' | 'mfa_status' | 'password_hash'>>,
) {
  const id = randomUUID()
  return insertMember(tx, { id, sealed: sealIdentity(tenant, id, 1, identity), ...values })
}

export async function listMemberPage(tenant: Tenant, { offset, limit }: { offset: number; limit: number }) {
  return tenant.transaction(async (tx) => {
    const { total, members } = await listMembers(tx, { skip: offset - 1, limit })
    audit(tx, 'member.listed')
    return {
      pagination: paginationOf({ offset, limit }, members, total),
      members: members.map((member) => presentMember(tenant, member)),
    }
  })
}

/** Lists the confirmed owners and admins, who receive the client's notifications. */
export async function listAdministrators(tx: Tx, tenant: Pick<Tenant, 'keys'>): Promise<MemberIdentity[]> {
  const rows = await listConfirmedMembers(tx, ['Owner', 'Admin'])
  return rows.map((row) => openIdentity(tenant, row))
}

const maxReviewers = 500
/** Roles that may work on reviews. */
const reviewerRoles = ['Owner', 'Admin', 'FullMember', 'Underwriter'] as const

/** Lists the confirmed members who may work on reviews, by name. */
export async function listReviewers(tx: Tx) {
  const rows = await listConfirmedMembers(tx, reviewerRoles, maxReviewers)
  return rows
    .map((row) => ({ member_id: row.id, name: openIdentity({ keys: keysOf(tx) }, row).name }))
    .sort((one, other) => one.name.localeCompare(other.name))
}

/** Returns the names of members by id, archived ones included. */
export async function readMemberNames(tx: Tx, ids: readonly string[]) {
  const rows = ids.length === 0 ? [] : await findMembers(tx, ids)
  return new Map(rows.map((row) => [row.id, openIdentity({ keys: keysOf(tx) }, row).name]))
}

export async function readMember(tenant: Tenant, id: string) {
  return tenant.transaction(async (tx) => {
    const member = await findMember(tx, id)
    if (!member) throw notFound('Member', id)
    audit(tx, 'member.read', id)
    return presentMember(tenant, member)
  })
}

export async function changeMember(
  tenant: Tenant,
  deps: MemberDeps,
  caller: Caller,
  id: string,
  { role, mfa_status }: z.output<typeof MemberChanges>,
) {
  if (mfa_status === 'sms') throw invalid('Field [mfa_status] is invalid: no SMS gateway is configured')
  return tenant.transaction(async (tx) => {
    const owners = await lockOwners(tx)
    const member = await lockMember(tx, id)
    if (!member) throw notFound('Member', id)
    if (role === undefined && mfa_status === undefined) {
      audit(tx, 'member.read', id)
      return presentMember(tenant, member)
    }
    requireRank(caller, member.role as MemberRole)
    if (role) requireRank(caller, role)
    if (member.role === 'Owner' && role && role !== 'Owner') requireAnotherOwner(owners, id)
    const changed = await updateMember(tx, id, {
      role: role ?? member.role,
      mfa_status: mfa_status ?? member.mfa_status,
    })
    await notifyOfChanges(tx, tenant, deps, member, changed)
    audit(tx, 'member.changed', id)
    afterCommit(tx, () => deps.revocations.announce(holderName('member', id)))
    return presentMember(tenant, changed)
  })
}

async function notifyOfChanges(
  tx: Tx,
  tenant: Tenant,
  deps: MemberDeps,
  before: MemberRow,
  after: MemberRow,
) {
  if (after.role !== before.role)
    await notifyMember(tx, tenant, deps, after, {
      subject: 'Your role was changed',
      change: `your role was changed from ${before.role} to ${after.role}`,
    })
  if (after.mfa_status !== before.mfa_status)
    await notifyMember(tx, tenant, deps, after, {
      subject: 'Your second factor was changed',
      change: `your second factor was switched ${after.mfa_status === 'disabled' ? 'off' : 'on'}`,
    })
}

/** Mails a member what was changed about their account. */
export async function notifyMember(
  tx: Tx,
  tenant: Tenant,
  deps: MemberDeps,
  member: MemberRow,
  notice: { subject: string; change: string },
) {
  const { email } = openIdentity(tenant, member)
  await queueMail(tx, tenant, noticeMail(email, notice, await mailContext(tenant, tx, deps)))
}

/** Mails the client's Owners and Admins what was changed about its credentials or webhooks. */
export async function notifyAdministrators(
  tx: Tx,
  tenant: Tenant,
  deps: Pick<MemberDeps, 'baseUrl'>,
  { subject, change }: { subject: string; change: string },
) {
  const sent = await countNotice(tx)
  if (sent > maxNoticesPerDay) return
  const context = await mailContext(tenant, tx, deps)
  const notice = { subject, change, by: actorNames[tenant.actor.kind], isLast: sent === maxNoticesPerDay }
  for (const { email } of await listAdministrators(tx, tenant))
    await queueMail(tx, tenant, administratorNoticeMail(email, notice, context))
}

const actorNames: Record<Tenant['actor']['kind'], string> = {
  api_key: 'an API key',
  member: 'a member of your team',
  operator: 'the operator of the service',
  user: 'a user',
  public: 'a caller without a credential',
  task: 'the service',
}

/** Archives the member. The row is kept, because the audit log still refers to it. */
export async function removeMember(tenant: Tenant, deps: MemberDeps, caller: Caller, id: string) {
  await tenant.transaction(async (tx) => {
    const owners = await lockOwners(tx)
    const member = await lockMember(tx, id)
    if (!member) throw notFound('Member', id)
    requireRank(caller, member.role as MemberRole)
    if (member.role === 'Owner') requireAnotherOwner(owners, id)
    await updateMember(tx, id, {
      status: 'archived',
      password_hash: null,
      token_version: member.token_version + 1,
    })
    await deleteCodes(tx, id)
    await deleteTotp(tx, id)
    await deletePasskeys(tx, id)
    await deleteLink(tx, id)
    await endAllSessions(tx, deps.revocations, id)
    audit(tx, 'member.deleted', id)
    afterCommit(tx, () => deps.revocations.announce(holderName('member', id)))
  })
}

/** Returns the session and the member of the request, for the console when a page opens. */
export async function readOwnSession(tenant: Tenant, caller: Extract<Caller, { kind: 'member' }>) {
  return tenant.transaction(async (tx) => {
    const member = await findMember(tx, caller.id)
    if (!member) throw unauthorised('The session has ended')
    const { created_at: _, ...shown } = presentMember(tenant, member)
    return { session: await readCurrentSession(tenant, tx, caller), member: shown }
  })
}

/** Signs a member out everywhere, on behalf of an administrator. Returns the number of sessions. */
export async function endMemberSessions(tenant: Tenant, deps: MemberDeps, caller: Caller, id: string) {
  return tenant.transaction(async (tx) => {
    const member = await lockMember(tx, id)
    if (!member) throw notFound('Member', id)
    requireRank(caller, member.role as MemberRole)
    const count = await endAllSessions(tx, deps.revocations, id)
    audit(tx, 'member.sessions_ended', id)
    return count
  })
}

export async function deleteExpiredSignInState(tx: Tx) {
  await deleteExpiredCodes(tx)
  await deleteOldFailures(tx)
  await deleteExpiredSessions(tx)
}

export function presentMember(tenant: Pick<Tenant, 'keys'>, row: MemberRow) {
  return { id: row.id, ...openIdentity(tenant, row), ...memberStatus(row), created_at: row.created_at }
}

const memberStatus = ({ role, status, mfa_status }: MemberRow) => ({
  role: role as MemberRole,
  status: status as z.output<typeof MemberStatus>,
  mfa_status: mfa_status as z.output<typeof MfaStatus>,
})

export async function mailContext(tenant: Tenant, tx: Tx, { baseUrl }: Pick<MemberDeps, 'baseUrl'>) {
  const { client_display_name } = await getConfiguration(insideTransaction(tenant, tx))
  return { baseUrl, clientName: String(client_display_name ?? 'your organisation') }
}

export const hashCode = (code: string) => createHash('sha256').update(code).digest()

export function sealIdentity(
  { keys }: Pick<Tenant, 'keys'>,
  id: string,
  version: number,
  identity: MemberIdentity,
) {
  return seal(keys.dataKey, identitySealContext(id, version), JSON.stringify(identity))
}

export function openIdentity(
  { keys }: Pick<Tenant, 'keys'>,
  { id, version, sealed }: MemberRow,
): MemberIdentity {
  return JSON.parse(unseal(keys.dataKey, identitySealContext(id, version), sealed).toString())
}

const identitySealContext = (id: string, version: number): SealContext => ({
  table: 'members',
  column: 'sealed',
  row: id,
  version,
})

/** Throws unless the caller may change a member of this role. */
export const requireRankOf = (caller: Caller, { role }: Pick<MemberRow, 'role'>) =>
  requireRank(caller, role as MemberRole)

function requireRank(caller: Caller, role: MemberRole) {
  if (caller.role && isRoleAtLeast(caller.role, role)) return
  throw forbidden(
    'role-too-low',
    `The role [${caller.role}] may not give, change or remove the role [${role}]`,
  )
}

function requireAnotherOwner(owners: { id: string }[], leavingId: string) {
  if (owners.some(({ id }) => id !== leavingId)) return
  throw forbidden('last-owner', 'The last Owner cannot be removed or given another role')
}

type IdentityHashes = { emailHash(email: string): Buffer; passwordHash(hash: string): string }
type IdentityRenewal = IdentityHashes & Pick<Tenant, 'keys'> & { database: Tenancy }

const renewalBatch = 500

/**
 * Rehashes the e-mail addresses of a client's members, and names the peppers of their passwords, after the cell key was
 * rotated. Works in batches, so that it never blocks sign-ins for long. Returns the number of changed members.
 */
export async function renewIdentities(renewal: IdentityRenewal, clientId: string) {
  let changed = 0
  for await (const outdated of outdatedBatches(renewal, clientId)) {
    await renewal.database.system((tx) => renewBatch(tx, renewal, outdated))
    changed += outdated.length
  }
  return changed
}

async function renewBatch(tx: Tx, { keys, emailHash, passwordHash }: IdentityRenewal, members: MemberRow[]) {
  for (const member of members)
    await replaceHashes(tx, member, {
      email_hash: emailHash(openIdentity({ keys }, member).email),
      password_hash: member.password_hash === null ? null : passwordHash(member.password_hash),
    })
}

/** Counts the members of a client who still need an old version of the cell key. */
export async function countOldIdentities(renewal: IdentityRenewal, clientId: string) {
  let count = 0
  for await (const outdated of outdatedBatches(renewal, clientId)) count += outdated.length
  return count
}

async function* outdatedBatches(renewal: IdentityRenewal, clientId: string) {
  const { database, keys, emailHash, passwordHash } = renewal
  for (let after: string | undefined; ; ) {
    const rows = await database.system((tx) => listMembersAfter(tx, { clientId, after, limit: renewalBatch }))
    const outdated = rows.filter(
      (member) =>
        !member.email_hash.equals(emailHash(openIdentity({ keys }, member).email)) ||
        (member.password_hash !== null && passwordHash(member.password_hash) !== member.password_hash),
    )
    if (outdated.length > 0) yield outdated
    if (rows.length < renewalBatch) return
    after = rows.at(-1)?.id
  }
}

/**
 * Rehashes the email addresses and passwords of a client's members after a move to this cell, because each cell has
 * its own email hash key and password pepper.
 */
export async function moveIdentities(
  tx: Tx,
  keys: Pick<Tenant, 'keys'>,
  members: MemberRow[],
  { emailHash, passwordHash }: IdentityHashes,
) {
  for (const member of members)
    await tx
      .updateTable('members')
      .set({
        email_hash: emailHash(openIdentity(keys, member).email),
        password_hash: member.password_hash === null ? null : passwordHash(member.password_hash),
      })
      .where('client_id', '=', member.client_id)
      .where('id', '=', member.id)
      .execute()
}
