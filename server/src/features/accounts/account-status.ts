import type { MfaMethod } from '../../connectors/connector.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import { openPendingAction } from './login/pending-challenge.ts'
import { type AccountRow, listAccounts, listLastTransitions } from './queries.ts'
import { consentOf, effectiveStatus } from './service.ts'
import type { AccountStatus } from './status-transitions.ts'

/** The state of an account as the hosted journey shows it to the applicant. */
export type AccountState = {
  account: AccountRow
  status: AccountStatus
  /** Reason and previous status of the last transition. */
  reason: string
  previousStatus: AccountStatus | null
  pendingAction: PendingActionSummary | null
  /** Whether a retrieval has succeeded since the account last became AUTHORISED. */
  isRetrieved: boolean
  consent: ReturnType<typeof consentOf>
}

export type PendingActionSummary =
  | { kind: 'mfa'; mfa_method: MfaMethod; until: Date }
  | { kind: 'oauth2'; until: Date }

const maxAccounts = 50

/** Lists the newest accounts of a user. No real user has more than the limit. */
export async function listAccountStates(tx: Tx, userId: string): Promise<AccountState[]> {
  const { accounts } = await listAccounts(tx, userId, { skip: 0, limit: maxAccounts })
  const lastTransitions = await listLastTransitions(tx, userId)
  const states: AccountState[] = []
  for (const account of accounts) {
    const last = lastTransitions.get(account.id)
    // Every account has a transition, so this one was deleted between the two queries.
    if (!last) continue
    const status = effectiveStatus(account)
    // The time limit for the applicant has passed, but the periodic sweep has not recorded this yet.
    const isOverdue = status !== account.status
    states.push({
      account,
      status,
      reason: isOverdue ? 'window-passed' : last.reason,
      previousStatus: isOverdue ? 'PENDING' : last.from_status,
      pendingAction: status === 'PENDING' ? await pendingActionOf(tx, account) : null,
      isRetrieved: isRetrievedSince(account, last.authorised_at),
      consent: consentOf(account),
    })
  }
  return states
}

/** Maximum clock skew between the database and the worker that made the retrieval. */
const maxClockSkewMs = 60_000

const isRetrievedSince = ({ fetched_at }: AccountRow, authorisedAt: Date | null) =>
  fetched_at !== null &&
  authorisedAt !== null &&
  fetched_at.getTime() >= authorisedAt.getTime() - maxClockSkewMs

async function pendingActionOf(tx: Tx, account: AccountRow): Promise<PendingActionSummary | null> {
  const pendingAction = await openPendingAction(tx, account)
  const until = account.pending_until
  if (!pendingAction || !until) return null
  return pendingAction.kind === 'mfa'
    ? { kind: 'mfa', mfa_method: pendingAction.method, until }
    : { kind: 'oauth2', until }
}
