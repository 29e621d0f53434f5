import { type KeyObject, randomUUID } from 'node:crypto'
import type { ConnectorSession } from '../../connectors/connector.ts'
import { audit, keysOf, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { type Caller, canSeePersonalData } from '../../platform/http/caller.ts'
import { paginationOf } from '../../platform/http/wire.ts'
import { forbidden, notFound, Problem } from '../../platform/problem.ts'
import { type SealContext, seal, unseal } from '../../platform/secrets/seal.ts'
import { noonOf } from '../../vocabulary/days.ts'
import { requireAuthorisation } from '../authorisations/service.ts'
import { effectiveSettings, openUser } from '../users/service.ts'
import {
  type AccountRow,
  findAccount,
  insertAccount,
  insertTransition,
  listAccounts,
  listTransitions,
  lockAccount,
  updateAccount,
} from './queries.ts'
import { type AccountStatus, effectiveStatus, requireTransition } from './status-transitions.ts'

export { effectiveStatus, statusAfterFailure } from './status-transitions.ts'
export type { AccountRow }

/**
 * Identity of the account holder at the provider. `extra`: parameters of OAuth2 logins that later retrievals need; those of
 * password logins are never stored.
 */
export type AccountHolder = {
  user_name: string | null
  employee_name: string | null
  extra?: Record<string, string>
}

/** Newest transitions of an account in a data export. */
const maxExportedTransitions = 100

/** Task key: tasks of one account run one at a time. */
export const accountKey = (id: string) => `account ${id}`

export async function requireAccount(tx: Tx, id: string) {
  const row = await findAccount(tx, id)
  if (!row) throw notFound('Account', id)
  return row
}

/** Like requireAccount, and locks the row until the commit. */
export async function requireLockedAccount(tx: Tx, id: string) {
  const row = await lockAccount(tx, id)
  if (!row) throw notFound('Account', id)
  return row
}

/** A user token gives access to that user's accounts only. */
export async function requireAccountOf(tx: Tx, caller: Caller, id: string) {
  const row = await requireAccount(tx, id)
  if (caller.kind === 'user' && caller.id !== row.user_id) throw notFound('Account', id)
  return row
}

export async function requireConnectionsEnabled(tx: Tx, userId: string) {
  const { payroll_connections_enabled } = await effectiveSettings(tx, userId)
  if (!payroll_connections_enabled)
    throw forbidden('connections-off', `Payroll connections are switched off for user [${userId}]`)
}

export async function requireTaxAuthorityEnabled(tx: Tx, userId: string) {
  const { taxauth_enabled } = await effectiveSettings(tx, userId)
  if (!taxauth_enabled)
    throw forbidden('taxauth-off', `Data of the tax authority is switched off for user [${userId}]`)
}

/** Whether the authorisation is still valid when the result is stored. Locks it until the commit. */
export async function isAuthorised(tx: Tx, userId: string, id: string) {
  try {
    await requireAuthorisation(tx, userId, { id })
    return true
  } catch (error) {
    if (error instanceof Problem && error.status === 403) return false
    throw error
  }
}

type NewAccountRow = {
  user_id: string
  payroll_provider: string
  authorisation_id: string
  holder: AccountHolder
  status: 'PENDING' | 'AUTHORISED'
  reason: string
  mfa_enabled?: boolean
  is_direct?: boolean
  is_tax_authority?: boolean
  period_from?: string | null
  period_to?: string | null
}

/** Inserts an account with the first transition of its history. */
export async function addAccount(tx: Tx, { holder, reason, ...values }: NewAccountRow) {
  const id = randomUUID()
  const { key } = await openUser(tx, values.user_id)
  requireTransition(null, values.status)
  const row = await insertAccount(tx, {
    ...values,
    id,
    version: 1,
    sealed: seal(key, holderSealContext(id, 1), JSON.stringify(holder)),
    login_hash: loginHash(tx, values.payroll_provider, holder.user_name),
  })
  await insertTransition(tx, { account_id: id, from_status: null, status: values.status, reason })
  audit(tx, 'account.connected', id)
  return row
}

/** The only way to change a status. The row must be locked. Clears the pending action or session of the status that is left. */
export async function transitionAccount(
  tx: Tx,
  account: AccountRow,
  status: AccountStatus,
  reason: string,
  changes: { authorisation_id?: string; mfa_enabled?: boolean } = {},
) {
  requireTransition(account.status, status)
  const updated = await updateAccount(tx, account.id, {
    status,
    ...changes,
    ...(status !== 'PENDING' && { pending: null, pending_kind: null, pending_until: null }),
    ...(status !== 'AUTHORISED' && { session: null, session_ends_at: null }),
  })
  await insertTransition(tx, { account_id: account.id, from_status: account.status, status, reason })
  audit(tx, 'account.moved', account.id)
  return updated
}

/** The decrypted provider session, if there is one. */
export async function openSession(tx: Tx, account: AccountRow): Promise<string | undefined> {
  const { id, user_id, session, session_version } = account
  if (!session) return undefined
  const { key } = await openUser(tx, user_id)
  return unseal(key, sessionSealContext(id, session_version), session).toString()
}

/** Replaces the session. The row must be locked. */
export async function storeSession(
  tx: Tx,
  account: AccountRow,
  { session, expiresAt: endsAt }: ConnectorSession,
) {
  const { key } = await openUser(tx, account.user_id)
  const session_version = account.session_version + 1
  audit(tx, 'account.session_stored', account.id)
  return updateAccount(tx, account.id, {
    session: seal(key, sessionSealContext(account.id, session_version), session),
    session_version,
    session_ends_at: endsAt,
  })
}

export async function openHolder(tx: Tx, account: AccountRow): Promise<AccountHolder> {
  const { key } = await openUser(tx, account.user_id)
  return openHolderWith(key, account)
}

/** The row must be locked. The caller writes the audit line. */
export async function storeHolder(tx: Tx, account: AccountRow, holder: AccountHolder) {
  const { key } = await openUser(tx, account.user_id)
  const version = account.version + 1
  return updateAccount(tx, account.id, {
    version,
    sealed: seal(key, holderSealContext(account.id, version), JSON.stringify(holder)),
    login_hash: loginHash(tx, account.payroll_provider, holder.user_name),
  })
}

/** The account as this caller may see it: without personal data for the Support role. */
export async function presentAccount(tx: Tx, caller: Caller, account: AccountRow) {
  return present(account, canSeePersonalData(caller) && (await openUser(tx, account.user_id)).key)
}

/** Without the user's key, personal data is left out. */
function present(account: AccountRow, key: KeyObject | false) {
  const { id, payroll_provider, created_at, mfa_enabled, latest_pay_date } = account
  return {
    account_id: id,
    payroll_provider,
    ...(key && { user_name: openHolderWith(key, account).user_name }),
    created_at,
    status: effectiveStatus(account),
    mfa_enabled,
    latest_pay_date: latest_pay_date === null ? null : new Date(noonOf(latest_pay_date)),
  }
}

export function readAccount(tenant: Tenant, caller: Caller, id: string) {
  return tenant.transaction(async (tx) => {
    const account = await requireAccountOf(tx, caller, id)
    if (canSeePersonalData(caller)) audit(tx, 'account.read', id)
    return presentAccount(tx, caller, account)
  })
}

type Paging = { offset: number; limit: number }

export function listAccountPage(
  tenant: Tenant,
  caller: Caller,
  { user_id, offset, limit }: Paging & { user_id: string },
) {
  return tenant.transaction(async (tx) => {
    const { key } = await openUser(tx, user_id)
    const { total, accounts } = await listAccounts(tx, user_id, { skip: offset - 1, limit })
    if (canSeePersonalData(caller)) audit(tx, 'account.listed', user_id)
    return {
      pagination: paginationOf({ offset, limit }, accounts, total),
      accounts: accounts.map((account) => present(account, canSeePersonalData(caller) && key)),
    }
  })
}

/** All stored data about a user's accounts except credentials and sessions, for a data subject access request. */
export function listAccountsForExport(
  tenant: Tenant,
  { user_id, offset, limit }: Paging & { user_id: string },
) {
  return tenant.transaction(async (tx) => {
    const { key } = await openUser(tx, user_id)
    const { accounts } = await listAccounts(tx, user_id, { skip: offset - 1, limit })
    audit(tx, 'account.listed', user_id)
    const exported = []
    for (const account of accounts) {
      const { employee_name, extra = {} } = openHolderWith(key, account)
      const { transitions } = await listTransitions(tx, account.id, {
        skip: 0,
        limit: maxExportedTransitions,
      })
      exported.push({ ...present(account, key), employee_name, extra, history: transitions })
    }
    return exported
  })
}

export function listHistory(tenant: Tenant, caller: Caller, id: string, { offset, limit }: Paging) {
  return tenant.transaction(async (tx) => {
    await requireAccountOf(tx, caller, id)
    const { total, transitions } = await listTransitions(tx, id, { skip: offset - 1, limit })
    return {
      pagination: paginationOf({ offset, limit }, transitions, total),
      history: transitions,
    }
  })
}

/** Compares user names regardless of case, surrounding spaces and Unicode form. */
export const isSameLogin = (one: string, other: string) => normaliseUserName(one) === normaliseUserName(other)

const normaliseUserName = (userName: string) => userName.normalize('NFKC').trim().toLowerCase()

const loginHash = (tx: Tx, provider: string, userName: string | null) =>
  userName === null
    ? null
    : keysOf(tx).lookupHash('accounts.login', `${provider}\0${normaliseUserName(userName)}`)

/** A date is sent as noon UTC, so that it is the same day in every European and American time zone. */

function openHolderWith(key: KeyObject, { id, version, sealed }: AccountRow): AccountHolder {
  return JSON.parse(unseal(key, holderSealContext(id, version), sealed).toString())
}

const holderSealContext = (row: string, version: number): SealContext => ({
  table: 'accounts',
  column: 'sealed',
  row,
  version,
})
const sessionSealContext = (row: string, version: number): SealContext => ({
  table: 'accounts',
  column: 'session',
  row,
  version,
})
