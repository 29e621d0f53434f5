import { getRouteApi, Link } from '@tanstack/react-router'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { shortened } from '../../ui/short-id.tsx'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { api, useCursorList } from '../api.ts'
import { oneOf, text, useFilters } from '../filters.ts'
import { PageFrame } from '../page-frame.tsx'
import { CursorTable } from '../query-state.tsx'
import { EventDeliveries } from '../webhooks/event-deliveries.tsx'
import { allEvents, eventName } from '../webhooks/labels.tsx'
import { useWebhookNames } from '../webhooks/names.ts'
import '../webhooks/webhooks.css'

const route = getRouteApi('/inside/events')

export function Page() {
  const [{ cursor, event, user_id }, setFilters] = useFilters(route.useSearch())
  const query = { ...(event && { event }), ...(user_id && { user_id }) }
  const isFiltered = Object.keys(query).length > 0
  const list = useCursorList({
    key: ['events', query],
    cursor,
    load: (page, options) => api.events.listRecent({ ...query, ...page }, options).first(),
  })
  const names = useWebhookNames()
  return (
    <PageFrame
      title="Events"
      lead="Everything that happened in the last 30 days, newest first, and where it was delivered."
      actions={
        <Button kind="secondary" busy={list.query.isFetching} onClick={() => void list.query.refetch()}>
          Refresh
        </Button>
      }
    >
      <form
        key={user_id}
        className="filters"
        onSubmit={(submitted) => {
          submitted.preventDefault()
          setFilters({ user_id: text(String(new FormData(submitted.currentTarget).get('user_id') ?? '')) })
        }}
      >
        <SelectField
          label="Event"
          value={event ?? ''}
          onChange={({ target }) => setFilters({ event: oneOf(...allEvents)(target.value) })}
          options={[
            { value: '', label: 'All events' },
            ...allEvents.map((value) => ({ value: value as string, label: eventName(value) })),
          ]}
        />
        <Field label="User" name="user_id" placeholder="Id" autoComplete="off" defaultValue={user_id} />
        <div className="actions">
          <Button type="submit" kind="secondary">
            Filter
          </Button>
          {isFiltered && (
            <Button kind="quiet" onClick={() => setFilters({ event: undefined, user_id: undefined })}>
              Clear
            </Button>
          )}
        </div>
      </form>
      <div className="panel panel-close">
        <CursorTable
          list={list}
          onCursor={(next) => setFilters({ cursor: next })}
          caption="Events"
          rowsOf={({ events }) => events}
          keyOf={({ event_id }) => event_id}
          empty={<Empty title={isFiltered ? 'No events match these filters' : 'No events yet'} />}
          columns={[
            {
              title: 'When',
              phone: 'line',
              cell: ({ created_at }) => <Time at={created_at} seconds />,
            },
            {
              title: 'Event',
              phone: 'lead',
              cell: ({ event_id, event: kind }) => (
                <div className="two-lines">
                  <Link to="/events/$event_id" params={{ event_id }}>
                    {eventName(kind)}
                  </Link>
                  <code className="small">{kind}</code>
                </div>
              ),
            },
            {
              title: 'About',
              phone: 'line',
              cell: ({ user_id: id }) => <About id={id} onPick={setFilters} />,
            },
            {
              title: 'Deliveries',
              phone: 'line',
              cell: ({ deliveries }) => <EventDeliveries deliveries={deliveries} names={names} />,
            },
          ]}
        />
      </div>
    </PageFrame>
  )
}

type AboutProps = { id: string | null; onPick: (filters: { user_id: string }) => void }

const About = ({ id, onPick }: AboutProps) =>
  id ? (
    <button type="button" className="link" onClick={() => onPick({ user_id: id })}>
      <code title={id}>{shortened(id)}</code>
    </button>
  ) : (
    <span className="quiet">Erased</span>
  )
