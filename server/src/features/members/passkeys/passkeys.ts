import { createHash, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { paginationOf } from '../../../platform/http/wire.ts'
import { forbidden, notFound } from '../../../platform/problem.ts'
import { type SealContext, seal, unseal } from '../../../platform/secrets/seal.ts'
import {
  RefusedResponse,
  type RelyingParty,
  readChallenge,
  verifyRegistration,
} from '../../../platform/secrets/webauthn.ts'
import type { OwnAccountRequest } from '../own-account.ts'
import { requireOwnMember } from '../own-password.ts'
import { lockMember, type MemberRow } from '../queries.ts'
import { notifyMember, openIdentity, requireRankOf } from '../service.ts'
import type { SignInDeps } from '../sign-in.ts'
import type { PasskeyChallenges } from './challenges.ts'
import { deletePasskey, deletePasskeys, insertPasskey, listPasskeys, type PasskeyRow } from './queries.ts'
import type { PasskeyRegistration } from './schemas.ts'

export type PasskeyDeps = SignInDeps & { challenges: PasskeyChallenges; relyingParty: RelyingParty }

/** The sealed part of a passkey. */
type PasskeyContent = { name: string; credential_id: string; public_key: string }

// A member has a few devices; the limit keeps the list short enough for one sign-in to check.
const maxPasskeys = 20

export const passkeyRefused = () =>
  forbidden('passkey-refused', 'The passkey is unknown, or its response is wrong or too late')

export async function listOwnPasskeys(
  { tenant, caller }: OwnAccountRequest,
  { offset, limit }: { offset: number; limit: number },
) {
  const rows = await tenant.transaction((tx) => listPasskeys(tx, caller.id))
  const page = rows.slice(offset - 1, offset - 1 + limit)
  return {
    pagination: paginationOf({ offset, limit }, page, rows.length),
    passkeys: page.map((row) => presentPasskey(tenant, row)),
  }
}

export async function startPasskeyRegistration(deps: PasskeyDeps, { tenant, caller }: OwnAccountRequest) {
  const member = await requireOwnMember(tenant, caller)
  const known = await tenant.transaction((tx) => {
    audit(tx, 'member.passkey_started', member.id)
    return listPasskeys(tx, member.id)
  })
  return {
    ...deps.challenges.create(registrationBy(member)),
    relying_party_id: deps.relyingParty.id,
    user_handle: Buffer.from(member.id.replaceAll('-', ''), 'hex').toString('base64url'),
    user_name: openIdentity(tenant, member).email,
    known_credential_ids: known.map((row) => openPasskey(tenant, row).credential_id),
  }
}

export async function registerPasskey(
  deps: PasskeyDeps,
  { tenant, caller }: OwnAccountRequest,
  input: z.output<typeof PasskeyRegistration>,
) {
  const member = await requireOwnMember(tenant, caller)
  const { credentialId, signCount, challengeAt } = verifyNewPasskey(deps, member, input)
  const id = randomUUID()
  const content = {
    name: input.name,
    credential_id: credentialId.toString('base64url'),
    public_key: input.public_key,
  }
  return tenant.transaction(async (tx) => {
    // Locked, so that parallel registrations cannot exceed the limit.
    await lockMember(tx, member.id)
    if ((await listPasskeys(tx, member.id)).length >= maxPasskeys)
      throw forbidden('too-many-passkeys', `A member has at most ${maxPasskeys} passkeys`)
    const row = await insertPasskey(tx, {
      id,
      member_id: member.id,
      credential_hash: hashCredentialId(content.credential_id),
      sealed: sealPasskey(tenant, id, content),
      sign_count: signCount,
      challenge_at: challengeAt,
    })
    if (!row) throw passkeyRefused()
    await notifyMember(tx, tenant, deps, member, {
      subject: 'A passkey was added',
      change: `the passkey “${input.name}” was added to your account`,
    })
    audit(tx, 'member.passkey_added', member.id)
    return presentPasskey(tenant, row)
  })
}

function verifyNewPasskey(deps: PasskeyDeps, member: MemberRow, input: z.output<typeof PasskeyRegistration>) {
  const response = {
    clientData: Buffer.from(input.client_data, 'base64url'),
    authenticatorData: Buffer.from(input.authenticator_data, 'base64url'),
    publicKey: Buffer.from(input.public_key, 'base64url'),
  }
  try {
    const challenge = readChallenge(response.clientData)
    const challengeAt = deps.challenges.issuedAt(registrationBy(member), challenge)
    if (!challengeAt) throw new RefusedResponse('challenge is not ours, or expired')
    return { ...verifyRegistration(deps.relyingParty, challenge, response), challengeAt }
  } catch (error) {
    throw refusalOf(deps, error)
  }
}

/** Removes one of the caller's own passkeys. */
export function removeOwnPasskey(deps: PasskeyDeps, { tenant, caller }: OwnAccountRequest, id: string) {
  return tenant.transaction(async (tx) => {
    const member = await lockMember(tx, caller.id)
    if (!member || !(await deletePasskey(tx, caller.id, id))) throw notFound('Passkey', id)
    audit(tx, 'member.passkey_removed', member.id)
    await notifyOfRemoval(tx, tenant, deps, member, 'a passkey was removed from your account')
  })
}

/** Removes all passkeys of another member, whose device was lost, on behalf of an administrator. */
export function removeMemberPasskeys(deps: PasskeyDeps, tenant: Tenant, caller: Caller, id: string) {
  return tenant.transaction(async (tx) => {
    const member = await lockMember(tx, id)
    if (!member) throw notFound('Member', id)
    requireRankOf(caller, member)
    const removed = await deletePasskeys(tx, id)
    audit(tx, 'member.passkey_removed', member.id)
    if (removed.length > 0)
      await notifyOfRemoval(tx, tenant, deps, member, 'your passkeys were removed by an administrator')
    return removed.length
  })
}

const notifyOfRemoval = (tx: Tx, tenant: Tenant, deps: PasskeyDeps, member: MemberRow, change: string) =>
  notifyMember(tx, tenant, deps, member, { subject: 'Your passkeys were changed', change })

/** Turns the refusal of a response into a reply that says no more than the caller needs. Other errors stay. */
export function refusalOf({ log }: Pick<PasskeyDeps, 'log'>, error: unknown) {
  if (!(error instanceof RefusedResponse)) return error
  log.warn({ reason: error.message }, 'refused passkey')
  return passkeyRefused()
}

export const hashCredentialId = (credentialId: string) =>
  createHash('sha256').update(Buffer.from(credentialId, 'base64url')).digest()

export function openPasskey({ keys }: Pick<Tenant, 'keys'>, { id, sealed }: PasskeyRow): PasskeyContent {
  return JSON.parse(unseal(keys.dataKey, sealContext(id), sealed).toString())
}

const sealPasskey = ({ keys }: Pick<Tenant, 'keys'>, id: string, content: PasskeyContent) =>
  seal(keys.dataKey, sealContext(id), JSON.stringify(content))

function presentPasskey(tenant: Pick<Tenant, 'keys'>, row: PasskeyRow) {
  const { id, created_at, last_used_at } = row
  return { id, name: openPasskey(tenant, row).name, created_at, last_used_at }
}

const registrationBy = ({ client_id, id }: MemberRow) => `registration ${client_id} ${id}`

const sealContext = (id: string): SealContext => ({
  table: 'member_passkeys',
  column: 'sealed',
  row: id,
  version: 1,
})
