/** Suggests up to three command names with the smallest edit distance to the words typed. */
export function suggest(said: readonly string[], names: readonly string[]): string[] {
  const ranked = [...new Set(names)].map((name) => {
    const typed = said.slice(0, name.split(' ').length).join(' ')
    return { name, distance: distanceOf(typed, name), max: Math.max(1, Math.floor(name.length / 4)) }
  })
  const near = ranked.filter(({ distance, max }) => distance <= max)
  const least = Math.min(...near.map(({ distance }) => distance))
  return near
    .filter(({ distance }) => distance === least)
    .slice(0, 3)
    .map(({ name }) => name)
}

/** Returns the Levenshtein distance, in which two exchanged neighbours count as one change. */
function distanceOf(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + cost,
        ...(isSwap ? [(before[j - 2] ?? 0) + 1] : []),
      )
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
