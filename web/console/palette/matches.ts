/** Splits a query into lower-case words. */
const wordsIn = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Whether every word of the query begins a word of the text. An empty query matches everything. */
export function matchesQuery(text: string, query: string) {
  const words = wordsIn(text.replaceAll(/[/-]/g, ' '))
  return wordsIn(query.replaceAll(/[/-]/g, ' ')).every((wanted) =>
    words.some((word) => word.startsWith(wanted)),
  )
}

/** Index of the next option for a key, or undefined if the key does not move the selection. The ends are joined. */
export function moveSelection(key: string, selected: number, count: number) {
  if (count === 0) return undefined
  if (key === 'ArrowDown') return (selected + 1) % count
  if (key === 'ArrowUp') return (selected - 1 + count) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  return undefined
}
