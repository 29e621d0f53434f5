import { QueryClient, queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { call, onRefusal } from './api.ts'
import type { Catalogue, Findings, Journey } from './types.ts'

// What the service knows, as the screens see it. Calls repeat themselves (api.ts), so queries need not.

// Where there is no network a call says so itself; one that silently waited for it would look as if it was under way.
const networkMode = 'always'

export const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, refetchOnWindowFocus: true, networkMode },
    mutations: { networkMode },
  },
})

const journeyQuery = queryOptions({
  queryKey: ['journey'],
  queryFn: ({ signal }) => call<Journey>('GET', '/journeys/current', { signal }),
})

const catalogueQuery = queryOptions({
  queryKey: ['catalogue'],
  queryFn: ({ signal }) => call<Catalogue>('GET', '/providers', { signal }),
  staleTime: 60_000,
})

const findingsQuery = queryOptions({
  queryKey: ['findings'],
  queryFn: ({ signal }) => call<Findings>('GET', '/journeys/current/findings', { signal }),
  staleTime: 0,
})

/** The journey; screens are shown only once it is there, so it always is. */
export const useJourney = () => useSuspenseQuery(journeyQuery).data
export const hasJourney = () => queries.getQueryData(journeyQuery.queryKey) !== undefined
export const useJourneyQuery = (enabled: boolean) => useQuery({ ...journeyQuery, enabled })
/** Asks again and again while something is awaited; 0 where nothing is. */
export const useWatchedJourney = (everyMs: number) =>
  useQuery({ ...journeyQuery, refetchInterval: everyMs || false })
export const useCatalogue = () => useQuery(catalogueQuery)
/** `everyMs`: asked again while something is awaited; 0 where nothing is. */
export const useFindings = (everyMs = 0) => useQuery({ ...findingsQuery, refetchInterval: everyMs || false })

export const readJourneyAgain = () => queries.fetchQuery({ ...journeyQuery, staleTime: 0 })
export const readFindingsAgain = () => queries.fetchQuery(findingsQuery)

// Withdrawn or ended meanwhile: what was read before says that there is one, and the person could not agree again.
onRefusal(({ code }) => {
  if (code === 'authorisation-missing') void queries.invalidateQueries({ queryKey: journeyQuery.queryKey })
})
