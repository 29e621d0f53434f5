import type { AttemptOutcome } from './attempt.ts'
import { afterFailure, afterSuccess, allowance, isOpen, nextProbeAt, type WebhookBreaker } from './breaker.ts'
import type { WebhookTarget } from './queue.ts'
import { longestDelayMs } from './retry-schedule.ts'

/** Health of a receiver as stored with its queue. */
export type ReceiverHealth = {
  version: number
  breaker: WebhookBreaker
  failingSince: Date | null
  lastSuccessAt: Date | null
}

const pauseAfterMs = 5 * 86_400_000
const saveIntervalMs = 5_000

/**
 * Derives the health of a receiver from attempts. Failures and recoveries are saved immediately, everything else
 * every few seconds.
 */
export function trackHealth(target: WebhookTarget, now: () => number) {
  let health = readHealth(target)
  let savedAt = now()
  let changes = 0
  let savedChanges = 0

  return {
    current: () => health,
    /**
     * Reloads the health if a resume or a new URL has reset it in the database, which is recognised by its version.
     */
    reloadIfReset(fresh: WebhookTarget) {
      if (fresh.health_version !== health.version) health = readHealth(fresh)
    },
    isOpen: () => isOpen(health.breaker),
    /** Returns the time of the next probe while the circuit is open. */
    heldUntil: () =>
      health.breaker.probeAt === undefined ? null : new Date(nextProbeAt(health.breaker.probeAt, now())),
    /** Returns how many more attempts may start now. */
    allowance: (inFlight: number, maxInFlight: number) =>
      allowance(health.breaker, { now: now(), inFlight, maxInFlight }),
    /** Records an attempt. Returns true once the receiver has failed for so long that it must be paused. */
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
      const failedAt = now()
      const failingSince = sinceWhen(health, failedAt) ?? recorded.startedAt
      const breaker = { ...afterFailure(health.breaker, failedAt), failedAt }
      health = { ...health, breaker, failingSince }
      changes++
      return failedAt - failingSince.getTime() >= pauseAfterMs
    },
    isSaveDue: () => changes !== savedChanges || now() - savedAt >= saveIntervalMs,
    /**
     * Number of health changes so far. Read it together with the health, and pass it to `markSaved` once that health
     * is saved.
     */
    changeCount: () => changes,
    markSaved(changeCount: number) {
      savedAt = now()
      savedChanges = changeCount
    },
  }
}

/**
 * Returns the start of the failures in a row. Each failure adds at most the longest delay between two attempts to
 * their duration, so that neither a jump of the clock nor months without events pause a webhook.
 */
function sinceWhen({ failingSince, breaker }: ReceiverHealth, now: number) {
  if (!failingSince || breaker.failedAt === undefined) return failingSince
  const gapMs = now - breaker.failedAt
  const countedMs = Math.min(Math.max(gapMs, 0), longestDelayMs)
  return new Date(failingSince.getTime() + gapMs - countedMs)
}

const readHealth = (target: WebhookTarget): ReceiverHealth => ({
  version: target.health_version,
  breaker: target.breaker,
  failingSince: target.failing_since,
  lastSuccessAt: target.last_success_at,
})
