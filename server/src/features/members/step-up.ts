import type { z } from 'zod'
import { forbidden } from '../../platform/problem.ts'
import { forgiveAttempt, uncountName, uncountStepUp } from './attempt-limits.ts'
import type { OwnAccountRequest } from './own-account.ts'
import { requireOwnMember, verifyOwnPassword } from './own-password.ts'
import { takeCode, tryMfaSession } from './queries.ts'
import type { Reauthentication, ReauthenticationAnswer } from './schemas.ts'
import { hashCode } from './service.ts'
import { renewAuthentication } from './sessions.ts'
import { auditFailure, findSecondFactor, isRightCode, requestCode, type SignInDeps } from './sign-in.ts'

const wrongCode = () => forbidden('mfa-rejected', 'The code is wrong or no longer valid')

/**
 * Step-up: verifies the caller's password again. With a second factor, returns a session for its code; the attempt then
 * counts as failed until the code is validated, as in a sign-in.
 */
export async function authenticateAgain(
  deps: SignInDeps,
  request: OwnAccountRequest,
  { current_password }: z.output<typeof Reauthentication>,
) {
  const { tenant, caller } = request
  const { member, attempt } = await verifyOwnPassword(deps, request, current_password)
  const factor = await tenant.transaction((tx) => findSecondFactor(tx, member))
  if (factor) {
    await forgiveAttempt(deps, attempt, { keepName: true })
    return requestCode(tenant, member, factor)
  }
  await uncountStepUp(deps, attempt)
  return tenant.transaction((tx) => renewAuthentication(tx, caller))
}

/** Completes the step-up with the code of the second factor. */
export async function validateAuthentication(
  deps: SignInDeps,
  request: OwnAccountRequest,
  { session, mfa_code }: z.output<typeof ReauthenticationAnswer>,
) {
  const { tenant, caller } = request
  // Counted before it is checked, so that parallel guesses cannot share one attempt.
  const attempt = await deps.database.system((tx) => tryMfaSession(tx, hashCode(session)))
  if (attempt?.client_id !== caller.clientId || attempt.member_id !== caller.id) throw wrongCode()
  const { code_hash } = attempt
  const member = await requireOwnMember(tenant, caller)
  const renewed = await tenant.transaction(async (tx) => {
    if (!(await isRightCode(tx, tenant, deps, { member, session, code: mfa_code, code_hash })))
      return undefined
    if (!(await takeCode(tx, 'mfa', code_hash))) throw wrongCode()
    return renewAuthentication(tx, caller)
  })
  if (!renewed) {
    await auditFailure(deps, request, member, 'member.mfa_failed', { kind: 'member', id: member.id })
    throw wrongCode()
  }
  await uncountName(deps, request, member.email_hash)
  return renewed
}
