/** A limited number of permits. Callers that get none do without; nothing waits. */
export function createPermits(max: number) {
  let free = max
  return {
    tryAcquire(): boolean {
      if (free === 0) return false
      free--
      return true
    },
    release() {
      free++
    },
  }
}
