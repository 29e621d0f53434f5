import type { z } from 'zod'
import type { Connector, Device } from '../../../connectors/connector.ts'
import { niNumberOf } from '../../../connectors/identity.ts'
import type { ClientConnectors, Connectors } from '../../../connectors/registry.ts'
import { audit, type Tenant, type Tx } from '../../../platform/database/tenancy.ts'
import type { Caller } from '../../../platform/http/caller.ts'
import { invalid, Problem } from '../../../platform/problem.ts'
import type { CredentialHandoff } from '../../../platform/secrets/credential-handoff.ts'
import { dayOf } from '../../../vocabulary/days.ts'
import { requireAuthorisation } from '../../authorisations/service.ts'
import { contradictsNiNumber } from '../../identity/compare.ts'
import { markIncomeChanged } from '../../income-changes/service.ts'
import { requireReachable } from '../../providers/call-provider.ts'
import type { ProviderHealth } from '../../providers/health.ts'
import { openUser } from '../../users/service.ts'
import { createRedirect } from '../oauth2/redirects.ts'
import { type AccountRow, deleteAccountRow } from '../queries.ts'
import type { Login, MfaAnswer, NewAccount, Reconnection } from '../schemas.ts'
import {
  accountKey,
  addAccount,
  effectiveStatus,
  findConnectedAccount,
  isSameLogin,
  openHolder,
  presentAccount,
  requireAccount,
  requireAccountOf,
  requireConnectionsEnabled,
  requireLockedAccount,
  requireTaxAuthorityEnabled,
  storeHolder,
  transitionAccount,
} from '../service.ts'
import { pendingWindowMs } from '../status-transitions.ts'
import * as tasks from '../tasks.ts'
import { handOffSecret } from './attempt.ts'
import { problemOf } from './failures.ts'
import { listLoginProblems } from './fields.ts'
import { countLogin } from './limits.ts'
import { openPendingAction, storePendingAction } from './pending-challenge.ts'
import { type SignOutHandoff, signOut } from './sign-out.ts'

export type ConnectionDeps = {
  connectors: ClientConnectors
  credentialHandoff: CredentialHandoff
  health: ProviderHealth
  baseUrl: string
}

type ConnectionRequest = {
  tenant: Tenant
  caller: Caller
  authorisationId: string | undefined
  device: Device
  /** Address of the applicant's browser, or null for requests of the client's servers. */
  address: string | null
}

/**
 * Either a scheduled task whose result becomes the reply, or the reply itself if the login is already connected or
 * the applicant has to sign in at the provider first.
 */
export type ConnectionReply = { userId: string } & (
  | { taskId: string }
  | { account: Awaited<ReturnType<typeof presentAccount>> & { authorization_url?: string } }
)

export function requestConnection(
  { tenant, caller, authorisationId, device, address }: ConnectionRequest,
  deps: ConnectionDeps,
  body: z.output<typeof NewAccount>,
): Promise<ConnectionReply> {
  const { user_id, payroll_provider, from, to } = body
  const connector = requireConnectable(
    deps.connectors.of(tenant.clientId),
    payroll_provider,
    body,
    periodProblems(from, to),
  )
  return tenant.transaction(async (tx) => {
    const authorisation_id = await requireAllowed(tx, connector, user_id, authorisationId)
    // The password is discarded: the provider has accepted this login before, and its session is still valid.
    const connected =
      connector.authMethod === 'login' && body.user_name !== undefined
        ? await findConnectedAccount(tx, { user_id, payroll_provider, user_name: body.user_name })
        : undefined
    if (connected) {
      audit(tx, 'account.read', connected.id)
      return { userId: user_id, account: await presentAccount(tx, caller, connected) }
    }
    requireReachable(deps.health, connector.entry)
    const fields = {
      user_id,
      payroll_provider,
      authorisation_id,
      period_from: dayOrNull(from),
      period_to: dayOrNull(to),
    }
    if (connector.authMethod === 'oauth2') {
      // The provider reports the user name after sign-in; the caller's spelling may differ from it.
      const extra = extraOf(connector, body)
      await requireOwnNiNumber(tx, user_id, extra)
      const holder = { user_name: null, employee_name: null, extra }
      const account = await addAccount(tx, {
        ...fields,
        holder,
        status: 'PENDING',
        reason: 'consent-asked',
        is_tax_authority: connector.dataType === 'tax-years',
        is_bank: connector.dataType === 'bank-accounts',
      })
      return {
        userId: user_id,
        account: await sendToProvider(tx, caller, deps.baseUrl, { account, device }),
      }
    }
    const taskId = await tasks.connect.schedule(tx, fields, { userId: user_id, awaited: true })
    const userName = body.user_name ?? ''
    await countLogin(tx, { taskId, userId: user_id, provider: payroll_provider, userName, address })
    handOffSecret(deps.credentialHandoff, taskId, secretOf(body))
    audit(tx, 'account.requested', user_id)
    return { taskId, userId: user_id }
  })
}

export function requestReconnection(
  { tenant, caller, authorisationId, device, address }: ConnectionRequest,
  deps: ConnectionDeps,
  id: string,
  body: z.output<typeof Reconnection>,
): Promise<ConnectionReply> {
  return tenant.transaction(async (tx) => {
    const existing = await requireAccountOf(tx, caller, id)
    requireEnded(existing)
    const { user_id, payroll_provider } = existing
    const connector = requireConnectable(deps.connectors.of(tenant.clientId), payroll_provider, body)
    const holder = await openHolder(tx, existing)
    const { user_name } = holder
    if (
      connector.authMethod === 'login' &&
      user_name !== null &&
      !isSameLogin(user_name, body.user_name ?? '')
    ) {
      throw invalid('Field [user_name] is invalid: the account is of another login; connect that one anew')
    }
    // Lock the user before the account, in the same order as when a user is erased, to prevent deadlocks.
    const authorisation_id = await requireAllowed(tx, connector, user_id, authorisationId)
    const account = await expireIfOverdue(tx, await requireLockedAccount(tx, id))
    requireEnded(account)
    requireReachable(deps.health, connector.entry)
    if (connector.authMethod === 'oauth2') {
      const extra = extraOf(connector, body)
      await requireOwnNiNumber(tx, user_id, extra)
      const updated = await storeHolder(tx, account, { ...holder, extra })
      const pendingAccount = await transitionAccount(tx, updated, 'PENDING', 'consent-asked', {
        authorisation_id,
      })
      return {
        userId: user_id,
        account: await sendToProvider(tx, caller, deps.baseUrl, { account: pendingAccount, device }),
      }
    }
    const taskId = await tasks.reconnect.schedule(
      tx,
      { account_id: id, authorisation_id },
      { key: accountKey(id), userId: user_id, awaited: true },
    )
    const login = { userId: user_id, provider: payroll_provider, userName: body.user_name ?? '', address }
    await countLogin(tx, { taskId, ...login })
    handOffSecret(deps.credentialHandoff, taskId, secretOf(body))
    audit(tx, 'account.reconnecting', id)
    return { taskId, userId: user_id }
  })
}

export function submitMfaAnswer(
  { tenant, caller, authorisationId }: ConnectionRequest,
  { connectors, credentialHandoff, health }: ConnectionDeps,
  id: string,
  { mfa }: z.output<typeof MfaAnswer>,
) {
  return tenant.transaction(async (tx) => {
    const account = await requireAccountOf(tx, caller, id)
    const { user_id, payroll_provider } = account
    const authorisation_id = await requireAuthorisation(tx, user_id, byId(authorisationId))
    const connector = connectors.of(tenant.clientId).get(payroll_provider)
    if (!connector) throw unknownProvider(payroll_provider)
    if (account.pending_kind !== 'mfa') throw problemOf('mfa-not-expected', connector.entry)
    if (effectiveStatus(account) === 'EXPIRED') throw problemOf('mfa-timeout', connector.entry)
    requireReachable(health, connector.entry)
    const taskId = await tasks.answer.schedule(
      tx,
      { account_id: id, authorisation_id },
      { key: accountKey(id), userId: user_id, awaited: true },
    )
    handOffSecret(credentialHandoff, taskId, { mfa })
    audit(tx, 'account.answered', id)
    return { taskId, userId: user_id }
  })
}

/** Returns the account for the caller that connects it, including the pending MFA challenge. */
export function readConnectedAccount(tenant: Tenant, caller: Caller, id: string) {
  return tenant.transaction(async (tx) => {
    const account = await requireAccount(tx, id)
    const pending = await openPendingAction(tx, account)
    audit(tx, 'account.read', id)
    return {
      ...(await presentAccount(tx, caller, account)),
      ...(pending?.kind === 'mfa' && { mfa_method: pending.method }),
    }
  })
}

/** Deletes the account and, by cascade, its data. The provider session is ended on a best-effort basis. */
export function deleteAccount(
  tenant: Tenant,
  { credentialHandoff }: { credentialHandoff: SignOutHandoff },
  id: string,
) {
  return tenant.transaction(async (tx) => {
    const account = await requireLockedAccount(tx, id)
    await signOut(tx, credentialHandoff, account)
    for (const task of [tasks.answer, tasks.confirmConsent, tasks.exchange, tasks.reconnect])
      await task.cancel(tx, accountKey(id))
    await deleteAccountRow(tx, id)
    audit(tx, 'account.deleted', id)
    await markIncomeChanged(tx, account.user_id)
  })
}

/** Makes the account PENDING and returns it with the link that takes the applicant to the provider. */
async function sendToProvider(
  tx: Tx,
  caller: Caller,
  baseUrl: string,
  { account, device }: { account: AccountRow; device: Device },
) {
  const expiresAt = new Date(Date.now() + pendingWindowMs)
  const pending = await storePendingAction(tx, account, { kind: 'oauth2', verifier: null, device }, expiresAt)
  // An applicant who came from the hosted journey is sent back to its page.
  const hostedJourneyId = caller.kind === 'user' ? caller.journeyId : null
  const journey = { accountId: account.id, expiresAt, hostedJourneyId }
  const authorization_url = await createRedirect(tx, baseUrl, journey)
  return { ...(await presentAccount(tx, caller, pending)), authorization_url }
}

/** Returns the connector of the provider. Throws if the login fields do not match what it requires. */
function requireConnectable(connectors: Connectors, id: string, login: Login, problems: string[] = []) {
  const connector = connectors.get(id)
  if (!connector) throw invalid(unknownProvider(id).message, ...problems)
  if (connector.authMethod === 'direct') {
    throw invalid(
      `Field [payroll_provider] is invalid: [${id}] needs no login; use POST /accounts/direct-connections`,
    )
  }
  const allProblems = [...listLoginProblems(connector.entry, connector.authMethod, login), ...problems]
  if (allProblems.length > 0) throw invalid(...allProblems)
  return connector
}

const unknownProvider = (id: string) =>
  invalid(`Field [payroll_provider] is invalid: there is no provider [${id}]`)

async function requireAllowed(
  tx: Tx,
  { dataType }: Connector,
  userId: string,
  authorisationId: string | undefined,
) {
  await (dataType === 'tax-years' ? requireTaxAuthorityEnabled : requireConnectionsEnabled)(tx, userId)
  return requireAuthorisation(tx, userId, byId(authorisationId))
}

function requireEnded(account: AccountRow) {
  const status = effectiveStatus(account)
  if (status === 'EXPIRED' || status === 'INVALID') return
  throw invalid(`Account [${account.id}] is ${status}; only EXPIRED and INVALID can be reconnected`)
}

/** Expires an overdue PENDING account immediately instead of waiting for the sweep. */
async function expireIfOverdue(tx: Tx, account: AccountRow) {
  const isOverdue = account.status === 'PENDING' && effectiveStatus(account) === 'EXPIRED'
  return isOverdue ? transitionAccount(tx, account, 'EXPIRED', 'window-passed') : account
}

const secretOf = ({ user_name, password, extra_login_params }: Login) => ({
  user_name,
  password,
  extra: extra_login_params ?? {},
})

/**
 * Returns the extra login parameters with normalised NI numbers, because applicants type them with or without spaces.
 */
function extraOf({ entry }: Connector, { extra_login_params: given = {} }: Login) {
  const typeOf = (key: string) => entry.extra_login_params.find((param) => param.key === key)?.validation.type
  const normalised = ([key, value]: [string, string]) => [
    key,
    typeOf(key) === 'ni_number' ? (niNumberOf(value) ?? value) : value,
  ]
  return Object.fromEntries(Object.entries(given).map(normalised)) as Record<string, string>
}

/** The tax authority confirms a tax reference, but sends no personal details: the NI number is compared before the login. */
async function requireOwnNiNumber(tx: Tx, userId: string, { ni_number = '' }: Record<string, string>) {
  const { person } = await openUser(tx, userId)
  if (contradictsNiNumber(person.ni_number, ni_number)) {
    const error = 'Field [extra_login_params.ni_number] is not the NI number of the registered person'
    throw new Problem(400, 'identity-mismatch', [error])
  }
}

const byId = (id: string | undefined) => (id === undefined ? {} : { id })

const dayOrNull = (moment: Date | undefined) => (moment ? dayOf(moment) : null)

const periodProblems = (from: Date | undefined, to: Date | undefined) =>
  from && to && from > to ? ['Field [to] is invalid: must not be before [from]'] : []
