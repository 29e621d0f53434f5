import type { JourneyFunnel } from '@payproof/sdk'
import type { TableColumn } from '../../ui/data-table.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { countOf, wordsOf } from '../../ui/format.ts'

type Screen = JourneyFunnel['screens'][number]
type Provider = JourneyFunnel['providers'][number]

export const screenNames: Partial<Record<string, string>> = {
  welcome: 'Welcome',
  consent: 'Consent',
  source: 'Choice of source',
  employer: 'Employer',
  provider: 'Payroll provider',
  login: 'Sign-in',
  second_factor: 'Second factor',
  away: 'The provider’s own page',
  progress: 'Reading the data',
  review: 'Review',
  more: 'Anything else',
  documents: 'Documents',
  done: 'Done',
  mine: 'Your data',
  error: 'Error',
  expired: 'Link expired',
  nothing_found: 'Nothing found',
  keep_sharing: 'Keep sharing',
}

/** Screens that every journey passes through; they are listed even if no journey has shown them. */
const alwaysListed = new Set<Screen['view']>(['welcome', 'consent', 'source', 'review', 'done'])

/** Shows the number of journeys per screen, relative to the screen with the most. */
export function ScreensTable({ screens }: { screens: Screen[] }) {
  const maxJourneys = Math.max(1, ...screens.map(({ journeys }) => journeys))
  const shown = screens.filter(({ view, journeys }) => journeys > 0 || alwaysListed.has(view))
  return (
    <DataTable
      caption="Journeys by screen"
      rows={shown}
      keyOf={({ view }) => view}
      columns={[
        { title: 'Screen', cell: ({ view }) => screenNames[view] ?? wordsOf(view) },
        {
          title: 'Share',
          cell: ({ journeys }) => (
            <span className="share">
              <span className="share-bar" aria-hidden="true">
                <span style={{ inlineSize: `${(100 * journeys) / maxJourneys}%` }} />
              </span>
              <span className="share-words">{Math.round((100 * journeys) / maxJourneys)} %</span>
            </span>
          ),
        },
        { title: 'Journeys', align: 'end', cell: ({ journeys }) => countOf(journeys) },
      ]}
    />
  )
}

/** Columns of the provider table; `nameOf` returns a provider's name from the catalogue. */
export const providerColumns = (nameOf: (id: string) => string): TableColumn<Provider>[] => [
  { title: 'Provider', cell: ({ provider }) => nameOf(provider) },
  { title: 'Chosen', align: 'end', cell: ({ selected }) => countOf(selected) },
  { title: 'Signed in', align: 'end', cell: ({ login_submitted }) => countOf(login_submitted) },
  { title: 'Second factor', align: 'end', cell: ({ mfa_required }) => countOf(mfa_required) },
  { title: 'Connected', align: 'end', cell: ({ connected }) => countOf(connected) },
  { title: 'Data received', align: 'end', cell: ({ data_ready }) => countOf(data_ready) },
  {
    title: 'Errors',
    cell: ({ errors }) =>
      errors.length > 0 &&
      errors.map(({ code, journeys }) => `${wordsOf(code)} (${countOf(journeys)})`).join(', '),
  },
]
