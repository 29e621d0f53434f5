import { z } from 'zod'
import { instanceIdOf } from '../../connectors/catalogue.ts'
import type { ConnectorContext, Device, TaxConnector } from '../../connectors/connector.ts'
import { ConnectionFailure } from '../../connectors/failure.ts'
import type { CredentialHandoff } from '../../platform/secrets/credential-handoff.ts'
import type { TaskRun } from '../../platform/tasks/task.ts'
import { dayOf } from '../../vocabulary/days.ts'
import { type TaxYear, type TaxYearIncome, taxYearsIn } from '../../vocabulary/tax-income.ts'
import { receiveSecret } from '../accounts/login/attempt.ts'
import { requireTaxAuthorityEnabled } from '../accounts/service.ts'
import {
  type IncomeSource,
  type PreparedRetrieval,
  type RetrievalDeps,
  RetrieveInput,
  storeRenewedSession,
} from '../payroll/retrieval/retrieve.ts'
import { createConnectorContext } from '../providers/call-provider.ts'
import { storeYears } from './store-tax-years.ts'

export type TaxIncomeTaskDeps = RetrievalDeps & { credentialHandoff: CredentialHandoff }

export const TaxYearInput = RetrieveInput.extend({
  /** Whether device data was handed off for this task. */
  has_device: z.boolean().optional(),
})
type TaxYearRun = TaskRun<z.output<typeof TaxYearInput>>

/**
 * Older years are of no use to a lender, and each year costs three requests of the rate limit that all clients share.
 */
const maxTaxYears = 10
/** Two minutes less than the task timeout. Under load, most of this time is spent waiting for request slots. */
const timeoutMs = 8 * 60_000
const retryAfterNoSlotMs = 60_000

/** Retrieves tax years through an account. */
export const taxYearSource = (
  job: TaxYearRun,
  deps: TaxIncomeTaskDeps,
): Omit<IncomeSource<TaxYearIncome[]>, 'scheduleRetry'> => ({
  auditPrefix: 'tax_income',
  requireEnabled: requireTaxAuthorityEnabled,
  fetch: (_job, _deps, ready) => fetchYears(job, deps, ready),
  store: storeYears,
})

async function fetchYears(
  job: TaxYearRun,
  deps: TaxIncomeTaskDeps,
  ready: PreparedRetrieval,
): Promise<TaxYearIncome[]> {
  const { connector, period } = ready
  if (connector.dataType !== 'tax-years') throw new Error(`[${connector.entry.id}] gives no tax years`)
  const device = job.input.has_device ? await deviceOf(job, deps) : null
  const years = taxYearsIn(
    { from: period.from ?? '', to: period.to },
    dayOf(deps.clock.now(job.tenant.clientId)),
  )
  const limit = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([job.signal, limit])
  const about = { entry: connector.entry, device, isUrgent: job.input.why === 'query' }
  const context = withHealthTracking(
    createConnectorContext({ signal, tenant: job.tenant }, deps, about),
    deps,
    connector,
  )
  try {
    return await fetchAllYears(job, { ready, connector, context }, years.slice(0, maxTaxYears))
  } catch (error) {
    job.signal.throwIfAborted()
    if (!limit.aborted) throw error
    // The request waited behind others, which says nothing about the health of the authority.
    throw new ConnectionFailure('provider-rate-limited', {
      isOverloaded: true,
      retryAfterMs: retryAfterNoSlotMs,
      detail: 'no request slot in time',
    })
  }
}

/** Records provider health per request, so that waiting for a slot does not count as response time. */
const withHealthTracking = (
  context: ConnectorContext,
  { health }: TaxIncomeTaskDeps,
  { entry }: TaxConnector,
): ConnectorContext => ({
  ...context,
  withRateLimit: (send) => context.withRateLimit(() => health.watch(instanceIdOf(entry), send)),
})

type AuthoritySession = { ready: PreparedRetrieval; connector: TaxConnector; context: ConnectorContext }

async function fetchAllYears(
  job: TaxYearRun,
  { ready, connector, context }: AuthoritySession,
  years: readonly TaxYear[],
) {
  let session = ready.session
  if (session === undefined) throw new ConnectionFailure('session-ended')
  const renew = async (wasRefused: boolean) => {
    const renewed = await connector.renewSession(session as string, context, wasRefused)
    if (renewed) session = await storeRenewedSession(job, ready, renewed)
  }
  await renew(false)
  const incomes: TaxYearIncome[] = []
  let isRenewed = false
  for (const year of years) {
    const read = () => connector.fetchTaxYear(session as string, year, context)
    const income = await read().catch(async (error) => {
      const isOver = error instanceof ConnectionFailure && error.code === 'session-ended'
      if (!isOver || isRenewed) throw error
      // The authority may revoke an access token early, while the consent is still valid.
      isRenewed = true
      await renew(true)
      return read()
    })
    if (income) incomes.push(income)
  }
  return incomes
}

const HandedOffDevice = z.object({ facts: z.record(z.string(), z.string()), at: z.string() })

/**
 * Returns the handed-off device data. It is lost if the process that holds it dies; the request is then sent without
 * it.
 */
async function deviceOf(job: TaxYearRun, { credentialHandoff }: TaxIncomeTaskDeps): Promise<Device> {
  return (await receiveSecret(credentialHandoff, job.taskId, HandedOffDevice)) ?? { facts: {}, at: '' }
}
