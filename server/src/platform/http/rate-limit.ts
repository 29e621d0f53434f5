import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Bus } from '../bus/bus.ts'

export type RateLimit = ReturnType<typeof openRateLimit>

export type Verdict = { allowed: boolean; remaining: number; resetSeconds: number; retryAfterSeconds: number }

type Bucket = { level: number; at: number }

const subject = 'rate'
const gossipMs = 50

/**
 * A leaking bucket per credential, one for all API processes: each fills its own copy at once and tells the
 * others every 50 ms what it added. Filling commutes, so the copies agree; the most that can slip through is
 * what arrives within one round of gossip. While NATS is away each process limits by itself.
 */
export function openRateLimit(options: { bus: Bus; perSecond: number; burst: number; now?: () => number }) {
  const { bus, perSecond, burst } = options
  const self = randomUUID()
  const now = options.now ?? Date.now
  const buckets = new LRUCache<string, Bucket>({ max: 100_000 })
  let added = new Map<string, number>()

  function bucketOf(name: string) {
    const at = now()
    const bucket = buckets.get(name) ?? { level: 0, at }
    bucket.level = Math.max(0, bucket.level - ((at - bucket.at) / 1000) * perSecond)
    bucket.at = at
    buckets.set(name, bucket)
    return bucket
  }

  bus.hear(subject, (message) => {
    const told = message as { from: string; added: [string, number][] }
    if (told.from === self) return
    for (const [name, count] of told.added) bucketOf(name).level += count
  })

  const gossip = setInterval(() => {
    if (added.size === 0) return
    bus.tell(subject, { from: self, added: [...added] })
    added = new Map()
  }, gossipMs).unref()

  return {
    policy: `"default";q=${burst};w=${Math.ceil(burst / perSecond)}`,
    isSpent: (name: string) => buckets.has(name) && bucketOf(name).level + 1 > burst,
    take(name: string): Verdict {
      const bucket = bucketOf(name)
      const allowed = bucket.level + 1 <= burst
      if (allowed) {
        bucket.level += 1
        added.set(name, (added.get(name) ?? 0) + 1)
      }
      return {
        allowed,
        remaining: Math.max(0, Math.floor(burst - bucket.level)),
        resetSeconds: Math.ceil(bucket.level / perSecond),
        retryAfterSeconds: Math.max(1, Math.ceil((bucket.level + 1 - burst) / perSecond)),
      }
    },
    close: () => clearInterval(gossip),
  }
}
