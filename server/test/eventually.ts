// Each poll may cost a request, so a long wait polls less often: the CPU time is needed by what is awaited.
const firstPauseMs = 10
const maxPauseMs = 100

/**
 * Polls until the result is truthy, or throws after the deadline. Deadlines detect hangs; they do not measure
 * speed.
 */
export async function eventually<T>(
  look: () => Promise<T | undefined | false> | T | undefined | false,
  withinMs = 120_000,
) {
  // performance.now() is used instead of Date.now(), because tests use fake clocks.
  const deadline = performance.now() + withinMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, maxPauseMs)) {
    const found = await look()
    if (found) return found
    if (performance.now() > deadline) throw new Error(`It did not come true within ${withinMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
