const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/** Delays before the second to the twelfth attempt, 75.7 hours in total. */
export const retryDelaysMs: readonly number[] = [
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

const maxRetryAfterMs = 24 * hour

// Jitter of ± 20 % spreads the retries of deliveries that failed at the same time.
const minJitter = 0.8
const jitterRange = 0.4

/** Longest time from a failed attempt to the next attempt of the same delivery. */
export const longestDelayMs = Math.max(...retryDelaysMs) * (minJitter + jitterRange)

/**
 * Returns the time of the next attempt, or undefined once all attempts are used up. A Retry-After that is longer than
 * the planned delay is followed, up to a day.
 */
export function nextAttemptAt(
  failures: number,
  now: number,
  {
    retryAfterMs = 0,
    random = Math.random,
  }: { retryAfterMs?: number | undefined; random?: () => number } = {},
): number | undefined {
  const delayMs = retryDelaysMs[failures - 1]
  if (delayMs === undefined) return undefined
  const jitteredMs = Math.round(delayMs * (minJitter + jitterRange * random()))
  return now + Math.max(jitteredMs, Math.min(retryAfterMs, maxRetryAfterMs))
}

/** Parses Retry-After as seconds or as an HTTP date. Anything else is ignored. */
export function parseRetryAfter(text: string | undefined, now: number): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * second
  const date = /^[A-Z][a-z]{2}, \d/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
