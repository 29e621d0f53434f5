import type { GivenAuthorisation, JourneyShared } from '@payproof/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api.ts'
import { queries, readJourneyAgain } from '../journey.ts'

/** What just happened, told until the next thing does. */
export type Done = 'withdrawn' | 'deleted'

const sharedQuery = queryOptions({
  queryKey: ['shared'],
  queryFn: ({ signal }) => call<JourneyShared>('GET', '/journeys/current/shared', { signal }),
  staleTime: 0,
})

export const useShared = () => useQuery(sharedQuery)

/** Nothing of what was known here is true any more. What cannot be read again says so where it is shown. */
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

/** The file is made here: the address of the export alone would open it for nobody. */
export async function downloadEverything() {
  const everything = await call<unknown>('GET', '/journeys/current/export')
  const address = URL.createObjectURL(
    new Blob([JSON.stringify(everything, null, 2)], { type: 'application/json' }),
  )
  Object.assign(document.createElement('a'), { href: address, download: fileName }).click()
  // Some browsers take the file only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** What can be deleted; agreements that have ended are kept as the proof that they were given. */
export const hasData = ({ authorisations, accounts, documents, tax_years, notes }: JourneyShared) =>
  accounts.length + documents.length + tax_years + notes > 0 ||
  authorisations.some(({ is_valid }) => is_valid)
