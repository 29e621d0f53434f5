import { z } from 'zod'
import type { SignedInPerson } from '../authentication.ts'
import type { ProviderId } from '../catalogue.ts'
import type { OAuthClient } from './clients.ts'

/** Provider-specific OAuth2 settings. */
export type OAuthConfig = {
  provider: ProviderId
  /** Description of each scope for the consent page. */
  scopes: Record<string, string>
  isPkceRequired: boolean
  accessTokenTtlMs: number
  /** How long refresh tokens can be used after consent. */
  grantTtlMs: number
  /** Per access token. */
  maxRequestsPerMinute?: number
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
export const codeTtlMs = 60_000

/** Must be valid before the browser is redirected anywhere. */
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

/** Adds query parameters to a URL. */
export function withQuery(address: string, parameters: Record<string, string | undefined>) {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}
