import type { z } from 'zod'
import { afterCommit, audit, clientIdOf, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import type { Environment } from '../../platform/environment.ts'
import type { Caller, KeyScope } from '../../platform/http/caller.ts'
import { paginationOf } from '../../platform/http/wire.ts'
import { forbidden, invalid, notFound } from '../../platform/problem.ts'
import { makeCode, makeRoutedId } from '../../platform/secrets/codes.ts'
import type { Tokens } from '../../platform/secrets/tokens.ts'
import { lockClient } from '../configuration/service.ts'
import { makeApiKey } from './api-key.ts'
import { holderName, type Revocations } from './authentication.ts'
import { hashLinkCode, type JourneyLink } from './links.ts'
import {
  countActiveApiKeys,
  deleteJourneyLinks,
  deleteOldJourneyLinks,
  findActiveKey,
  insertApiKey,
  insertJourneyLink,
  listApiKeys,
  lockTokenVersion,
  markInvited,
  raiseTokenVersion,
  revokeApiKeyRow,
} from './queries.ts'
import type { NewApiKey } from './schemas.ts'

export { holderName, openAuthentication, openRevocations, type Revocations } from './authentication.ts'
export { browserIdleMs, isSessionLive, sessionName } from './member-sessions.ts'

/** Environment and cell that issue API keys. Both are part of the key prefix. */
export type Issuer = { environment: Environment; cell: string }

/** Mails the client's administrators. The feature `members` provides it, which may not be imported here. */
export type NotifyAdministrators = (
  tx: Tx,
  tenant: Tenant,
  notice: { subject: string; change: string },
) => Promise<void>

const maxActiveKeys = 20
const userTokenSeconds = 7 * 24 * 3600
// A person who came back needs a day at most, and can ask for another code.
const returnSeconds = 24 * 3600

export function issueApiKey(
  tenant: Tenant,
  { issuer, notify }: { issuer: Issuer; notify: NotifyAdministrators },
  { name, expires_at, scopes, addresses }: z.output<typeof NewApiKey>,
) {
  if (expires_at && expires_at <= new Date())
    throw invalid('Field [expires_at] is invalid: must be in the future')
  return tenant.transaction(async (tx) => {
    await lockClient(tx)
    if ((await countActiveApiKeys(tx)) >= maxActiveKeys) {
      throw forbidden(
        'too-many-api-keys',
        `A client has at most ${maxActiveKeys} active API keys; delete one first`,
      )
    }
    const { key, prefix, secretHash, lastFour } = makeApiKey(issuer.environment, issuer.cell)
    const row = await insertApiKey(tx, {
      prefix,
      secret_hash: secretHash,
      last_four: lastFour,
      name,
      expires_at: expires_at ?? null,
      scopes: scopes ? [...new Set(scopes)] : null,
      addresses: addresses ?? null,
    })
    audit(tx, 'api_key.created', row.id)
    await notify(tx, tenant, {
      subject: 'An API key was created',
      change: `the API key ${prefix}… with the name "${name}" was created`,
    })
    return { ...presentKey(row), key }
  })
}

export async function listApiKeyPage(tenant: Tenant, { offset, limit }: { offset: number; limit: number }) {
  const { total, keys } = await tenant.transaction((tx) => listApiKeys(tx, { skip: offset - 1, limit }))
  return {
    pagination: paginationOf({ offset, limit }, keys, total),
    api_keys: keys.map(presentKey),
  }
}

/** Finds an active key of the client by its readable start. */
export async function requireApiKeyId(tenant: Tenant, prefix: string) {
  const key = await tenant.transaction((tx) => findActiveKey(tx, prefix))
  if (!key) throw new Error(`The client has no active API key that starts with ${prefix}`)
  return key.id
}

export function revokeApiKey(
  tenant: Tenant,
  { revocations, notify }: { revocations: Revocations; notify: NotifyAdministrators },
  id: string,
) {
  return tenant.transaction(async (tx) => {
    const revoked = await revokeApiKeyRow(tx, id)
    if (!revoked) throw notFound('API key', id)
    audit(tx, 'api_key.revoked', id)
    await notify(tx, tenant, {
      subject: 'An API key was deleted',
      change: `the API key ${revoked.prefix}… with the name "${revoked.name}" was deleted`,
    })
    afterCommit(tx, () => revocations.announce(revoked.prefix))
  })
}

/**
 * A Developer may not invite members or change the configuration, so their keys may not either: they must name their
 * scopes, without these two.
 */
export function requireGrantableScopes(caller: Caller, scopes: readonly KeyScope[] | undefined) {
  if (caller.role !== 'Developer') return
  const withheld: readonly KeyScope[] = ['configuration', 'members']
  if (scopes && !scopes.some((scope) => withheld.includes(scope))) return
  throw forbidden(
    'role-too-low',
    'The role [Developer] must name the scopes of a key, without [configuration] and [members]',
  )
}

/** Issues a token for the user and a link to the hosted journey with the same lifetime. */
export function issueUserToken(tenant: Tenant, tokens: Tokens, baseUrl: string, userId: string) {
  const created_at = new Date()
  return tenant.transaction(async (tx) => {
    const { webapp_link, token_version: ver } = await addJourneyLink(tx, { baseUrl, userId, at: created_at })
    audit(tx, 'user_token.issued', userId)
    const claims = { sub: userId, client_id: tenant.clientId, token_use: 'user', ver } as const
    const token = await tokens.sign(claims, { at: created_at, lifetimeSeconds: userTokenSeconds })
    return { token, webapp_link, created_at }
  })
}

/** Documents that a link asks for. Undefined: the whole journey. */
type LinkRequest = { kind: string; months: string[] } | undefined

/** Adds a link to the hosted journey with the lifetime of a user token. The caller writes the audit line. */
export async function addJourneyLink(
  tx: Tx,
  { baseUrl, userId, at, request }: { baseUrl: string; userId: string; at: Date; request?: LinkRequest },
) {
  const { id, code, token_version, expires_at } = await insertLink(tx, userId, {
    expires_at: new Date(at.getTime() + userTokenSeconds * 1000),
    request,
  })
  await markInvited(tx, userId)
  return { id, webapp_link: `${baseUrl}/r/${code}`, token_version, expires_at }
}

/**
 * Adds a journey for a person who comes back with a one-time code. The code of its link is never shown. It has ended if
 * the earlier journey has, so that a visit to one's own data raises no event.
 */
export async function addReturnJourney(
  tx: Tx,
  { user_id, ended_at }: Pick<JourneyLink, 'user_id' | 'ended_at'>,
): Promise<JourneyLink> {
  const expires_at = new Date(Date.now() + returnSeconds * 1000)
  const { id, token_version } = await insertLink(tx, user_id, { expires_at, ended_at })
  return {
    id,
    client_id: clientIdOf(tx),
    user_id,
    token_version,
    expires_at,
    ended_at,
    requested_kind: null,
    requested_months: null,
  }
}

async function insertLink(
  tx: Tx,
  userId: string,
  {
    expires_at,
    ended_at = null,
    request,
  }: { expires_at: Date; ended_at?: Date | null; request?: LinkRequest },
) {
  const user = await lockTokenVersion(tx, userId)
  if (!user) throw notFound('User', userId)
  const code = makeCode(tx)
  const { token_version } = user
  const id = makeRoutedId(tx)
  await insertJourneyLink(tx, {
    id,
    user_id: userId,
    code_hash: hashLinkCode(code),
    token_version,
    expires_at,
    ended_at,
    requested_kind: request?.kind ?? null,
    requested_months: request?.months ?? null,
  })
  return { id, code, token_version, expires_at }
}

export function revokeUserTokens(tenant: Tenant, revocations: Revocations, userId: string) {
  return tenant.transaction(async (tx) => {
    if (!(await raiseTokenVersion(tx, userId))) throw notFound('User', userId)
    await deleteJourneyLinks(tx, userId)
    audit(tx, 'user_token.revoked', userId)
    afterCommit(tx, () => revocations.announce(holderName('user', userId)))
  })
}

export const deleteExpiredLinks = (tx: Tx) => deleteOldJourneyLinks(tx)

function presentKey({
  id,
  name,
  prefix,
  last_four,
  scopes,
  addresses,
  created_at,
  expires_at,
  last_used_at,
}: Awaited<ReturnType<typeof insertApiKey>>) {
  return {
    id,
    name,
    prefix,
    last_four,
    scopes: scopes as KeyScope[] | null,
    addresses,
    created_at,
    expires_at,
    last_used_at,
  }
}
