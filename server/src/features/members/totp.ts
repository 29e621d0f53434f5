import type { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { forbidden, notFound } from '../../platform/problem.ts'
import { createTotpSecret, otpauthUri, toBase32 } from '../../platform/secrets/totp.ts'
import { countAttemptAsFailed, uncountStepUp } from './attempt-limits.ts'
import type { OwnAccountRequest } from './own-account.ts'
import { requireOwnMember, verifyOwnPassword } from './own-password.ts'
import { lockMember, type MemberRow } from './queries.ts'
import type { TotpConfirmation, TotpRemoval, TotpSetup } from './schemas.ts'
import { type MemberDeps, notifyMember, openIdentity, requireRankOf } from './service.ts'
import { auditFailure, type SignInDeps } from './sign-in.ts'
import {
  acceptTotpCode,
  findTotpStep,
  hashRecoveryCode,
  isTotpActive,
  makeRecoveryCode,
  sealTotpSecret,
} from './totp-codes.ts'
import { confirmTotp, deleteTotp, findTotp, lockTotp, putPendingTotp, type TotpRow } from './totp-queries.ts'

const setupLifetimeMs = 15 * 60_000
const recoveryCodeCount = 10

const noApp = (memberId: string) => notFound('Authenticator app of member', memberId)
const wrongCode = () => forbidden('mfa-rejected', 'The code is wrong or was already used')

export async function readTotp({ tenant, caller }: OwnAccountRequest) {
  const member = await requireOwnMember(tenant, caller)
  const totp = await tenant.transaction((tx) => findTotp(tx, member))
  return isTotpActive(totp)
    ? { is_active: true, confirmed_at: totp.confirmed_at, recovery_codes_left: totp.recovery_hashes.length }
    : { is_active: false, confirmed_at: null, recovery_codes_left: 0 }
}

/** Creates the secret of an authenticator app. It takes effect once the member has confirmed it with a code. */
export async function startTotpSetup(
  deps: SignInDeps,
  request: OwnAccountRequest,
  { current_password }: z.output<typeof TotpSetup>,
) {
  const { tenant } = request
  const { member, attempt } = await verifyOwnPassword(deps, request, current_password)
  await uncountStepUp(deps, attempt)
  const secret = createTotpSecret()
  const { email } = openIdentity(tenant, member)
  return tenant.transaction(async (tx) => {
    if (!(await putPendingTotp(tx, member.id, sealTotpSecret(tenant, member.id, secret))))
      throw forbidden('totp-active', 'An authenticator app is already set up; remove it first')
    audit(tx, 'member.totp_started', member.id)
    return {
      secret: toBase32(secret),
      otpauth_uri: otpauthUri(secret, { issuer: 'Payproof', account: email }),
    }
  })
}

/** Confirms the app with its first code. Returns the recovery codes, which are shown only once. */
export async function confirmTotpSetup(
  deps: SignInDeps,
  request: OwnAccountRequest,
  { mfa_code }: z.output<typeof TotpConfirmation>,
) {
  const { tenant, caller } = request
  const member = await requireOwnMember(tenant, caller)
  if (!isPending(await tenant.transaction((tx) => findTotp(tx, member)))) throw noApp(member.id)
  const attempt = await countAttemptAsFailed(deps, request, member.email_hash)
  const recovery_codes = Array.from({ length: recoveryCodeCount }, makeRecoveryCode)
  const isConfirmed = await tenant.transaction(async (tx) => {
    const totp = await lockTotp(tx, member.id)
    if (!isPending(totp)) throw noApp(member.id)
    const step = findTotpStep(tenant, totp, mfa_code)
    if (step === undefined) return false
    const recoveryHashes = recovery_codes.map((code) => hashRecoveryCode(member.id, code))
    await confirmTotp(tx, member.id, { step, recoveryHashes })
    await notifyMember(tx, tenant, deps, member, {
      subject: 'Your second factor was changed',
      change: 'an authenticator app was set up as your second factor',
    })
    audit(tx, 'member.totp_confirmed', member.id)
    return true
  })
  if (!isConfirmed) throw await refuseCode(deps, request, member)
  await uncountStepUp(deps, attempt)
  return { recovery_codes }
}

/** Removes the caller's own app. Needs the current password and a code. */
export async function removeOwnTotp(
  deps: SignInDeps,
  request: OwnAccountRequest,
  { current_password, mfa_code }: z.output<typeof TotpRemoval>,
) {
  const { tenant, caller } = request
  const known = await requireOwnMember(tenant, caller)
  if (!isTotpActive(await tenant.transaction((tx) => findTotp(tx, known)))) throw noApp(known.id)
  const { member, attempt } = await verifyOwnPassword(deps, request, current_password)
  const isRemoved = await tenant.transaction(async (tx) => {
    const totp = await lockTotp(tx, member.id)
    if (!isTotpActive(totp)) throw noApp(member.id)
    if (!(await acceptTotpCode(tx, tenant, deps, { member, totp, code: mfa_code }))) return false
    await deleteAndNotify(tx, tenant, deps, member)
    return true
  })
  if (!isRemoved) throw await refuseCode(deps, request, member)
  await uncountStepUp(deps, attempt)
}

/** Removes the app of another member, who has lost it, on behalf of an administrator. */
export async function removeMemberTotp(tenant: Tenant, deps: MemberDeps, caller: Caller, id: string) {
  await tenant.transaction(async (tx) => {
    const member = await lockMember(tx, id)
    if (!member) throw notFound('Member', id)
    requireRankOf(caller, member)
    if (caller.id === id)
      throw forbidden('own-account', 'Remove your own authenticator app with your password and a code')
    if (!isTotpActive(await findTotp(tx, member))) throw noApp(id)
    await deleteAndNotify(tx, tenant, deps, member)
  })
}

async function deleteAndNotify(tx: Tx, tenant: Tenant, deps: MemberDeps, member: MemberRow) {
  await deleteTotp(tx, member.id)
  await notifyMember(tx, tenant, deps, member, {
    subject: 'Your second factor was changed',
    change: 'your authenticator app was removed',
  })
  audit(tx, 'member.totp_removed', member.id)
}

async function refuseCode(deps: SignInDeps, request: OwnAccountRequest, member: MemberRow) {
  await auditFailure(deps, request, member, 'member.mfa_failed', { kind: 'member', id: member.id })
  return wrongCode()
}

const isPending = (totp: TotpRow | undefined): totp is TotpRow =>
  totp?.confirmed_at === null && totp.created_at.getTime() + setupLifetimeMs > Date.now()
