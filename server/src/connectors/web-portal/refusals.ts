import { ConnectionFailure, type FailureCode, isProviderFault } from '../failure.ts'
import { formLoginErrorCodes } from '../provider-error-codes.ts'
import type { PageSnapshot } from './page-snapshot.ts'

/** The portal's error codes. An unknown code means that the portal has changed. */
const failures: Record<string, FailureCode> = {
  ...formLoginErrorCodes,
  rate_limited: 'provider-rate-limited',
  maintenance: 'provider-maintenance',
  provider_down: 'provider-down',
  server_error: 'provider-down',
}

/** Whether the portal has no data, which is not a failure. */
export const hasNoData = ({ refusal }: PageSnapshot) => refusal?.code === 'no_data'

export function failureOf(
  { code, attemptsLeft }: NonNullable<PageSnapshot['refusal']>,
  retryAfterMs?: number,
): ConnectionFailure {
  return new ConnectionFailure((Object.hasOwn(failures, code) && failures[code]) || 'provider-changed', {
    isOverloaded: code === 'rate_limited',
    ...(attemptsLeft !== null && { attemptsLeft }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}

export const notUnderstood = () =>
  new ConnectionFailure('provider-changed', { detail: 'page not understood' })

export const isFaultOfPortal = (failure: unknown): failure is ConnectionFailure =>
  failure instanceof ConnectionFailure && isProviderFault(failure.code)
