import type { FailureCode } from '../../connectors/failure.ts'

export type AccountStatus = 'PENDING' | 'AUTHORISED' | 'INVALID' | 'EXPIRED'

/** Time limit for the applicant to answer an MFA challenge or to return from the provider's login page. */
export const pendingWindowMs = 15 * 60_000

const allowedTransitions: Record<AccountStatus | 'NEW', readonly AccountStatus[]> = {
  NEW: ['PENDING', 'AUTHORISED'],
  PENDING: ['AUTHORISED', 'INVALID', 'EXPIRED'],
  AUTHORISED: ['EXPIRED', 'INVALID'],
  EXPIRED: ['PENDING', 'AUTHORISED'],
  INVALID: ['PENDING', 'AUTHORISED'],
}

export function requireTransition(from: AccountStatus | null, to: AccountStatus) {
  if (!allowedTransitions[from ?? 'NEW'].includes(to))
    throw new Error(`An account cannot change from ${from} to ${to}`)
}

/**
 * The status of an account after a failure at the provider. EXPIRED means that the applicant has to sign in again,
 * INVALID that the login was refused permanently. All other failures leave the status unchanged.
 */
export const statusAfterFailure: Partial<Record<FailureCode, 'EXPIRED' | 'INVALID'>> = {
  'login-refused': 'INVALID',
  'login-disabled': 'INVALID',
  'mfa-rejected': 'INVALID',
  'mfa-unsupported': 'INVALID',
  'consent-refused': 'INVALID',
  'identity-mismatch': 'INVALID',
  'company-not-found': 'INVALID',
  'employee-not-found': 'INVALID',
  'employee-ambiguous': 'INVALID',
  'payroll-not-permitted': 'INVALID',
  'login-locked': 'EXPIRED',
  'password-expired': 'EXPIRED',
  'terms-not-accepted': 'EXPIRED',
  'mfa-timeout': 'EXPIRED',
  'consent-ended': 'EXPIRED',
  'session-ended': 'EXPIRED',
}

/**
 * Returns the status of an account, which is EXPIRED as soon as the time limit has passed, even before the sweep
 * records it.
 */
export const effectiveStatus = ({
  status,
  pending_until,
}: {
  status: AccountStatus
  pending_until: Date | null
}) => (status === 'PENDING' && pending_until && pending_until.getTime() <= Date.now() ? 'EXPIRED' : status)
