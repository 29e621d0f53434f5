import type { UserToken } from '@payproof/sdk'

/** A link that is on its way to the person: since when, and how long it is good. */
export type Sent = { at: string; expires_at: string }

/** A link is good for as long as the token that comes with it, and the token says how long that is. */
export function sentOf({ token, created_at }: UserToken): Sent {
  const [, claims = ''] = token.split('.')
  const { exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { exp: number }
  return { at: created_at, expires_at: new Date(exp * 1_000).toISOString() }
}
