import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isSameSecret } from '../../secret-comparison.ts'
import type { Authenticator } from '../authentication.ts'
import { ProviderFault } from '../errors.ts'
import { evictOldest } from '../evict-oldest.ts'
import { bearerToken, check } from '../provider-http.ts'
import { createTokenStore, newToken, type TokenStore } from '../token-store.ts'
import type { ProviderDeps } from '../types.ts'
import { type OAuthClient, requireClient } from './clients.ts'
import { defaultPaths, defaultTokenRules, type OAuthConfig, type OAuthFlow, type TokenReply } from './flow.ts'

/** A person's consent. Access and refresh tokens refer to it, and it ends with its session. */
type Grant = {
  /** Prefix of all refresh tokens of this grant. Reuse of an earlier token is thus detected without storing it. */
  id: string
  session: string
  clientId: string
  scopes: string[]
  endsAt: number
  /** The current refresh token; earlier ones have been rotated out. */
  refreshToken: string
  refreshedAt: number
  /** The access token that was issued last. */
  accessToken?: string
  isRefreshing?: boolean
}
type AccessToken = { grant: Grant; requests: { since: number; count: number } }

const maxGrants = 100_000
const maxUsedCodes = 2_000
const maxReplaced = 20_000

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
  scope: z.string().max(500).optional(),
})
const strictFields = fields.strict()
const revocation = fields.pick({ client_id: true, client_secret: true }).extend({ token })
type Fields = z.infer<typeof fields>

export type OAuthTokens = {
  /** Returns the scopes of the request's access token. */
  scopesOf(request: FastifyRequest): string[]
  /** Returns the session of the request's access token, if it has the scope. */
  authorise(request: FastifyRequest, scope: string): NonNullable<ReturnType<Authenticator['session']>>
  /** Whether the request's token belongs to the application instead of a person. */
  isApplicationToken(request: FastifyRequest): boolean
  /** The client whose token the request has, if the token is valid. */
  clientOf(request: FastifyRequest): string | undefined
}

/** Adds the token endpoint and, if the provider has it, the revocation endpoint. */
export function addTokenRoutes(
  server: FastifyInstance,
  { clock, switches }: ProviderDeps,
  authenticator: Authenticator,
  terms: OAuthConfig & { codes: TokenStore<OAuthFlow> },
): OAuthTokens {
  const rules = { ...defaultTokenRules, ...terms.tokenRules }
  const accessTokens = createTokenStore<AccessToken>(clock, maxGrants)
  const applicationTokens = createTokenStore<{ clientId: string }>(clock)
  const grants = createTokenStore<Grant>(clock, maxGrants)
  /** Grants by authorisation code that was used; if a code is used again, its grant is revoked. */
  const usedCodes = new Map<string, Grant>()
  /** Times at which refresh tokens were replaced, for providers that accept them for some time afterwards. */
  const replacedAt = new Map<string, number>()
  const { token: tokenPath, revoke: revokePath = '/oauth/revoke' } = terms.paths ?? defaultPaths

  server.post(tokenPath, async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
    const tokenRequest = check(rules.rejectsUnknownFields ? strictFields : fields, request.body)
    const client = requireClient(request, tokenRequest, rules)
    terms.onTokenRequest?.(userNameOf(tokenRequest), tokenRequest.grant_type)
    if (tokenRequest.grant_type === 'authorization_code') return fromCode(request, client, tokenRequest)
    if (tokenRequest.grant_type === 'refresh_token') return fromRefreshToken(request, client, tokenRequest)
    if (tokenRequest.grant_type === 'client_credentials' && rules.applicationTokenTtlMs !== undefined)
      return forApplication(client, rules.applicationTokenTtlMs)
    throw new ProviderFault('unsupported_grant_type')
  })

  async function fromCode(request: FastifyRequest, client: OAuthClient, tokenRequest: Fields) {
    const { code = '', redirect_uri, code_verifier } = tokenRequest
    const flow = terms.codes.find(code)
    if (flow?.signedIn) {
      const { person, behaviour } = flow.signedIn
      await authenticator.applyBehaviour(request, 'token', { userName: person.userName, behaviour })
    }
    const before = usedCodes.get(code)
    if (before) authenticator.endSession(before.session)
    // The code is consumed only here, so that a client can retry after a dropped connection, but not after a wrong
    // verifier.
    if (!flow?.signedIn || !terms.codes.take(code)) throw new ProviderFault(rules.badCodeError)
    const isVerifierValid = flow.codeChallenge
      ? isSameSecret(challengeOf(code_verifier ?? ''), flow.codeChallenge)
      : code_verifier === undefined
    if (flow.redirectUri !== redirect_uri) throw new ProviderFault(rules.badCodeError)
    if (flow.client.id !== client.id || !isVerifierValid) throw new ProviderFault('invalid_grant')

    const { token: session, ttlMs } = authenticator.openSession(flow.signedIn, terms.grantTtlMs)
    const endsAt = clock.now().getTime() + ttlMs
    const grant: Grant = {
      id: '',
      session,
      clientId: client.id,
      scopes: flow.scopes,
      endsAt,
      refreshToken: '',
      refreshedAt: 0,
    }
    grant.id = grants.put(grant, ttlMs)
    usedCodes.set(code, grant)
    evictOldest(usedCodes, maxUsedCodes)
    return present(grant, { ...issue(grant), scope: grant.scopes.join(' ') })
  }

  async function fromRefreshToken(
    request: FastifyRequest,
    client: OAuthClient,
    { refresh_token = '' }: Fields,
  ) {
    const grant = grantOf(refresh_token)
    const session = grant && authenticator.session(grant.session)
    if (!session || grant.clientId !== client.id) throw new ProviderFault('invalid_grant')
    if (rules.rejectsParallelRefresh && grant.isRefreshing) throw new ProviderFault('refresh_in_progress')
    grant.isRefreshing = true
    try {
      await authenticator.applyBehaviour(request, 'token', session)
    } finally {
      grant.isRefreshing = false
    }
    if (switches.store(terms.provider).behaviourOverride(session.userName).mfa)
      throw new ProviderFault('invalid_grant', { message: 'The person has to sign in again.' })
    if (clock.now().getTime() - grant.refreshedAt >= rules.refreshIdleMs)
      throw new ProviderFault('invalid_grant')
    if (grant.refreshToken !== refresh_token && !isReusable(refresh_token)) {
      // A rotated token was reused and may be stolen: end the grant for the client and for the thief.
      if (rules.refreshReuseEndsGrant) authenticator.endSession(grant.session)
      throw new ProviderFault('invalid_grant')
    }
    if (!authenticator.session(grant.session)) throw new ProviderFault('invalid_grant')
    if (rules.refreshEndsAccessToken && grant.accessToken) accessTokens.take(grant.accessToken)
    const tokens = issue(grant)
    return present(
      grant,
      rules.hasScopeInRefreshReply ? { ...tokens, scope: grant.scopes.join(' ') } : tokens,
    )
  }

  function isReusable(refreshToken: string) {
    const at = replacedAt.get(refreshToken)
    return at !== undefined && clock.now().getTime() - at < rules.refreshReuseMs
  }

  function present(grant: Grant, reply: TokenReply): object {
    const session = authenticator.session(grant.session)
    if (!terms.tokenReply || !session) return reply
    return terms.tokenReply(reply, { person: session.person, scopes: grant.scopes })
  }

  function userNameOf({ code = '', refresh_token = '' }: Fields) {
    const grant = grantOf(refresh_token)
    if (grant) return authenticator.session(grant.session)?.userName
    return terms.codes.find(code)?.signedIn?.person.userName
  }

  function forApplication(client: OAuthClient, ttlMs: number) {
    return {
      access_token: applicationTokens.put({ clientId: client.id }, ttlMs),
      token_type: 'bearer',
      expires_in: Math.ceil(ttlMs / 1_000),
    }
  }

  const grantOf = (refreshToken: string) => grants.find(refreshToken.split('.')[0] ?? '')

  function issue(grant: Grant) {
    const nowMs = clock.now().getTime()
    if (grant.refreshToken !== '' && rules.refreshReuseMs > 0) {
      replacedAt.set(grant.refreshToken, nowMs)
      evictOldest(replacedAt, maxReplaced)
    }
    grant.refreshToken = `${grant.id}.${newToken()}`
    grant.refreshedAt = nowMs
    grant.accessToken = accessTokens.put({ grant, requests: { since: 0, count: 0 } }, terms.accessTokenTtlMs)
    return {
      access_token: grant.accessToken,
      token_type: 'bearer',
      expires_in: Math.ceil(Math.min(terms.accessTokenTtlMs, grant.endsAt - clock.now().getTime()) / 1_000),
      refresh_token: grant.refreshToken,
    }
  }

  // RFC 7009: revoking an unknown token also succeeds, because the token is already invalid.
  async function revoke(request: FastifyRequest) {
    const tokenRequest = check(revocation, request.body)
    const client = requireClient(request, tokenRequest, rules)
    const grant = grantOf(tokenRequest.token) ?? accessTokens.find(tokenRequest.token)?.grant
    if (grant?.clientId === client.id) authenticator.endSession(grant.session)
    return {}
  }
  if (rules.hasRevocation) server.post(revokePath, revoke)

  return {
    isApplicationToken: (request) => applicationTokens.find(bearerToken(request)) !== undefined,
    scopesOf: (request) => accessTokens.find(bearerToken(request))?.grant.scopes ?? [],
    clientOf(request) {
      const token = bearerToken(request)
      return accessTokens.find(token)?.grant.clientId ?? applicationTokens.find(token)?.clientId
    },
    authorise(request, scope) {
      const access = accessTokens.find(bearerToken(request))
      const session = access && authenticator.session(access.grant.session)
      if (!session) throw new ProviderFault('invalid_token')
      checkRateLimit(access.requests)
      if (!access.grant.scopes.includes(scope)) throw new ProviderFault('invalid_scope')
      return session
    },
  }

  function checkRateLimit(requests: AccessToken['requests']) {
    const { maxRequestsPerMinute = Number.POSITIVE_INFINITY } = terms
    const now = clock.now().getTime()
    if (Math.abs(now - requests.since) >= 60_000) {
      requests.since = now
      requests.count = 0
    }
    requests.count++
    const waitMs = requests.since + 60_000 - now
    if (requests.count > maxRequestsPerMinute)
      throw new ProviderFault('rate_limited', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
  }
}

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
