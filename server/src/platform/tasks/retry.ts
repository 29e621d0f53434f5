/** The waits before the second, third … attempt, in milliseconds. */
export type Retry = readonly number[]

const second = 1_000
const minute = 60 * second

/** Eight attempts over about an hour. */
export const standardRetry: Retry = [
  second,
  5 * second,
  15 * second,
  minute,
  5 * minute,
  15 * minute,
  40 * minute,
]

/** When the next attempt is due, or undefined when there is none left. Scattered by a fifth, so that a crowd spreads. */
export function nextAttempt(retry: Retry, failedAttempts: number, random = Math.random): number | undefined {
  const wait = retry[failedAttempts - 1]
  return wait === undefined ? undefined : Math.round(wait * (0.8 + 0.4 * random()))
}
