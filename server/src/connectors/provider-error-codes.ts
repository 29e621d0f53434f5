import type { FailureCode } from './failure.ts'

/** Error codes for a refused login, shared by every kind of provider at which a person logs in. */
export const loginErrorCodes = {
  invalid_credentials: 'login-refused',
  account_locked: 'login-locked',
  account_disabled: 'login-disabled',
  password_expired: 'password-expired',
  terms_not_accepted: 'terms-not-accepted',
  mfa_unsupported: 'mfa-unsupported',
} satisfies Record<string, FailureCode>

/** Error codes of providers whose login and second factor are entered in our form. */
export const formLoginErrorCodes = {
  ...loginErrorCodes,
  mfa_failed: 'mfa-rejected',
  mfa_timeout: 'mfa-timeout',
  session_expired: 'session-ended',
} satisfies Record<string, FailureCode>
