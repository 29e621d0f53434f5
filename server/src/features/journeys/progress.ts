import type { Standing } from '../accounts/account-status.ts'

/** What has to be known to say how far an account has come. */
export type Known = {
  /** Accounts whose first retrieval is open, with the reason of its last failure. */
  reading: ReadonlyMap<string, string | null>
  submissions: ReadonlyMap<string, number>
  isAuthorised: boolean
  settings: { payroll_connections_enabled: boolean; taxauth_enabled: boolean }
}

export type Progress = {
  progress: 'waiting' | 'reading' | 'done' | 'nothing_found' | 'failed'
  failure: string | null
}

/** From the person to their data: let in, read, and what came of it. */
export function progressOf(standing: Standing, known: Known): Progress {
  const { account, status, leftStatus, isFetched } = standing
  if (status === 'PENDING') return { progress: 'waiting', failure: null }
  const hasData = (known.submissions.get(account.id) ?? 0) > 0
  const answered = { progress: hasData ? 'done' : 'nothing_found', failure: null } as const
  if (status === 'AUTHORISED') {
    // Somebody's query may have been answered while the first retrieval waits for its next try.
    if (isFetched && hasData) return answered
    const why = known.reading.get(account.id)
    if (why !== undefined) return { progress: 'reading', failure: why }
    return isFetched ? answered : { progress: 'failed', failure: whyGivenUp(standing, known) }
  }
  // Let in, read, and ended since: what came stays. Whoever was not let in again has failed, whatever came before.
  return leftStatus === 'AUTHORISED' && isFetched
    ? answered
    : { progress: 'failed', failure: whyEnded(standing) }
}

/** A first retrieval that ended without an answer and is not tried again: not allowed any more, or tried for days. */
function whyGivenUp({ account }: Standing, { isAuthorised, settings }: Known) {
  if (!isAuthorised) return 'authorisation-missing'
  if (account.is_tax_authority) return settings.taxauth_enabled ? 'provider-down' : 'taxauth-off'
  return settings.payroll_connections_enabled ? 'provider-down' : 'connections-off'
}

/** In the words of docs/errors.md, which has none for a window: too late with an answer, or not back from the provider. */
function whyEnded({ reason, account }: Standing) {
  if (reason !== 'window-passed') return reason
  return account.mfa_enabled ? 'mfa-timeout' : 'session-ended'
}
