type Evictable = { readonly size: number; keys(): Iterable<string>; delete(key: string): boolean }

/**
 * Evicts the oldest entries above a limit. Evicts a tenth at once, because finding a map's first key gets slower with
 * every entry deleted before it.
 */
export function evictOldest(entries: Evictable, maxEntries: number) {
  if (entries.size <= maxEntries) return
  for (const key of entries.keys()) {
    if (entries.size <= maxEntries * 0.9) break
    entries.delete(key)
  }
}
