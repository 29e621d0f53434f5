import type { z } from 'zod'
import { afterCommit, audit, type Tenant } from '../../platform/database/tenancy.ts'
import { forbidden, invalid, unauthorised } from '../../platform/problem.ts'
import { holderName } from '../access/service.ts'
import { countAttemptAsFailed, uncountStepUp } from './attempt-limits.ts'
import type { MemberCaller, OwnAccountRequest } from './own-account.ts'
import { deleteCodes, findMember, lockMember, updateMember } from './queries.ts'
import type { PasswordChange } from './schemas.ts'
import { notifyMember } from './service.ts'
import { endAllSessions } from './sessions.ts'
import { auditFailure, refuseGuessable, type SignInDeps } from './sign-in.ts'

const wrongPassword = () => forbidden('password-wrong', 'The current password is wrong')

/** Sets a new password for the caller and ends their other sessions. */
export async function changeOwnPassword(
  deps: SignInDeps,
  request: OwnAccountRequest,
  { current_password, password }: z.output<typeof PasswordChange>,
) {
  const { tenant, caller } = request
  if (password === current_password)
    throw invalid('Field [password] is invalid: it must differ from the current password')
  await refuseGuessable(tenant, caller.id, password)
  const { member: verified, attempt } = await verifyOwnPassword(deps, request, current_password)
  await uncountStepUp(deps, attempt)
  const password_hash = await deps.passwords.hash(password)
  await tenant.transaction(async (tx) => {
    const member = await lockMember(tx, caller.id)
    // A concurrent request has already replaced the password.
    if (!member || member.password_hash !== verified.password_hash) throw wrongPassword()
    await updateMember(tx, member.id, { status: 'confirmed', password_hash })
    await deleteCodes(tx, member.id)
    await endAllSessions(tx, deps.revocations, member.id, caller.sessionId)
    await notifyMember(tx, tenant, deps, member, {
      subject: 'Your password was changed',
      change: 'your password was changed',
    })
    audit(tx, 'member.password_changed', member.id)
    afterCommit(tx, () => deps.revocations.announce(holderName('member', member.id)))
  })
}

/**
 * Step-up: verifies the caller's own password before a change to the account. The attempt counts as failed, like a
 * sign-in, until it is uncounted, so that an open session does not help to guess the password.
 */
export async function verifyOwnPassword(deps: SignInDeps, request: OwnAccountRequest, password: string) {
  const member = await requireOwnMember(request.tenant, request.caller)
  if (member.password_hash === null)
    throw forbidden('sso-required', 'You have no password; sign in with your organisation again')
  const attempt = await countAttemptAsFailed(deps, request, member.email_hash)
  if (!(await deps.passwords.verify(password, member.password_hash))) {
    await auditFailure(deps, request, member, 'member.password_refused', { kind: 'member', id: member.id })
    throw wrongPassword()
  }
  return { member, attempt }
}

export async function requireOwnMember(tenant: Tenant, caller: MemberCaller) {
  const member = await tenant.transaction((tx) => findMember(tx, caller.id))
  // The member was removed after this request was authenticated.
  if (!member) throw unauthorised('The session has ended')
  return member
}
