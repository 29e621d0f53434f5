import type { CatalogueEntry } from '../../../connectors/catalogue.ts'
import { ConnectionFailure } from '../../../connectors/failure.ts'
import type { Payslip } from '../../../vocabulary/payslip.ts'
import { requireConnectionsEnabled } from '../../accounts/service.ts'
import { contradictsNiNumber } from '../../identity/compare.ts'
import { callProvider } from '../../providers/call-provider.ts'
import {
  type IncomeSource,
  type PreparedRetrieval,
  type RetrievalDeps,
  type RetrievalRun,
  storeRenewedSession,
} from './retrieve.ts'
import { storeRetrieved } from './store.ts'

const minuteMs = 60_000

/**
 * Web portals have a longer timeout, because a browser operates them and they may be slow. So have employers' payrolls,
 * because the limit of 60 requests a minute is waited for, and so has a self-service whose PDF files are read.
 */
const slowKinds: CatalogueEntry['kind'][] = ['web-portal', 'employer-oauth2', 'employee-oauth2']
const callTimeoutOf = ({ kind }: CatalogueEntry) => (slowKinds.includes(kind) ? 9 : 2) * minuteMs

/** Retrieves payslips through an account. */
export const payslipSource: Omit<IncomeSource<Payslip[]>, 'scheduleRetry'> = {
  auditPrefix: 'payroll',
  requireEnabled: requireConnectionsEnabled,
  fetch: fetchPayslips,
  store: (tx, account, { data: payslips, ...result }) => storeRetrieved(tx, account, { ...result, payslips }),
}

/** Renewal and fetch count as one call for provider health: a renewal that is not needed sends no request and proves nothing. */
async function fetchPayslips(
  job: RetrievalRun,
  deps: RetrievalDeps,
  ready: PreparedRetrieval,
): Promise<Payslip[]> {
  const { connector, period } = ready
  if (connector.dataType !== 'payslips') throw new Error(`[${connector.entry.id}] gives no payslips`)
  const call = { entry: connector.entry, timeoutMs: callTimeoutOf(connector.entry) }
  const payslips = await callProvider(job, deps, call, async (context) => {
    if (ready.session === undefined) throw new ConnectionFailure('session-ended')
    const renewed = await connector.renewSession(ready.session, context)
    if (renewed) await storeRenewedSession(job, ready, renewed)
    return connector.fetchPayslips(ready.session, period, context)
  })
  if (connector.authMethod === 'oauth2') refuseOtherPerson(ready, payslips)
  return payslips
}

/**
 * At an OAuth2 provider anyone who is sent the link can sign in, so data with another NI number is refused, not only flagged. The
 * account becomes INVALID.
 */
function refuseOtherPerson({ ni_number }: PreparedRetrieval, payslips: readonly Payslip[]) {
  const isOther = ({ identity_information }: Payslip) =>
    contradictsNiNumber(ni_number, identity_information.NI_number)
  if (payslips.some(isOther)) throw new ConnectionFailure('identity-mismatch')
}
