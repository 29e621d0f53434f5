import { createFeed } from './event-feed.ts'
import { invalid } from './messages.ts'
import { payload, payroll } from './payroll-event.ts'
import type { Row } from './row.ts'
import { createWebhookWithDelivery, requireStatus } from './scenes.ts'
import { timestamp, uuid } from './shapes.ts'
import { rejectsUnknownIds, requiresApiKey } from './shared-rows.ts'
import { mapBody } from './world.ts'

// Recent events with their deliveries, and statistics of a webhook.

const recentEventsEndpoint = 'GET /events/recent'

const eventEndpoint = 'GET /events/{event_id}'

const statisticsEndpoint = 'GET /webhooks/{webhook_id}/statistics'

export const eventInspectorRows: Row[] = [
  {
    endpoint: recentEventsEndpoint,
    title: 'lists events with their deliveries, newest first',
    async call(world) {
      const { call, delivery_id, user_id } = await createWebhookWithDelivery(world)
      const reply = await call('GET', `/events/recent?user_id=${user_id}&event=user-payroll-submitted`)
      return mapBody(reply, ({ events, next_cursor }) => ({
        events,
        next_cursor,
        isSame: events[0].deliveries[0].delivery_id === delivery_id,
      }))
    },
    expects: {
      status: 200,
      body: {
        events: [
          {
            event_id: uuid,
            event: 'user-payroll-submitted',
            user_id: uuid,
            created_at: timestamp,
            deliveries: [{ webhook_id: uuid, delivery_id: uuid, state: 'delivered' }],
          },
        ],
        next_cursor: null,
        isSame: true,
      },
    },
  },
  {
    endpoint: recentEventsEndpoint,
    title: 'reports invalid filters by name',
    call: ({ acme }) => acme('GET', '/events/recent?limit=101&event=none&user_id=x'),
    expects: { status: 400, errors: [invalid('limit'), /\[event\]/, invalid('user_id')] },
  },
  {
    endpoint: recentEventsEndpoint,
    title: 'a made-up cursor is refused',
    call: ({ acme }) => acme('GET', '/events/recent?cursor=x'),
    expects: { status: 400, errors: [invalid('cursor')] },
  },
  ...requiresApiKey(recentEventsEndpoint),
  {
    endpoint: eventEndpoint,
    title: 'returns the event with its body',
    async call(world) {
      const { call } = await createFeed(world, 1)
      const { events } = requireStatus(await call('GET', '/events/recent'), 200)
      return call('GET', `/events/${events[0].event_id}`)
    },
    expects: {
      status: 200,
      body: {
        event_id: uuid,
        event: 'user-payroll-submitted',
        user_id: uuid,
        created_at: timestamp,
        deliveries: [],
        is_tombstone: false,
        body: { ...payroll, payload },
      },
    },
  },
  ...rejectsUnknownIds(eventEndpoint, 'Event'),
  ...requiresApiKey(eventEndpoint),
  {
    endpoint: statisticsEndpoint,
    title: 'counts the attempts of the last 24 hours by hour',
    async call(world) {
      const { call, path } = await createWebhookWithDelivery(world)
      const reply = await call('GET', `${path}/statistics`)
      return mapBody(reply, ({ hours, is_truncated, counted_since }) => ({
        is_truncated,
        counted_since,
        count: hours.length,
        succeeded: hours.reduce((sum: number, hour: { succeeded: number }) => sum + hour.succeeded, 0),
        first: Object.keys(hours[0]),
      }))
    },
    expects: {
      status: 200,
      body: {
        is_truncated: false,
        counted_since: null,
        count: 24,
        succeeded: 1,
        first: ['hour', 'succeeded', 'failed', 'median_ms', 'p95_ms'],
      },
    },
  },
  ...rejectsUnknownIds(statisticsEndpoint, 'Webhook'),
  ...requiresApiKey(statisticsEndpoint),
]
