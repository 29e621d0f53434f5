export const tickIntervalMs = 100
/** Minimum delay of a tick that counts as late. */
const maxLagMs = 200
/** A single stall, such as a garbage collection or one large report, is not overload. */
const minLateTicks = 3

/** Detects an event loop that lags for longer than one stall, from the times of a timer's ticks. */
export function createLagDetector(startedAt: number) {
  let lastTickAt = startedAt
  let lateTicks = 0
  return {
    tick(now: number) {
      lateTicks = now - lastTickAt > tickIntervalMs + maxLagMs ? lateTicks + 1 : 0
      lastTickAt = now
    },
    isLagging: () => lateTicks >= minLateTicks,
  }
}
