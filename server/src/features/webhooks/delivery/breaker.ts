/** How a receiver has been doing. Kept with its queue; the empty object is a receiver of whom nothing is known. */
export type Breaker = {
  failuresInRow?: number
  /** Attempts by minute since the epoch, the last five of them: [minute, all, failed]. */
  minutes?: [minute: number, all: number, failed: number][]
  /** While open: how long to leave the receiver alone between two probes. */
  waitMs?: number
  /** While open: when the next probe may go. */
  probeAt?: number
}

const failuresInRowLimit = 5
const minutesKept = 5
const leastAttempts = 20
const firstWaitMs = 30_000
const longestWaitMs = 10 * 60_000

export const isOpen = ({ probeAt }: Breaker) => probeAt !== undefined

/** How many more attempts may start now, besides those under way. While open it is one probe, in its time. */
export function allowance(breaker: Breaker, { now, underWay, most }: Situation): number {
  if (breaker.probeAt === undefined) return Math.max(0, most - underWay)
  return underWay === 0 && now >= breaker.probeAt ? 1 : 0
}

type Situation = { now: number; underWay: number; most: number }

/** A success closes it whatever came before: the receiver is back. */
export function afterSuccess(breaker: Breaker, now: number): Breaker {
  if (isOpen(breaker)) return { failuresInRow: 0, minutes: [[minuteOf(now), 1, 0]] }
  return { failuresInRow: 0, minutes: count(breaker, now, 0) }
}

export function afterFailure(breaker: Breaker, now: number): Breaker {
  if (breaker.waitMs !== undefined) {
    // Attempts that were under way when it opened may fail later; only a failed probe makes the wait longer.
    if (now < (breaker.probeAt ?? 0)) return breaker
    const waitMs = Math.min(breaker.waitMs * 2, longestWaitMs)
    return { ...breaker, waitMs, probeAt: now + waitMs }
  }
  const failuresInRow = (breaker.failuresInRow ?? 0) + 1
  const minutes = count(breaker, now, 1)
  const opens = failuresInRow >= failuresInRowLimit || isMostlyFailing(minutes)
  return { failuresInRow, minutes, ...(opens && { waitMs: firstWaitMs, probeAt: now + firstWaitMs }) }
}

const minuteOf = (now: number) => Math.floor(now / 60_000)

function count({ minutes = [] }: Breaker, now: number, failed: 0 | 1) {
  const minute = minuteOf(now)
  const kept = minutes.filter(([at]) => at > minute - minutesKept && at < minute)
  const [, all, failures] = minutes.find(([at]) => at === minute) ?? [minute, 0, 0]
  return [...kept, [minute, all + 1, failures + failed] as [number, number, number]]
}

function isMostlyFailing(minutes: NonNullable<Breaker['minutes']>) {
  let all = 0
  let failed = 0
  for (const [, attempts, failures] of minutes) {
    all += attempts
    failed += failures
  }
  return all >= leastAttempts && failed * 2 >= all
}
