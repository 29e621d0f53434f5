import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isSameText } from '../../secret-comparison.ts'
import { Fault } from '../errors.ts'
import type { FrontDoor } from '../authentication.ts'
import { bearerToken, check } from '../provider-http.ts'
import { makeRoom } from '../evict-oldest.ts'
import { newToken, openShelf, type Shelf } from '../token-store.ts'
import type { Surroundings } from '../types.ts'
import { type Client, requireClient } from './clients.ts'
import type { Flow, OAuthTerms } from './flow.ts'

/** What a person has agreed to. It lasts as long as the session behind it; both kinds of token stand for it. */
type Grant = {
  /** With what all its refresh tokens begin, so that the old ones need not be kept to be known again. */
  id: string
  session: string
  clientId: string
  scopes: string[]
  endsAt: number
  /** The one that is good now. */
  refreshToken: string
}
type AccessToken = { grant: Grant; requests: { since: number; count: number } }

const mostGrants = 100_000
const mostUsedCodes = 2_000

const token = z.string().max(200)
const fields = z.object({
  grant_type: z.string().max(50),
  client_id: z.string().max(100).optional(),
  client_secret: token.optional(),
  code: token.optional(),
  redirect_uri: z.string().max(500).optional(),
  code_verifier: z
    .string()
    .regex(/^[\w.~-]{43,128}$/)
    .optional(),
  refresh_token: token.optional(),
})
const revocation = fields.pick({ client_id: true, client_secret: true }).extend({ token })
type Fields = z.infer<typeof fields>

export type OAuthTokens = {
  /** Who a request's token stands for, if it allows this scope. */
  enter(request: FastifyRequest, scope: string): NonNullable<ReturnType<FrontDoor['session']>>
}

/** `/oauth/token` and `/oauth/revoke`. */
export function addTokenRoutes(
  server: FastifyInstance,
  { clock, switches }: Surroundings,
  door: FrontDoor,
  terms: OAuthTerms & { codes: Shelf<Flow> },
): OAuthTokens {
  const accessTokens = openShelf<AccessToken>(clock, mostGrants)
  const grants = openShelf<Grant>(clock, mostGrants)
  /** By the code that was used for it, so that a second use takes back what the first one gave. */
  const usedCodes = new Map<string, Grant>()

  server.post('/oauth/token', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
    const wanted = check(fields, request.body)
    const client = requireClient(request, wanted)
    if (wanted.grant_type === 'authorization_code') return fromCode(request, client, wanted)
    if (wanted.grant_type === 'refresh_token') return fromRefreshToken(request, client, wanted)
    throw new Fault('unsupported_grant_type')
  })

  async function fromCode(request: FastifyRequest, client: Client, wanted: Fields) {
    const { code = '', redirect_uri, code_verifier } = wanted
    const flow = terms.codes.find(code)
    if (flow?.signedIn) {
      const { person, behaviour } = flow.signedIn
      await door.attend(request, 'token', { userName: person.userName, behaviour })
    }
    const before = usedCodes.get(code)
    if (before) door.endSession(before.session)
    // Taken only now: a connection that was cut can be tried again, a wrong verifier cannot.
    if (!flow?.signedIn || !terms.codes.take(code)) throw new Fault('invalid_grant')
    const isProven = flow.codeChallenge
      ? isSameText(challengeOf(code_verifier ?? ''), flow.codeChallenge)
      : code_verifier === undefined
    if (flow.client.id !== client.id || flow.redirectUri !== redirect_uri || !isProven)
      throw new Fault('invalid_grant')

    const { token: session, lifeMs } = door.openSession(flow.signedIn, terms.grantLifeMs)
    const endsAt = clock.now().getTime() + lifeMs
    const grant = { id: '', session, clientId: client.id, scopes: flow.scopes, endsAt, refreshToken: '' }
    grant.id = grants.put(grant, lifeMs)
    usedCodes.set(code, grant)
    makeRoom(usedCodes, mostUsedCodes)
    return issue(grant)
  }

  async function fromRefreshToken(request: FastifyRequest, client: Client, { refresh_token = '' }: Fields) {
    const grant = grantOf(refresh_token)
    const session = grant && door.session(grant.session)
    if (!session || grant.clientId !== client.id) throw new Fault('invalid_grant')
    await door.attend(request, 'token', session)
    if (switches.desk(terms.provider).imposed(session.userName).mfa)
      throw new Fault('invalid_grant', { message: 'The person has to sign in again.' })
    // An old one: somebody else has it too, and nobody can say who is who, so it ends for both.
    if (grant.refreshToken !== refresh_token) door.endSession(grant.session)
    if (!door.session(grant.session)) throw new Fault('invalid_grant')
    return issue(grant)
  }

  const grantOf = (refreshToken: string) => grants.find(refreshToken.split('.')[0] ?? '')

  function issue(grant: Grant) {
    grant.refreshToken = `${grant.id}.${newToken()}`
    return {
      access_token: accessTokens.put({ grant, requests: { since: 0, count: 0 } }, terms.accessLifeMs),
      token_type: 'bearer',
      expires_in: Math.ceil(Math.min(terms.accessLifeMs, grant.endsAt - clock.now().getTime()) / 1_000),
      refresh_token: grant.refreshToken,
      scope: grant.scopes.join(' '),
    }
  }

  // RFC 7009: whatever comes, the answer is the same, as the caller's wish has come true.
  server.post('/oauth/revoke', async (request) => {
    const wanted = check(revocation, request.body)
    const client = requireClient(request, wanted)
    const grant = grantOf(wanted.token) ?? accessTokens.find(wanted.token)?.grant
    if (grant?.clientId === client.id) door.endSession(grant.session)
    return {}
  })

  return {
    enter(request, scope) {
      const access = accessTokens.find(bearerToken(request))
      const session = access && door.session(access.grant.session)
      if (!session) throw new Fault('invalid_token')
      limit(access.requests)
      if (!access.grant.scopes.includes(scope)) throw new Fault('invalid_scope')
      return session
    },
  }

  function limit(requests: AccessToken['requests']) {
    const { mostRequestsPerMinute = Number.POSITIVE_INFINITY } = terms
    const now = clock.now().getTime()
    if (Math.abs(now - requests.since) >= 60_000) {
      requests.since = now
      requests.count = 0
    }
    requests.count++
    const waitMs = requests.since + 60_000 - now
    if (requests.count > mostRequestsPerMinute)
      throw new Fault('rate_limited', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
  }
}

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
