import type { AccountState } from '../accounts/account-status.ts'

/** Context that determines the progress of an account. */
export type ProgressContext = {
  /** Accounts whose first retrieval is in progress, with the reason for its last failure. */
  retrievals: ReadonlyMap<string, string | null>
  submissions: ReadonlyMap<string, number>
  isAuthorised: boolean
  settings: { payroll_connections_enabled: boolean; taxauth_enabled: boolean }
}

export type Progress = {
  progress: 'waiting' | 'reading' | 'done' | 'nothing_found' | 'failed'
  failure: string | null
}

/** Returns the progress of an account, from login to data. */
export function progressOf(state: AccountState, context: ProgressContext): Progress {
  const { account, status, previousStatus, isRetrieved } = state
  if (status === 'PENDING') return { progress: 'waiting', failure: null }
  const hasData = (context.submissions.get(account.id) ?? 0) > 0
  const retrieved = { progress: hasData ? 'done' : 'nothing_found', failure: null } as const
  if (status === 'AUTHORISED') {
    // A query by the client may already have retrieved data while the first retrieval waits for its retry.
    if (isRetrieved && hasData) return retrieved
    const failure = context.retrievals.get(account.id)
    if (failure !== undefined) return { progress: 'reading', failure }
    return isRetrieved ? retrieved : { progress: 'failed', failure: explainGivenUp(state, context) }
  }
  // If a session ended after a retrieval, its data remains. A failed reconnect counts as failed even if there is
  // earlier data.
  return previousStatus === 'AUTHORISED' && isRetrieved
    ? retrieved
    : { progress: 'failed', failure: explainEnd(state) }
}

/**
 * Explains why a first retrieval was abandoned: it is no longer authorised, was disabled, or its retries are
 * exhausted.
 */
function explainGivenUp({ account }: AccountState, { isAuthorised, settings }: ProgressContext) {
  if (!isAuthorised) return 'authorisation-missing'
  if (account.is_tax_authority) return settings.taxauth_enabled ? 'provider-down' : 'taxauth-off'
  return settings.payroll_connections_enabled ? 'provider-down' : 'connections-off'
}

/**
 * Explains why an account ended. Replaces `window-passed`, which docs/errors.md does not list: the MFA answer was
 * late, or the applicant did not return from the provider's login page.
 */
function explainEnd({ reason, account }: AccountState) {
  if (reason !== 'window-passed') return reason
  return account.mfa_enabled ? 'mfa-timeout' : 'session-ended'
}
