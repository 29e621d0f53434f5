import { QueryClient, queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { call, onRefusal } from './api.ts'
import type { Catalogue, Findings, Journey } from './types.ts'

// Queries for the screens. API calls retry themselves (api.ts), so queries don't.

// Fail offline instead of pausing: a paused call would look as if it were in progress.
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

/** The current journey. Screens are rendered only after it is loaded, so it is always defined. */
export const useJourney = () => useSuspenseQuery(journeyQuery).data
export const hasJourney = () => queries.getQueryData(journeyQuery.queryKey) !== undefined
export const useJourneyQuery = (enabled: boolean) => useQuery({ ...journeyQuery, enabled })
/** Polls while a result is pending; 0 disables polling. */
export const useWatchedJourney = (everyMs: number) =>
  useQuery({ ...journeyQuery, refetchInterval: everyMs || false })
export const useCatalogue = () => useQuery(catalogueQuery)
/** `everyMs`: polling interval while a result is pending; 0 disables polling. */
export const useFindings = (everyMs = 0) => useQuery({ ...findingsQuery, refetchInterval: everyMs || false })

export const readJourneyAgain = () => queries.fetchQuery({ ...journeyQuery, staleTime: 0 })
export const readFindingsAgain = () => queries.fetchQuery(findingsQuery)

// Consent withdrawn or expired meanwhile: discard the cached one, or the person could not consent again.
onRefusal(({ code }) => {
  if (code === 'authorisation-missing') void queries.invalidateQueries({ queryKey: journeyQuery.queryKey })
})
