import type { JourneyFunnel } from '@payproof/sdk'
import { DataTable } from '../../ui/data-table.tsx'
import { countOf, durationOf, percentOf, wordsOf } from '../../ui/format.ts'
import { Empty } from '../../ui/states.tsx'
import { screenNames } from './funnel.tsx'

type Milestone = JourneyFunnel['milestones'][number]
type Stop = JourneyFunnel['stops'][number]

const names: Record<Milestone['name'], string> = {
  opened: 'Opened the link',
  agreed: 'Agreed to share',
  source_chosen: 'Chose a source',
  shared: 'Connected or sent documents',
  finished: 'Finished',
}

/** Shows the five milestones of the journeys opened in the period: how many reached each, and how fast. */
export function MilestonesTable({ milestones }: { milestones: Milestone[] }) {
  const opened = milestones[0]?.journeys ?? 0
  return (
    <DataTable
      caption="Journeys by milestone"
      rows={milestones}
      keyOf={({ name }) => name}
      columns={[
        { title: 'Milestone', cell: ({ name }) => names[name] },
        {
          title: 'Share',
          cell: ({ journeys }) => (
            <span className="share">
              <span className="share-bar" aria-hidden="true">
                <span style={{ inlineSize: `${(100 * journeys) / Math.max(1, opened)}%` }} />
              </span>
              <span className="share-words">{percentOf(journeys / Math.max(1, opened))}</span>
            </span>
          ),
        },
        { title: 'Journeys', align: 'end', cell: ({ journeys }) => countOf(journeys) },
        {
          title: 'Dropped off',
          align: 'end',
          cell: ({ journeys, lost }) =>
            lost > 0 && `${countOf(lost)} (${percentOf(lost / (journeys + lost))})`,
        },
        {
          title: 'Median time',
          align: 'end',
          cell: ({ name, median_seconds: seconds }) =>
            name !== 'opened' && seconds !== null && durationOf(seconds),
        },
      ]}
    />
  )
}

/** Lists the screens and errors where unfinished journeys stopped. */
export const StopsTable = ({ stops }: { stops: Stop[] }) =>
  stops.length === 0 ? (
    <Empty title="No journey stopped in this period" />
  ) : (
    <DataTable
      caption="Unfinished journeys without activity for an hour"
      rows={stops}
      keyOf={({ milestone, view, error_code }) => `${milestone} ${view} ${error_code}`}
      columns={[
        { title: 'Last screen', cell: ({ view }) => (view ? (screenNames[view] ?? wordsOf(view)) : '–') },
        { title: 'Last error', cell: ({ error_code }) => error_code && wordsOf(error_code) },
        { title: 'Last milestone', cell: ({ milestone }) => names[milestone] },
        { title: 'Journeys', align: 'end', cell: ({ journeys }) => countOf(journeys) },
      ]}
    />
  )
