import { timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Tenancy } from '../../platform/database/tenancy.ts'
import type { Environment } from '../../platform/environment.ts'
import type { Authenticate, Caller } from '../../platform/http/caller.ts'
import { moving } from '../../platform/problem.ts'
import type { Tokens, TokenUse } from '../../platform/secrets/tokens.ts'
import { readApiKey } from './api-key.ts'
import { findApiKey, findMemberHolder, findUserHolder, type Holder, touchApiKeys } from './queries.ts'

export type Revocations = { tell(holder: string): void }

const subject = 'revoked'

// Even when NATS is away, nothing is believed for longer than this after it was read.
const believedMs = 800
const touchEveryMs = 30_000

/** Tells every process to forget what it knows of a key, member or user. Call it after the commit. */
export const openRevocations = (bus: Bus): Revocations => ({
  tell: (holder) => bus.tell(subject, { holder }),
})

/**
 * Finds who a credential belongs to. What the database says is remembered for less than a second, and forgotten
 * at once when another process revokes it, so a revoked credential is refused everywhere within a second.
 */
export function openAuthentication(parts: {
  database: Tenancy
  bus: Bus
  tokens: Tokens
  environment: Environment
}): Authenticate & { close(): Promise<void> } {
  const { database, bus, tokens, environment } = parts
  const holders = new LRUCache<string, { holder: Holder | undefined; clientId: string; readAt: number }>({
    max: 50_000,
  })
  const used = new Set<string>()

  bus.hear(subject, (message) => {
    const { holder } = message as { holder: string }
    holders.delete(holder)
  })

  // What is known of a person at one client says nothing about a token that names another.
  async function find(name: string, clientId: string, read: () => Promise<Holder | undefined>) {
    const known = holders.get(name)
    if (known?.clientId === clientId && Date.now() - known.readAt < believedMs) return known.holder
    // Counted from before the question, so a slow answer is not believed for longer.
    const readAt = Date.now()
    const holder = await read()
    holders.set(name, { holder, clientId, readAt })
    return holder
  }

  async function noteUse() {
    if (used.size === 0) return
    const prefixes = [...used]
    used.clear()
    await database.system((tx) => touchApiKeys(tx, prefixes))
  }
  const touching = setInterval(() => noteUse().catch(() => {}), touchEveryMs).unref()

  return {
    async apiKey(key) {
      const given = readApiKey(key, environment)
      if (!given) return undefined
      const { prefix, secretHash } = given
      const holder = await find(prefix, '', () => database.system((tx) => findApiKey(tx, prefix)))
      if (!holder?.secretHash || !timingSafeEqual(holder.secretHash, secretHash)) return undefined
      if (holder.isElsewhere) throw moving()
      if (holder.expiresAt && holder.expiresAt.getTime() <= Date.now()) return undefined
      used.add(prefix)
      return { kind: 'api_key', id: holder.id, clientId: holder.clientId, role: 'Admin' }
    },

    async bearer(token): Promise<Caller | undefined> {
      const claims = await tokens.verify(token)
      if (!claims) return undefined
      const { client_id, sub, token_use, ver, jid = null, exp } = claims
      const holder = await find(holderName(token_use, sub), client_id, () =>
        database.system((tx) =>
          token_use === 'member' ? findMemberHolder(tx, client_id, sub) : findUserHolder(tx, client_id, sub),
        ),
      )
      if (holder?.version !== ver) return undefined
      if (holder.isElsewhere) throw moving()
      if (token_use === 'user') {
        const journey = { journeyId: jid, expiresAt: new Date(exp * 1000) }
        return { kind: 'user', id: sub, clientId: client_id, role: null, ...journey }
      }
      return holder.role ? { kind: 'member', id: sub, clientId: client_id, role: holder.role } : undefined
    },

    async close() {
      clearInterval(touching)
      // When a key was last used is not worth failing a shutdown for.
      await noteUse().catch(() => {})
    },
  }
}

/** How a holder is called on the bus: an API key by its prefix, people by their kind and id. */
export const holderName = (use: TokenUse, id: string) => `${use} ${id}`
