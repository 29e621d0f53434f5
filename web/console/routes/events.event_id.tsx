import type { EventWithBody } from '@payproof/sdk'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { ShortId, shortened } from '../../ui/short-id.tsx'
import { Time } from '../../ui/time.tsx'
import { api } from '../api.ts'
import { PageFrame } from '../page-frame.tsx'
import { QueryState } from '../query-state.tsx'
import { EventDeliveries } from '../webhooks/event-deliveries.tsx'
import { eventName } from '../webhooks/labels.tsx'
import { useWebhookNames } from '../webhooks/names.ts'
import '../webhooks/webhooks.css'

const route = getRouteApi('/inside/events/$event_id')

export function Page() {
  const { event_id } = route.useParams()
  const event = useQuery({
    queryKey: ['events', 'one', event_id],
    queryFn: ({ signal }) => api.events.get(event_id, { signal }),
  })
  return (
    <PageFrame
      title={event.data ? `Event: ${eventName(event.data.event).toLowerCase()}` : 'Event'}
      lead={<Link to="/events">All events</Link>}
    >
      <QueryState query={event} lines={8}>
        {(found) => <Details event={found} />}
      </QueryState>
    </PageFrame>
  )
}

function Details({
  event: { event, event_id, user_id, created_at, deliveries, body, is_tombstone },
}: {
  event: EventWithBody
}) {
  const names = useWebhookNames()
  const text = body && JSON.stringify(body)
  return (
    <>
      <div className="panel">
        <Facts
          beside
          facts={[
            { name: 'Event', value: <code>{event}</code> },
            { name: 'When', value: <Time at={created_at} seconds /> },
            { name: 'About', value: <Person id={is_tombstone ? null : user_id} /> },
            { name: 'Event id', value: <ShortId id={event_id} what="the event" /> },
            { name: 'Deliveries', value: <EventDeliveries deliveries={deliveries} names={names} /> },
          ]}
        />
      </div>
      <section className="panel" aria-labelledby="event-body">
        <div className="panel-head">
          <h2 id="event-body">Body</h2>
          {text && <CopyButton text={text} what="the body" />}
        </div>
        {text ? (
          <JsonView text={text} label="Body of the event" />
        ) : (
          <p className="quiet">Your role can’t see the contents of events.</p>
        )}
      </section>
    </>
  )
}

const Person = ({ id }: { id: string | null }) =>
  id ? (
    <Link to="/users/$user_id" params={{ user_id: id }}>
      <code title={id}>{shortened(id)}</code>
    </Link>
  ) : (
    <span className="quiet">Erased</span>
  )
