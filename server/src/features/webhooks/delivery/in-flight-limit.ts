/** Feedback of one attempt about the receiver's capacity. */
type AttemptFeedback = {
  startedAt: number
  durationMs: number
  /** HTTP status, or null if there was no response. */
  status: number | null
  /** Whether as many attempts as allowed were in flight, so that the limit was what held back more. */
  wasFull: boolean
}

/** A slower receiver gets no more concurrent requests than the initial number: they would occupy the client's slots. */
const slowMs = 1_000
const overloadedStatuses = new Set([408, 425, 429, 502, 503, 504])

/**
 * Limit of concurrent requests to one receiver, as TCP controls congestion: it grows while a receiver that is kept busy
 * answers quickly, doubling per round trip at first and by one later, and is halved when the receiver is overloaded.
 */
export function createInFlightLimit({ initial, max }: { initial: number; max: number }) {
  let limit = initial
  let isFirstGrowth = true
  let reducedAt = -Infinity

  function reduce(lowest: number, now: number) {
    limit = Math.max(lowest, limit / 2)
    isFirstGrowth = false
    reducedAt = now
  }

  return {
    current: () => Math.floor(limit),
    record({ startedAt, durationMs, status, wasFull }: AttemptFeedback) {
      // Attempts that started before a reduction say nothing about the lower limit.
      const isRecent = startedAt >= reducedAt
      const endedAt = startedAt + durationMs
      if (status === null || overloadedStatuses.has(status)) {
        if (isRecent) reduce(1, endedAt)
      } else if (durationMs > slowMs) {
        if (isRecent && limit > initial) reduce(initial, endedAt)
      } else if (wasFull && isRecent) {
        limit = Math.min(max, limit + (isFirstGrowth ? 1 : 1 / limit))
      }
    },
  }
}
