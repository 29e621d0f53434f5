import { ConnectionFailure, type FailureCode } from '../failure.ts'
import type { Sight } from './page-snapshot.ts'

/** What portals call their refusals, and what we call them. Whatever is not here is trouble of theirs. */
const codes: Record<string, FailureCode> = {
  invalid_credentials: 'login-refused',
  account_locked: 'login-locked',
  account_disabled: 'login-disabled',
  password_expired: 'password-expired',
  terms_not_accepted: 'terms-not-accepted',
  mfa_unsupported: 'mfa-unsupported',
  mfa_failed: 'mfa-rejected',
  mfa_timeout: 'mfa-timeout',
  session_expired: 'session-ended',
}

/** There is nothing to show: no refusal at all. */
export const isNothingThere = ({ refusal }: Sight) => refusal?.code === 'no_data'

export function failureOf(
  { code, attemptsLeft }: NonNullable<Sight['refusal']>,
  retryAfterMs?: number,
): ConnectionFailure {
  return new ConnectionFailure(codes[code] ?? 'provider-down', {
    ...(attemptsLeft !== null && { attemptsLeft }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}

export const notUnderstood = () => new ConnectionFailure('provider-down', { detail: 'page not understood' })

export const isDown = (failure: unknown): failure is ConnectionFailure =>
  failure instanceof ConnectionFailure && failure.code === 'provider-down'
