import { randomBytes } from 'node:crypto'
import { must, type TenantFixture } from '../fixture.ts'
import { type MatrixEntry, type Shape, shapes } from './entry.ts'

// Webhooks, their deliveries and the event feed.

const madeWebhook = {
  name: 'made by the matrix',
  events: ['user-payroll-submitted'],
  url: 'https://matrix.invalid/hook',
}

const clearWebhooks = ({ api }: TenantFixture) =>
  api.sql('delete from webhooks where name = $1', [madeWebhook.name])

async function freshWebhook({ api }: TenantFixture) {
  const name = randomBytes(8).toString('hex')
  return { webhook_id: (await must(api.acme, 'POST', '/webhooks', { ...madeWebhook, name })).webhook_id }
}

/** Returns the entry of an operation on one webhook. */
const atWebhook = (
  policy: string,
  way: string,
  { body, fresh }: { body?: object; fresh?: Shape['fresh'] } = {},
) =>
  shapes(policy, {
    names: ['webhook_id'],
    ...(fresh && { fresh }),
    request: ({ webhook_id }) => ({ path: `/webhooks/${webhook_id}${way}`, ...(body && { body }) }),
  })

const atDelivery = (policy: string, way: string) =>
  shapes(policy, {
    names: ['webhook_id', 'delivery_id'],
    request: ({ webhook_id, delivery_id }) => ({
      path: `/webhooks/${webhook_id}/deliveries/${delivery_id}${way}`,
    }),
  })

export const webhookEntries: Record<string, MatrixEntry> = {
  createWebhook: shapes('client Admin webhooks +Developer', {
    before: clearWebhooks,
    request: () => ({ path: '/webhooks', body: madeWebhook }),
  }),
  listWebhooks: shapes('client Support webhooks +Developer', {
    request: () => ({ path: '/webhooks?limit=100' }),
  }),
  getWebhook: atWebhook('client Support webhooks +Developer', ''),
  getWebhookStatus: atWebhook('client Support webhooks +Developer', '/status'),
  updateWebhook: atWebhook('client Admin webhooks +Developer', '', {
    body: { config: { encrypted_content_type: 'application/json' } },
  }),
  deleteWebhook: atWebhook('client Admin webhooks +Developer', '', { fresh: freshWebhook }),
  testWebhook: atWebhook('client Admin webhooks +Developer', '/test', { body: {} }),
  rotateWebhookSecret: atWebhook('client Admin webhooks +Developer', '/rotate', {
    body: { encryption_key: Buffer.alloc(32, 7).toString('base64') },
  }),
  pauseWebhook: atWebhook('client Admin webhooks +Developer', '/pause', { fresh: freshWebhook }),
  resumeWebhook: atWebhook('client Admin webhooks +Developer', '/resume', { fresh: freshWebhook }),
  recoverWebhook: atWebhook('client Admin webhooks +Developer', '/recover', {
    body: { since: '2020-01-01T00:00:00Z' },
  }),
  listDeliveries: shapes(
    'client Support webhooks +Developer',
    {
      names: ['webhook_id'],
      request: ({ webhook_id }) => ({ path: `/webhooks/${webhook_id}/deliveries?limit=100` }),
    },
    {
      names: ['webhook_id'],
      filters: ['user_id'],
      request: ({ webhook_id, user_id }) => ({
        path: `/webhooks/${webhook_id}/deliveries?user_id=${user_id}`,
      }),
    },
  ),
  getDelivery: atDelivery('client Support webhooks +Developer', ''),
  redeliver: atDelivery('client Admin webhooks +Developer', '/redeliver'),
  getWebhookStatistics: atWebhook('client Support webhooks +Developer', '/statistics'),
  listRecentEvents: shapes(
    'client Support read +Developer',
    { request: () => ({ path: '/events/recent' }) },
    { filters: ['user_id'], request: ({ user_id }) => ({ path: `/events/recent?user_id=${user_id}` }) },
  ),
  getEvent: shapes('client Support read +Developer', {
    names: ['event_id'],
    request: ({ event_id }) => ({ path: `/events/${event_id}` }),
  }),
  listEvents: shapes(
    'client Support read +Developer',
    { request: () => ({ path: '/events' }) },
    { request: () => ({ path: '/events?include_payload=true' }) },
  ),
}
