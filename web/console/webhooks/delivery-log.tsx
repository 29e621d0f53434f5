import type { Delivery } from '@payproof/sdk'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { countOf } from '../../ui/format.ts'
import { shortened } from '../../ui/short-id.tsx'
import { Empty } from '../../ui/states.tsx'
import { Time } from '../../ui/time.tsx'
import { api, useCursorList } from '../api.ts'
import { oneOf, text, useFilters } from '../filters.ts'
import { CursorTable } from '../query-state.tsx'
import { allEvents, allStates, DeliveryState, deliveryStates, eventName, NextAttempt } from './labels.tsx'

const route = getRouteApi('/inside/webhooks/$webhook_id')
const readState = oneOf(...allStates)
const readEvent = oneOf(...allEvents)

const stateOptions = [
  { value: '', label: 'All states' },
  ...allStates.map((state) => ({ value: state as string, label: deliveryStates[state].words })),
]
const eventOptions = [
  { value: '', label: 'All events' },
  ...allEvents.map((event) => ({ value: event as string, label: eventName(event) })),
]

/** Lists sent and pending deliveries, newest first, with filters in the URL. */
export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const [filters, setFilters] = useFilters(route.useSearch())
  const { cursor, state, event, user_id } = filters
  const query = { ...(state && { state }), ...(event && { event }), ...(user_id && { user_id }) }
  const isFiltered = Object.keys(query).length > 0
  const list = useCursorList({
    key: ['webhooks', webhookId, 'deliveries', query],
    cursor,
    load: (page, options) => api.webhooks.listDeliveries(webhookId, { ...query, ...page }, options).first(),
  })
  return (
    <>
      <form
        key={user_id ?? ''}
        className="filters"
        onSubmit={(submitted) => {
          submitted.preventDefault()
          setFilters({ user_id: text(String(new FormData(submitted.currentTarget).get('user_id') ?? '')) })
        }}
      >
        <SelectField
          label="State"
          value={state ?? ''}
          options={stateOptions}
          onChange={({ target }) => setFilters({ state: readState(target.value) })}
        />
        <SelectField
          label="Event"
          value={event ?? ''}
          options={eventOptions}
          onChange={({ target }) => setFilters({ event: readEvent(target.value) })}
        />
        <Field label="User" name="user_id" placeholder="Id" defaultValue={user_id} />
        <div className="actions">
          <Button type="submit" kind="secondary">
            Filter
          </Button>
          {isFiltered && (
            <Button
              kind="quiet"
              onClick={() => setFilters({ state: undefined, event: undefined, user_id: undefined })}
            >
              Clear
            </Button>
          )}
        </div>
      </form>
      <div className="panel panel-close">
        <CursorTable
          list={list}
          onCursor={(next) => setFilters({ cursor: next })}
          caption="Deliveries"
          rowsOf={({ deliveries }) => deliveries}
          keyOf={({ delivery_id }) => delivery_id}
          empty={
            <Empty title={isFiltered ? 'No deliveries match these filters' : 'Nothing sent yet'}>
              {!isFiltered && <p>This lists deliveries of the last 30 days. Send a test to see one.</p>}
            </Empty>
          }
          columns={[
            {
              title: 'Created',
              phone: 'lead',
              cell: (delivery) => (
                <Link
                  className="nowrap"
                  to="/webhooks/$webhook_id/deliveries/$delivery_id"
                  params={{ webhook_id: webhookId, delivery_id: delivery.delivery_id }}
                >
                  <Time at={delivery.created_at} seconds />
                </Link>
              ),
            },
            { title: 'Event', phone: 'line', cell: (delivery) => eventName(delivery.event) },
            { title: 'User', phone: 'line', cell: (delivery) => <Who delivery={delivery} /> },
            { title: 'State', phone: 'end', cell: (delivery) => <DeliveryState state={delivery.state} /> },
            {
              title: 'Attempts',
              phone: 'hide',
              align: 'end',
              cell: ({ attempt_count }) => countOf(attempt_count),
            },
            {
              title: 'Last / next attempt',
              phone: 'hide',
              cell: ({ next_attempt_at, ended_at }) =>
                next_attempt_at ? (
                  <NextAttempt at={next_attempt_at} />
                ) : (
                  ended_at && <Time at={ended_at} seconds />
                ),
            },
          ]}
        />
      </div>
    </>
  )
}

const Who = ({ delivery: { is_test, user_id } }: { delivery: Delivery }) => {
  if (is_test) return <Badge>Test</Badge>
  if (!user_id) return <span className="quiet">Erased</span>
  return (
    <Link to="/users/$user_id" params={{ user_id }}>
      <code title={user_id}>{shortened(user_id)}</code>
    </Link>
  )
}
