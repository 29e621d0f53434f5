/** Looks until it is so, or says after a while that it is not. */
export async function eventually<T>(
  look: () => Promise<T | undefined | false> | T | undefined | false,
  withinMs = 30_000,
) {
  const deadline = Date.now() + withinMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (Date.now() > deadline) throw new Error(`It did not come true within ${withinMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
