import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { openClock, type WorldClock } from '../../clock.ts'
import { isSameSecret } from '../../secret-comparison.ts'
import { ProviderFault } from '../errors.ts'
import { evictOldest } from '../evict-oldest.ts'
import { findClient, type OAuthClient } from '../oauth/clients.ts'

const maxLifetimeSeconds = 300
const maxSeenIds = 10_000

const header = z.object({ alg: z.literal('HS256') })
const claims = z.object({
  iss: z.string(),
  sub: z.string(),
  aud: z.union([z.string(), z.array(z.string()).max(5)]),
  exp: z.number(),
  jti: z.string().min(1).max(200),
})

/** Verifies RFC 7523 client assertions signed with a shared secret. Each `jti` is accepted once. */
export function createAssertionVerifier(clock: WorldClock) {
  const seenIds = new Set<string>()
  // The client's clock may differ from the simulated clock, so assertions that are valid in real time are accepted as
  // well.
  const clocks = [clock, openClock()]

  return function requireAssertion(assertion: string, audience: string): OAuthClient {
    const [head = '', body = '', signature = ''] = assertion.split('.')
    const claim = claims.safeParse(decodeJson(body)).data
    const client = claim && findClient(claim.iss)
    if (!client || !header.safeParse(decodeJson(head)).success) throw new ProviderFault('invalid_client')
    const expectedSignature = createHmac('sha256', client.secret)
      .update(`${head}.${body}`)
      .digest('base64url')
    const isTimely = clocks.some((one) => {
      const secondsLeft = claim.exp - one.now().getTime() / 1_000
      return secondsLeft > 0 && secondsLeft <= maxLifetimeSeconds
    })
    const isForUs = [claim.aud].flat().includes(audience)
    if (
      !isSameSecret(signature, expectedSignature) ||
      claim.sub !== client.id ||
      !isForUs ||
      !isTimely ||
      seenIds.has(claim.jti)
    )
      throw new ProviderFault('invalid_client')
    seenIds.add(claim.jti)
    evictOldest(seenIds, maxSeenIds)
    return client
  }
}

function decodeJson(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
