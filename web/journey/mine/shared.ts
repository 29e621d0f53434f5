import type { GivenAuthorisation, JourneyShared } from '@payproof/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api.ts'
import { queries, readJourneyAgain } from '../journey.ts'

/** The last action's result, shown until the next action. */
export type Done = 'withdrawn' | 'deleted'

const sharedQuery = queryOptions({
  queryKey: ['shared'],
  queryFn: ({ signal }) => call<JourneyShared>('GET', '/journeys/current/shared', { signal }),
  staleTime: 0,
})

export const useShared = () => useQuery(sharedQuery)

/** Invalidates all queries; those that fail show their own error. */
const readAllAgain = () =>
  Promise.allSettled([
    queries.invalidateQueries({ queryKey: ['findings'] }),
    readJourneyAgain(),
    queries.fetchQuery(sharedQuery),
  ])

export async function withdraw({ id }: GivenAuthorisation) {
  await call('PUT', `/journeys/current/authorisations/${id}/revoke`)
  await readAllAgain()
}

export async function deleteEverything() {
  await call('DELETE', '/journeys/current/data')
  await readAllAgain()
}

const fileName = 'my-data.json'

/** Creates the file in the page, because the export needs the session's token and a plain link would not send it. */
export async function downloadEverything() {
  const everything = await call<unknown>('GET', '/journeys/current/export')
  const address = URL.createObjectURL(
    new Blob([JSON.stringify(everything, null, 2)], { type: 'application/json' }),
  )
  Object.assign(document.createElement('a'), { href: address, download: fileName }).click()
  // Some browsers start the download only after the click handler has returned, so the URL is revoked later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Whether there is data that can be deleted. Ended consents are kept as proof that they were given. */
export const hasData = ({ authorisations, accounts, documents, tax_years, notes }: JourneyShared) =>
  accounts.length + documents.length + tax_years + notes > 0 ||
  authorisations.some(({ is_valid }) => is_valid)
