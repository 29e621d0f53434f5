import { ProviderFault } from '../errors.ts'

const secondMs = 1_000

/** Sliding-window limit of requests in any second. It uses real time: the sandbox clock can be set. */
export function createRequestLimit(
  maxPerSecond: number | undefined,
  now: () => number = () => performance.now(),
) {
  let recent: number[] = []
  return {
    /** Counts a request, or throws if there were too many in the last second. */
    count() {
      if (maxPerSecond === undefined) return
      const at = now()
      recent = recent.filter((time) => at - time < secondMs)
      if (recent.length >= maxPerSecond) throw new ProviderFault('rate_limited', { retryAfterSeconds: 1 })
      recent.push(at)
    },
  }
}
