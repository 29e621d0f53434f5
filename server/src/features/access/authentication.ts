import { timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Tenancy } from '../../platform/database/tenancy.ts'
import type { Environment } from '../../platform/environment.ts'
import type { Authenticate, Caller, KeyLimits } from '../../platform/http/caller.ts'
import { matchAddresses } from '../../platform/http/caller-address.ts'
import { clientMoving } from '../../platform/problem.ts'
import type { Tokens, TokenUse } from '../../platform/secrets/tokens.ts'
import { readApiKey } from './api-key.ts'
import { openJourneyDevice } from './journey-devices.ts'
import { openMemberSessions } from './member-sessions.ts'
import {
  type CredentialHolder,
  findApiKey,
  findMemberHolder,
  findUserHolder,
  touchApiKeys,
} from './queries.ts'

export type Revocations = { announce(holder: string): void }

const subject = 'revoked'

// Cache lifetime. It limits how long a revoked credential is accepted if NATS is unreachable.
const cacheLifetimeMs = 800
const usageFlushIntervalMs = 30_000
const noDevice = '00000000-0000-0000-0000-000000000000'

/**
 * Announces a revoked key, member or user to all processes, which remove it from their caches. Call it after the
 * commit.
 */
export const openRevocations = (bus: Bus): Revocations => ({
  announce: (holder) => bus.publish(subject, { holder }),
})

/**
 * Authenticates API keys and bearer tokens. Lookups are cached for less than a second and invalidated over the bus, so a revoked
 * credential is refused by every process within a second.
 */
export function openAuthentication(deps: {
  database: Tenancy
  bus: Bus
  tokens: Tokens
  environment: Environment
}): Authenticate & { close(): Promise<void> } {
  const { database, bus, tokens, environment } = deps
  const holders = new LRUCache<
    string,
    { holder: CredentialHolder | undefined; clientId: string; readAt: number }
  >({
    max: 50_000,
  })
  const memberSessions = openMemberSessions({ database, bus, subject, cacheLifetimeMs })
  const usedPrefixes = new Set<string>()

  bus.subscribe(subject, (message) => {
    const { holder } = message as { holder: string }
    holders.delete(holder)
  })

  // An entry cached for one client must not authenticate a token that names another client.
  async function findCached(
    name: string,
    clientId: string,
    read: () => Promise<CredentialHolder | undefined>,
  ) {
    const cached = holders.get(name)
    // A member who must change the password or set up a factor is read again, so that it takes effect with the next
    // request.
    const mustAct = cached?.holder?.mustChangePassword || cached?.holder?.lacksFactor
    const isUsable = cached?.clientId === clientId && !mustAct
    if (isUsable && Date.now() - cached.readAt < cacheLifetimeMs) return cached.holder
    // The time is taken before the query, so that a slow query does not extend the cache lifetime.
    const readAt = Date.now()
    const holder = await read()
    holders.set(name, { holder, clientId, readAt })
    return holder
  }

  async function flushUsage() {
    if (usedPrefixes.size === 0) return
    const prefixes = [...usedPrefixes]
    usedPrefixes.clear()
    await database.system((tx) => touchApiKeys(tx, prefixes))
  }
  const flushTimer = setInterval(() => flushUsage().catch(() => {}), usageFlushIntervalMs).unref()

  return {
    async apiKey(key) {
      const parsed = readApiKey(key, environment)
      if (!parsed) return undefined
      const { prefix, secretHash } = parsed
      const holder = await findCached(prefix, '', () => database.system((tx) => findApiKey(tx, prefix)))
      if (!holder?.secretHash || !timingSafeEqual(holder.secretHash, secretHash)) return undefined
      if (holder.isElsewhere) throw clientMoving()
      if (holder.expiresAt && holder.expiresAt.getTime() <= Date.now()) return undefined
      usedPrefixes.add(prefix)
      const { id, clientId, scopes, addresses } = holder
      return { kind: 'api_key', id, clientId, role: 'Admin', limits: limitsOf(scopes, addresses) }
    },

    async bearer(token): Promise<Caller | undefined> {
      const claims = await tokens.verify(token)
      if (!claims) return undefined
      const { client_id, sub, token_use, ver, jid = null, did, exp, jti } = claims
      const holder = await findCached(holderName(token_use, sub), client_id, () =>
        database.system((tx) =>
          token_use === 'member' ? findMemberHolder(tx, client_id, sub) : findUserHolder(tx, client_id, sub),
        ),
      )
      if (holder?.version !== ver) return undefined
      if (holder.isElsewhere) throw clientMoving()
      if (token_use === 'user') {
        return {
          kind: 'user',
          id: sub,
          clientId: client_id,
          role: null,
          journeyId: jid,
          // Tokens of a journey that an earlier version issued name no device. No device has this id.
          device:
            jid === null
              ? null
              : openJourneyDevice(database, { clientId: client_id, userId: sub, deviceId: did ?? noDevice }),
          expiresAt: new Date(exp * 1000),
        }
      }
      const session = holder.role ? await memberSessions.use(client_id, jti, sub) : undefined
      if (!holder.role || !session) return undefined
      const { role, mustChangePassword } = holder
      return {
        kind: 'member',
        id: sub,
        clientId: client_id,
        role,
        sessionId: jti,
        mustChangePassword,
        // The OpenID provider of the client has its own factors, and a passkey is two.
        mustSetUpFactor: holder.lacksFactor && session.method === 'password',
        readAuthenticatedAt: () => memberSessions.readAuthenticatedAt(client_id, jti),
      }
    },

    async close() {
      clearInterval(flushTimer)
      // A failure to store the last-used times must not make the shutdown fail.
      await flushUsage().catch(() => {})
    },
  }
}

const limitsOf = (scopes: CredentialHolder['scopes'], addresses: string[] | null): KeyLimits => ({
  scopes,
  // A stored list that cannot be parsed allows no address.
  allowsAddress: addresses ? (matchAddresses(addresses) ?? (() => false)) : () => true,
})

/**
 * Returns the name of a member or user in revocation messages and in the cache. API keys use their prefix instead.
 */
export const holderName = (use: TokenUse, id: string) => `${use} ${id}`
