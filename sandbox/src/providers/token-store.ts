import { randomBytes } from 'node:crypto'
import type { WorldClock } from '../clock.ts'
import { currentTenant } from '../tenants.ts'
import { evictOldest } from './evict-oldest.ts'

/** Stores values under unguessable tokens with a time to live. Above the maximum size, the oldest are evicted. */
export type TokenStore<T> = {
  put(value: T, ttlMs: number): string
  find(token: string): T | undefined
  /** Removes and returns the value, or undefined if it no longer exists. */
  take(token: string): T | undefined
  /** Removes matching values. Returns how many of them had not expired. */
  removeWhere(test: (value: T) => boolean): number
}

export const newToken = () => randomBytes(32).toString('base64url')

/** Whether a text has the format of a token. */
export const isToken = (text: string) => /^[\w-]{43}$/.test(text)

export function createTokenStore<T>(clock: WorldClock, maxEntries = 20_000): TokenStore<T> {
  type Entry = { value: T; tenant: string; createdAtMs: number; ttlMs: number }
  const entries = new Map<string, Entry>()

  // The absolute difference is used, so that setting the clock back does not extend lifetimes.
  const hasExpired = ({ tenant, createdAtMs, ttlMs }: Entry) =>
    Math.abs(clock.now(tenant).getTime() - createdAtMs) >= ttlMs

  function find(token: string) {
    const entry = entries.get(token)
    return entry && !hasExpired(entry) ? entry.value : undefined
  }

  function take(token: string) {
    const value = find(token)
    entries.delete(token)
    return value
  }

  function removeExpired() {
    for (const [token, entry] of entries) if (hasExpired(entry)) entries.delete(token)
  }

  return {
    put(value, ttlMs) {
      const token = newToken()
      entries.set(token, { value, tenant: currentTenant(), createdAtMs: clock.now().getTime(), ttlMs })
      if (entries.size > maxEntries) removeExpired()
      evictOldest(entries, maxEntries)
      return token
    },
    find,
    take,
    removeWhere(test) {
      const gone = [...entries].filter(([, { value }]) => test(value)).map(([token]) => token)
      return gone.filter((token) => take(token) !== undefined).length
    },
  }
}
