import { forbidden } from '../problem.ts'
import type { Caller } from './caller.ts'

/** Time after a member's last authentication in which dangerous operations are allowed. */
const maxAuthenticationAgeMs = 10 * 60_000

/**
 * Step-up: throws unless the member has authenticated recently, so that an unattended or stolen session cannot be used
 * to take over the client. API keys and users have no sessions and are not affected.
 */
export async function requireRecentAuthentication(caller: Caller) {
  if (caller.kind !== 'member') return
  const at = await caller.readAuthenticatedAt()
  if (at && Date.now() - at.getTime() <= maxAuthenticationAgeMs) return
  throw forbidden(
    'reauthentication-required',
    'Authenticate again first, with POST /members/sessions/current/authentications',
  )
}
