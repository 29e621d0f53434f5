import type { z } from 'zod'
import type { Connector, Device } from '../../../connectors/connector.ts'
import { niNumberOf } from '../../../connectors/identity.ts'
import type { Connectors } from '../../../connectors/registry.ts'
import { audit, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { invalid } from '../../../platform/problem.ts'
import type { SecretDesk } from '../../../platform/secrets/credential-handoff.ts'
import { requireAuthorisation } from '../../authorisations/service.ts'
import { requireReachable } from '../../providers/call-provider.ts'
import type { ProviderHealth } from '../../providers/health.ts'
import { startJourney } from '../oauth2/redirects.ts'
import { type AccountRow, deleteAccountRow } from '../queries.ts'
import type { Login, MfaAnswer, NewAccount, Reconnection } from '../schemas.ts'
import {
  accountKey,
  addAccount,
  holdAccount,
  moveAccount,
  openHolder,
  presentAccount,
  requireAccount,
  requireAccountOf,
  requireConnectionsOn,
  requireTaxauthOn,
  sameLogin,
  statusNow,
  storeHolder,
} from '../service.ts'
import { windowMs } from '../status-transitions.ts'
import * as tasks from '../tasks.ts'
import { leave } from './attempt.ts'
import { problemOf } from './failures.ts'
import { loginProblems } from './fields.ts'
import { openWaitingOf, storeWaiting } from './pending-challenge.ts'
import { signOut } from './sign-out.ts'

export type ConnectingParts = {
  connectors: Connectors
  desk: SecretDesk
  health: ProviderHealth
  baseUrl: string
}

type Asking = { tenant: Tenant; caller: Caller; authorisationId: string | undefined; device: Device }

/** A task whose end makes the reply, or the reply itself where the person has to go to the provider first. */
export type Connecting = { userId: string } & (
  | { taskId: string }
  | { account: Awaited<ReturnType<typeof presentAccount>> & { authorization_url: string } }
)

export function requestConnection(
  { tenant, caller, authorisationId, device }: Asking,
  parts: ConnectingParts,
  body: z.output<typeof NewAccount>,
): Promise<Connecting> {
  const { user_id, payroll_provider, from, to } = body
  const connector = requireConnectable(parts.connectors, payroll_provider, body, periodProblems(from, to))
  return tenant.transaction(async (tx) => {
    const authorisation_id = await requireAllowed(tx, connector, user_id, authorisationId)
    requireReachable(parts.health, connector.entry)
    const fields = {
      user_id,
      payroll_provider,
      authorisation_id,
      period_from: dayOf(from),
      period_to: dayOf(to),
    }
    if (connector.way === 'oauth2') {
      // The provider will say who it was; what the caller thinks may be written otherwise there.
      const holder = { user_name: null, employee_name: null, extra: extraOf(connector, body) }
      const account = await addAccount(tx, {
        ...fields,
        holder,
        status: 'PENDING',
        reason: 'consent-asked',
        is_tax_authority: connector.gives === 'tax-years',
      })
      return {
        userId: user_id,
        account: await sendToProvider(tx, caller, parts.baseUrl, { account, device }),
      }
    }
    const taskId = await tasks.connect.schedule(tx, fields, { userId: user_id, awaited: true })
    leave(parts.desk, taskId, secretOf(body))
    audit(tx, 'account.requested', user_id)
    return { taskId, userId: user_id }
  })
}

export function requestReconnection(
  { tenant, caller, authorisationId, device }: Asking,
  parts: ConnectingParts,
  id: string,
  body: z.output<typeof Reconnection>,
): Promise<Connecting> {
  return tenant.transaction(async (tx) => {
    const found = await requireAccountOf(tx, caller, id)
    requireEnded(found)
    const { user_id, payroll_provider } = found
    const connector = requireConnectable(parts.connectors, payroll_provider, body)
    const holder = await openHolder(tx, found)
    const { user_name } = holder
    if (connector.way === 'login' && user_name !== null && !sameLogin(user_name, body.user_name ?? '')) {
      throw invalid('Field [user_name] is invalid: the account is of another login; connect that one anew')
    }
    // First what holds the user, then the account: whoever erases the user takes them in this order too.
    const authorisation_id = await requireAllowed(tx, connector, user_id, authorisationId)
    const account = await settleLate(tx, await holdAccount(tx, id))
    requireEnded(account)
    requireReachable(parts.health, connector.entry)
    if (connector.way === 'oauth2') {
      const told = await storeHolder(tx, account, { ...holder, extra: extraOf(connector, body) })
      const moved = await moveAccount(tx, told, 'PENDING', 'consent-asked', { authorisation_id })
      return {
        userId: user_id,
        account: await sendToProvider(tx, caller, parts.baseUrl, { account: moved, device }),
      }
    }
    const taskId = await tasks.reconnect.schedule(
      tx,
      { account_id: id, authorisation_id },
      { key: accountKey(id), userId: user_id, awaited: true },
    )
    leave(parts.desk, taskId, secretOf(body))
    audit(tx, 'account.reconnecting', id)
    return { taskId, userId: user_id }
  })
}

export function requestAnswer(
  { tenant, caller, authorisationId }: Asking,
  { connectors, desk, health }: ConnectingParts,
  id: string,
  { mfa }: z.output<typeof MfaAnswer>,
) {
  return tenant.transaction(async (tx) => {
    const account = await requireAccountOf(tx, caller, id)
    const { user_id, payroll_provider } = account
    const authorisation_id = await requireAuthorisation(tx, user_id, named(authorisationId))
    const connector = connectors.get(payroll_provider)
    if (!connector) throw unknownProvider(payroll_provider)
    if (account.pending_kind !== 'mfa') throw problemOf('mfa-not-expected', connector.entry)
    if (statusNow(account) === 'EXPIRED') throw problemOf('mfa-timeout', connector.entry)
    requireReachable(health, connector.entry)
    const taskId = await tasks.answer.schedule(
      tx,
      { account_id: id, authorisation_id },
      { key: accountKey(id), userId: user_id, awaited: true },
    )
    leave(desk, taskId, { mfa })
    audit(tx, 'account.answered', id)
    return { taskId, userId: user_id }
  })
}

/** The account as its maker sees it, with what the provider asks for while it waits. */
export function readConnected(tenant: Tenant, caller: Caller, id: string) {
  return tenant.transaction(async (tx) => {
    const account = await requireAccount(tx, id)
    const waiting = await openWaitingOf(tx, account)
    audit(tx, 'account.read', id)
    return {
      ...(await presentAccount(tx, caller, account)),
      ...(waiting?.kind === 'mfa' && { mfa_method: waiting.method }),
    }
  })
}

/** Everything under it goes by cascade. The session is ended at the provider too, as well as that can be done. */
export function deleteAccount(tenant: Tenant, { desk }: Pick<ConnectingParts, 'desk'>, id: string) {
  return tenant.transaction(async (tx) => {
    const account = await holdAccount(tx, id)
    await signOut(tx, desk, account)
    for (const task of [tasks.answer, tasks.exchange, tasks.reconnect]) await task.cancel(tx, accountKey(id))
    await deleteAccountRow(tx, id)
    audit(tx, 'account.deleted', id)
  })
}

/** PENDING from now on, with the link that takes the person to the provider. */
async function sendToProvider(
  tx: Tx,
  caller: Caller,
  baseUrl: string,
  { account, device }: { account: AccountRow; device: Device },
) {
  const expiresAt = new Date(Date.now() + windowMs)
  const waiting = await storeWaiting(tx, account, { kind: 'oauth2', verifier: null, device }, expiresAt)
  // Whoever came by a link of ours comes back to its page.
  const hostedJourneyId = caller.kind === 'user' ? caller.journeyId : null
  const journey = { accountId: account.id, expiresAt, hostedJourneyId }
  const authorization_url = await startJourney(tx, baseUrl, journey)
  return { ...(await presentAccount(tx, caller, waiting)), authorization_url }
}

/** The provider, if a person can be connected to it with these fields. */
function requireConnectable(connectors: Connectors, id: string, login: Login, problems: string[] = []) {
  const connector = connectors.get(id)
  if (!connector) throw invalid(unknownProvider(id).message, ...problems)
  if (connector.way === 'direct') {
    throw invalid(
      `Field [payroll_provider] is invalid: [${id}] needs no login; use POST /accounts/direct-connections`,
    )
  }
  const all = [...loginProblems(connector.entry, connector.way, login), ...problems]
  if (all.length > 0) throw invalid(...all)
  return connector
}

const unknownProvider = (id: string) =>
  invalid(`Field [payroll_provider] is invalid: there is no provider [${id}]`)

async function requireAllowed(
  tx: Tx,
  { gives }: Connector,
  userId: string,
  authorisationId: string | undefined,
) {
  await (gives === 'tax-years' ? requireTaxauthOn : requireConnectionsOn)(tx, userId)
  return requireAuthorisation(tx, userId, named(authorisationId))
}

function requireEnded(account: AccountRow) {
  const status = statusNow(account)
  if (status === 'EXPIRED' || status === 'INVALID') return
  throw invalid(`Account [${account.id}] is ${status}; only EXPIRED and INVALID can be reconnected`)
}

/** What is late becomes EXPIRED now, and not only when the sweep comes by. */
async function settleLate(tx: Tx, account: AccountRow) {
  const isLate = account.status === 'PENDING' && statusNow(account) === 'EXPIRED'
  return isLate ? moveAccount(tx, account, 'EXPIRED', 'window-passed') : account
}

const secretOf = ({ user_name, password, extra_login_params }: Login) => ({
  user_name,
  password,
  extra: extra_login_params ?? {},
})

/** What the person said before they went to the provider; numbers in one writing, whatever spaces they were typed with. */
function extraOf({ entry }: Connector, { extra_login_params: given = {} }: Login) {
  const typeOf = (key: string) => entry.extra_login_params.find((param) => param.key === key)?.validation.type
  const written = ([key, value]: [string, string]) => [
    key,
    typeOf(key) === 'ni_number' ? (niNumberOf(value) ?? value) : value,
  ]
  return Object.fromEntries(Object.entries(given).map(written)) as Record<string, string>
}

const named = (id: string | undefined) => (id === undefined ? {} : { id })

const dayOf = (moment: Date | undefined) => moment?.toISOString().slice(0, 10) ?? null

const periodProblems = (from: Date | undefined, to: Date | undefined) =>
  from && to && from > to ? ['Field [to] is invalid: must not be before [from]'] : []
