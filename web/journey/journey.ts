import {
  keepPreviousData,
  QueryClient,
  queryOptions,
  useQuery,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { call, onRefusal } from './api.ts'
import { boot } from './session/boot.ts'
import type { Catalogue, EmployerMatches, Findings, Journey } from './types.ts'

// Queries for the screens. API calls retry automatically (api.ts), so queries don't.

// Queries fail when offline instead of pausing, because a paused call would look as if it were in progress.
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

if (boot.journey) queries.setQueryData(journeyQuery.queryKey, boot.journey)

const catalogueQuery = queryOptions({
  queryKey: ['catalogue'],
  queryFn: ({ signal }) => call<Catalogue>('GET', '/providers', { signal }),
  staleTime: 60_000,
})

const employerQuery = (query: string) =>
  queryOptions({
    queryKey: ['employers', query],
    queryFn: ({ signal }) =>
      call<EmployerMatches>('GET', `/employers?${new URLSearchParams({ query })}`, { signal }),
    staleTime: 60_000,
    // The last results stay until the next ones arrive, so that the list does not flicker while the person types.
    placeholderData: keepPreviousData,
  })

const findingsQuery = queryOptions({
  queryKey: ['findings'],
  queryFn: ({ signal }) => call<Findings>('GET', '/journeys/current/findings', { signal }),
  staleTime: 0,
})

/** Returns the current journey. Screens are rendered only after it is loaded, so it is always defined. */
export const useJourney = () => useSuspenseQuery(journeyQuery).data
/** Returns the journey as last loaded, or undefined before that. */
export const readJourney = () => queries.getQueryData(journeyQuery.queryKey)
export const hasJourney = () => readJourney() !== undefined
export const useJourneyQuery = (enabled: boolean) => useQuery({ ...journeyQuery, enabled })
/** Polls the journey while a result is pending; 0 disables polling. */
export const useWatchedJourney = (everyMs: number) =>
  useQuery({ ...journeyQuery, refetchInterval: everyMs || false })
export const useCatalogue = () => useQuery(catalogueQuery)
/** Searches employers and providers; an empty query returns suggestions. */
export const useEmployers = (query: string) => useQuery(employerQuery(query))
/** Loads the findings. `everyMs` is the polling interval while a result is pending; 0 disables polling. */
export const useFindings = (everyMs = 0) => useQuery({ ...findingsQuery, refetchInterval: everyMs || false })

export const readJourneyAgain = () => queries.fetchQuery({ ...journeyQuery, staleTime: 0 })
export const readFindingsAgain = () => queries.fetchQuery(findingsQuery)

// Consent has since been withdrawn or has expired. The cached journey is discarded, because otherwise the applicant
// could not consent again.
onRefusal(({ code }) => {
  if (code === 'authorisation-missing') void queries.invalidateQueries({ queryKey: journeyQuery.queryKey })
})
