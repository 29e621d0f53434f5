/**
 * Circuit-breaker state of a receiver, stored as JSON with its queue. The empty object means that there is no
 * history.
 */
export type WebhookBreaker = {
  failuresInRow?: number
  /** Time of the last failure; absent after a success. */
  failedAt?: number
  /** Attempts of the last five minutes, as [minute, all, failed]. `minute` counts from the epoch. */
  minutes?: [minute: number, all: number, failed: number][]
  /** Delay between two probes while the circuit is open. */
  waitMs?: number
  /** Time of the next probe while the circuit is open. */
  probeAt?: number
}

const maxFailuresInRow = 5
const windowMinutes = 5
const minAttempts = 20
const firstProbeWaitMs = 30_000
const maxProbeWaitMs = 10 * 60_000

export const isOpen = ({ probeAt }: WebhookBreaker) => probeAt !== undefined

/**
 * Returns the number of attempts that may start now. While the circuit is open, this is a single probe once it is
 * due.
 */
export function allowance(breaker: WebhookBreaker, { now, inFlight, maxInFlight }: AttemptLoad): number {
  if (breaker.probeAt === undefined) return Math.max(0, maxInFlight - inFlight)
  return inFlight === 0 && now >= nextProbeAt(breaker.probeAt, now) ? 1 : 0
}

/** Returns the time of the next probe. One that is too far away was computed with a wrong clock, so it is due now. */
export const nextProbeAt = (probeAt: number, now: number) => (probeAt > now + maxProbeWaitMs ? now : probeAt)

type AttemptLoad = { now: number; inFlight: number; maxInFlight: number }

/** Returns the state after a successful attempt. Any success closes the circuit. */
export function afterSuccess(breaker: WebhookBreaker, now: number): WebhookBreaker {
  if (isOpen(breaker)) return { failuresInRow: 0, minutes: [[minuteOf(now), 1, 0]] }
  return { failuresInRow: 0, minutes: countAttempt(breaker, now, 0) }
}

export function afterFailure(breaker: WebhookBreaker, now: number): WebhookBreaker {
  if (breaker.waitMs !== undefined) {
    // Attempts that were in flight when the circuit opened may fail later. Only a failed probe doubles the delay.
    if (now < nextProbeAt(breaker.probeAt ?? 0, now)) return breaker
    const waitMs = Math.min(breaker.waitMs * 2, maxProbeWaitMs)
    return { ...breaker, waitMs, probeAt: now + waitMs }
  }
  const failuresInRow = (breaker.failuresInRow ?? 0) + 1
  const minutes = countAttempt(breaker, now, 1)
  const opens = failuresInRow >= maxFailuresInRow || isMostlyFailing(minutes)
  return {
    failuresInRow,
    minutes,
    ...(opens && { waitMs: firstProbeWaitMs, probeAt: now + firstProbeWaitMs }),
  }
}

const minuteOf = (now: number) => Math.floor(now / 60_000)

function countAttempt({ minutes = [] }: WebhookBreaker, now: number, failed: 0 | 1) {
  const minute = minuteOf(now)
  const earlier = minutes.filter(([at]) => at > minute - windowMinutes && at < minute)
  const [, all, failures] = minutes.find(([at]) => at === minute) ?? [minute, 0, 0]
  return [...earlier, [minute, all + 1, failures + failed] as [number, number, number]]
}

function isMostlyFailing(minutes: NonNullable<WebhookBreaker['minutes']>) {
  let all = 0
  let failed = 0
  for (const [, attempts, failures] of minutes) {
    all += attempts
    failed += failures
  }
  return all >= minAttempts && failed * 2 >= all
}
