import { z } from 'zod'
import type { Server } from '../../platform/http/server.ts'
import { whenEnded } from '../../platform/http/task-reply.ts'
import { Line, Message, PageQuery, PathId, Uuid } from '../../platform/http/wire.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { unavailable } from '../../platform/problem.ts'
import { listDeliveryPage, listEventPage, readDelivery, readStatus } from './delivery-log-service.ts'
import {
  DeliveryPage,
  DeliveryState,
  DeliveryWithAttempts,
  EventKind,
  EventPage,
  NewWebhook,
  Recovery,
  Rotation,
  TestRequest,
  Webhook,
  WebhookChanges,
  WebhookPage,
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

type Parts = { outbound: Outbound }

export async function webhookRoutes(server: Server, { outbound }: Parts) {
  server.route({
    method: 'POST',
    url: '/webhooks',
    config: { caller: 'client' },
    schema: {
      operationId: 'createWebhook',
      summary: 'Subscribe to events',
      tags,
      body: NewWebhook,
      response: { 201: Webhook },
    },
    handler: ({ tenant, body }) => subscribe(tenant, outbound, body),
  })

  server.route({
    method: 'GET',
    url: '/webhooks',
    config: { caller: 'client', least: 'Support' },
    schema: {
      operationId: 'listWebhooks',
      summary: 'List webhooks, newest first',
      tags,
      querystring: z.strictObject(PageQuery({ first: 1, max: 100, usual: 20 })),
      response: { 200: WebhookPage },
    },
    handler: ({ tenant, query }) => listWebhookPage(tenant, query),
  })

  server.route({
    method: 'GET',
    url: '/webhooks/:webhook_id',
    config: { caller: 'client', least: 'Support' },
    schema: {
      operationId: 'getWebhook',
      summary: 'Get a webhook',
      tags,
      params,
      response: { 200: Webhook },
    },
    handler: ({ tenant, params: { webhook_id } }) => readWebhook(tenant, webhook_id),
  })

  server.route({
    method: 'GET',
    url: '/webhooks/:webhook_id/status',
    config: { caller: 'client', least: 'Support' },
    schema: {
      operationId: 'getWebhookStatus',
      summary: 'How deliveries to this webhook are doing',
      tags,
      params,
      response: { 200: WebhookStatus },
    },
    handler: ({ tenant, params: { webhook_id } }) => readStatus(tenant, webhook_id),
  })

  server.route({
    method: 'PATCH',
    url: '/webhooks/:webhook_id',
    config: { caller: 'client' },
    schema: {
      operationId: 'updateWebhook',
      summary: 'Change a webhook',
      tags,
      params,
      body: WebhookChanges,
      response: { 200: Webhook },
    },
    handler: ({ tenant, params: { webhook_id }, body }) => changeWebhook(tenant, outbound, webhook_id, body),
  })

  server.route({
    method: 'DELETE',
    url: '/webhooks/:webhook_id',
    config: { caller: 'client' },
    schema: {
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook with everything that waits for it',
      tags,
      params,
      response: { 200: Message },
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
      caller: 'client',
      async afterTask({ tenant, caller, params }, end) {
        if (end?.state !== 'done') throw unavailable('the test was not made in time')
        const { webhook_id } = params as { webhook_id: string }
        return readDelivery(tenant, caller, webhook_id, String(end.outcome?.delivery_id))
      },
    },
    schema: {
      operationId: 'testWebhook',
      summary: 'Send made-up data now, and see what the receiver says',
      description: 'One attempt, also to a webhook that is paused. The header X-Svc-Test says what it is.',
      tags,
      params,
      body: TestRequest,
      response: { 200: DeliveryWithAttempts },
    },
    async handler({ tenant, params: { webhook_id }, body }) {
      const { taskId } = await requestTest(tenant, webhook_id, body.event)
      return whenEnded<z.output<typeof DeliveryWithAttempts>>(taskId)
    },
  })

  server.route({
    method: 'POST',
    url: '/webhooks/:webhook_id/rotate',
    config: { caller: 'client' },
    schema: {
      operationId: 'rotateWebhookSecret',
      summary: 'Exchange the signing secret in three steps, or the encryption key',
      description:
        'add: X-Svc-Signature-Next is sent beside X-Svc-Signature. promote, after 24 hours or by hand: ' +
        'X-Svc-Signature is made with the new secret. retire, after 48 hours or by hand: the old one is forgotten. ' +
        'webhook-signature carries both from the first step to the last.',
      tags,
      params,
      body: Rotation,
      response: { 200: WebhookStatus },
    },
    async handler({ tenant, params: { webhook_id }, body }) {
      await rotate(tenant, webhook_id, body)
      return readStatus(tenant, webhook_id)
    },
  })

  server.route({
    method: 'POST',
    url: '/webhooks/:webhook_id/pause',
    config: { caller: 'client' },
    schema: {
      operationId: 'pauseWebhook',
      summary: 'Send nothing more until resumed; what happens meanwhile waits',
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
    config: { caller: 'client' },
    schema: {
      operationId: 'resumeWebhook',
      summary: 'Send again, beginning with what waits',
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
    config: { caller: 'client' },
    schema: {
      operationId: 'recoverWebhook',
      summary: 'Put dead deliveries of a span of time back in line',
      tags,
      params,
      body: Recovery,
      response: { 202: Message },
    },
    async handler({ tenant, params: { webhook_id }, body }) {
      await requestRecovery(tenant, webhook_id, body)
      return { message: `Dead deliveries of webhook [${webhook_id}] are being put back in line` }
    },
  })
}

export async function deliveryRoutes(server: Server) {
  server.route({
    method: 'GET',
    url: '/webhooks/:webhook_id/deliveries',
    config: { caller: 'client', least: 'Support' },
    schema: {
      operationId: 'listDeliveries',
      summary: 'List deliveries of the last 30 days, newest first',
      tags,
      params,
      querystring: z.strictObject({
        limit: z.int().min(1).max(100).default(20),
        cursor: Uuid.optional().describe('The next_cursor of the page before'),
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
    config: { caller: 'client', least: 'Support' },
    schema: {
      operationId: 'getDelivery',
      summary: 'Get a delivery with its attempts',
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
    config: { caller: 'client' },
    schema: {
      operationId: 'redeliver',
      summary: 'Send a delivery again, whatever became of it',
      description: 'It keeps its webhook-id. If the user was erased meanwhile, a tombstone is sent.',
      tags,
      params: deliveryParams,
      response: { 202: Message },
    },
    async handler({ tenant, params: { webhook_id, delivery_id } }) {
      await redeliver(tenant, webhook_id, delivery_id)
      return { message: `Delivery [${delivery_id}] is in line again` }
    },
  })

  server.route({
    method: 'GET',
    url: '/events',
    config: { caller: 'client', least: 'Support' },
    schema: {
      operationId: 'listEvents',
      summary: 'Read the events of the last 30 days, oldest first',
      description:
        'The same events that webhooks deliver, for whoever would rather ask: keep the cursor and go on from it.',
      tags: ['Events'],
      querystring: z.strictObject({
        limit: z.int().min(1).max(100).default(100),
        cursor: Line(80).optional().describe('The cursor of the page before; from the oldest if left out'),
        include_payload: z.boolean().default(false).describe('Never for the Support role'),
      }),
      response: { 200: EventPage },
    },
    handler: ({ tenant, caller, query }) => listEventPage(tenant, caller, query),
  })
}
