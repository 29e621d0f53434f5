import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type CatalogueEntry, instanceIdOf } from '../../../connectors/catalogue.ts'
import type { Connector, ConnectorSession, PayDateRange } from '../../../connectors/connector.ts'
import { ConnectionFailure, type FailureCode, isProviderFault } from '../../../connectors/failure.ts'
import type { ClientConnectors } from '../../../connectors/registry.ts'
import { retryWhileDatabaseUnreachable } from '../../../platform/database/retry-while-unreachable.ts'
import { audit, type Tx } from '../../../platform/database/tenancy.ts'
import type { Environment } from '../../../platform/environment.ts'
import { Problem } from '../../../platform/problem.ts'
import { catchRefusal } from '../../../platform/tasks/refusal.ts'
import { defaultRetrySchedule, nextRetryDelayMs, type RetrySchedule } from '../../../platform/tasks/retry.ts'
import type { TaskResult, TaskRun } from '../../../platform/tasks/task.ts'
import { addDays, dayOf, monthsBefore } from '../../../vocabulary/days.ts'
import { storeRetrievalFailure } from '../../accounts/retrieved-facts.ts'
import {
  type AccountRow,
  isConsentPaused,
  openSession,
  requireAccount,
  requireLockedAccount,
  statusAfterFailure,
  storeSession,
  transitionAccount,
} from '../../accounts/service.ts'
import { requireAuthorisation } from '../../authorisations/service.ts'
import type { ProviderCallDeps } from '../../providers/call-provider.ts'
import { effectiveSettings, openUser } from '../../users/service.ts'
import { isStillDue, markFailed } from '../recurring/checks.ts'
import { lockForStoring, requireAuthorised } from './preconditions.ts'

export type RetrievalDeps = ProviderCallDeps & {
  connectors: ClientConnectors
  environment: Environment
}

export const RetrieveInput = z.object({
  account_id: z.uuid(),
  /** Only for queries: the authorisation that was valid when the query was requested. */
  authorisation_id: z.uuid().optional(),
  why: z.enum(['first', 'query', 'recurring']),
  /** Only for first retrievals: the number of failed attempts so far. */
  tries: z.int().optional(),
  /** Why the last attempt failed. Shown in the hosted journey. */
  because: z.string().optional(),
})

export type RetrievalRun = TaskRun<z.output<typeof RetrieveInput>>
type RetrievalInput = z.output<typeof RetrieveInput>

/** Everything needed to call the provider. */
export type PreparedRetrieval = {
  account: AccountRow
  connector: Connector
  authorisation_id: string
  period: PayDateRange
  session: string | undefined
  /** NI number of the registered person. */
  ni_number: string | undefined
}

/** The data of a retrieval, passed to the transaction that stores it. */
export type RetrievalResult<Data> = {
  data: Data
  authorisation_id: string
  /** Provider time, which the sandbox can set. */
  now: Date
  environment: Environment
}

/** The differences between retrieving payslips and tax years. Everything else is shared. */
export type IncomeSource<Data extends object> = {
  /** Prefix of the audit actions. */
  auditPrefix: string
  /**
   * Throws if the feature is disabled. Called before the provider is called, and again before the result is stored.
   */
  requireEnabled(tx: Tx, userId: string): Promise<void>
  fetch(job: RetrievalRun, deps: RetrievalDeps, prepared: PreparedRetrieval): Promise<Data>
  /**
   * Stores the new data. Returns the id of the new entry, or null if there was nothing new. The account and the
   * authorisation are locked.
   */
  store(tx: Tx, account: AccountRow, fetched: RetrievalResult<Data>): Promise<string | null>
  scheduleRetry: ScheduleRetry
}

/** Schedules another attempt of a first retrieval, in the transaction that ends this one. */
export type ScheduleRetry = (
  tx: Tx,
  account: AccountRow,
  entry: CatalogueEntry,
  again: { tries: number; because: FailureCode; at: Date },
) => Promise<void>

/**
 * Fetches the data of an account and stores what is new. The data is discarded if it is no longer authorised when it
 * is about to be stored.
 */
export async function runRetrieval<Data extends object>(
  source: IncomeSource<Data>,
  job: RetrievalRun,
  deps: RetrievalDeps,
): Promise<TaskResult> {
  const { tenant, input } = job
  const prepared = await catchRefusal(tenant.transaction((tx) => prepare(tx, source, input, deps)))
  if ('refused' in prepared) return endRefused(source, job.input, prepared)
  const fetched = await catchRefusal(
    fetchWithRetry(source, job, deps, prepared).catch((error) => {
      if (error instanceof ConnectionFailure) return error
      throw error
    }),
  )
  if ('refused' in fetched) return endRefused(source, job.input, fetched)
  if (fetched instanceof ConnectionFailure) return endWithFailure(source, job, deps, prepared, fetched)
  const { account, authorisation_id } = prepared
  const ids = { user_id: account.user_id, account_id: account.id, authorisation_id }
  return async (tx) => {
    const locked = await catchRefusal(lockIfAllowed(tx, source, ids))
    if ('refused' in locked) {
      audit(tx, `${source.auditPrefix}.discarded`, account.id)
      await storeFailure(tx, job.input, locked)
      return locked
    }
    const { clock, environment } = deps
    const entry_id = await source.store(tx, locked, {
      data: fetched.data,
      authorisation_id,
      now: clock.now(account.client_id),
      environment,
    })
    return { entry_id, authorisation_id }
  }
}

/** Ends a retrieval whose preconditions are no longer met. */
function endRefused(
  { auditPrefix }: Pick<IncomeSource<object>, 'auditPrefix'>,
  input: RetrievalInput,
  refusal: { refused: string },
): TaskResult {
  if (!isShownOnAccount(input, refusal.refused)) return refusal
  return async (tx) => {
    audit(tx, `${auditPrefix}.refused`, input.account_id)
    const locked = await catchRefusal(requireLockedAccount(tx, input.account_id))
    if (!('refused' in locked)) await storeFailure(tx, input, refusal)
    return refusal
  }
}

async function storeFailure(tx: Tx, input: RetrievalInput, { refused }: { refused: string }) {
  if (isShownOnAccount(input, refused)) await storeRetrievalFailure(tx, input.account_id, refused)
}

/**
 * Whether the failure is shown on the account. The failure of a query is returned to its caller instead. A check that
 * is no longer due is not a failure, and a deleted account cannot show one.
 */
const isShownOnAccount = ({ why }: RetrievalInput, code: string) =>
  why !== 'query' && code !== 'not-due' && code !== 'not-found'

/** Locks the account until the commit. Throws if the feature was disabled in the meantime. */
async function lockIfAllowed(
  tx: Tx,
  { requireEnabled }: Pick<IncomeSource<object>, 'requireEnabled'>,
  ids: Parameters<typeof lockForStoring>[1],
) {
  const locked = await lockForStoring(tx, ids)
  await requireEnabled(tx, ids.user_id)
  return locked
}

/** Checks all preconditions again immediately before the provider is called. */
async function prepare(
  tx: Tx,
  { requireEnabled }: Pick<IncomeSource<object>, 'requireEnabled'>,
  input: RetrievalInput,
  { connectors, clock }: RetrievalDeps,
): Promise<PreparedRetrieval> {
  const account = await requireAccount(tx, input.account_id)
  const now = clock.now(account.client_id)
  const connector = connectors.of(account.client_id).get(account.payroll_provider)
  if (!connector) throw new Error(`[${account.payroll_provider}] is no longer in the catalogue`)
  const [, authorisation_id, isDue, { payroll_period_months }, session, { person }] = await allInOrder([
    requireEnabled(tx, account.user_id),
    requireAuthorisation(tx, account.user_id, authorisationQuery(input, account)),
    input.why === 'recurring' ? isStillDue(tx, { accountId: account.id, now }) : true,
    effectiveSettings(tx, account.user_id),
    openSession(tx, account),
    openUser(tx, account.user_id),
  ])
  requireAuthorised(account)
  if (!isDue) throw new Problem(400, 'not-due', ['No recurring check is wanted any more'])
  return {
    account,
    connector,
    authorisation_id,
    period: periodOf(account, input.why, now, payroll_period_months),
    session,
    ni_number: person.ni_number,
  }
}

/**
 * Awaits queries that are sent together. Like Promise.all, but the error is always that of the first one in the list,
 * whichever fails first.
 */
async function allInOrder<T extends readonly unknown[]>(queries: [...T]) {
  await Promise.allSettled(queries)
  return Promise.all(queries)
}

function authorisationQuery({ why, authorisation_id }: RetrievalInput, account: AccountRow) {
  if (why === 'recurring') return { category: 'recurring' } as const
  return { id: authorisation_id ?? account.authorisation_id }
}

const overlapDays = 7

/**
 * Returns the period to retrieve: from a week before the latest known pay date, because some payslips appear late, or
 * else the configured period.
 */
export function periodOf(
  account: Pick<AccountRow, 'latest_pay_date' | 'period_from' | 'period_to'>,
  why: RetrievalInput['why'],
  now: Date,
  months: number,
): PayDateRange {
  const { latest_pay_date, period_from, period_to } = account
  if (latest_pay_date) return { from: addDays(latest_pay_date, -overlapDays), to: null }
  return {
    from: period_from ?? monthsBefore(dayOf(now), months),
    to: why === 'first' ? period_to : null,
  }
}

const quickRetryMs = 500

/**
 * If the retrieval is a query, a caller is waiting for the result, so a failed fetch is retried once, almost
 * immediately.
 */
async function fetchWithRetry<Data extends object>(
  { fetch }: IncomeSource<Data>,
  job: RetrievalRun,
  deps: RetrievalDeps,
  prepared: PreparedRetrieval,
): Promise<{ data: Data }> {
  try {
    return { data: await fetch(job, deps, prepared) }
  } catch (error) {
    const isFault = error instanceof ConnectionFailure && isProviderFault(error.code)
    if (!isFault || job.input.why !== 'query') throw error
    await sleep(quickRetryMs, undefined, { signal: job.signal })
    return { data: await fetch(job, deps, prepared) }
  }
}

const minuteMs = 60_000

const maxStoreAttempts = 60
const storeRetryDelayMs = 500

/**
 * Stores a renewed session before it is used, because the provider may have ended the old one. Retries while the
 * database is unreachable, because no other copy of the session exists.
 */
export async function storeRenewedSession(
  { tenant, signal }: RetrievalRun,
  prepared: PreparedRetrieval,
  renewed: ConnectorSession,
) {
  prepared.account = await retryWhileDatabaseUnreachable(
    () =>
      tenant.transaction(async (tx) =>
        storeSession(tx, await requireLockedAccount(tx, prepared.account.id), renewed),
      ),
    { delayMs: storeRetryDelayMs, maxAttempts: maxStoreAttempts, signal },
  )
  prepared.session = renewed.session
  return renewed.session
}

/** The applicant cannot answer an MFA challenge during a background retrieval, so they have to sign in again. */
const statusFor = (code: FailureCode) => (code.startsWith('mfa-') ? 'EXPIRED' : statusAfterFailure[code])

const hourMs = 60 * minuteMs

/** Delays between the attempts of a first retrieval, about four days in total. */
const firstRetrievalBackoff: RetrySchedule = [
  ...defaultRetrySchedule,
  2 * hourMs,
  6 * hourMs,
  12 * hourMs,
  24 * hourMs,
  24 * hourMs,
  24 * hourMs,
]

/**
 * Ends a failed retrieval. Locks the user before the account, in the same order as when a user is erased, to prevent
 * deadlocks.
 */
function endWithFailure(
  { auditPrefix, scheduleRetry }: Pick<IncomeSource<object>, 'auditPrefix' | 'scheduleRetry'>,
  job: RetrievalRun,
  deps: RetrievalDeps,
  { account, connector }: PreparedRetrieval,
  { code, retryAfterMs }: ConnectionFailure,
): TaskResult {
  const { why, tries = 0 } = job.input
  const now = deps.clock.now(account.client_id)
  const refused = { refused: code, ...(retryAfterMs !== undefined && { retry_after_ms: retryAfterMs }) }
  const status = statusFor(code)
  if (!status && why === 'query') return refused
  const isCircuitOpen = deps.health.openUntil(instanceIdOf(connector.entry)) !== undefined
  return async (tx) => {
    audit(tx, `${auditPrefix}.refused`, account.id)
    const locked = await catchRefusal(requireLockedAccount(tx, account.id))
    if ('refused' in locked) return locked
    // If the account was reconnected in the meantime, the failure of the old session no longer matters.
    if (locked.status !== 'AUTHORISED' || locked.session_version !== account.session_version) return refused
    if (status) {
      const keepsSession = code === 'consent-ended' && isConsentPaused(locked, now)
      await transitionAccount(tx, locked, status, code, { keepsSession })
      return refused
    }
    await storeRetrievalFailure(tx, locked.id, code)
    if (why === 'recurring') await markFailed(tx, { accountId: locked.id, now, isCircuitOpen })
    else {
      const waitMs = nextRetryDelayMs(firstRetrievalBackoff, tries + 1)
      if (waitMs === undefined) job.log().warn({ code }, 'gave up on first retrieval')
      else {
        const at = new Date(Date.now() + Math.max(waitMs, retryAfterMs ?? 0))
        await scheduleRetry(tx, locked, connector.entry, { tries: tries + 1, because: code, at })
      }
    }
    return refused
  }
}
