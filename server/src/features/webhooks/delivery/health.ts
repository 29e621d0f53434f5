import type { Outcome } from './attempt.ts'
import { afterFailure, afterSuccess, allowance, type Breaker, isOpen } from './breaker.ts'
import type { Target } from './queue.ts'

/** How a receiver is doing, as it is kept with its queue. */
export type Health = {
  version: number
  breaker: Breaker
  failingSince: Date | null
  lastSuccessAt: Date | null
}

const pausedAfterMs = 5 * 86_400_000
const keepEveryMs = 5_000

/** What attempts say about the receiver. Told to the database when it matters, and else every few seconds. */
export function openHealth(target: Target, now: () => number) {
  let health = healthOf(target)
  let keptAt = now()
  let changes = 0
  let keptChanges = 0

  return {
    current: () => health,
    /** Somebody has said that all of this counts no more. */
    catchUp(fresh: Target) {
      if (fresh.health_version !== health.version) health = healthOf(fresh)
    },
    isOpen: () => isOpen(health.breaker),
    /** Until when the receiver is left alone. */
    heldUntil: () => (health.breaker.probeAt === undefined ? null : new Date(health.breaker.probeAt)),
    /** How many more attempts may start now. */
    allowance: (underWay: number, most: number) => allowance(health.breaker, { now: now(), underWay, most }),
    /** Returns whether it has failed for so long that it should be paused. */
    note({ isSuccess, recorded }: Outcome): boolean {
      const wasOpen = isOpen(health.breaker)
      if (isSuccess) {
        const lastSuccessAt = new Date(now())
        health = {
          ...health,
          breaker: afterSuccess(health.breaker, now()),
          failingSince: null,
          lastSuccessAt,
        }
        if (wasOpen) changes++
        return false
      }
      const failingSince = health.failingSince ?? recorded.startedAt
      health = { ...health, breaker: afterFailure(health.breaker, now()), failingSince }
      changes++
      return now() - failingSince.getTime() >= pausedAfterMs
    },
    isDue: () => changes !== keptChanges || now() - keptAt >= keepEveryMs,
    /** To be given to `kept` once what was current at this moment has been written. */
    mark: () => changes,
    kept(mark: number) {
      keptAt = now()
      keptChanges = mark
    },
  }
}

const healthOf = (target: Target): Health => ({
  version: target.health_version,
  breaker: target.breaker,
  failingSince: target.failing_since,
  lastSuccessAt: target.last_success_at,
})
