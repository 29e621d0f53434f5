import type { UserToken } from '@payproof/sdk'

/** A link sent to the person: when, and until when it is valid. */
export type SentLink = { at: string; expires_at: string }

/** A link is valid as long as its token, so read the expiry from the token. */
export function sentOf({ token, created_at }: UserToken): SentLink {
  const [, claims = ''] = token.split('.')
  const { exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { exp: number }
  return { at: created_at, expires_at: new Date(exp * 1_000).toISOString() }
}
