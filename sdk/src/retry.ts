import { PayproofError } from './errors.ts'

/** A longer Retry-After is not waited for: the error goes to the caller. */
export const maxRetryAfterSeconds = 60
const longestBackOffMs = 8_000

export type Repeating = {
  retries: number
  /** Whether doing it twice is the same as once. */
  isSafe: boolean
  signal?: AbortSignal | undefined
}

/** Does it, and again while that may help and is safe. */
export async function withRetries<T>(
  { retries, isSafe, signal }: Repeating,
  attempt: (n: number) => Promise<T>,
): Promise<T> {
  for (let n = 0; ; n++) {
    try {
      return await attempt(n)
    } catch (error) {
      const waitMs = error instanceof PayproofError ? waitBefore(error, isSafe, n) : undefined
      if (waitMs === undefined || n >= retries) throw error
      await sleep(waitMs, signal)
    }
  }
}

/** How long to wait before the request is sent again; undefined where it must not be, or would not help. */
export function waitBefore(error: PayproofError, isSafe: boolean, n: number): number | undefined {
  if (!mayRepeat(error, isSafe)) return undefined
  const asked = error.retryAfter ?? 0
  // Whoever waits for minutes has better things to do meanwhile, and knows from retryAfter for how long.
  if (asked > maxRetryAfterSeconds) return undefined
  // Many clients that failed together must not come back together.
  const backOff = Math.min(longestBackOffMs, 250 * 2 ** n) * (0.5 + Math.random() / 2)
  return asked * 1_000 + backOff
}

function mayRepeat({ status, code }: PayproofError, isSafe: boolean) {
  // Refused at the door: nothing was done.
  if (status === 429) return true
  // The first attempt, whose answer was lost, is still at work. Its answer will be ours.
  if (code === 'idempotency-key-running') return true
  // It is under way and will be announced; asking again only adds to it.
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
