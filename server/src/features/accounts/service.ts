import { type KeyObject, randomUUID } from 'node:crypto'
import type { ConnectorSession } from '../../connectors/connector.ts'
import { audit, keysOf, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { type Caller, canSeePersonalData } from '../../platform/http/caller.ts'
import { paginationOf } from '../../platform/http/wire.ts'
import { forbidden, notFound, Problem } from '../../platform/problem.ts'
import { type SealContext, seal, unseal } from '../../platform/secrets/seal.ts'
import { noonOf } from '../../vocabulary/days.ts'
import { requireAuthorisation } from '../authorisations/service.ts'
import { presentMatch } from '../identity/service.ts'
import { effectiveSettings, openUser } from '../users/service.ts'
import { publishOptIn } from '../webhooks/service.ts'
import {
  type AccountRow,
  findAccount,
  findConnectedLogin,
  insertAccount,
  insertTransition,
  listAccounts,
  listMismatchedAccountIds,
  listSelfAdministeredAccountIds,
  listTransitions,
  lockAccount,
  lockLogin,
  updateAccount,
} from './queries.ts'
import { loadRetrievalStates } from './retrieval-state.ts'
import { type AccountStatus, effectiveStatus, requireTransition } from './status-transitions.ts'

export { effectiveStatus, statusAfterFailure } from './status-transitions.ts'
export type { AccountRow }
export { listMismatchedAccountIds, listSelfAdministeredAccountIds }

/**
 * Identity of the account holder at the provider. `extra` contains the parameters of OAuth2 logins that later
 * retrievals need; parameters of password logins are never stored.
 */
export type AccountHolder = {
  user_name: string | null
  employee_name: string | null
  extra?: Record<string, string>
}

/** Maximum number of transitions of an account in a data export; the newest are exported. */
const maxExportedTransitions = 100

/** Task key of an account. Tasks with this key run one at a time. */
export const accountKey = (id: string) => `account ${id}`

export async function requireAccount(tx: Tx, id: string) {
  const row = await findAccount(tx, id)
  if (!row) throw notFound('Account', id)
  return row
}

/** Like requireAccount, but also locks the row until the commit. */
export async function requireLockedAccount(tx: Tx, id: string) {
  const row = await lockAccount(tx, id)
  if (!row) throw notFound('Account', id)
  return row
}

/** Like requireAccount, but a user token gets access only to that user's accounts. */
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

/**
 * Whether the authorisation is still valid when the result is stored. The authorisation is locked until the commit.
 */
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
  is_bank?: boolean
  period_from?: string | null
  period_to?: string | null
}

type UserLogin = { user_id: string; payroll_provider: string; user_name: string }

/**
 * Finds the AUTHORISED account of this user with this login. Logins are compared by the keyed hash of provider and
 * user name, because the stored name is sealed.
 */
export async function findConnectedAccount(tx: Tx, { user_id, payroll_provider, user_name }: UserLogin) {
  const login_hash = hashLogin(tx, payroll_provider, user_name)
  return findConnectedLogin(tx, { user_id, login_hash })
}

/**
 * Like findConnectedAccount, but also prevents other transactions from adding an account with this login until the
 * commit.
 */
export async function lockConnectedAccount(tx: Tx, login: UserLogin) {
  await lockLogin(tx, hashLogin(tx, login.payroll_provider, login.user_name))
  return findConnectedAccount(tx, login)
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
  await recordTransition(tx, row, { from_status: null, reason })
  audit(tx, 'account.connected', id)
  return row
}

/**
 * The only way to change an account's status. The row must be locked. Clears the pending action or session that
 * belongs to the old status.
 */
export async function transitionAccount(
  tx: Tx,
  account: AccountRow,
  status: AccountStatus,
  reason: string,
  {
    at,
    keepsSession = false,
    ...changes
  }: {
    authorisation_id?: string
    mfa_enabled?: boolean
    self_administered?: boolean | null
    at?: Date
    /** For a bank consent that was not confirmed in time, which works again after a later confirmation. */
    keepsSession?: boolean
  } = {},
) {
  requireTransition(account.status, status)
  const updated = await updateAccount(tx, account.id, {
    status,
    ...changes,
    ...(status !== 'PENDING' && { pending: null, pending_kind: null, pending_until: null }),
    ...(status !== 'AUTHORISED' && (keepsSession ? paused(account) : noSession)),
    retrieval_failure: status === 'EXPIRED' || status === 'INVALID' ? reason : null,
  })
  await recordTransition(tx, updated, { from_status: account.status, reason, ...(at && { at }) })
  audit(tx, 'account.moved', account.id)
  return updated
}

const noSession = { session: null, session_ends_at: null, confirmation_due_at: null }
const paused = ({ confirmation_due_at }: AccountRow) => ({
  confirmation_due_at: confirmation_due_at ?? new Date(),
})

/** Adds the transition to the history and publishes it. */
async function recordTransition(
  tx: Tx,
  { id: account_id, user_id, status }: AccountRow,
  { from_status, reason, at }: { from_status: AccountStatus | null; reason: string; at?: Date },
) {
  const fields = { account_id, from_status, status, reason }
  await insertTransition(tx, { ...fields, ...(at && { at }) })
  await publishOptIn(tx, { event: 'account-status-changed', user_id, fields })
}

/** Returns the decrypted provider session, if there is one. */
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
    // New tokens of the same consent do not confirm it.
    confirmation_due_at: isSameTime(endsAt, account.session_ends_at) ? account.confirmation_due_at : null,
  })
}

const isSameTime = (one: Date | null, other: Date | null) => one?.getTime() === other?.getTime()

/** Deletes the session of an account whose bank consent is paused. The row must be locked. */
export function forgetSession(tx: Tx, { id }: AccountRow) {
  audit(tx, 'account.session_deleted', id)
  return updateAccount(tx, id, noSession)
}

/**
 * The consent of a bank, which the person has to confirm again before `confirm_by`. It is paused after that time. Null
 * if the account is not of a bank, or if its consent has ended for good.
 */
export function consentOf({ is_bank, session, session_ends_at, confirmation_due_at, status }: AccountRow) {
  if (!is_bank || session === null || session_ends_at === null) return null
  const is_due = confirmation_due_at !== null || status === 'EXPIRED'
  return { confirm_by: session_ends_at, is_due }
}

/** Whether a bank consent was not confirmed in time. `now` is provider time. */
export const isConsentPaused = ({ is_bank, session_ends_at }: AccountRow, now: Date) =>
  is_bank && session_ends_at !== null && session_ends_at <= now

export async function openHolder(tx: Tx, account: AccountRow): Promise<AccountHolder> {
  const { key } = await openUser(tx, account.user_id)
  return openHolderWith(key, account)
}

/** Stores the account holder. The row must be locked. The caller writes the audit line. */
export async function storeHolder(tx: Tx, account: AccountRow, holder: AccountHolder) {
  const { key } = await openUser(tx, account.user_id)
  const version = account.version + 1
  return updateAccount(tx, account.id, {
    version,
    sealed: seal(key, holderSealContext(account.id, version), JSON.stringify(holder)),
    login_hash: loginHash(tx, account.payroll_provider, holder.user_name),
  })
}

/** The team accepts that the account shows another person. The row must be locked. The caller writes the audit line. */
export const storeIdentityAcceptance = (tx: Tx, account: AccountRow) =>
  updateAccount(tx, account.id, { identity_accepted_at: account.identity_accepted_at ?? new Date() })

/** The account as this caller may see it: without personal data for the Support role. */
export async function presentAccount(tx: Tx, caller: Caller, account: AccountRow) {
  const states = await loadRetrievalStates(tx, [account])
  const key = canSeePersonalData(caller) && (await openUser(tx, account.user_id)).key
  return present(account, states, { key, isPerson: caller.kind === 'user' })
}

/** `isPerson`: the reply is for the person themselves. Without the user's key, personal data is left out. */
type Reader = { key: KeyObject | false; isPerson: boolean }

/** Builds the API reply for an account. */
function present(
  account: AccountRow,
  states: Awaited<ReturnType<typeof loadRetrievalStates>>,
  { key, isPerson }: Reader,
) {
  const retrieval = states.get(account.id)
  if (!retrieval) throw new Error(`The retrieval state of account [${account.id}] is not loaded`)
  const { id, payroll_provider, created_at, mfa_enabled, latest_pay_date } = account
  return {
    account_id: id,
    payroll_provider,
    ...(key && { user_name: shownHolder(key, account, isPerson).user_name }),
    created_at,
    status: effectiveStatus(account),
    mfa_enabled,
    latest_pay_date: latest_pay_date === null ? null : new Date(noonOf(latest_pay_date)),
    retrieval,
    identity_match: presentMatch(account.identity_match),
    identity_accepted_at: account.identity_accepted_at,
    self_administered: account.self_administered,
    consent: consentOf(account),
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
    const states = await loadRetrievalStates(tx, accounts)
    if (canSeePersonalData(caller)) audit(tx, 'account.listed', user_id)
    return {
      pagination: paginationOf({ offset, limit }, accounts, total),
      accounts: accounts.map((account) =>
        present(account, states, {
          key: canSeePersonalData(caller) && key,
          isPerson: caller.kind === 'user',
        }),
      ),
    }
  })
}

/**
 * Lists all stored data about a user's accounts except credentials and sessions, for a data subject access request.
 */
export function listAccountsForExport(
  tenant: Tenant,
  { user_id, offset, limit }: Paging & { user_id: string },
) {
  return tenant.transaction(async (tx) => {
    const { key } = await openUser(tx, user_id)
    const { accounts } = await listAccounts(tx, user_id, { skip: offset - 1, limit })
    const states = await loadRetrievalStates(tx, accounts)
    audit(tx, 'account.listed', user_id)
    const exported = []
    for (const account of accounts) {
      const { employee_name, extra = {} } = shownHolder(key, account, true)
      const { transitions } = await listTransitions(tx, account.id, {
        skip: 0,
        limit: maxExportedTransitions,
      })
      exported.push({
        ...present(account, states, { key, isPerson: true }),
        employee_name,
        extra,
        history: transitions,
      })
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

/** Compares user names, ignoring case, surrounding spaces and Unicode form. */
export const isSameLogin = (one: string, other: string) => normaliseUserName(one) === normaliseUserName(other)

const normaliseUserName = (userName: string) => userName.normalize('NFKC').trim().toLowerCase()

const loginHash = (tx: Tx, provider: string, userName: string | null) =>
  userName === null ? null : hashLogin(tx, provider, userName)

/** Keyed hash of a login, over provider and normalised user name. */
export const hashLogin = (tx: Tx, provider: string, userName: string) =>
  keysOf(tx).lookupHash('accounts.login', `${provider}\0${normaliseUserName(userName)}`)

/**
 * The holder as the reader may see it. At an OAuth2 provider anybody may have signed in, so the person sees only names
 * that agree with the registered person; otherwise the reply would show a stranger's name.
 */
function shownHolder(key: KeyObject, account: AccountRow, isPerson: boolean): AccountHolder {
  const holder = openHolderWith(key, account)
  const { identity_match: match, identity_accepted_at } = account
  const isAgreed = match === 'full' || match === 'partial' || identity_accepted_at !== null
  const isOAuth2 = holder.extra !== undefined
  if (!isPerson || isAgreed || (match !== 'none' && !isOAuth2)) return holder
  // The person typed the user name of a password login themselves.
  return { ...holder, employee_name: null, user_name: isOAuth2 ? null : holder.user_name }
}

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
