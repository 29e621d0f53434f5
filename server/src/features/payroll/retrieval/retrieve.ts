import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Entry } from '../../../connectors/catalogue.ts'
import type { Connector, Period, SignedIn } from '../../../connectors/connector.ts'
import { ConnectionFailure, type FailureCode } from '../../../connectors/failure.ts'
import type { Connectors } from '../../../connectors/registry.ts'
import { audit, type Tx } from '../../../platform/database/tenancy.ts'
import { isAway, isBusy } from '../../../platform/database/transient-errors.ts'
import type { Environment } from '../../../platform/environment.ts'
import { Problem } from '../../../platform/problem.ts'
import { orRefused } from '../../../platform/tasks/refusal.ts'
import { nextAttempt, type Retry, standardRetry } from '../../../platform/tasks/retry.ts'
import type { Ending, Job } from '../../../platform/tasks/task.ts'
import { addDays, dayOf, monthsBefore } from '../../../vocabulary/days.ts'
import {
  type AccountRow,
  holdAccount,
  moveAccount,
  openSession,
  requireAccount,
  statusAfter,
  storeSession,
} from '../../accounts/service.ts'
import { requireAuthorisation } from '../../authorisations/service.ts'
import type { CallingTools } from '../../providers/call-provider.ts'
import { effectiveSettings } from '../../users/service.ts'
import { isStillDue, markFailed } from '../recurring/checks.ts'
import { holdForStoring, requireAuthorised } from './preconditions.ts'

/** What the tasks of payroll work with. */
export type RetrieveTools = CallingTools & {
  connectors: Connectors
  environment: Environment
}

export const RetrieveInput = z.object({
  account_id: z.uuid(),
  /** Of a query: the one that was found when it was asked for. */
  authorisation_id: z.uuid().optional(),
  why: z.enum(['first', 'query', 'recurring']),
  /** Of a first retrieval: how often it was tried before. */
  tries: z.int().optional(),
  /** And why the last of these failed, for whoever asks how it stands. */
  because: z.string().optional(),
})

export type RetrieveJob = Job<z.output<typeof RetrieveInput>>
type Input = z.output<typeof RetrieveInput>

/** All that is known right before the provider is called. */
export type Ready = {
  account: AccountRow
  connector: Connector
  authorisation_id: string
  period: Period
  session: string | undefined
}

/** What came of a retrieval, for the transaction that stores it. */
export type Fetched<Found> = {
  found: Found
  authorisation_id: string
  /** What time it is where income is paid. */
  now: Date
  environment: Environment
}

/** What differs between payslips and the figures of the tax authority; all else is one way for both. */
export type Source<Found extends object> = {
  /** Begins the names of its lines in the audit log. */
  noun: string
  /** Throws the refusal where it is switched off. Asked before the provider is, and again when the result is stored. */
  requireOn(tx: Tx, userId: string): Promise<void>
  /** One visit to the provider. */
  fetch(job: RetrieveJob, tools: RetrieveTools, ready: Ready): Promise<Found>
  /** The id of the entry; null where there was nothing new. The account is held, and what allowed it. */
  store(tx: Tx, account: AccountRow, fetched: Fetched<Found>): Promise<string | null>
  tryAgain: TryAgain
}

/** Schedules a first retrieval again, in the transaction that ends this try. */
export type TryAgain = (
  tx: Tx,
  account: AccountRow,
  entry: Entry,
  again: { tries: number; because: FailureCode; at: Date },
) => Promise<void>

/** Fetches what an account has and stores what is new. Nothing of it is kept that is not allowed at that moment. */
export async function retrieveFrom<Found extends object>(
  source: Source<Found>,
  job: RetrieveJob,
  tools: RetrieveTools,
): Promise<Ending> {
  const { tenant, input } = job
  const ready = await orRefused(tenant.transaction((tx) => prepare(tx, source, input, tools)))
  if ('refused' in ready) return ready
  const fetched = await orRefused(
    fetchWithRetry(source, job, tools, ready).catch((error) => {
      if (error instanceof ConnectionFailure) return error
      throw error
    }),
  )
  if ('refused' in fetched) return fetched
  if (fetched instanceof ConnectionFailure) return whenFailed(source, job, tools, ready, fetched)
  const { account, authorisation_id } = ready
  const ids = { user_id: account.user_id, account_id: account.id, authorisation_id }
  return async (tx) => {
    const held = await orRefused(holdAllowed(tx, source, ids))
    if ('refused' in held) {
      audit(tx, `${source.noun}.discarded`, account.id)
      return held
    }
    const { clock, environment } = tools
    const entry_id = await source.store(tx, held, {
      found: fetched.found,
      authorisation_id,
      now: clock.now(),
      environment,
    })
    return { entry_id, authorisation_id }
  }
}

/** What was switched off meanwhile is off; the account stays held, as the last to be taken. */
async function holdAllowed(
  tx: Tx,
  { requireOn }: Pick<Source<object>, 'requireOn'>,
  ids: Parameters<typeof holdForStoring>[1],
) {
  const held = await holdForStoring(tx, ids)
  await requireOn(tx, ids.user_id)
  return held
}

/** Everything is looked at once more, right before the provider is called. */
async function prepare(
  tx: Tx,
  { requireOn }: Pick<Source<object>, 'requireOn'>,
  input: Input,
  { connectors, clock }: RetrieveTools,
): Promise<Ready> {
  const now = clock.now()
  const account = await requireAccount(tx, input.account_id)
  const connector = connectors.get(account.payroll_provider)
  if (!connector) throw new Error(`[${account.payroll_provider}] is no longer in the catalogue`)
  await requireOn(tx, account.user_id)
  const authorisation_id = await requireAuthorisation(tx, account.user_id, allowedBy(input, account))
  requireAuthorised(account)
  if (input.why === 'recurring' && !(await isStillDue(tx, { accountId: account.id, now })))
    throw new Problem(400, 'not-due', ['No recurring check is wanted any more'])
  const { payroll_period_months } = await effectiveSettings(tx, account.user_id)
  return {
    account,
    connector,
    authorisation_id,
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
async function fetchWithRetry<Found extends object>(
  { fetch }: Source<Found>,
  job: RetrieveJob,
  tools: RetrieveTools,
  ready: Ready,
): Promise<{ found: Found }> {
  try {
    return { found: await fetch(job, tools, ready) }
  } catch (error) {
    const isDown = error instanceof ConnectionFailure && error.code === 'provider-down'
    if (!isDown || job.input.why !== 'query') throw error
    await sleep(quickRetryMs, undefined, { signal: job.signal })
    return { found: await fetch(job, tools, ready) }
  }
}

const minuteMs = 60_000

const keepTries = 60

/**
 * A renewed session, kept before it is used: the provider may have ended the old one by making it. Nobody else has it, so a
 * database that is away is waited for.
 */
export async function keepRenewed({ tenant, signal }: RetrieveJob, ready: Ready, renewed: SignedIn) {
  for (let tries = 1; ; tries++) {
    try {
      ready.account = await tenant.transaction(async (tx) =>
        storeSession(tx, await holdAccount(tx, ready.account.id), renewed),
      )
      ready.session = renewed.session
      return renewed.session
    } catch (error) {
      if ((!isAway(error) && !isBusy(error)) || tries >= keepTries) throw error
      await sleep(500, undefined, { signal })
    }
  }
}

/** With nobody there to answer, a second step means that the person has to come back. */
const statusFor = (code: FailureCode) => (code.startsWith('mfa-') ? 'EXPIRED' : statusAfter[code])

const hourMs = 60 * minuteMs

/** Between the tries of a first retrieval: about four days, in which an account without data still gets it. */
const firstWaits: Retry = [
  ...standardRetry,
  2 * hourMs,
  6 * hourMs,
  12 * hourMs,
  24 * hourMs,
  24 * hourMs,
  24 * hourMs,
]

/** What a failure leaves behind. First the user and then the account are held, as whoever erases the user does. */
function whenFailed(
  { noun, tryAgain }: Pick<Source<object>, 'noun' | 'tryAgain'>,
  job: RetrieveJob,
  tools: RetrieveTools,
  { account, connector }: Ready,
  { code, retryAfterMs = 0 }: ConnectionFailure,
): Ending {
  const { why, tries = 0 } = job.input
  const { clock } = tools
  const refused = { refused: code }
  const status = statusFor(code)
  if (!status && why === 'query') return refused
  const isLeftAlone = tools.health.openUntil(connector.entry.id) !== undefined
  return async (tx) => {
    audit(tx, `${noun}.refused`, account.id)
    const held = await orRefused(holdAccount(tx, account.id))
    if ('refused' in held) return held
    // Whoever came back meanwhile has another session; the end of this one does not concern them.
    if (held.status !== 'AUTHORISED' || held.session_version !== account.session_version) return refused
    if (status) await moveAccount(tx, held, status, code)
    else if (why === 'recurring') await markFailed(tx, { accountId: held.id, now: clock.now(), isLeftAlone })
    else {
      const waitMs = nextAttempt(firstWaits, tries + 1)
      if (waitMs === undefined) job.log().warn({ code }, 'a first retrieval is not tried any more')
      else {
        const at = new Date(Date.now() + Math.max(waitMs, retryAfterMs))
        await tryAgain(tx, held, connector.entry, { tries: tries + 1, because: code, at })
      }
    }
    return refused
  }
}
