import type { UserToken } from '@payproof/sdk'

/** A link sent to the person: when it was sent, and when it expires. */
export type SentLink = { at: string; expires_at: string }

/** Reads the link's expiry from its token, which is valid for the same time. */
export function sentOf({ token, created_at }: UserToken): SentLink {
  const [, claims = ''] = token.split('.')
  const { exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { exp: number }
  return { at: created_at, expires_at: new Date(exp * 1_000).toISOString() }
}
