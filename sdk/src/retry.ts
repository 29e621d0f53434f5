import { PayproofError } from './errors.ts'

/** A longer Retry-After is not waited for: the error goes to the caller. */
export const maxRetryAfterSeconds = 60
const maxBackoffMs = 8_000

export type RetryOptions = {
  retries: number
  /** Whether the request is idempotent. */
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

/** Delay before the next attempt, or undefined if the request must not be retried. */
export function retryDelayMs(error: PayproofError, isSafe: boolean, n: number): number | undefined {
  if (!isRetryable(error, isSafe)) return undefined
  const asked = error.retryAfter ?? 0
  // For a longer wait, fail now: the caller can schedule its own retry by `retryAfter`.
  if (asked > maxRetryAfterSeconds) return undefined
  // Jitter, so that clients that failed together don't retry together.
  const backOff = Math.min(maxBackoffMs, 250 * 2 ** n) * (0.5 + Math.random() / 2)
  return asked * 1_000 + backOff
}

function isRetryable({ status, code }: PayproofError, isSafe: boolean) {
  // Rate-limited: the request was not processed.
  if (status === 429) return true
  // An earlier attempt whose response was lost is still being processed; the retry returns its response.
  if (code === 'idempotency-key-running') return true
  // The result will be announced by webhook; retrying would only add load.
  if (code === 'still-retrieving') return false
  const isPassing =
    status === undefined ? code === 'no-answer' || code === 'timed-out' : [502, 503, 504].includes(status)
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
