import { PayproofError } from './errors.ts'

/** Longest Retry-After that the SDK waits for; with a longer one, the error is thrown at once. */
export const maxRetryAfterSeconds = 60
const maxBackoffMs = 8_000
/** 408: the request did not arrive in time. It is not retried if unsafe, because a proxy may have sent it. */
const transientStatuses = [408, 502, 503, 504]

export type RetryOptions = {
  retries: number
  /** Whether the request is idempotent, so that it can be repeated safely. */
  isSafe: boolean
  signal?: AbortSignal | undefined
}

/** Calls `attempt`, and retries it while the error is retryable and the request is safe to repeat. */
export async function withRetries<T>(
  { retries, isSafe, signal }: RetryOptions,
  attempt: (n: number) => Promise<T>,
): Promise<T> {
  for (let n = 0; ; n++) {
    try {
      return await attempt(n)
    } catch (error) {
      const waitMs = error instanceof PayproofError ? retryDelayMs(error, isSafe, n) : undefined
      if (waitMs === undefined || n >= retries) throw error
      await sleep(waitMs, signal)
    }
  }
}

/** Returns the delay before the next attempt, or undefined if the request must not be retried. */
export function retryDelayMs(error: PayproofError, isSafe: boolean, n: number): number | undefined {
  if (!isRetryable(error, isSafe)) return undefined
  const requestedSeconds = error.retryAfter ?? 0
  // If the wait is longer, the call fails now, and the caller can schedule its own retry by `retryAfter`.
  if (requestedSeconds > maxRetryAfterSeconds) return undefined
  // Jitter prevents clients that failed together from retrying together.
  const backOff = Math.min(maxBackoffMs, 250 * 2 ** n) * (0.5 + Math.random() / 2)
  return requestedSeconds * 1_000 + backOff
}

function isRetryable({ status, code }: PayproofError, isSafe: boolean) {
  // A rate-limited request was not processed.
  if (status === 429) return true
  // An earlier attempt whose response was lost is still being processed; the retry returns its response.
  if (code === 'idempotency-key-running') return true
  // The result will be announced by webhook; retrying would only add load.
  if (code === 'still-retrieving') return false
  const isPassing =
    status === undefined ? code === 'no-answer' || code === 'timed-out' : transientStatuses.includes(status)
  return isPassing && isSafe
}

function sleep(ms: number, signal: AbortSignal | undefined) {
  return new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
