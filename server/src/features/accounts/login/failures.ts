import type { CatalogueEntry } from '../../../connectors/catalogue.ts'
import { failureCodes } from '../../../connectors/failure.ts'
import { notFound, Problem } from '../../../platform/problem.ts'
import type { TaskEnd } from '../../../platform/tasks/wait-for-end.ts'
import type { LoginFailureReason } from './attempt.ts'

const ownReasonTexts: Record<Exclude<LoginFailureReason, keyof typeof failureCodes>, string> = {
  'attempts-spent': 'The provider would lock this login after another wrong attempt',
  'login-busy': 'Another attempt with this login is in progress',
  'login-lost': 'The result of this attempt is unknown; please try again',
  'mfa-not-expected': 'The account is not waiting for an answer',
  'authorisation-missing': 'The authorisation was withdrawn in the meantime',
  'another-login': 'The person signed in at the provider with a different login than before',
}

const texts: Record<LoginFailureReason, string> = { ...failureCodes, ...ownReasonTexts }

const isFailureReason = (value: unknown): value is LoginFailureReason =>
  typeof value === 'string' && Object.hasOwn(texts, value)

/** Returns the result of a login task: the account, or why the login failed. */
export function resultOf(
  end: TaskEnd | undefined,
): { accountId: string } | { reason: LoginFailureReason; attemptsLeft?: number; retryAfterMs?: number } {
  // The task has timed out or is dead.
  if (end?.state !== 'done') return { reason: 'login-lost' }
  const { account_id, refused, attempts_left, retry_after_ms } = end.outcome ?? {}
  if (typeof account_id === 'string') return { accountId: account_id }
  return {
    reason: isFailureReason(refused) ? refused : 'login-lost',
    ...(typeof attempts_left === 'number' && { attemptsLeft: attempts_left }),
    ...(typeof retry_after_ms === 'number' && { retryAfterMs: retry_after_ms }),
  }
}

/**
 * Returns the id of the account that the task connected, or throws the failure as an HTTP problem. `subject` is named
 * in the 404 if the task no longer exists.
 */
export function requireResult(
  end: TaskEnd | undefined,
  entry: CatalogueEntry,
  subject: { kind: string; id: string },
) {
  if (end?.state === 'gone' || end?.state === 'cancelled') throw notFound(subject.kind, subject.id)
  const result = resultOf(end)
  if ('accountId' in result) return result.accountId
  throw problemOf(result.reason, entry, result)
}

const loginBusyRetrySeconds = 5

export function problemOf(
  reason: LoginFailureReason,
  entry: CatalogueEntry,
  { attemptsLeft, retryAfterMs }: { attemptsLeft?: number; retryAfterMs?: number } = {},
) {
  const status = reason === 'login-busy' ? 429 : reason === 'authorisation-missing' ? 403 : 400
  const more = {
    ...(retryAfterMs !== undefined && { retryAfterSeconds: retryAfterMs / 1000 }),
    ...(reason === 'login-busy' && { retryAfterSeconds: loginBusyRetrySeconds }),
    ...(attemptsLeft !== undefined && usesUpAttempt(reason) && { attemptsLeft }),
  }
  return new Problem(status, reason, [`${texts[reason]}${hint(reason, entry, attemptsLeft)}`], more)
}

/** Whether the failure uses up one of the provider's limited attempts. */
const usesUpAttempt = (reason: LoginFailureReason) => reason === 'login-refused' || reason === 'mfa-rejected'

/** Returns advice for the applicant. */
function hint(reason: LoginFailureReason, { reset_url }: CatalogueEntry, attemptsLeft: number | undefined) {
  const reset = `the login can be reset at [${reset_url}]`
  if (reason === 'attempts-spent' || reason === 'login-locked') return `; ${reset}`
  if (attemptsLeft === undefined || !usesUpAttempt(reason)) return ''
  if (attemptsLeft > 0) return `; ${attemptsLeft} ${attemptsLeft === 1 ? 'try is' : 'tries are'} left`
  return reason === 'mfa-rejected' ? '; no tries are left' : `; no tries are left, ${reset}`
}
