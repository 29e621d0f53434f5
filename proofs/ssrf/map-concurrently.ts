/** Does the work for each, so many at a time, and keeps their order. */
export async function atATime<T, R>(
  hands: number,
  all: readonly T[],
  work: (one: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const left = all.entries()
  const hand = async () => {
    for (const [index, one] of left) results[index] = await work(one)
  }
  await Promise.all(Array.from({ length: hands }, hand))
  return results
}
