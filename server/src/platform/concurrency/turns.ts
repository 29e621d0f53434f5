/** Lets callers take turns. A turn ends when its holder ends it, or after `maxMs`. */
export function createTurns(maxMs: number) {
  let last = Promise.resolve()
  return {
    /** Waits for a turn. Returns the function that ends it. */
    async take() {
      const previous = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      await previous
      const timer = setTimeout(resolve, maxMs)
      return () => {
        clearTimeout(timer)
        resolve()
      }
    },
  }
}
