import type { DeliveryWithAttempts } from '@payproof/sdk'
import { Badge } from '../../ui/badge.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { countOf } from '../../ui/format.ts'
import { Time } from '../../ui/time.tsx'

type Attempt = DeliveryWithAttempts['attempts'][number]

/** Shows the delivery attempts and the receiver's responses. */
export const Attempts = ({ attempts }: Pick<DeliveryWithAttempts, 'attempts'>) => (
  <DataTable
    caption="Attempts"
    rows={attempts}
    keyOf={({ attempt }) => String(attempt)}
    columns={[
      { title: 'Attempt', cell: ({ attempt }) => attempt },
      { title: 'Sent', cell: ({ started_at }) => <Time at={started_at} seconds /> },
      { title: 'Duration', align: 'end', cell: ({ duration_ms }) => `${countOf(duration_ms)} ms` },
      { title: 'Status', cell: (attempt) => <AttemptStatus attempt={attempt} /> },
      {
        title: 'Response',
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
      <Badge tone={isGood ? 'good' : 'bad'}>{status ?? 'No response'}</Badge>
      {failure && <span className="small">{failure}</span>}
    </div>
  )
}
