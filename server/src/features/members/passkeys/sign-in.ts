import type { z } from 'zod'
import type { Tx } from '../../../platform/database/tenancy.ts'
import { forbidden } from '../../../platform/problem.ts'
import { RefusedResponse, readChallenge, verifyAssertion } from '../../../platform/secrets/webauthn.ts'
import { countAttemptAsFailed, forgiveAttempt, uncountStepUp } from '../attempt-limits.ts'
import type { OwnAccountRequest } from '../own-account.ts'
import { findMember, isActiveMember } from '../queries.ts'
import { renewAuthentication } from '../sessions.ts'
import { auditFailure, type Origin, sessionFor, tenantOf } from '../sign-in.ts'
import { requirePasswordAllowed } from '../single-sign-on/required.ts'
import { hashCredentialId, openPasskey, type PasskeyDeps, passkeyRefused, refusalOf } from './passkeys.ts'
import { findPasskeysByCredential, type PasskeyRow, usePasskey } from './queries.ts'
import type { PasskeyAssertion, PasskeySignIn } from './schemas.ts'

// The same challenge serves for signing in and for authenticating again: both prove the same, at this moment.
const purpose = 'authentication'

/** A passkey that has proved to be in the hands of its member. */
type VerifiedPasskey = { passkey: PasskeyRow; challengeAt: Date; signCount: number }

export const createSignInOptions = ({ challenges, relyingParty }: PasskeyDeps) => ({
  ...challenges.create(purpose),
  relying_party_id: relyingParty.id,
})

/** Signs a member in with a passkey alone: it is something the member has, opened by something they know or are. */
export async function signInWithPasskey(
  deps: PasskeyDeps,
  origin: Origin,
  input: z.output<typeof PasskeySignIn>,
) {
  const attempt = await countAttemptAsFailed(deps, origin, hashCredentialId(input.credential_id))
  const verified = await verifyPasskey(deps, origin, input)
  const { client_id, member_id: id } = verified.passkey
  const tenant = await tenantOf(deps, { client_id }, origin, { kind: 'member', id })
  const signedIn = await tenant.transaction(async (tx) => {
    const member = await findMember(tx, id)
    if (!member || !isActiveMember(member)) throw passkeyRefused()
    if (member.status === 'reset_required')
      throw forbidden('password-reset-required', 'This password must be reset before it can be used')
    await requirePasswordAllowed(tx, member)
    await useOnce(tx, verified)
    return sessionFor(deps, tenant, tx, member, { ...origin, browser: input.browser, method: 'passkey' })
  })
  await forgiveAttempt(deps, attempt)
  return signedIn
}

/** Step-up: opens operations that need a recent authentication with a passkey of the caller. */
export async function authenticateAgainWithPasskey(
  deps: PasskeyDeps,
  request: OwnAccountRequest,
  input: z.output<typeof PasskeyAssertion>,
) {
  const { tenant, caller } = request
  const attempt = await countAttemptAsFailed(deps, request, hashCredentialId(input.credential_id))
  const verified = await verifyPasskey(deps, request, input)
  const { client_id, member_id } = verified.passkey
  if (client_id !== caller.clientId || member_id !== caller.id) throw passkeyRefused()
  const renewed = await tenant.transaction(async (tx) => {
    await useOnce(tx, verified)
    return renewAuthentication(tx, caller)
  })
  await uncountStepUp(deps, attempt)
  return renewed
}

async function useOnce(tx: Tx, { passkey, challengeAt, signCount }: VerifiedPasskey) {
  if (!(await usePasskey(tx, passkey.id, { challengeAt, signCount }))) throw passkeyRefused()
}

async function verifyPasskey(
  deps: PasskeyDeps,
  origin: Pick<Origin, 'requestId'>,
  input: z.output<typeof PasskeyAssertion>,
): Promise<VerifiedPasskey> {
  const response = {
    clientData: Buffer.from(input.client_data, 'base64url'),
    authenticatorData: Buffer.from(input.authenticator_data, 'base64url'),
    signature: Buffer.from(input.signature, 'base64url'),
  }
  const candidates = await deps.database.system((tx) =>
    findPasskeysByCredential(tx, hashCredentialId(input.credential_id)),
  )
  let refusal: unknown = new RefusedResponse('unknown passkey')
  for (const passkey of candidates) {
    try {
      const challenge = readChallenge(response.clientData)
      const challengeAt = deps.challenges.issuedAt(purpose, challenge)
      if (!challengeAt) throw new RefusedResponse('challenge is not ours, or expired')
      const keys = await deps.keyring.of(passkey.client_id)
      const publicKey = Buffer.from(openPasskey({ keys }, passkey).public_key, 'base64url')
      const signCount = verifyAssertion(deps.relyingParty, challenge, publicKey, response)
      requireLaterCount(passkey, signCount)
      return { passkey, challengeAt, signCount }
    } catch (error) {
      refusal = error
    }
  }
  for (const { client_id, member_id } of candidates)
    void auditFailure(deps, origin, { client_id, id: member_id })
  throw refusalOf(deps, refusal)
}

/** An authenticator that counts its signatures never repeats a count, so a repeated one comes from a copy. */
function requireLaterCount({ sign_count }: PasskeyRow, signCount: number) {
  const known = Number(sign_count)
  if ((known > 0 || signCount > 0) && signCount <= known)
    throw new RefusedResponse('signature count was repeated')
}
