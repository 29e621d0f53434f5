import type { JourneyFunnel } from '@payproof/sdk'
import { DataTable } from '../../ui/data-table.tsx'
import { countOf, percentOf } from '../../ui/format.ts'

type ConsentTest = NonNullable<JourneyFunnel['consent_test']>

const layoutNames = { list: 'List', questions: 'Questions and answers' }

/** Compares the consent layouts of a test, and says whether it is time to decide. */
export function ConsentTestPanel({ test }: { test: ConsentTest }) {
  return (
    <section className="panel panel-close" aria-labelledby="consent-test">
      <h2 id="consent-test" className="panel-title">
        Test of the consent screen
      </h2>
      <p className="panel-text">{outcomeText(test)}</p>
      <DataTable
        caption="Journeys by consent layout"
        rows={test.layouts}
        keyOf={({ layout }) => layout}
        columns={[
          { title: 'Layout', cell: ({ layout }) => layoutNames[layout] },
          { title: 'Journeys', align: 'end', cell: ({ journeys }) => countOf(journeys) },
          { title: 'Agreed', align: 'end', cell: ({ agreed }) => countOf(agreed) },
          { title: 'Share', align: 'end', cell: ({ share }) => share !== null && percentOf(share) },
          {
            title: '95 % interval',
            align: 'end',
            cell: ({ share_from: from, share_to: to }) =>
              from !== null && to !== null && `${percentOf(from)} to ${percentOf(to)}`,
          },
        ]}
      />
    </section>
  )
}

function outcomeText({ outcome, planned_per_layout: planned, difference }: ConsentTest) {
  if (outcome === 'collecting')
    return `Don’t decide yet: an early difference is often chance. The test compares ${countOf(planned)} journeys of each layout.`
  if (outcome === 'no-difference' || !difference)
    return 'The test found no difference. If there is one, it is probably smaller than five percentage points.'
  const points = (share: number) => (100 * Math.abs(share)).toFixed(1)
  const range = [difference.share_from, difference.share_to].map(Math.abs).toSorted((a, b) => a - b)
  return `More people agreed with “${layoutNames[outcome]}”: ${points(difference.share)} percentage points more (95 % interval ${range.map(points).join(' to ')}).`
}
