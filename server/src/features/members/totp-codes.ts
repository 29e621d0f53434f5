import { createHash, randomBytes } from 'node:crypto'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { type SealContext, seal, unseal } from '../../platform/secrets/seal.ts'
import { matchTotpStep, toBase32 } from '../../platform/secrets/totp.ts'
import type { MemberRow } from './queries.ts'
import { type MemberDeps, notifyMember } from './service.ts'
import { type TotpRow, updateTotp } from './totp-queries.ts'

// 120 bits, so that a plain hash of the code resists guessing.
const recoveryCodeBytes = 15

export const isTotpActive = (totp: TotpRow | undefined): totp is TotpRow =>
  totp !== undefined && totp.confirmed_at !== null

/**
 * Uses up a code of the app, or a recovery code. Each code is accepted once, and a step of the app makes earlier ones
 * invalid. Notifies the member of a used recovery code. The caller has locked the row of the app.
 */
export async function acceptTotpCode(
  tx: Tx,
  tenant: Tenant,
  deps: MemberDeps,
  { member, totp, code }: { member: MemberRow; totp: TotpRow; code: string },
): Promise<boolean> {
  const step = findTotpStep(tenant, totp, code)
  if (step !== undefined) {
    if (step <= totp.last_step) return false
    await updateTotp(tx, member.id, { last_step: step })
    return true
  }
  const hash = hashRecoveryCode(member.id, code)
  const unused = totp.recovery_hashes.filter((known) => !known.equals(hash))
  if (unused.length === totp.recovery_hashes.length) return false
  await updateTotp(tx, member.id, { recovery_hashes: unused })
  await notifyMember(tx, tenant, deps, member, {
    subject: 'A recovery code was used',
    change: `a recovery code was used instead of your authenticator app (${unused.length} left)`,
  })
  audit(tx, 'member.recovery_code_used', member.id)
  return true
}

/** Returns the time step of a code of the app, which may have been used; undefined if the code is wrong. */
export function findTotpStep({ keys }: Pick<Tenant, 'keys'>, { member_id, sealed }: TotpRow, code: string) {
  const secret = unseal(keys.dataKey, secretSealContext(member_id), sealed)
  // Some apps show the digits in two groups.
  return matchTotpStep(secret, code.replaceAll(/\s/g, ''), new Date())
}

export const sealTotpSecret = ({ keys }: Pick<Tenant, 'keys'>, memberId: string, secret: Buffer) =>
  seal(keys.dataKey, secretSealContext(memberId), secret)

export function makeRecoveryCode() {
  const groups = toBase32(randomBytes(recoveryCodeBytes)).match(/.{4}/g) ?? []
  return groups.join('-')
}

/** Hyphens, spaces and case are ignored, because people type these codes. */
export const hashRecoveryCode = (memberId: string, code: string) =>
  createHash('sha256')
    .update(`${memberId} ${code.toUpperCase().replaceAll(/[^A-Z2-7]/g, '')}`)
    .digest()

const secretSealContext = (memberId: string): SealContext => ({
  table: 'member_totp',
  column: 'sealed',
  row: memberId,
  version: 1,
})
