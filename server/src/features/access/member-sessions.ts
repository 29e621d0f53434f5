import { LRUCache } from 'lru-cache'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Tenancy } from '../../platform/database/tenancy.ts'
import { findMemberSession, touchMemberSession } from './queries.ts'

export type MemberSessionRow = {
  memberId: string
  kind: string
  method: string
  lastUsedAt: Date
  expiresAt: Date
  authenticatedAt: Date
}

/** A browser session ends after this time without a request. A token of a program lives for its full hour. */
export const browserIdleMs = 15 * 60_000

// Minimum time between two writes of last_used_at, so that a busy page costs one write a minute.
const touchIntervalMs = 60_000

export const isSessionLive = (
  { kind, lastUsedAt, expiresAt }: Pick<MemberSessionRow, 'kind' | 'lastUsedAt' | 'expiresAt'>,
  at: number,
) => expiresAt.getTime() > at && (kind !== 'browser' || lastUsedAt.getTime() + browserIdleMs > at)

/** Name of a session in revocation messages. */
export const sessionName = (id: string) => `session ${id}`

/** Looks up the session of a member's token. Results are cached and invalidated like those of other credentials. */
export function openMemberSessions(options: {
  database: Tenancy
  bus: Bus
  subject: string
  cacheLifetimeMs: number
}) {
  const { database, bus, subject, cacheLifetimeMs } = options
  const cache = new LRUCache<string, { row: MemberSessionRow | undefined; clientId: string; readAt: number }>(
    { max: 50_000 },
  )
  bus.subscribe(subject, (message) => {
    const { holder } = message as { holder: string }
    cache.delete(holder)
  })

  async function find(clientId: string, id: string) {
    const name = sessionName(id)
    const cached = cache.get(name)
    if (cached?.clientId === clientId && Date.now() - cached.readAt < cacheLifetimeMs) return cached.row
    const readAt = Date.now()
    const row = await database.system((tx) => findMemberSession(tx, clientId, id))
    cache.set(name, { row, clientId, readAt })
    return row
  }

  return {
    /** Reads when the member of a session last authenticated, past the cache. */
    async readAuthenticatedAt(clientId: string, id: string) {
      const row = await database.system((tx) => findMemberSession(tx, clientId, id))
      return row?.authenticatedAt
    },

    /** Returns the member's session if it is live. Using a live session renews it. */
    async use(clientId: string, id: string, memberId: string): Promise<MemberSessionRow | undefined> {
      const row = await find(clientId, id)
      const now = Date.now()
      if (row?.memberId !== memberId || !isSessionLive(row, now)) return undefined
      if (now - row.lastUsedAt.getTime() > touchIntervalMs) {
        // Awaited, because a request a moment later must not find the session idle.
        const exists = await database.system((tx) => touchMemberSession(tx, clientId, id, new Date(now)))
        if (!exists) {
          cache.delete(sessionName(id))
          return undefined
        }
        row.lastUsedAt = new Date(now)
      }
      return row
    },
  }
}
