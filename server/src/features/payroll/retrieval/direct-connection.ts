import { z } from 'zod'
import type { ConnectorSession, DirectConnector, PersonToMatch } from '../../../connectors/connector.ts'
import { audit, type Tx } from '../../../platform/database/tenancy.ts'
import { invalid } from '../../../platform/problem.ts'
import { catchRefusal } from '../../../platform/tasks/refusal.ts'
import type { TaskResult, TaskRun } from '../../../platform/tasks/task.ts'
import { dayOf } from '../../../vocabulary/days.ts'
import type { Payslip } from '../../../vocabulary/payslip.ts'
import {
  addAccount,
  requireConnectionsEnabled,
  requireLockedAccount,
  storeSession,
  transitionAccount,
} from '../../accounts/service.ts'
import { requireAuthorisation } from '../../authorisations/service.ts'
import { callProvider } from '../../providers/call-provider.ts'
import type { Person } from '../../users/schemas.ts'
import { effectiveSettings, openUser } from '../../users/service.ts'
import { listDirectAccounts } from '../queries.ts'
import { requireLockedUser } from './preconditions.ts'
import { periodOf, type RetrievalDeps } from './retrieve.ts'
import { storeRetrieved } from './store.ts'

export const DirectInput = z.object({ user_id: z.uuid(), authorisation_id: z.uuid() })

type Input = z.output<typeof DirectInput>
type DirectMatch = { connector: DirectConnector; matched: ConnectorSession; payslips: Payslip[] }

/** Queries every direct provider for the person, and stores the new payslips of the providers that have a match. */
export async function connectDirectly(job: TaskRun<Input>, deps: RetrievalDeps): Promise<TaskResult> {
  const { tenant, input } = job
  const ready = await catchRefusal(tenant.transaction((tx) => prepare(tx, input)))
  if ('refused' in ready) return ready
  const connectors = [...deps.connectors.of(tenant.clientId).values()].filter(
    (connector) => connector.authMethod === 'direct',
  )
  const replies = await Promise.allSettled(
    connectors.map((connector) => queryProvider(job, deps, connector, ready)),
  )
  job.signal.throwIfAborted()
  const failed = replies.filter((each) => each.status === 'rejected')
  for (const { reason } of failed) job.log().warn({ err: reason }, 'direct provider failed')
  const matches = replies.flatMap((each) => (each.status === 'fulfilled' && each.value ? [each.value] : []))
  // A provider that failed may have the person's payslips, so nothing was found only if all replied.
  if (matches.length === 0 && failed.length > 0) return { refused: 'provider-down' }
  if (matches.length === 0) return { accounts: 0 }
  return async (tx) => {
    const locked = await catchRefusal(lockUserAndAuthorisation(tx, input))
    if ('refused' in locked) {
      audit(tx, 'payroll.discarded', input.user_id)
      return locked
    }
    for (const each of matches) await storeMatch(tx, deps, input, ready.person, each)
    return { accounts: matches.length }
  }
}

async function prepare(tx: Tx, { user_id, authorisation_id }: Input) {
  await requireConnectionsEnabled(tx, user_id)
  await requireAuthorisation(tx, user_id, { id: authorisation_id })
  const { payroll_period_months } = await effectiveSettings(tx, user_id)
  return {
    person: await requirePersonDetails(tx, user_id),
    months: payroll_period_months,
    accounts: await listDirectAccounts(tx, user_id),
  }
}

/** Returns the personal details that a direct connection needs. Throws a problem that names the missing details. */
export async function requirePersonDetails(tx: Tx, userId: string): Promise<PersonToMatch> {
  const { person } = await openUser(tx, userId)
  const { ni_number, date_of_birth, forename, surname, post_codes } = requiredDetails(person)
  if (!ni_number || !date_of_birth || !forename || !surname || !post_codes) {
    const missing = Object.entries(requiredDetails(person)).filter(([, value]) => !value)
    throw invalid(
      ...missing.map(([name]) => `User [${userId}] has no [${name}], which a direct connection needs`),
    )
  }
  return {
    forename,
    surname,
    post_codes,
    ni_number: ni_number.replaceAll(' ', '').toUpperCase(),
    date_of_birth: dayOf(new Date(date_of_birth)),
  }
}

/** Whether the user has all personal details that a direct connection needs. */
export const canConnectDirectly = (person: Person) => Object.values(requiredDetails(person)).every(Boolean)

const requiredDetails = ({ ni_number, date_of_birth, forename, surname, post_codes }: Person) => ({
  ni_number,
  date_of_birth,
  forename,
  surname,
  post_codes,
})

type Ready = Awaited<ReturnType<typeof prepare>>

/** Timeout of each of the two calls to a provider. It is short because a caller is waiting. */
const timeoutMs = 60_000

/**
 * Queries one provider. Returns undefined if it has no exact match, or if there are neither payslips nor an account
 * yet.
 */
async function queryProvider(
  job: TaskRun<Input>,
  deps: RetrievalDeps,
  connector: DirectConnector,
  ready: Ready,
): Promise<DirectMatch | undefined> {
  const { entry } = connector
  const existing = ready.accounts.find(({ payroll_provider }) => payroll_provider === entry.id)
  const account = { latest_pay_date: existing?.latest_pay_date ?? null, period_from: null, period_to: null }
  const period = periodOf(account, 'first', deps.clock.now(job.tenant.clientId), ready.months)
  const call = { entry, timeoutMs }
  const matched = await callProvider(job, deps, call, (context) =>
    connector.matchPerson(ready.person, context),
  )
  if (!matched) return undefined
  const payslips = await callProvider(job, deps, call, (context) =>
    connector.fetchPayslips(matched.session, period, context),
  )
  return payslips.length > 0 || existing ? { connector, matched, payslips } : undefined
}

async function lockUserAndAuthorisation(tx: Tx, { user_id, authorisation_id }: Input) {
  await requireLockedUser(tx, user_id)
  return { id: await requireAuthorisation(tx, user_id, { id: authorisation_id }) }
}

async function storeMatch(
  tx: Tx,
  deps: RetrievalDeps,
  input: Input,
  person: PersonToMatch,
  match: DirectMatch,
) {
  const { connector, matched, payslips } = match
  const { environment, clock } = deps
  const { authorisation_id } = input
  const account = await findOrAddAccount(tx, input, person, connector.entry.id)
  const current = await storeSession(tx, account, matched)
  await storeRetrieved(tx, current, {
    payslips,
    authorisation_id,
    now: clock.now(account.client_id),
    environment,
  })
}

/** Returns the direct account of this user at this provider, and adds it if it does not exist. */
async function findOrAddAccount(tx: Tx, input: Input, person: PersonToMatch, payroll_provider: string) {
  const { user_id, authorisation_id } = input
  const accounts = await listDirectAccounts(tx, user_id)
  const existing = accounts.find((account) => account.payroll_provider === payroll_provider)
  if (!existing)
    return addAccount(tx, {
      user_id,
      payroll_provider,
      authorisation_id,
      status: 'AUTHORISED',
      is_direct: true,
      // Direct providers identify the person by NI number.
      holder: { user_name: person.ni_number, employee_name: null },
      reason: 'found-directly',
    })
  const locked = await requireLockedAccount(tx, existing.id)
  if (locked.status === 'AUTHORISED') return locked
  return transitionAccount(tx, locked, 'AUTHORISED', 'found-directly', { authorisation_id })
}
