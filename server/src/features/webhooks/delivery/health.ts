import type { AttemptOutcome } from './attempt.ts'
import { afterFailure, afterSuccess, allowance, isOpen, type WebhookBreaker } from './breaker.ts'
import type { WebhookTarget } from './queue.ts'

/** Health of a receiver as stored with its queue. */
export type ReceiverHealth = {
  version: number
  breaker: WebhookBreaker
  failingSince: Date | null
  lastSuccessAt: Date | null
}

const pauseAfterMs = 5 * 86_400_000
const saveIntervalMs = 5_000

/** Derives receiver health from attempts. Failures and recoveries are saved at once, everything else every few seconds. */
export function trackHealth(target: WebhookTarget, now: () => number) {
  let health = readHealth(target)
  let savedAt = now()
  let changes = 0
  let savedChanges = 0

  return {
    current: () => health,
    /** A resume or a new URL resets health in the database; a newer version replaces ours. */
    reloadIfReset(fresh: WebhookTarget) {
      if (fresh.health_version !== health.version) health = readHealth(fresh)
    },
    isOpen: () => isOpen(health.breaker),
    /** While the circuit is open: time of the next probe. */
    heldUntil: () => (health.breaker.probeAt === undefined ? null : new Date(health.breaker.probeAt)),
    /** How many more attempts may start now. */
    allowance: (inFlight: number, maxInFlight: number) =>
      allowance(health.breaker, { now: now(), inFlight, maxInFlight }),
    /** Returns true once the receiver has failed for long enough to be paused. */
    recordOutcome({ isSuccess, recorded }: AttemptOutcome): boolean {
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
      return now() - failingSince.getTime() >= pauseAfterMs
    },
    isSaveDue: () => changes !== savedChanges || now() - savedAt >= saveIntervalMs,
    /** Pass to `markSaved` once the health that was current at this count has been written. */
    changeCount: () => changes,
    markSaved(changeCount: number) {
      savedAt = now()
      savedChanges = changeCount
    },
  }
}

const readHealth = (target: WebhookTarget): ReceiverHealth => ({
  version: target.health_version,
  breaker: target.breaker,
  failingSince: target.failing_since,
  lastSuccessAt: target.last_success_at,
})
