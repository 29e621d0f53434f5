const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** The waits before the second, third … twelfth attempt: 75.7 hours in all. */
export const waitsMs: readonly number[] = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

const longestRetryAfterMs = 24 * hour

/**
 * When a delivery that has failed this often is tried again, or undefined when its attempts are spent. Scattered by a
 * fifth, so that a crowd spreads; a receiver that asked for more time gets it, up to a day.
 */
export function nextAttemptAt(
  failures: number,
  now: number,
  {
    retryAfterMs = 0,
    random = Math.random,
  }: { retryAfterMs?: number | undefined; random?: () => number } = {},
): number | undefined {
  const wait = waitsMs[failures - 1]
  if (wait === undefined) return undefined
  return (
    now + Math.max(Math.round(wait * (0.8 + 0.4 * random())), Math.min(retryAfterMs, longestRetryAfterMs))
  )
}

/** Retry-After is a number of seconds or a date; anything else is as if it were not there. */
export function readRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * second
  const date = /^[A-Z][a-z]{2}, \d/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
