import { Payproof, PayproofError } from '@payproof/sdk'
import { keepPreviousData, MutationCache, QueryCache, QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { endSession, requireFactor } from './session.ts'
import { fetchWithStepUp } from './step-up.ts'

// A request may wait while the member authenticates again in a dialog.
const timeoutWithStepUpMs = 15 * 60_000

/** API client of the signed-in member. It retries up to three times, after the delay in Retry-After. */
export const api = new Payproof({
  baseUrl: location.origin,
  sessionCookie: true,
  fetch: fetchWithStepUp,
  timeoutMs: timeoutWithStepUpMs,
})

/** Operations for which a 401 means a wrong password or code, not an expired session. */
const signingIn = new Set(['signIn', 'validateMfa'])

function onError(error: unknown) {
  if (!(error instanceof PayproofError)) return
  if (error.status === 401 && !signingIn.has(error.operation)) endSession()
  if (error.code === 'second-factor-required') requireFactor()
}

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  // The SDK already retries, so queries don't. Components are notified of changes to every property, because values
  // passed to a child that renders later must be current, including errors that no component has read yet.
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      notifyOnChangeProps: 'all',
    },
    mutations: { retry: false },
  },
})

export const pageSize = 50

type Key = readonly unknown[]
type Counted = { pagination: { total_count: number } }
type Options = { signal: AbortSignal }

type OffsetList<Page> = {
  /** Query key: the resource, followed by every filter. */
  key: Key
  /** One-based page number, as in the URL. */
  page: number
  /** Offset of the first row. Older lists of the API start at 0. */
  first?: 0 | 1
  load: (query: { offset: number; limit: number }, options: Options) => Promise<Page>
}

/** Loads one page of an offset-paged list and prefetches the next page. */
export function useOffsetList<Page extends Counted>({ key, page, first = 1, load }: OffsetList<Page>) {
  const optionsOf = (number: number) => ({
    queryKey: [...key, 'page', number],
    queryFn: ({ signal }: Options) =>
      load({ offset: first + (number - 1) * pageSize, limit: pageSize }, { signal }),
  })
  const query = useQuery({ ...optionsOf(page), placeholderData: keepPreviousData })
  const total = query.data?.pagination.total_count ?? 0
  const hasNext = !query.isPlaceholderData && page * pageSize < total
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is fetched depends on the key and the page alone.
  useEffect(() => {
    if (hasNext) void queries.prefetchQuery(optionsOf(page + 1))
  }, [hasNext, page, JSON.stringify(key)])
  return { query, page, total }
}

type CursorList<Page> = {
  key: Key
  /** Cursor of the page shown, as in the URL; undefined for the newest page. */
  cursor: string | undefined
  load: (query: { cursor?: string; limit: number }, options: Options) => Promise<Page>
}

/** Cursor of the previous page by cursor, because the API's cursors lead only to older rows. */
const before = new Map<string, string | undefined>()

/** Loads one page of a cursor-paged list and prefetches the next page. */
export function useCursorList<Page extends { next_cursor: string | null }>({
  key,
  cursor,
  load,
}: CursorList<Page>) {
  const optionsOf = (at: string | undefined) => ({
    queryKey: [...key, 'cursor', at ?? null],
    queryFn: ({ signal }: Options) => load({ limit: pageSize, ...(at && { cursor: at }) }, { signal }),
  })
  const query = useQuery({ ...optionsOf(cursor), placeholderData: keepPreviousData })
  const next = query.isPlaceholderData ? null : (query.data?.next_cursor ?? null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is fetched depends on the key and the cursor alone.
  useEffect(() => {
    if (!next) return
    before.set(next, cursor)
    void queries.prefetchQuery(optionsOf(next))
  }, [next, cursor, JSON.stringify(key)])
  return { query, cursor, next: next ?? undefined, newer: cursor ? before.get(cursor) : undefined }
}
