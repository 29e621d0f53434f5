import type { Entry } from '../../../connectors/catalogue.ts'
import { ConnectionFailure } from '../../../connectors/failure.ts'
import type { Payslip } from '../../../vocabulary/payslip.ts'
import { requireConnectionsOn } from '../../accounts/service.ts'
import { callProvider } from '../../providers/call-provider.ts'
import { keepRenewed, type Ready, type RetrieveJob, type RetrieveTools, type Source } from './retrieve.ts'
import { storeFetched } from './store.ts'

const minuteMs = 60_000

/** A portal is a website, which may be slow. */
const limitOf = ({ kind }: Entry) => (kind === 'web-portal' ? 9 : 2) * minuteMs

/** Payslips through an account. */
export const payslipsOf: Omit<Source<Payslip[]>, 'tryAgain'> = {
  noun: 'payroll',
  requireOn: requireConnectionsOn,
  fetch: fetchPayslips,
  store: (tx, account, { found: payslips, ...fetched }) =>
    storeFetched(tx, account, { ...fetched, payslips }),
}

/** One call to the provider's health: a renewal that finds nothing to renew asks nobody, and is no sign of life. */
function fetchPayslips(job: RetrieveJob, tools: RetrieveTools, ready: Ready): Promise<Payslip[]> {
  const { connector, period } = ready
  if (connector.gives !== 'payslips') throw new Error(`[${connector.entry.id}] gives no payslips`)
  const calling = { entry: connector.entry, limitMs: limitOf(connector.entry) }
  return callProvider(job, tools, calling, async (talk) => {
    if (ready.session === undefined) throw new ConnectionFailure('session-ended')
    const renewed = await connector.renew(ready.session, talk)
    if (renewed) await keepRenewed(job, ready, renewed)
    return connector.fetchPayslips(ready.session, period, talk)
  })
}
