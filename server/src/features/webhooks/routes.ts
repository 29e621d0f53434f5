import { z } from 'zod'
import type { Server } from '../../platform/http/server.ts'
import { replyAfterTask } from '../../platform/http/task-reply.ts'
import { MessageReply, PageQuery, PathId, TextLine, Uuid } from '../../platform/http/wire.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { unavailable } from '../../platform/problem.ts'
import { listDeliveryPage, listEventPage, readDelivery, readStatus } from './delivery-log-service.ts'
import { listRecentEvents, readEvent, readStatistics } from './event-log.ts'
import {
  DeliveryPage,
  DeliveryState,
  DeliveryWithAttempts,
  EventKind,
  EventPage,
  EventWithBody,
  NewWebhook,
  RecentEventPage,
  Recovery,
  Rotation,
  TestRequest,
  Webhook,
  WebhookChanges,
  WebhookPage,
  WebhookStatistics,
  WebhookStatus,
} from './schemas.ts'
import {
  changeWebhook,
  listWebhookPage,
  pause,
  readWebhook,
  redeliver,
  requestRecovery,
  requestTest,
  resume,
  rotate,
  subscribe,
  unsubscribe,
} from './service.ts'

const tags = ['Webhooks']
const params = z.object({ webhook_id: PathId('Webhook') })
const deliveryParams = z.object({ webhook_id: PathId('Webhook'), delivery_id: PathId('Delivery') })

type WebhookRouteDeps = { outbound: Outbound; baseUrl: string }

export async function webhookRoutes(server: Server, deps: WebhookRouteDeps) {
  server.route({
    method: 'POST',
    url: '/webhooks',
    config: {
      access: { caller: 'client', minRole: 'Admin', keyScope: 'webhooks', alsoRoles: ['Developer'] },
      needsRecentAuthentication: true,
    },
    schema: {
      operationId: 'createWebhook',
      summary: 'Subscribe to events',
      description:
        'Subscribes a URL to events. With `signing_secret` deliveries are signed, with `encryption_key` encrypted; neither can be read back.',
      tags,
      body: NewWebhook,
      response: { 201: Webhook },
    },
    handler: ({ tenant, body }) => subscribe(tenant, deps, body),
  })

  server.route({
    method: 'GET',
    url: '/webhooks',
    config: {
      access: { caller: 'client', minRole: 'Support', keyScope: 'webhooks', alsoRoles: ['Developer'] },
    },
    schema: {
      operationId: 'listWebhooks',
      summary: 'List webhooks, newest first',
      description: 'All webhooks of the client.',
      tags,
      querystring: z.strictObject(PageQuery({ firstOffset: 1, maxLimit: 100, defaultLimit: 20 })),
      response: { 200: WebhookPage },
    },
    handler: ({ tenant, query }) => listWebhookPage(tenant, query),
  })

  server.route({
    method: 'GET',
    url: '/webhooks/:webhook_id',
    config: {
      access: { caller: 'client', minRole: 'Support', keyScope: 'webhooks', alsoRoles: ['Developer'] },
    },
    schema: {
      operationId: 'getWebhook',
      summary: 'Get a webhook',
      description: 'One webhook. Its secrets cannot be read back.',
      tags,
      params,
      response: { 200: Webhook },
    },
    handler: ({ tenant, params: { webhook_id } }) => readWebhook(tenant, webhook_id),
  })

  server.route({
    method: 'GET',
    url: '/webhooks/:webhook_id/status',
    config: {
      access: { caller: 'client', minRole: 'Support', keyScope: 'webhooks', alsoRoles: ['Developer'] },
    },
    schema: {
      operationId: 'getWebhookStatus',
      summary: 'Get the status of a webhook',
      description: 'Signing, encryption, rotation, pause and failures of one webhook.',
      tags,
      params,
      response: { 200: WebhookStatus },
    },
    handler: ({ tenant, params: { webhook_id } }) => readStatus(tenant, webhook_id),
  })

  server.route({
    method: 'PATCH',
    url: '/webhooks/:webhook_id',
    config: {
      access: { caller: 'client', minRole: 'Admin', keyScope: 'webhooks', alsoRoles: ['Developer'] },
      needsRecentAuthentication: true,
    },
    schema: {
      operationId: 'updateWebhook',
      summary: 'Change a webhook',
      description: 'Changes name, events, URL or options. Rotate the secrets with the rotation operations.',
      tags,
      params,
      body: WebhookChanges,
      response: { 200: Webhook },
    },
    handler: ({ tenant, params: { webhook_id }, body }) => changeWebhook(tenant, deps, webhook_id, body),
  })

  server.route({
    method: 'DELETE',
    url: '/webhooks/:webhook_id',
    config: {
      access: { caller: 'client', minRole: 'Admin', keyScope: 'webhooks', alsoRoles: ['Developer'] },
    },
    schema: {
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook and its pending deliveries',
      description: 'Ends the subscription. Pending deliveries are dropped.',
      tags,
      params,
      response: { 200: MessageReply },
    },
    async handler({ tenant, params: { webhook_id } }) {
      await unsubscribe(tenant, webhook_id)
      return { message: `Webhook [${webhook_id}] was deleted` }
    },
  })

  server.route({
    method: 'POST',
    url: '/webhooks/:webhook_id/test',
    config: {
      access: { caller: 'client', minRole: 'Admin', keyScope: 'webhooks', alsoRoles: ['Developer'] },
      async afterTask({ tenant, caller, params }, end) {
        if (end?.state !== 'done') throw unavailable('the test was not made in time')
        const { webhook_id } = params as { webhook_id: string }
        return readDelivery(tenant, caller, webhook_id, String(end.outcome?.delivery_id))
      },
    },
    schema: {
      operationId: 'testWebhook',
      summary: 'Send a test delivery and return the response',
      description:
        'Makes one attempt with made-up data, even if the webhook is paused. The delivery has the header X-Svc-Test.',
      tags,
      params,
      body: TestRequest,
      response: { 200: DeliveryWithAttempts },
    },
    async handler({ tenant, params: { webhook_id }, body }) {
      const { taskId } = await requestTest(tenant, webhook_id, body.event)
      return replyAfterTask<z.output<typeof DeliveryWithAttempts>>(taskId)
    },
  })

  server.route({
    method: 'POST',
    url: '/webhooks/:webhook_id/rotate',
    config: {
      access: { caller: 'client', minRole: 'Admin', keyScope: 'webhooks', alsoRoles: ['Developer'] },
      needsRecentAuthentication: true,
    },
    schema: {
      operationId: 'rotateWebhookSecret',
      summary: 'Rotate the signing secret or the encryption key',
      description:
        'A signing secret is rotated in three steps. add: X-Svc-Signature-Next, made with the new secret, is sent in ' +
        'addition to X-Svc-Signature. promote (after 24 hours, or on request): X-Svc-Signature is made with the new ' +
        'secret. retire (after 48 hours, or on request): the old secret is deleted. webhook-signature holds both ' +
        'signatures until then. An encryption key is replaced at once.',
      tags,
      params,
      body: Rotation,
      response: { 200: WebhookStatus },
    },
    async handler({ tenant, params: { webhook_id }, body }) {
      await rotate(tenant, deps, webhook_id, body)
      return readStatus(tenant, webhook_id)
    },
  })

  server.route({
    method: 'POST',
    url: '/webhooks/:webhook_id/pause',
    config: {
      access: { caller: 'client', minRole: 'Admin', keyScope: 'webhooks', alsoRoles: ['Developer'] },
    },
    schema: {
      operationId: 'pauseWebhook',
      description:
        'Stops deliveries. Events that occur while the webhook is paused are delivered when it is resumed.',
      summary: 'Pause a webhook',
      tags,
      params,
      response: { 200: WebhookStatus },
    },
    async handler({ tenant, params: { webhook_id } }) {
      await pause(tenant, webhook_id)
      return readStatus(tenant, webhook_id)
    },
  })

  server.route({
    method: 'POST',
    url: '/webhooks/:webhook_id/resume',
    config: {
      access: { caller: 'client', minRole: 'Admin', keyScope: 'webhooks', alsoRoles: ['Developer'] },
    },
    schema: {
      operationId: 'resumeWebhook',
      summary: 'Resume a webhook and deliver what is pending',
      description: 'Resumes a paused webhook. Deliveries that waited are sent.',
      tags,
      params,
      response: { 200: WebhookStatus },
    },
    async handler({ tenant, params: { webhook_id } }) {
      await resume(tenant, webhook_id)
      return readStatus(tenant, webhook_id)
    },
  })

  server.route({
    method: 'POST',
    url: '/webhooks/:webhook_id/recover',
    config: {
      access: { caller: 'client', minRole: 'Admin', keyScope: 'webhooks', alsoRoles: ['Developer'] },
    },
    schema: {
      operationId: 'recoverWebhook',
      summary: 'Requeue the dead deliveries of a period',
      description: 'Sends every event of a period again that was not delivered.',
      tags,
      params,
      body: Recovery,
      response: { 202: MessageReply },
    },
    async handler({ tenant, params: { webhook_id }, body }) {
      await requestRecovery(tenant, webhook_id, body)
      return { message: `Dead deliveries of webhook [${webhook_id}] are being requeued` }
    },
  })
}

export async function deliveryRoutes(server: Server) {
  server.route({
    method: 'GET',
    url: '/webhooks/:webhook_id/deliveries',
    config: {
      access: { caller: 'client', minRole: 'Support', keyScope: 'webhooks', alsoRoles: ['Developer'] },
    },
    schema: {
      operationId: 'listDeliveries',
      summary: 'List deliveries of the last 30 days, newest first',
      description: 'Deliveries of one webhook, newest first.',
      tags,
      params,
      querystring: z.strictObject({
        limit: z.int().min(1).max(100).default(20),
        cursor: Uuid.optional().describe('The next_cursor of the previous page'),
        state: DeliveryState.optional(),
        event: EventKind.optional(),
        user_id: Uuid.optional(),
      }),
      response: { 200: DeliveryPage },
    },
    handler: ({ tenant, params: { webhook_id }, query }) => listDeliveryPage(tenant, webhook_id, query),
  })

  server.route({
    method: 'GET',
    url: '/webhooks/:webhook_id/deliveries/:delivery_id',
    config: {
      access: { caller: 'client', minRole: 'Support', keyScope: 'webhooks', alsoRoles: ['Developer'] },
    },
    schema: {
      operationId: 'getDelivery',
      summary: 'Get a delivery with its attempts',
      description: 'One delivery with every attempt.',
      tags,
      params: deliveryParams,
      response: { 200: DeliveryWithAttempts },
    },
    handler: ({ tenant, caller, params: { webhook_id, delivery_id } }) =>
      readDelivery(tenant, caller, webhook_id, delivery_id),
  })

  server.route({
    method: 'POST',
    url: '/webhooks/:webhook_id/deliveries/:delivery_id/redeliver',
    config: {
      access: { caller: 'client', minRole: 'Admin', keyScope: 'webhooks', alsoRoles: ['Developer'] },
    },
    schema: {
      operationId: 'redeliver',
      summary: 'Redeliver a delivery in any state',
      description: 'The delivery keeps its webhook-id. If the user has been erased, a tombstone is sent.',
      tags,
      params: deliveryParams,
      response: { 202: MessageReply },
    },
    async handler({ tenant, params: { webhook_id, delivery_id } }) {
      await redeliver(tenant, webhook_id, delivery_id)
      return { message: `Delivery [${delivery_id}] was requeued` }
    },
  })

  server.route({
    method: 'GET',
    url: '/events',
    config: { access: { caller: 'client', minRole: 'Support', keyScope: 'read', alsoRoles: ['Developer'] } },
    schema: {
      operationId: 'listEvents',
      summary: 'List events of the last 30 days, oldest first',
      description:
        'The same events that webhooks deliver, for clients that prefer polling: store the cursor and continue from it.',
      tags: ['Events'],
      querystring: z.strictObject({
        limit: z.int().min(1).max(100).default(100),
        cursor: TextLine(80)
          .optional()
          .describe('The cursor of the previous page; if omitted, starts with the oldest event'),
        include_payload: z.boolean().default(false).describe('Ignored for the Support role'),
      }),
      response: { 200: EventPage },
    },
    handler: ({ tenant, caller, query }) => listEventPage(tenant, caller, query),
  })

  server.route({
    method: 'GET',
    url: '/events/recent',
    config: { access: { caller: 'client', minRole: 'Support', keyScope: 'read', alsoRoles: ['Developer'] } },
    schema: {
      operationId: 'listRecentEvents',
      summary: 'List events of the last 30 days, newest first',
      description:
        'For people who look into deliveries: each event with its deliveries, without its content. Programs that poll use `GET /events`.',
      tags: ['Events'],
      querystring: z.strictObject({
        limit: z.int().min(1).max(100).default(20),
        cursor: TextLine(80).optional().describe('The next_cursor of the previous page'),
        event: EventKind.optional().describe('Only events of this kind'),
        user_id: Uuid.optional().describe('Only events about this user'),
      }),
      response: { 200: RecentEventPage },
    },
    handler: ({ tenant, query }) => listRecentEvents(tenant, query),
  })

  server.route({
    method: 'GET',
    url: '/events/:event_id',
    config: { access: { caller: 'client', minRole: 'Support', keyScope: 'read', alsoRoles: ['Developer'] } },
    schema: {
      operationId: 'getEvent',
      summary: 'Get an event with its content and deliveries',
      description: 'Events are kept for 30 days. The roles Support and Developer get no content.',
      tags: ['Events'],
      params: z.object({ event_id: PathId('Event') }),
      response: { 200: EventWithBody },
    },
    handler: ({ tenant, caller, params: { event_id } }) => readEvent(tenant, caller, event_id),
  })

  server.route({
    method: 'GET',
    url: '/webhooks/:webhook_id/statistics',
    config: {
      access: { caller: 'client', minRole: 'Support', keyScope: 'webhooks', alsoRoles: ['Developer'] },
    },
    schema: {
      operationId: 'getWebhookStatistics',
      summary: 'Get delivery attempts of the last 24 hours by hour',
      description:
        'Successes, failures and durations. At most the newest 10,000 deliveries are counted; `is_truncated` is true if there are more.',
      tags,
      params,
      response: { 200: WebhookStatistics },
    },
    handler: ({ tenant, params: { webhook_id } }) => readStatistics(tenant, webhook_id),
  })
}
