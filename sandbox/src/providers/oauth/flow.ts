import { z } from 'zod'
import type { ProviderId } from '../catalogue.ts'
import type { SignedIn } from '../authentication.ts'
import type { Client } from './clients.ts'

/** What differs between providers that people allow others to look into. */
export type OAuthTerms = {
  provider: ProviderId
  /** By the word in `scope`, what it allows, as the page of consent says it. */
  scopes: Record<string, string>
  isPkceRequired: boolean
  accessLifeMs: number
  /** How long refresh tokens go on, from the consent. */
  grantLifeMs: number
  /** With one access token. */
  mostRequestsPerMinute?: number
}

/** A request to be let in, on its way through the pages. */
export type Flow = {
  /** Of the browser that began it: pages of another one do not go on with it. */
  cookie: string
  client: Client
  redirectUri: string
  state: string | undefined
  scopes: string[]
  codeChallenge: string | undefined
  challengeId?: string
  signedIn?: SignedIn
}

export const flowLifeMs = 15 * 60_000
export const codeLifeMs = 60_000

/** What has to be right before anybody is sent anywhere. */
export const whoAsks = z.object({ client_id: z.string().max(100), redirect_uri: z.string().max(500) })

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

/** With parameters added to those that the address has. */
export function addressWith(address: string, parameters: Record<string, string | undefined>) {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}
