import type { List, Paging } from './calls.ts'

type Query = Record<string, unknown>
type Page = Record<string, unknown>

/** Opens a list that fetches its pages on demand. */
export function openList(
  paging: Paging,
  query: Query,
  fetchPage: (query: Query) => Promise<unknown>,
): List<unknown, unknown> {
  const get = async (query: Query) => (await fetchPage(query)) as Page
  const itemsOf = (page: Page) => page[paging.items] as unknown[]

  async function* pages() {
    // The largest page size reads everything in the fewest requests.
    let next: Query | undefined = { limit: paging.max, ...query }
    while (next) {
      const page: Page = await get(next)
      yield page
      const change = changeAfter(paging, page, itemsOf(page).length)
      next = change && { ...next, ...change }
    }
  }
  async function* items() {
    for await (const page of pages()) yield* itemsOf(page)
  }
  return {
    first: () => get(query),
    pages,
    [Symbol.asyncIterator]: items,
    async toArray({ max = Number.POSITIVE_INFINITY } = {}) {
      const all: unknown[] = []
      if (max <= 0) return all
      for await (const item of items()) if (all.push(item) >= max) break
      return all
    },
  }
}

/** Returns the query changes for the next page, or undefined after the last page. */
function changeAfter(paging: Paging, page: Page, count: number): Query | undefined {
  if (paging.by === 'cursor') {
    const cursor = 'has_more' in page ? page.has_more && page.cursor : page.next_cursor
    return cursor ? { cursor } : undefined
  }
  const { offset, total_count } = page.pagination as { offset: number; total_count: number }
  const reached = offset + count
  return count > 0 && reached < paging.first + total_count ? { offset: reached } : undefined
}
