import { setTimeout as sleep } from 'node:timers/promises'
import { isLockOrTimeout, isUnreachable } from './transient-errors.ts'

export type DatabaseRetryOptions = {
  delayMs: number
  /**
   * Maximum attempts before an error is thrown. Unlimited by default, because an outage may last longer than any
   * fixed limit.
   */
  maxAttempts?: number
  /** Maximum attempts before a lock conflict or timeout is thrown. Defaults to `maxAttempts`. */
  maxLockAttempts?: number
  /** Stops the retries when aborted. */
  signal?: AbortSignal
  /** Called before each retry. Throws if the result is no longer needed. */
  throwIfStopped?(): void
}

/** Repeats a database operation while it fails because of an outage, a lock conflict or a timeout. Other errors are thrown. */
export async function retryWhileDatabaseUnreachable<T>(
  work: () => Promise<T>,
  options: DatabaseRetryOptions,
): Promise<T> {
  const { delayMs, signal, maxAttempts = Infinity, maxLockAttempts = maxAttempts } = options
  for (let attempts = 1; ; attempts++) {
    try {
      return await work()
    } catch (error) {
      const isRetryable =
        (isUnreachable(error) && attempts < maxAttempts) ||
        (isLockOrTimeout(error) && attempts < maxLockAttempts)
      if (!isRetryable || signal?.aborted) throw error
      await sleep(delayMs, undefined, { signal })
      options.throwIfStopped?.()
    }
  }
}
