import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { type Clock, openClock } from '../../clock.ts'
import { isSameText } from '../../secret-comparison.ts'
import { Fault } from '../errors.ts'
import { type Client, findClient } from '../oauth/clients.ts'
import { makeRoom } from '../evict-oldest.ts'

const longestLifeSeconds = 300
const mostRemembered = 10_000

const header = z.object({ alg: z.literal('HS256') })
const claims = z.object({
  iss: z.string(),
  sub: z.string(),
  aud: z.union([z.string(), z.array(z.string()).max(5)]),
  exp: z.number(),
  jti: z.string().min(1).max(200),
})

/** RFC 7523 with a shared secret: a client signs who it is, whom it talks to and until when, and never twice the same. */
export function openAssertions(clock: Clock) {
  const seen = new Set<string>()
  // The clock of this world can be moved; the one of whoever asks may be another.
  const clocks = [clock, openClock()]

  return function requireAssertion(assertion: string, audience: string): Client {
    const [head = '', body = '', signature = ''] = assertion.split('.')
    const said = claims.safeParse(decoded(body)).data
    const client = said && findClient(said.iss)
    if (!client || !header.safeParse(decoded(head)).success) throw new Fault('invalid_client')
    const right = createHmac('sha256', client.secret).update(`${head}.${body}`).digest('base64url')
    const isTimely = clocks.some((one) => {
      const secondsLeft = said.exp - one.now().getTime() / 1_000
      return secondsLeft > 0 && secondsLeft <= longestLifeSeconds
    })
    const isForUs = [said.aud].flat().includes(audience)
    if (
      !isSameText(signature, right) ||
      said.sub !== client.id ||
      !isForUs ||
      !isTimely ||
      seen.has(said.jti)
    )
      throw new Fault('invalid_client')
    seen.add(said.jti)
    makeRoom(seen, mostRemembered)
    return client
  }
}

function decoded(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
