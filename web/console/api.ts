import { Payproof, PayproofError } from '@payproof/sdk'
import { keepPreviousData, MutationCache, QueryCache, QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { watchedFetch } from './overload-notice.ts'
import { currentToken, endSession } from './session.ts'

/** The service, as the member who is signed in. It waits where the service asks it to, three times at most. */
export const api = new Payproof({
  baseUrl: location.origin,
  memberToken: currentToken,
  fetch: watchedFetch,
})

/** Refused because somebody mistyped, not because a session ended. */
const signingIn = new Set(['signIn', 'validateMfa'])

function onError(error: unknown) {
  if (error instanceof PayproofError && error.status === 401 && !signingIn.has(error.operation)) endSession()
}

export const queries = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  // The client of the service repeats what is worth repeating. A page asks for all changes: what it hands to a part that
  // is drawn later has to be true by then, also an error that nobody had looked for yet.
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
  /** The noun, then every filter. */
  key: Key
  /** From 1, as the address has it. */
  page: number
  /** The offset of the first row: the older lists of the interface count from 0. */
  first?: 0 | 1
  load: (query: { offset: number; limit: number }, options: Options) => Promise<Page>
}

/** A page of a list that is counted; the one after it is fetched ahead. */
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
  /** Of the page that is shown, as the address has it; none for the newest. */
  cursor: string | undefined
  load: (query: { cursor?: string; limit: number }, options: Options) => Promise<Page>
}

/** From which page each page was reached: a cursor leads to older rows only. */
const before = new Map<string, string | undefined>()

/** A page of a list that is read by cursor; the one after it is fetched ahead. */
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
