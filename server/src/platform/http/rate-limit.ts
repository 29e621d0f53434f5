import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Bus } from '../bus/bus.ts'

export type RateLimit = ReturnType<typeof openRateLimit>

export type RateLimitDecision = {
  allowed: boolean
  remaining: number
  resetSeconds: number
  retryAfterSeconds: number
}

type Bucket = { level: number; at: number }

const gossipSubject = 'rate'
const gossipIntervalMs = 50

/**
 * A leaky bucket per credential, shared by all API processes: each process fills its own copy immediately and gossips
 * the amount it added every 50 ms. Additions commute, so the copies converge; the limit is exceeded only by requests
 * that arrive within one gossip interval. While NATS is unreachable, each process enforces the limit on its own.
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

  bus.subscribe(gossipSubject, (message) => {
    const gossip = message as { from: string; added: [string, number][] }
    if (gossip.from === self) return
    for (const [name, count] of gossip.added) bucketOf(name).level += count
  })

  const gossipTimer = setInterval(() => {
    if (added.size === 0) return
    bus.publish(gossipSubject, { from: self, added: [...added] })
    added = new Map()
  }, gossipIntervalMs).unref()

  return {
    policy: `"default";q=${burst};w=${Math.ceil(burst / perSecond)}`,
    isSpent: (name: string) => buckets.has(name) && bucketOf(name).level + 1 > burst,
    take(name: string): RateLimitDecision {
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
    close: () => clearInterval(gossipTimer),
  }
}
