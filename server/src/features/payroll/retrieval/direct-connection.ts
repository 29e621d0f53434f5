import { z } from 'zod'
import type { DirectConnector, PersonSought, SignedIn } from '../../../connectors/connector.ts'
import { audit, type Tx } from '../../../platform/database/tenancy.ts'
import { invalid } from '../../../platform/problem.ts'
import { orRefused } from '../../../platform/tasks/refusal.ts'
import type { Ending, Job } from '../../../platform/tasks/task.ts'
import { dayOf } from '../../../vocabulary/days.ts'
import type { Payslip } from '../../../vocabulary/payslip.ts'
import {
  addAccount,
  holdAccount,
  moveAccount,
  requireConnectionsOn,
  storeSession,
} from '../../accounts/service.ts'
import { requireAuthorisation } from '../../authorisations/service.ts'
import { callProvider } from '../../providers/call-provider.ts'
import type { Person } from '../../users/schemas.ts'
import { effectiveSettings, openUser } from '../../users/service.ts'
import { listDirectAccounts } from '../queries.ts'
import { requireHeldUser } from './preconditions.ts'
import { periodOf, type RetrieveTools } from './retrieve.ts'
import { storeFetched } from './store.ts'

export const DirectInput = z.object({ user_id: z.uuid(), authorisation_id: z.uuid() })

type Input = z.output<typeof DirectInput>
type Found = { connector: DirectConnector; matched: SignedIn; payslips: Payslip[] }

/** Asks every direct provider whether it knows the person, and stores what is new of those that do. */
export async function connectDirectly(job: Job<Input>, tools: RetrieveTools): Promise<Ending> {
  const { tenant, input } = job
  const ready = await orRefused(tenant.transaction((tx) => prepare(tx, input)))
  if ('refused' in ready) return ready
  const connectors = [...tools.connectors.values()].filter((connector) => connector.way === 'direct')
  const asked = await Promise.allSettled(connectors.map((connector) => ask(job, tools, connector, ready)))
  job.signal.throwIfAborted()
  const failed = asked.filter((each) => each.status === 'rejected')
  for (const { reason } of failed) job.log().warn({ err: reason }, 'a direct provider did not answer')
  if (connectors.length > 0 && failed.length === connectors.length) return { refused: 'provider-down' }
  const found = asked.flatMap((each) => (each.status === 'fulfilled' && each.value ? [each.value] : []))
  if (found.length === 0) return { accounts: 0 }
  return async (tx) => {
    const held = await orRefused(hold(tx, input))
    if ('refused' in held) {
      audit(tx, 'payroll.discarded', input.user_id)
      return held
    }
    for (const each of found) await store(tx, tools, input, ready.person, each)
    return { accounts: found.length }
  }
}

async function prepare(tx: Tx, { user_id, authorisation_id }: Input) {
  await requireConnectionsOn(tx, user_id)
  await requireAuthorisation(tx, user_id, { id: authorisation_id })
  const { payroll_period_months } = await effectiveSettings(tx, user_id)
  return {
    person: await requirePersonSought(tx, user_id),
    months: payroll_period_months,
    accounts: await listDirectAccounts(tx, user_id),
  }
}

/** Who is asked about. All that is needed has to be known; whatever is not is named. */
export async function requirePersonSought(tx: Tx, userId: string): Promise<PersonSought> {
  const { person } = await openUser(tx, userId)
  const { ni_number, date_of_birth, forename, surname, post_codes } = neededOf(person)
  if (!ni_number || !date_of_birth || !forename || !surname || !post_codes) {
    const missing = Object.entries(neededOf(person)).filter(([, value]) => !value)
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

/** Whether direct providers can be asked about somebody at all. */
export const canBeSought = (person: Person) => Object.values(neededOf(person)).every(Boolean)

const neededOf = ({ ni_number, date_of_birth, forename, surname, post_codes }: Person) => ({
  ni_number,
  date_of_birth,
  forename,
  surname,
  post_codes,
})

type Ready = Awaited<ReturnType<typeof prepare>>

/** Somebody waits, and there are two calls. */
const limitMs = 60_000

/** Undefined where the provider has nothing: nobody who agrees with all of it, or nothing paid. */
async function ask(
  job: Job<Input>,
  tools: RetrieveTools,
  connector: DirectConnector,
  ready: Ready,
): Promise<Found | undefined> {
  const { entry } = connector
  const known = ready.accounts.find(({ payroll_provider }) => payroll_provider === entry.id)
  const account = { latest_pay_date: known?.latest_pay_date ?? null, period_from: null, period_to: null }
  const period = periodOf(account, 'first', tools.clock.now(), ready.months)
  const calling = { entry, limitMs }
  const matched = await callProvider(job, tools, calling, (talk) => connector.match(ready.person, talk))
  if (!matched) return undefined
  const payslips = await callProvider(job, tools, calling, (talk) =>
    connector.fetchPayslips(matched.session, period, talk),
  )
  return payslips.length > 0 || known ? { connector, matched, payslips } : undefined
}

async function hold(tx: Tx, { user_id, authorisation_id }: Input) {
  await requireHeldUser(tx, user_id)
  return { id: await requireAuthorisation(tx, user_id, { id: authorisation_id }) }
}

async function store(tx: Tx, tools: RetrieveTools, input: Input, person: PersonSought, found: Found) {
  const { connector, matched, payslips } = found
  const { environment, clock } = tools
  const { authorisation_id } = input
  const account = await openAccount(tx, input, person, connector.entry.id)
  const current = await storeSession(tx, account, matched)
  await storeFetched(tx, current, { payslips, authorisation_id, now: clock.now(), environment })
}

/** The account of this user at this provider: the one that is there, or a new one. */
async function openAccount(tx: Tx, input: Input, person: PersonSought, payroll_provider: string) {
  const { user_id, authorisation_id } = input
  const accounts = await listDirectAccounts(tx, user_id)
  const known = accounts.find((account) => account.payroll_provider === payroll_provider)
  if (!known)
    return addAccount(tx, {
      user_id,
      payroll_provider,
      authorisation_id,
      status: 'AUTHORISED',
      is_direct: true,
      // What the person is known by there.
      holder: { user_name: person.ni_number, employee_name: null },
      reason: 'found-directly',
    })
  const held = await holdAccount(tx, known.id)
  if (held.status === 'AUTHORISED') return held
  return moveAccount(tx, held, 'AUTHORISED', 'found-directly', { authorisation_id })
}
