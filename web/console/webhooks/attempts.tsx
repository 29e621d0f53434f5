import type { DeliveryWithAttempts } from '@payproof/sdk'
import { Badge } from '../../ui/badge.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { countOf, momentOf } from '../../ui/format.ts'

type Attempt = DeliveryWithAttempts['attempts'][number]

/** Shows the delivery attempts and the receiver's responses. */
export const Attempts = ({ attempts }: Pick<DeliveryWithAttempts, 'attempts'>) => (
  <DataTable
    caption="Attempts"
    rows={attempts}
    keyOf={({ attempt }) => String(attempt)}
    columns={[
      { title: 'Attempt', cell: ({ attempt }) => attempt },
      { title: 'Sent', cell: ({ started_at }) => momentOf(started_at) },
      { title: 'Took', align: 'end', cell: ({ duration_ms }) => `${countOf(duration_ms)} ms` },
      { title: 'Status', cell: (attempt) => <AttemptStatus attempt={attempt} /> },
      {
        title: 'Answer',
        cell: ({ answer }) =>
          answer ? <pre className="answer">{answer}</pre> : <span className="quiet">Nothing to show</span>,
      },
    ]}
  />
)

export function AttemptStatus({ attempt: { status, failure } }: { attempt: Attempt }) {
  const isGood = status !== null && status < 300
  return (
    <div className="two-lines">
      <Badge tone={isGood ? 'good' : 'bad'}>{status ?? 'No answer'}</Badge>
      {failure && <span className="small">{failure}</span>}
    </div>
  )
}
