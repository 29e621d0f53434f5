import { type KeyObject, randomUUID } from 'node:crypto'
import type { SignedIn } from '../../connectors/connector.ts'
import { audit, keysOf, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { type Caller, seesPersonalData } from '../../platform/http/caller.ts'
import { forbidden, notFound, Problem } from '../../platform/problem.ts'
import { open, type Place, seal } from '../../platform/secrets/seal.ts'
import { requireAuthorisation } from '../authorisations/service.ts'
import { effectiveSettings, openUser } from '../users/service.ts'
import {
  type AccountRow,
  findAccount,
  insertAccount,
  insertMove,
  listAccounts,
  listMoves,
  lockAccount,
  updateAccount,
} from './queries.ts'
import { requireMove, type Status, statusNow } from './status-transitions.ts'

export { statusAfter, statusNow } from './status-transitions.ts'
export type { AccountRow }

/**
 * Who the account is of, at the provider. extra: what the person said about themselves before they signed in there, where it
 * is needed again later; what is typed into our own form for a provider is never kept.
 */
export type Holder = {
  user_name: string | null
  employee_name: string | null
  extra?: Record<string, string>
}

/** The newest moves of an account that its holder is told of at once. */
const heldMoves = 100

/** Tasks of one account run one after another. */
export const accountKey = (id: string) => `account ${id}`

export async function requireAccount(tx: Tx, id: string) {
  const row = await findAccount(tx, id)
  if (!row) throw notFound('Account', id)
  return row
}

/** The same, and until the commit nobody else changes it. */
export async function holdAccount(tx: Tx, id: string) {
  const row = await lockAccount(tx, id)
  if (!row) throw notFound('Account', id)
  return row
}

/** A person's token opens the accounts of that person only. */
export async function requireAccountOf(tx: Tx, caller: Caller, id: string) {
  const row = await requireAccount(tx, id)
  if (caller.kind === 'user' && caller.id !== row.user_id) throw notFound('Account', id)
  return row
}

export async function requireConnectionsOn(tx: Tx, userId: string) {
  const { payroll_connections_enabled } = await effectiveSettings(tx, userId)
  if (!payroll_connections_enabled)
    throw forbidden('connections-off', `Payroll connections are switched off for user [${userId}]`)
}

export async function requireTaxauthOn(tx: Tx, userId: string) {
  const { taxauth_enabled } = await effectiveSettings(tx, userId)
  if (!taxauth_enabled)
    throw forbidden('taxauth-off', `Data of the tax authority is switched off for user [${userId}]`)
}

/** What allowed the asking must still be there when the result is kept; it holds until the commit. */
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
  holder: Holder
  status: 'PENDING' | 'AUTHORISED'
  reason: string
  mfa_enabled?: boolean
  is_direct?: boolean
  is_tax_authority?: boolean
  period_from?: string | null
  period_to?: string | null
}

/** A new account with the first line of its history. */
export async function addAccount(tx: Tx, { holder, reason, ...values }: NewAccountRow) {
  const id = randomUUID()
  const { key } = await openUser(tx, values.user_id)
  requireMove(null, values.status)
  const row = await insertAccount(tx, {
    ...values,
    id,
    version: 1,
    sealed: seal(key, holderPlace(id, 1), JSON.stringify(holder)),
    login_hash: loginHash(tx, values.payroll_provider, holder.user_name),
  })
  await insertMove(tx, { account_id: id, from_status: null, status: values.status, reason })
  audit(tx, 'account.connected', id)
  return row
}

/** The only way to another status. The row must be held. What belongs to the status that is left goes with it. */
export async function moveAccount(
  tx: Tx,
  account: AccountRow,
  status: Status,
  reason: string,
  also: { authorisation_id?: string; mfa_enabled?: boolean } = {},
) {
  requireMove(account.status, status)
  const moved = await updateAccount(tx, account.id, {
    status,
    ...also,
    ...(status !== 'PENDING' && { pending: null, pending_kind: null, pending_until: null }),
    ...(status !== 'AUTHORISED' && { session: null, session_ends_at: null }),
  })
  await insertMove(tx, { account_id: account.id, from_status: account.status, status, reason })
  audit(tx, 'account.moved', account.id)
  return moved
}

/** What the connector needs to come again; undefined where there is none. */
export async function openSession(tx: Tx, account: AccountRow): Promise<string | undefined> {
  const { id, user_id, session, session_version } = account
  if (!session) return undefined
  const { key } = await openUser(tx, user_id)
  return open(key, sessionPlace(id, session_version), session).toString()
}

/** In the place of the session before; the row must be held. */
export async function storeSession(tx: Tx, account: AccountRow, { session, endsAt }: SignedIn) {
  const { key } = await openUser(tx, account.user_id)
  const session_version = account.session_version + 1
  audit(tx, 'account.session_stored', account.id)
  return updateAccount(tx, account.id, {
    session: seal(key, sessionPlace(account.id, session_version), session),
    session_version,
    session_ends_at: endsAt,
  })
}

export async function openHolder(tx: Tx, account: AccountRow): Promise<Holder> {
  const { key } = await openUser(tx, account.user_id)
  return openHolderWith(key, account)
}

/** The row must be held; whoever calls says in the audit log what for. */
export async function storeHolder(tx: Tx, account: AccountRow, holder: Holder) {
  const { key } = await openUser(tx, account.user_id)
  const version = account.version + 1
  return updateAccount(tx, account.id, {
    version,
    sealed: seal(key, holderPlace(account.id, version), JSON.stringify(holder)),
    login_hash: loginHash(tx, account.payroll_provider, holder.user_name),
  })
}

/** The account as this caller may see it. */
export async function presentAccount(tx: Tx, caller: Caller, account: AccountRow) {
  return present(account, seesPersonalData(caller) && (await openUser(tx, account.user_id)).key)
}

/** With the user's key all of it, without only what is not personal. */
function present(account: AccountRow, key: KeyObject | false) {
  const { id, payroll_provider, created_at, mfa_enabled, latest_pay_date } = account
  return {
    account_id: id,
    payroll_provider,
    ...(key && { user_name: openHolderWith(key, account).user_name }),
    created_at,
    status: statusNow(account),
    mfa_enabled,
    latest_pay_date: latest_pay_date === null ? null : noonOf(latest_pay_date),
  }
}

export function readAccount(tenant: Tenant, caller: Caller, id: string) {
  return tenant.transaction(async (tx) => {
    const account = await requireAccountOf(tx, caller, id)
    if (seesPersonalData(caller)) audit(tx, 'account.read', id)
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
    if (seesPersonalData(caller)) audit(tx, 'account.listed', user_id)
    return {
      pagination: { offset, limit, count: accounts.length, total_count: total },
      accounts: accounts.map((account) => present(account, seesPersonalData(caller) && key)),
    }
  })
}

/** Everything that is held of a person's accounts but the ways in, for that person. */
export function listHeldPage(tenant: Tenant, { user_id, offset, limit }: Paging & { user_id: string }) {
  return tenant.transaction(async (tx) => {
    const { key } = await openUser(tx, user_id)
    const { accounts } = await listAccounts(tx, user_id, { skip: offset - 1, limit })
    audit(tx, 'account.listed', user_id)
    const held = []
    for (const account of accounts) {
      const { employee_name, extra = {} } = openHolderWith(key, account)
      const { moves } = await listMoves(tx, account.id, { skip: 0, limit: heldMoves })
      held.push({ ...present(account, key), employee_name, extra, history: moves })
    }
    return held
  })
}

export function listHistory(tenant: Tenant, caller: Caller, id: string, { offset, limit }: Paging) {
  return tenant.transaction(async (tx) => {
    await requireAccountOf(tx, caller, id)
    const { total, moves } = await listMoves(tx, id, { skip: offset - 1, limit })
    return { pagination: { offset, limit, count: moves.length, total_count: total }, history: moves }
  })
}

/** Which login an account is of, however it was typed. */
export const sameLogin = (one: string, other: string) => plain(one) === plain(other)

const plain = (userName: string) => userName.normalize('NFKC').trim().toLowerCase()

const loginHash = (tx: Tx, provider: string, userName: string | null) =>
  userName === null ? null : keysOf(tx).lookupHash('accounts.login', `${provider}\0${plain(userName)}`)

/** A day without a time is noon UTC, so that no time zone moves it. */
const noonOf = (day: string) => new Date(`${day}T12:00:00.000Z`)

function openHolderWith(key: KeyObject, { id, version, sealed }: AccountRow): Holder {
  return JSON.parse(open(key, holderPlace(id, version), sealed).toString())
}

const holderPlace = (row: string, version: number): Place => ({
  table: 'accounts',
  column: 'sealed',
  row,
  version,
})
const sessionPlace = (row: string, version: number): Place => ({
  table: 'accounts',
  column: 'session',
  row,
  version,
})
