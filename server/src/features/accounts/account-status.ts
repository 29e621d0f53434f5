import type { MfaMethod } from '../../connectors/connector.ts'
import type { Tx } from '../../platform/database/tenancy.ts'
import { openWaitingOf } from './login/pending-challenge.ts'
import { type AccountRow, listAccounts, listLastMoves } from './queries.ts'
import { statusNow } from './service.ts'
import type { Status } from './status-transitions.ts'

/** How an account stands, for the person it is of. */
export type Standing = {
  account: AccountRow
  status: Status
  /** Of its last move, and the status it left by that. */
  reason: string
  leftStatus: Status | null
  /** What it waits for the person with. */
  waiting: Waiting | null
  /** Whether a retrieval has been answered since it was last let in. */
  isFetched: boolean
}

export type Waiting = { kind: 'mfa'; mfa_method: MfaMethod; until: Date } | { kind: 'oauth2'; until: Date }

const most = 50

/** The newest accounts of a user; they are all that anybody has. */
export async function listStandings(tx: Tx, userId: string): Promise<Standing[]> {
  const { accounts } = await listAccounts(tx, userId, { skip: 0, limit: most })
  const moves = await listLastMoves(tx, userId)
  const standings: Standing[] = []
  for (const account of accounts) {
    const last = moves.get(account.id)
    if (!last) throw new Error(`Account [${account.id}] has no history`)
    const status = statusNow(account)
    // Late is late, also before the sweep has written it down.
    const isLate = status !== account.status
    standings.push({
      account,
      status,
      reason: isLate ? 'window-passed' : last.reason,
      leftStatus: isLate ? 'PENDING' : last.from_status,
      waiting: status === 'PENDING' ? await waitingOf(tx, account) : null,
      isFetched: isFetchedSince(account, last.authorised_at),
    })
  }
  return standings
}

/** The clocks of the database and of the worker that fetched may differ by this much. */
const clocksMs = 60_000

const isFetchedSince = ({ fetched_at }: AccountRow, authorisedAt: Date | null) =>
  fetched_at !== null && authorisedAt !== null && fetched_at.getTime() >= authorisedAt.getTime() - clocksMs

async function waitingOf(tx: Tx, account: AccountRow): Promise<Waiting | null> {
  const waiting = await openWaitingOf(tx, account)
  const until = account.pending_until
  if (!waiting || !until) return null
  return waiting.kind === 'mfa'
    ? { kind: 'mfa', mfa_method: waiting.method, until }
    : { kind: 'oauth2', until }
}
