import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { ClientKeySet } from '../../../platform/secrets/keyring.ts'
import { pendingWindowMs } from '../status-transitions.ts'
import { hashToken } from './redirects.ts'

// Cookies that bind an OAuth2 login to a browser. Each redirect has its own, because an applicant may have two in
// progress.

/** `requester`: the browser that requested the login. `confirmation`: it saw the page that names client and person.
 * `departure`: it left for the provider. */
type CookieUse = 'requester' | 'confirmation' | 'departure'

const tokenPattern = /^[\w-]{43}$/
const lifetimeSeconds = pendingWindowMs / 1000

export type OAuth2Cookies = ReturnType<typeof createOAuth2Cookies>

export function createOAuth2Cookies(baseUrl: string) {
  const isHttps = baseUrl.startsWith('https:')
  // Browsers accept the prefix only with Secure and without Domain, so no other host can set the cookie.
  const nameOf = (use: CookieUse, token: string) =>
    `${isHttps ? '__Host-' : ''}payproof_${use}_${hashToken(token).toString('hex').slice(0, 16)}`

  const serialise = (
    name: string,
    value: string,
    { seconds, sameSite }: { seconds: number; sameSite: string },
  ) =>
    `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=${sameSite}${isHttps ? '; Secure' : ''}`

  return {
    /** The Set-Cookie header. `token` is the ticket or state that the cookie belongs to. */
    set: (use: CookieUse, token: string, value: string) =>
      serialise(nameOf(use, token), value, {
        seconds: lifetimeSeconds,
        // A page of another site must not be able to confirm. The others arrive with the provider's or client's redirect.
        sameSite: use === 'confirmation' ? 'Strict' : 'Lax',
      }),
    clear: (use: CookieUse, token: string) =>
      serialise(nameOf(use, token), '', { seconds: 0, sameSite: 'Lax' }),
    read({ headers }: FastifyRequest, use: CookieUse, token: string) {
      const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
      const value = pairs.find(([key]) => key === nameOf(use, token))?.[1]
      return value !== undefined && tokenPattern.test(value) ? value : undefined
    },
  }
}

/**
 * Value of the requester cookie. It is derived from the ticket instead of stored, so that an idempotent replay of the
 * request can set the same cookie again.
 */
export const requesterToken = (keys: ClientKeySet, ticket: string) =>
  keys.lookupHash('oauth2.requester', ticket).toString('base64url')

export const isSameToken = (one: string | undefined, other: string | undefined) =>
  one !== undefined && other !== undefined && timingSafeEqual(hashToken(one), hashToken(other))
