/** Delays before the second and each further attempt, in milliseconds. */
export type RetrySchedule = readonly number[]

const second = 1_000
const minute = 60 * second

/** Eight attempts within about an hour. */
export const defaultRetrySchedule: RetrySchedule = [
  second,
  5 * second,
  15 * second,
  minute,
  5 * minute,
  15 * minute,
  40 * minute,
]

/** Returns the delay before the next attempt, with 20 % jitter, or undefined if no attempt is left. */
export function nextRetryDelayMs(
  schedule: RetrySchedule,
  failedAttempts: number,
  random = Math.random,
): number | undefined {
  const delayMs = schedule[failedAttempts - 1]
  return delayMs === undefined ? undefined : Math.round(delayMs * (0.8 + 0.4 * random()))
}
