import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Connector, Period, SignedIn, Talk } from '../../connectors/connector.ts'
import { ConnectionFailure, type FailureCode } from '../../connectors/failure.ts'
import type { Connectors } from '../../connectors/list.ts'
import type { Payslip } from '../../connectors/payslip.ts'
import type { Browsers } from '../../connectors/web-portal/browsers.ts'
import type { Clock } from '../../platform/clock.ts'
import { isAway, isBusy } from '../../platform/database/passing.ts'
import { audit, type Tx } from '../../platform/database/tenancy.ts'
import type { Environment } from '../../platform/environment.ts'
import { Problem } from '../../platform/problem.ts'
import { type Ending, type Job, TaskFailure } from '../../platform/tasks/task.ts'
import {
  type AccountRow,
  holdAccount,
  moveAccount,
  openSession,
  requireAccount,
  statusAfter,
  storeSession,
} from '../accounts/service.ts'
import { requireAuthorisation } from '../authorisations/service.ts'
import type { ProviderHealth } from '../providers/health.ts'
import { effectiveSettings } from '../users/service.ts'
import { holdForStoring, orRefused, requireAuthorised, requireConnectionsOn } from './allowed.ts'
import { addDays, dayOf, monthsBefore } from './days.ts'
import { isStillDue, markFailed } from './recurring.ts'
import { storeFetched } from './storing.ts'

/** What the tasks of payroll work with. */
export type RetrieveTools = {
  connectors: Connectors
  health: ProviderHealth
  browsers: Browsers
  clock: Clock
  environment: Environment
}

export const RetrieveInput = z.object({
  account_id: z.uuid(),
  /** Of a query: the one that was found when it was asked for. */
  authorisation_id: z.uuid().optional(),
  why: z.enum(['first', 'query', 'recurring']),
})

type Input = z.output<typeof RetrieveInput>
type Ready = {
  account: AccountRow
  connector: Connector
  authorisation_id: string
  period: Period
  session: string | undefined
}

/** Fetches what an account has and stores what is new. Nothing of it is kept that is not allowed at that moment. */
export async function retrievePayslips(job: Job<Input>, tools: RetrieveTools): Promise<Ending> {
  const { tenant, input } = job
  const ready = await orRefused(tenant.transaction((tx) => prepare(tx, input, tools)))
  if ('refused' in ready) return ready
  const fetched = await orRefused(
    fetchWithRetry(job, tools, ready).catch((error) => {
      if (error instanceof ConnectionFailure) return error
      throw error
    }),
  )
  if ('refused' in fetched) return fetched
  if (fetched instanceof ConnectionFailure) return whenFailed(job, tools, ready, fetched)
  const { account, authorisation_id } = ready
  const ids = { user_id: account.user_id, account_id: account.id, authorisation_id }
  return async (tx) => {
    const held = await orRefused(holdForStoring(tx, ids))
    if ('refused' in held) {
      audit(tx, 'payroll.discarded', account.id)
      return held
    }
    const now = tools.clock.now()
    const { environment } = tools
    const entry_id = await storeFetched(tx, held, { payslips: fetched, authorisation_id, now, environment })
    return { entry_id, authorisation_id }
  }
}

/** Everything is looked at once more, right before the provider is called. */
async function prepare(tx: Tx, input: Input, { connectors, clock }: RetrieveTools): Promise<Ready> {
  const now = clock.now()
  const account = await requireAccount(tx, input.account_id)
  const connector = connectors.get(account.payroll_provider)
  if (!connector) throw new Error(`[${account.payroll_provider}] is no longer in the catalogue`)
  await requireConnectionsOn(tx, account.user_id)
  const authorisation_id = await requireAuthorisation(tx, account.user_id, allowedBy(input, account))
  requireAuthorised(account)
  if (input.why === 'recurring' && !(await isStillDue(tx, { accountId: account.id, now })))
    throw new Problem(400, 'not-due', ['No recurring check is wanted any more'])
  const { payroll_period_months } = await effectiveSettings(tx, account.user_id)
  return {
    ...{ account, connector, authorisation_id },
    period: periodOf(account, input.why, now, payroll_period_months),
    session: await openSession(tx, account),
  }
}

function allowedBy({ why, authorisation_id }: Input, account: AccountRow) {
  if (why === 'recurring') return { category: 'recurring' } as const
  return { id: authorisation_id ?? account.authorisation_id }
}

const overlapDays = 7

/** What is newer than the newest that is known, and a week more, because some payslips come late. */
export function periodOf(
  account: Pick<AccountRow, 'latest_pay_date' | 'period_from' | 'period_to'>,
  why: Input['why'],
  now: Date,
  months: number,
): Period {
  const { latest_pay_date, period_from, period_to } = account
  if (latest_pay_date) return { from: addDays(latest_pay_date, -overlapDays), to: null }
  return {
    from: period_from ?? monthsBefore(dayOf(now), months),
    to: why === 'first' ? period_to : null,
  }
}

const quickRetryMs = 500

/** Somebody waits for a query: it is tried a second time at once, and not again. */
async function fetchWithRetry(job: Job<Input>, tools: RetrieveTools, ready: Ready): Promise<Payslip[]> {
  try {
    return await fetchOnce(job, tools, ready)
  } catch (error) {
    const isDown = error instanceof ConnectionFailure && error.code === 'provider-down'
    if (!isDown || job.input.why !== 'query') throw error
    await sleep(quickRetryMs, undefined, { signal: job.signal })
    return fetchOnce(job, tools, ready)
  }
}

const minuteMs = 60_000

/** One after another, with a limit: a portal is a website, which may be slow. */
export async function talking<T>(
  { signal }: { signal: AbortSignal },
  { clock, browsers }: RetrieveTools,
  { entry }: Connector,
  work: (talk: Talk) => Promise<T>,
): Promise<T> {
  const limit = AbortSignal.timeout((entry.kind === 'web-portal' ? 9 : 2) * minuteMs)
  try {
    return await work({ now: clock.now, browsers, signal: AbortSignal.any([signal, limit]) })
  } catch (error) {
    signal.throwIfAborted()
    throw limit.aborted ? new ConnectionFailure('provider-down', { detail: 'it took too long' }) : error
  }
}

function fetchOnce(job: Job<Input>, tools: RetrieveTools, ready: Ready): Promise<Payslip[]> {
  const { connector, period } = ready
  const { health } = tools
  const provider = connector.entry.id
  return talking(job, tools, connector, async (talk) => {
    const { session } = ready
    if (session === undefined) throw new ConnectionFailure('session-ended')
    const renewed = await health.watch(provider, () => connector.renew(session, talk))
    if (renewed) {
      // Kept before it is used: the provider may have ended the old one by making it.
      ready.account = await keepSession(job, ready.account.id, renewed)
      ready.session = renewed.session
    }
    const current = ready.session ?? session
    return health.watch(provider, () => connector.fetchPayslips(current, period, talk))
  })
}

const keepTries = 60

/** Nobody else has it, so a database that is away is waited for. */
async function keepSession({ tenant, signal }: Job<Input>, accountId: string, renewed: SignedIn) {
  for (let tries = 1; ; tries++) {
    try {
      return await tenant.transaction(async (tx) =>
        storeSession(tx, await holdAccount(tx, accountId), renewed),
      )
    } catch (error) {
      if ((!isAway(error) && !isBusy(error)) || tries >= keepTries) throw error
      await sleep(500, undefined, { signal })
    }
  }
}

/** With nobody there to answer, a second step means that the person has to come back. */
const statusFor = (code: FailureCode) => (code.startsWith('mfa-') ? 'EXPIRED' : statusAfter[code])

function whenFailed(job: Job<Input>, tools: RetrieveTools, ready: Ready, failure: ConnectionFailure): Ending {
  const { code, retryAfterMs } = failure
  const { why } = job.input
  const { id: accountId, session_version } = ready.account
  const refused = { refused: code }
  const status = statusFor(code)
  if (status)
    return async (tx) => {
      const held = await orRefused(holdAccount(tx, accountId))
      audit(tx, 'payroll.refused', accountId)
      // Whoever came back meanwhile has another session; this one's end does not concern them.
      if ('refused' in held) return held
      if (held.status === 'AUTHORISED' && held.session_version === session_version)
        await moveAccount(tx, held, status, code)
      return refused
    }
  if (why === 'first') throw new TaskFailure(code, retryAfterMs === undefined ? {} : { retryAfterMs })
  if (why === 'query') return refused
  const isLeftAlone = tools.health.openUntil(ready.connector.entry.id) !== undefined
  return async (tx) => {
    const { clock, environment } = tools
    await markFailed(tx, { accountId, now: clock.now(), environment, isLeftAlone })
    audit(tx, 'payroll.check_failed', accountId)
    return refused
  }
}
