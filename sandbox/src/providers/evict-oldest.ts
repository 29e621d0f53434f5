type Kept = { readonly size: number; keys(): Iterable<string>; delete(key: string): boolean }

/**
 * Lets the oldest go when there are more than this. A tenth at once, as finding the first of a map takes the longer
 * the more before it have been deleted.
 */
export function makeRoom(kept: Kept, most: number) {
  if (kept.size <= most) return
  for (const key of kept.keys()) {
    if (kept.size <= most * 0.9) break
    kept.delete(key)
  }
}
