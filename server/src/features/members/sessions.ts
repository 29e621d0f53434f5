import { randomUUID } from 'node:crypto'
import { afterCommit, audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { paginationOf } from '../../platform/http/wire.ts'
import { notFound, unauthorised } from '../../platform/problem.ts'
import { type SealContext, seal, unseal } from '../../platform/secrets/seal.ts'
import { type Revocations, sessionName } from '../access/service.ts'
import type { MemberCaller } from './own-account.ts'
import {
  deleteSession,
  deleteSessions,
  findSession,
  insertSession,
  listSessions,
  type SessionRow,
  updateAuthenticatedAt,
} from './session-queries.ts'

/** The device that signs in, as shown in the list of sessions. `browser`: a page of the console, which gets a cookie. */
export type SignInDevice = {
  address: string
  userAgent: string | null
  browser: boolean
  /** When the member authenticated at another service; now if undefined. */
  authenticatedAt?: Date
  /** How the member signed in; with a password if undefined. */
  method?: 'password' | 'sso' | 'passkey'
}

const tokenLifetimeSeconds = 3600
// A console session in constant use ends after a working day, so that the member signs in again.
const browserLifetimeSeconds = 12 * 3600
// A program that signs in for every request ends its own oldest sessions.
const maxSessions = 100
const maxUserAgentLength = 300

/** Stores the session of a sign-in. Returns the claims that bind its token to it. */
export async function startSession(
  tx: Tx,
  tenant: Pick<Tenant, 'keys'>,
  revocations: Revocations,
  memberId: string,
  { address, userAgent, browser, authenticatedAt, method = 'password' }: SignInDevice,
) {
  const id = randomUUID()
  const at = new Date()
  const lifetimeSeconds = browser ? browserLifetimeSeconds : tokenLifetimeSeconds
  const device = { address, user_agent: userAgent?.slice(0, maxUserAgentLength) ?? null }
  await insertSession(tx, {
    id,
    member_id: memberId,
    kind: browser ? 'browser' : 'token',
    method,
    created_at: at,
    last_used_at: at,
    authenticated_at: authenticatedAt ?? at,
    expires_at: new Date(at.getTime() + lifetimeSeconds * 1000),
    sealed: seal(tenant.keys.dataKey, deviceSealContext(id), JSON.stringify(device)),
  })
  announceEnd(tx, revocations, await deleteSessions(tx, memberId, { keepNewest: maxSessions }))
  return { jti: id, at, lifetimeSeconds }
}

export async function listOwnSessions(
  tenant: Tenant,
  caller: MemberCaller,
  { offset, limit }: { offset: number; limit: number },
) {
  return tenant.transaction(async (tx) => {
    const { total, sessions } = await listSessions(tx, caller.id, { skip: offset - 1, limit })
    return {
      pagination: paginationOf({ offset, limit }, sessions, total),
      sessions: sessions.map((session) => presentSession(tenant, caller, session)),
    }
  })
}

export async function readCurrentSession(tenant: Tenant, tx: Tx, caller: MemberCaller) {
  const session = await findSession(tx, caller.id, caller.sessionId)
  // It was ended after this request was authenticated.
  if (!session) throw unauthorised('The session has ended')
  return presentSession(tenant, caller, session)
}

/** Marks the session of the request as authenticated again, in the caller's transaction. */
export async function renewAuthentication(tx: Tx, caller: MemberCaller) {
  const authenticated_at = new Date()
  await updateAuthenticatedAt(tx, caller.sessionId, authenticated_at)
  audit(tx, 'member.reauthenticated', caller.id)
  return { authenticated_at }
}

/** Ends one of the caller's own sessions. Ending the current one is a sign-out. */
export function endOwnSession(tenant: Tenant, revocations: Revocations, caller: MemberCaller, id: string) {
  return tenant.transaction(async (tx) => {
    const ended = await deleteSession(tx, caller.id, id)
    if (!ended) throw notFound('Session', id)
    audit(tx, 'member.session_ended', caller.id)
    announceEnd(tx, revocations, [ended])
  })
}

export function endSessionIfOpen(tenant: Tenant, revocations: Revocations, memberId: string, id: string) {
  return tenant.transaction(async (tx) => {
    if (!(await findSession(tx, memberId, id))) return
    const ended = await deleteSession(tx, memberId, id)
    audit(tx, 'member.session_ended', memberId)
    announceEnd(tx, revocations, ended ? [ended] : [])
  })
}

export function endOwnSessions(
  tenant: Tenant,
  revocations: Revocations,
  caller: MemberCaller,
  { keep_current }: { keep_current: boolean },
) {
  return tenant.transaction(async (tx) => {
    const exceptId = keep_current ? caller.sessionId : undefined
    const count = await endAllSessions(tx, revocations, caller.id, exceptId)
    audit(tx, 'member.sessions_ended', caller.id)
    return count
  })
}

/** Ends all sessions of a member in the caller's transaction. Returns their number. */
export async function endAllSessions(
  tx: Tx,
  revocations: Revocations,
  memberId: string,
  exceptId?: string | undefined,
) {
  const ended = await deleteSessions(tx, memberId, { exceptId })
  announceEnd(tx, revocations, ended)
  return ended.length
}

function announceEnd(tx: Tx, revocations: Revocations, ended: { id: string }[]) {
  afterCommit(tx, () => {
    for (const { id } of ended) revocations.announce(sessionName(id))
  })
}

function presentSession({ keys }: Pick<Tenant, 'keys'>, caller: MemberCaller, row: SessionRow) {
  const { id, created_at, last_used_at, expires_at, authenticated_at } = row
  const device = JSON.parse(unseal(keys.dataKey, deviceSealContext(id), row.sealed).toString()) as {
    address: string | null
    user_agent: string | null
  }
  return {
    id,
    kind: row.kind as 'browser' | 'token',
    address: device.address,
    user_agent: device.user_agent,
    created_at,
    last_used_at,
    expires_at,
    authenticated_at,
    is_current: id === caller.sessionId,
  }
}

const deviceSealContext = (id: string): SealContext => ({
  table: 'member_sessions',
  column: 'sealed',
  row: id,
  version: 1,
})
