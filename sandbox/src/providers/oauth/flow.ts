import { z } from 'zod'
import type { SimulatedPerson } from '../../people/types.ts'
import type { SignedInPerson } from '../authentication.ts'
import type { ProviderId } from '../catalogue.ts'
import type { OAuthClient } from './clients.ts'

export type OAuthConfig = {
  provider: ProviderId
  /** Descriptions of the scopes, for the consent page. */
  scopes: Record<string, string>
  isPkceRequired: boolean
  /** Whether a request without `scope` is refused; otherwise it gets all scopes. */
  isScopeRequired?: boolean
  /** Sent as `iss` with every authorisation response (RFC 9207). */
  issuer?: string
  accessTokenTtlMs: number
  /** Time after consent during which refresh tokens can be used. */
  grantTtlMs: number
  /** Rate limit for each access token. */
  maxRequestsPerMinute?: number
  /** Lifetime of an authorisation code; one minute by default. */
  codeTtlMs?: number
  /** Description and code in the redirect after the person refused, if the provider sends its own. */
  denial?: { error_description: string; error_code: string }
  /** The token endpoint's deviations from the default. */
  tokenRules?: Partial<TokenRules>
  /** Paths of the authorisation page and the token endpoint, if they differ from the default. */
  paths?: OAuthPaths
  /** Adds members to the token reply, or changes them. */
  tokenReply?: (reply: TokenReply, grant: { person: SimulatedPerson; scopes: string[] }) => object
  /** Called before each token request is processed, for example to count it. */
  onTokenRequest?: (userName: string | undefined, grantType: string) => void
}

export type OAuthPaths = { authorize: string; token: string; revoke?: string }
export const defaultPaths: OAuthPaths = { authorize: '/oauth/authorize', token: '/oauth/token' }

export type TokenReply = {
  access_token: string
  token_type: string
  expires_in: number
  refresh_token: string
  scope?: string
}

/** Rules of a token endpoint that differ between providers. */
export type TokenRules = {
  hasRevocation: boolean
  /** Whether the client may authenticate by `Authorization: Basic`. */
  acceptsBasic: boolean
  /** Whether the client may authenticate by form fields. */
  acceptsForm: boolean
  rejectsUnknownFields: boolean
  /** Error for an authorisation code or redirect URI that is wrong, expired or was used before. */
  badCodeError: 'invalid_grant' | 'invalid_request'
  hasScopeInRefreshReply: boolean
  /** Whether a refresh invalidates the access token that was issued before. */
  refreshEndsAccessToken: boolean
  /** Whether a second refresh with the same consent fails while the first is being processed. */
  rejectsParallelRefresh: boolean
  /** Time during which a refresh token that was replaced still works. */
  refreshReuseMs: number
  /** Whether the use of a replaced refresh token ends the consent. */
  refreshReuseEndsGrant: boolean
  /** Time without a refresh after which the refresh token no longer works. */
  refreshIdleMs: number
  /** Lifetime of tokens for the application itself (`client_credentials`), if the provider issues them. */
  applicationTokenTtlMs: number | undefined
}

export const defaultTokenRules: TokenRules = {
  hasRevocation: true,
  acceptsBasic: true,
  acceptsForm: true,
  rejectsUnknownFields: false,
  badCodeError: 'invalid_grant',
  hasScopeInRefreshReply: true,
  refreshEndsAccessToken: false,
  rejectsParallelRefresh: false,
  refreshReuseMs: 0,
  refreshReuseEndsGrant: true,
  refreshIdleMs: Number.POSITIVE_INFINITY,
  applicationTokenTtlMs: undefined,
}

/** An authorisation request in progress. */
export type OAuthFlow = {
  /** Binds the flow to the browser that started it. */
  cookie: string
  client: OAuthClient
  redirectUri: string
  state: string | undefined
  scopes: string[]
  codeChallenge: string | undefined
  challengeId?: string
  signedIn?: SignedInPerson
}

export const flowTtlMs = 15 * 60_000
export const defaultCodeTtlMs = 60_000

/** Parameters that must be valid before the browser is redirected to the client. */
export const clientQuery = z.object({ client_id: z.string().max(100), redirect_uri: z.string().max(500) })

export const authorizeQuery = z.object({
  response_type: z.string().max(50),
  scope: z.string().max(500).optional(),
  state: z.string().max(500).optional(),
  code_challenge: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional(),
  code_challenge_method: z.literal('S256').optional(),
})

export function withQuery(address: string, parameters: Record<string, string | undefined>) {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}
