import type { FailureCode } from '../../connectors/failure.ts'

export type Status = 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED'

/** How long the person has for a second step, or for the way to the provider and back. */
export const windowMs = 15 * 60_000

const moves: Record<Status | 'NEW', readonly Status[]> = {
  NEW: ['PENDING', 'AUTHORISED'],
  PENDING: ['AUTHORISED', 'INVALID', 'EXPIRED'],
  AUTHORISED: ['EXPIRED', 'INVALID'],
  EXPIRED: ['PENDING', 'AUTHORISED'],
  INVALID: ['PENDING', 'AUTHORISED'],
}

export function requireMove(from: Status | null, to: Status) {
  if (!moves[from ?? 'NEW'].includes(to)) throw new Error(`An account cannot move from ${from} to ${to}`)
}

/**
 * Where a failure at the provider leaves an account that it concerns: EXPIRED, the person must come back; INVALID, refused
 * for good. With any other failure it stays where it is.
 */
export const statusAfter: Partial<Record<FailureCode, 'EXPIRED' | 'INVALID'>> = {
  'login-refused': 'INVALID',
  'login-disabled': 'INVALID',
  'mfa-rejected': 'INVALID',
  'mfa-unsupported': 'INVALID',
  'consent-refused': 'INVALID',
  'identity-mismatch': 'INVALID',
  'login-locked': 'EXPIRED',
  'password-expired': 'EXPIRED',
  'terms-not-accepted': 'EXPIRED',
  'mfa-timeout': 'EXPIRED',
  'consent-ended': 'EXPIRED',
  'session-ended': 'EXPIRED',
}

/** Late is late, also before the sweep has been there. */
export const statusNow = ({ status, pending_until }: { status: Status; pending_until: Date | null }) =>
  status === 'PENDING' && pending_until && pending_until.getTime() <= Date.now() ? 'EXPIRED' : status
