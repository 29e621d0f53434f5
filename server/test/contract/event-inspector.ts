import { aFeed } from './event-feed.ts'
import { invalid } from './messages.ts'
import { payload, payroll } from './payroll-announcement.ts'
import { knowsWhoExists, needsApiKey } from './refusals.ts'
import type { Promised } from './row.ts'
import { aWebhookWithDelivery, required } from './scenes.ts'
import { timestamp, uuid } from './shapes.ts'
import { look } from './world.ts'

// Recent events with their deliveries, and statistics of a webhook.

const recentEventsEndpoint = 'GET /events/recent'

const eventEndpoint = 'GET /events/{event_id}'

const statisticsEndpoint = 'GET /webhooks/{webhook_id}/statistics'

export const eventInspectorRows: Promised[] = [
  {
    endpoint: recentEventsEndpoint,
    says: 'events, newest first, with their deliveries',
    async call(world) {
      const { ask, delivery_id, user_id } = await aWebhookWithDelivery(world)
      const reply = await ask('GET', `/events/recent?user_id=${user_id}&event=user-payroll-submitted`)
      return look(reply, ({ events, next_cursor }) => ({
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
    says: 'filters are checked',
    call: ({ acme }) => acme('GET', '/events/recent?limit=101&event=none&user_id=x'),
    expects: { status: 400, errors: [invalid('limit'), /\[event\]/, invalid('user_id')] },
  },
  {
    endpoint: recentEventsEndpoint,
    says: 'a cursor that no page returned is refused',
    call: ({ acme }) => acme('GET', '/events/recent?cursor=x'),
    expects: { status: 400, errors: [invalid('cursor')] },
  },
  ...needsApiKey(recentEventsEndpoint),
  {
    endpoint: eventEndpoint,
    says: 'the event with its content',
    async call(world) {
      const { ask } = await aFeed(world, 1)
      const { events } = required(await ask('GET', '/events/recent'), 200)
      return ask('GET', `/events/${events[0].event_id}`)
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
  ...knowsWhoExists(eventEndpoint, 'Event'),
  ...needsApiKey(eventEndpoint),
  {
    endpoint: statisticsEndpoint,
    says: 'attempts of the last 24 hours, by hour',
    async call(world) {
      const { ask, path } = await aWebhookWithDelivery(world)
      const reply = await ask('GET', `${path}/statistics`)
      return look(reply, ({ hours, is_truncated, counted_since }) => ({
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
  ...knowsWhoExists(statisticsEndpoint, 'Webhook'),
  ...needsApiKey(statisticsEndpoint),
]
