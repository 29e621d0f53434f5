import { ConnectionFailure } from '../../connectors/failure.ts'
import { addDays, dayOf } from '../../vocabulary/days.ts'
import { requireConnectionsEnabled } from '../accounts/service.ts'
import { findRetrievedUntil } from '../bank-statements/service.ts'
import {
  type IncomeSource,
  type PreparedRetrieval,
  type RetrievalDeps,
  type RetrievalRun,
  storeRenewedSession,
} from '../payroll/retrieval/retrieve.ts'
import { callProvider } from '../providers/call-provider.ts'
import { type RetrievedAccounts, storeAccounts } from './store-accounts.ts'

const callTimeoutMs = 4 * 60_000
/** Banks book some transactions late, with an earlier date. */
const overlapDays = 7

/** Retrieves bank accounts through a connection. */
export const bankAccountSource: Omit<IncomeSource<RetrievedAccounts>, 'scheduleRetry'> = {
  auditPrefix: 'bank_income',
  requireEnabled: requireConnectionsEnabled,
  fetch: fetchAccounts,
  store: storeAccounts,
}

async function fetchAccounts(
  job: RetrievalRun,
  deps: RetrievalDeps,
  ready: PreparedRetrieval,
): Promise<RetrievedAccounts> {
  const { connector, account } = ready
  if (connector.dataType !== 'bank-accounts') throw new Error(`[${connector.entry.id}] is not a bank`)
  const to = dayOf(deps.clock.now(job.tenant.clientId))
  const known = await job.tenant.transaction((tx) => findRetrievedUntil(tx, account.id))
  const from = known === null ? (ready.period.from ?? to) : addDays(known, -overlapDays)
  const call = { entry: connector.entry, timeoutMs: callTimeoutMs }
  return callProvider(job, deps, call, async (context) => {
    if (ready.session === undefined) throw new ConnectionFailure('session-ended')
    const renewed = await connector.renewSession(ready.session, context)
    if (renewed) await storeRenewedSession(job, ready, renewed)
    const accounts = await connector.fetchAccounts(ready.session, { from, to }, context)
    return { accounts, from, to }
  })
}
