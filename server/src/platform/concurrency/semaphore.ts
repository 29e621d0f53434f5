/** FIFO semaphore with a bounded wait queue. */
export function createSemaphore({ maxConcurrent, maxQueued }: { maxConcurrent: number; maxQueued: number }) {
  const queue: (() => void)[] = []
  let inUse = 0
  return {
    /** Resolves to false if the queue is full. Rejects with the signal's reason if aborted while queued. */
    async acquire(signal: AbortSignal | undefined): Promise<boolean> {
      signal?.throwIfAborted()
      if (inUse < maxConcurrent) {
        inUse++
        return true
      }
      if (queue.length >= maxQueued) return false
      await new Promise<void>((resolve, reject) => {
        const grant = () => {
          signal?.removeEventListener('abort', abandon)
          resolve()
        }
        const abandon = () => {
          queue.splice(queue.indexOf(grant), 1)
          reject(signal?.reason)
        }
        queue.push(grant)
        signal?.addEventListener('abort', abandon)
      })
      return true
    },
    /** Hands the permit to the longest-waiting caller, or frees it. */
    release() {
      const grantNext = queue.shift()
      if (grantNext) grantNext()
      else inUse--
    },
    inUseCount: () => inUse,
    queuedCount: () => queue.length,
  }
}
