/** At most so many at once, at most so many who wait; the longest waits least. */
export function createSemaphore({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
  const waiting: (() => void)[] = []
  let taken = 0
  return {
    /** False where too many wait already. Throws the reason of the signal when it is aborted before the turn comes. */
    async take(signal: AbortSignal | undefined): Promise<boolean> {
      signal?.throwIfAborted()
      if (taken < atOnce) {
        taken++
        return true
      }
      if (waiting.length >= mostWaiting) return false
      await new Promise<void>((resolve, reject) => {
        const go = () => {
          signal?.removeEventListener('abort', leave)
          resolve()
        }
        const leave = () => {
          waiting.splice(waiting.indexOf(go), 1)
          reject(signal?.reason)
        }
        waiting.push(go)
        signal?.addEventListener('abort', leave)
      })
      return true
    },
    /** The turn goes straight on to whoever waits longest. */
    pass() {
      const next = waiting.shift()
      if (next) next()
      else taken--
    },
    waiting: () => waiting.length,
  }
}
