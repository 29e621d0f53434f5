import { ConnectionFailure, type FailureCode } from '../failure.ts'
import { formLoginErrorCodes } from '../provider-error-codes.ts'
import type { PageSnapshot } from './page-snapshot.ts'

/** An unknown code means that the portal is down. */
const failures: Record<string, FailureCode> = formLoginErrorCodes

/** No data, which is not a failure. */
export const hasNoData = ({ refusal }: PageSnapshot) => refusal?.code === 'no_data'

export function failureOf(
  { code, attemptsLeft }: NonNullable<PageSnapshot['refusal']>,
  retryAfterMs?: number,
): ConnectionFailure {
  return new ConnectionFailure(failures[code] ?? 'provider-down', {
    ...(attemptsLeft !== null && { attemptsLeft }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}

export const notUnderstood = () => new ConnectionFailure('provider-down', { detail: 'page not understood' })

export const isDown = (failure: unknown): failure is ConnectionFailure =>
  failure instanceof ConnectionFailure && failure.code === 'provider-down'
