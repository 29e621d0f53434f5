import type { Delivery } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { countOf } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { api, queries } from '../api.ts'
import { Form } from '../form.tsx'
import { Problem } from '../query-state.tsx'

type Props = { webhookId: string; onClose: () => void }
type Span = { since: string; until?: string }
type Counts = { dead: number; waiting: number }

/** Size of one page of the log. Larger counts are shown as "100 or more". */
const maxCounted = 100
const maxDays = 30
const dayMs = 86_400_000

const dayAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

/** Redelivers all dead-lettered deliveries within a range of days, and shows how many there are. */
export function RecoverDialog({ webhookId, onClose }: Props) {
  const [running, setRunning] = useState<Span & { total: number }>()
  if (running) return <Progress webhookId={webhookId} span={running} onClose={onClose} />
  return (
    <Dialog title="Resend failed deliveries" onClose={onClose}>
      <p>Failed deliveries are queued again with the same ids. The log keeps {maxDays} days.</p>
      <Form
        submit="Send again"
        send={async ({ since = '', until }) => {
          const span: Span = {
            since: `${since}T00:00:00.000Z`,
            ...(until && { until: new Date(Date.parse(`${until}T00:00:00.000Z`) + dayMs).toISOString() }),
          }
          const { dead } = await countWithin(webhookId, span)
          await api.webhooks.recover(webhookId, span)
          return { ...span, total: dead }
        }}
        onDone={setRunning}
        onCancel={onClose}
      >
        {(errorOf) => (
          <>
            <Field
              label="From"
              name="since"
              type="date"
              defaultValue={dayAgo(7)}
              min={dayAgo(maxDays)}
              error={errorOf('since')}
            />
            <Field
              label="To"
              name="until"
              type="date"
              hint="Leave empty for today. Days begin at 00:00 UTC."
              error={errorOf('until')}
            />
          </>
        )}
      </Form>
    </Dialog>
  )
}

function Progress({
  webhookId,
  span,
  onClose,
}: {
  webhookId: string
  span: Span & { total: number }
  onClose: () => void
}) {
  const { data, error } = useQuery({
    queryKey: ['webhooks', webhookId, 'recovery', span.since, span.until],
    queryFn: () => countWithin(webhookId, span),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : 1_500),
  })
  const close = () => {
    void queries.invalidateQueries({ queryKey: ['webhooks', webhookId] })
    onClose()
  }
  const left = data?.dead ?? span.total
  const orMore = (count: number) => `${countOf(count)}${count >= maxCounted ? ' or more' : ''}`
  return (
    <Dialog title="Redelivering" onClose={close} actions={<Button onClick={close}>Close</Button>}>
      {span.total === 0 ? (
        <Notice>No deliveries failed in this period.</Notice>
      ) : (
        <>
          <progress
            aria-label="Queued again"
            max={span.total}
            value={span.total - Math.min(left, span.total)}
          />
          <p role="status">
            {left === 0
              ? `All ${orMore(span.total)} are queued again.`
              : `${orMore(left)} of ${orMore(span.total)} are not queued yet.`}
          </p>
          {data && data.waiting > 0 && <p className="quiet">{orMore(data.waiting)} waiting to be sent.</p>}
          {data && isOver(data) && <Notice tone="good" title="All deliveries were sent" />}
          <p className="quiet small">This continues if you close the dialog. The log shows each delivery.</p>
        </>
      )}
      {error && <Problem error={error} />}
    </Dialog>
  )
}

const isOver = ({ dead, waiting }: Counts) => dead === 0 && waiting === 0

/** Counts the deliveries in each state on these days. */
async function countWithin(webhookId: string, { since, until }: Span): Promise<Counts> {
  const isWithin = ({ created_at, is_test }: Delivery) =>
    !is_test && created_at >= since && (until === undefined || created_at < until)
  const count = async (state: Delivery['state']) => {
    const { deliveries } = await api.webhooks.listDeliveries(webhookId, { state, limit: maxCounted }).first()
    return deliveries.filter(isWithin).length
  }
  const [dead, waiting] = await Promise.all([count('dead'), count('waiting')])
  return { dead, waiting }
}
