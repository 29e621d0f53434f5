import type { DeliveryWithAttempts } from '@payproof/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { ShortId, shortened } from '../../ui/short-id.tsx'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { api, queries } from '../api.ts'
import { PageFrame } from '../page-frame.tsx'
import { Problem, QueryState } from '../query-state.tsx'
import { useMember } from '../session.ts'
import { Attempts } from '../webhooks/attempts.tsx'
import { DeliveryState, eventName, NextAttempt } from '../webhooks/labels.tsx'
import { webhookOf } from '../webhooks/queries.ts'
import { SignatureHelper } from '../webhooks/signature-helper.tsx'
import '../webhooks/webhooks.css'

const route = getRouteApi('/inside/webhooks/$webhook_id/deliveries/$delivery_id')

export function Page() {
  const { webhook_id, delivery_id } = route.useParams()
  const webhook = useQuery(webhookOf(webhook_id))
  const delivery = useQuery({
    queryKey: ['webhooks', webhook_id, 'deliveries', 'one', delivery_id],
    queryFn: ({ signal }) => api.webhooks.getDelivery(webhook_id, delivery_id, { signal }),
    refetchInterval: ({ state }) => pollIntervalMs(state.data),
  })
  const { may } = useMember()
  const again = useMutation({
    mutationFn: () => api.webhooks.redeliver(webhook_id, delivery_id),
    onSuccess() {
      showToast('Queued again')
      void queries.invalidateQueries({ queryKey: ['webhooks', webhook_id] })
    },
  })
  return (
    <PageFrame
      title={delivery.data ? `Delivery: ${eventName(delivery.data.event).toLowerCase()}` : 'Delivery'}
      lead={
        <Link to="/webhooks/$webhook_id" params={{ webhook_id }}>
          {webhook.data?.name ?? 'The webhook'}
        </Link>
      }
      actions={
        delivery.data &&
        !delivery.data.is_test &&
        may('Admin', 'Developer') && (
          <Button busy={again.isPending} onClick={() => again.mutate()}>
            Send again
          </Button>
        )
      }
    >
      {again.error && <Problem error={again.error} />}
      <QueryState query={delivery} lines={8}>
        {(found) => <One key={found.delivery_id} delivery={found} />}
      </QueryState>
    </PageFrame>
  )
}

/** Returns the polling interval, which is short while the next attempt is imminent. */
function pollIntervalMs(delivery: DeliveryWithAttempts | undefined) {
  if (delivery?.state !== 'waiting') return false
  const inMs = Date.parse(delivery.next_attempt_at ?? '') - Date.now()
  // If the attempt is long overdue, the webhook is paused or its circuit breaker is open.
  return Math.abs(inMs) < 10_000 ? 1_500 : 30_000
}

function One({ delivery }: { delivery: DeliveryWithAttempts }) {
  const { may } = useMember()
  const { delivery_id, user_id, is_test, sequence, next_attempt_at, ended_at, attempts, body } = delivery
  const lastAttempt = attempts.at(-1)
  return (
    <>
      <div className="panel">
        <Facts
          beside
          facts={[
            { name: 'State', value: <DeliveryState state={delivery.state} /> },
            { name: 'About', value: is_test ? <Badge>No one: this is a test</Badge> : <User id={user_id} /> },
            { name: 'Created', value: <Time at={delivery.created_at} seconds /> },
            ...(next_attempt_at
              ? [{ name: 'Next attempt', value: <NextAttempt at={next_attempt_at} /> }]
              : []),
            ...(ended_at ? [{ name: 'Ended', value: <Time at={ended_at} seconds /> }] : []),
            ...(sequence === null ? [] : [{ name: 'Sequence number', value: sequence }]),
            ...(delivery.event_id
              ? [
                  {
                    name: 'Event',
                    value: (
                      <Link to="/events/$event_id" params={{ event_id: delivery.event_id }}>
                        {eventName(delivery.event)}
                      </Link>
                    ),
                  },
                ]
              : []),
            { name: 'webhook-id', value: <ShortId id={delivery_id} what="the delivery" /> },
          ]}
        />
      </div>
      <h2>Attempts</h2>
      <div className="panel panel-close">
        {attempts.length > 0 ? <Attempts attempts={attempts} /> : <Empty title="Nothing sent yet" />}
      </div>
      <div className="panel">
        <div className="panel-head">
          <h2>Body</h2>
          {body !== null && <CopyButton text={body} what="the body" />}
        </div>
        {body === null ? (
          <p className="quiet">{explainMissingBody(may('FullMember'), is_test)}</p>
        ) : (
          <>
            <p className="quiet small">Indented for reading. Copy gives the exact text, which is signed.</p>
            <JsonView text={body} label="Body" />
          </>
        )}
      </div>
      {lastAttempt && (
        <section className="panel" aria-labelledby="headers">
          <h2 id="headers">Headers of the last attempt</h2>
          <pre className="header-list">{headersOf(delivery, lastAttempt)}</pre>
          <p className="quiet small">
            webhook-signature is sent if the webhook has a signing secret. Retries are signed again.
          </p>
        </section>
      )}
      {may('FullMember') && (
        <div className="panel">
          <h2>Check a signature</h2>
          <SignatureHelper delivery={delivery} />
        </div>
      )}
    </>
  )
}

/** The headers that identify and sign a delivery. */
const headersOf = (
  { delivery_id }: DeliveryWithAttempts,
  { started_at }: DeliveryWithAttempts['attempts'][number],
) =>
  [
    `webhook-id: ${delivery_id}`,
    `webhook-timestamp: ${Math.floor(Date.parse(started_at) / 1_000)}`,
    'webhook-signature: v1,…',
  ].join('\n')

function explainMissingBody(mayRead: boolean, isTest: boolean) {
  if (!mayRead) return 'Only full members and above can see bodies and responses.'
  return isTest ? 'We don’t keep the sample data of a test.' : 'We keep bodies for 30 days.'
}

const User = ({ id }: { id: string | null }) =>
  id ? (
    <Link to="/users/$user_id" params={{ user_id: id }}>
      <code title={id}>{shortened(id)}</code>
    </Link>
  ) : (
    <span className="quiet">Erased</span>
  )
