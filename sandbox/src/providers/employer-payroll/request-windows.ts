import type { WorldClock } from '../../clock.ts'
import { evictOldest } from '../evict-oldest.ts'

const maxKeys = 20_000

type Window = { startedAtMs: number; count: number }

/** Counts requests by key in fixed windows of sandbox time. */
export function createRequestWindows(
  clock: WorldClock,
  { max, windowMs }: { max: number; windowMs: number },
) {
  const windows = new Map<string, Window>()

  function windowOf(key: string): Window {
    const nowMs = clock.now().getTime()
    const current = windows.get(key)
    if (current && Math.abs(nowMs - current.startedAtMs) < windowMs) return current
    const fresh = { startedAtMs: nowMs, count: 0 }
    windows.set(key, fresh)
    evictOldest(windows, maxKeys)
    return fresh
  }

  return {
    /** Counts a request. Returns the seconds to wait if there were too many, and how many are left. */
    count(key: string, maxNow = max): { retryAfterSeconds: number | undefined; remaining: number } {
      const window = windowOf(key)
      window.count++
      const waitMs = window.startedAtMs + windowMs - clock.now().getTime()
      return {
        retryAfterSeconds: window.count > maxNow ? Math.max(1, Math.ceil(waitMs / 1_000)) : undefined,
        remaining: Math.max(0, maxNow - window.count),
      }
    },
  }
}
