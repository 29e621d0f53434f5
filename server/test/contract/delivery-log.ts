import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { invalid, notFoundMessage, unknown } from './messages.ts'
import { setReceiverBehaviour } from './payroll-event.ts'
import type { Row } from './row.ts'
import { createIsolatedWebhook, createWebhook, createWebhookWithDelivery, requireStatus } from './scenes.ts'
import { attempt, deliveryRecord, message, timestamp, uuid } from './shapes.ts'
import { rejectsRole, rejectsUnknownIds, requiresApiKey } from './shared-rows.ts'
import { type ContractCall, type ContractReply, type ContractWorld, mapBody, unknownId } from './world.ts'

// The log of deliveries to a webhook, and redelivery.

const deliveriesEndpoint = 'GET /webhooks/{webhook_id}/deliveries'

const deliveryEndpoint = 'GET /webhooks/{webhook_id}/deliveries/{delivery_id}'

const redeliverEndpoint = 'POST /webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver'

/** The request body of a delivery as text. */
const payrollBodyText = expect.stringMatching(/^\{"event":"user-payroll-submitted",.*\}$/)

/** Requests the deliveries of a webhook that has one delivery. */
const requestDeliveries =
  (query: (ids: { user_id: string; delivery_id: string }) => string) => async (world: ContractWorld) => {
    const { call, path, ...ids } = await createWebhookWithDelivery(world)
    return call('GET', `${path}/deliveries${query(ids)}`)
  }

const pageOfOne = { deliveries: [deliveryRecord], next_cursor: null }

const emptyPage = { deliveries: [], next_cursor: null }

export const deliveryLogRows: Row[] = [
  {
    endpoint: deliveriesEndpoint,
    title: 'lists a delivery with its outcome',
    call: requestDeliveries(() => ''),
    expects: { status: 200, body: pageOfOne },
  },
  {
    endpoint: deliveriesEndpoint,
    title: 'filters by state, event and user',
    call: requestDeliveries(
      ({ user_id }) => `?state=delivered&event=user-payroll-submitted&user_id=${user_id}`,
    ),
    expects: { status: 200, body: pageOfOne },
  },
  {
    endpoint: deliveriesEndpoint,
    title: 'omits deliveries in another state',
    call: requestDeliveries(() => '?state=dead'),
    expects: { status: 200, body: emptyPage },
  },
  {
    endpoint: deliveriesEndpoint,
    title: 'omits deliveries of another event',
    call: requestDeliveries(() => '?event=user-taxauth-data-submitted'),
    expects: { status: 200, body: emptyPage },
  },
  {
    endpoint: deliveriesEndpoint,
    title: 'omits deliveries about another user',
    call: requestDeliveries(() => `?user_id=${unknownId}`),
    expects: { status: 200, body: emptyPage },
  },
  {
    endpoint: deliveriesEndpoint,
    title: 'newest first, and the cursor continues after a full page',
    async call(world) {
      const { call, path } = await createThreeUnsent(world)
      const whole = await call('GET', `${path}/deliveries`)
      const page = await call('GET', `${path}/deliveries?limit=2`)
      const rest = await call('GET', `${path}/deliveries?limit=2&cursor=${page.body.next_cursor}`)
      return mapBody(rest, () => ({
        sequences: whole.body.deliveries.map(({ sequence }: { sequence: number }) => sequence),
        isSame: joinIds(whole) === [joinIds(page), joinIds(rest)].join(),
        sizes: [page, rest].map(({ body }) => body.deliveries.length),
        end: rest.body.next_cursor,
      }))
    },
    expects: { status: 200, body: { sequences: [3, 2, 1], isSame: true, sizes: [2, 1], end: null } },
  },
  {
    endpoint: deliveriesEndpoint,
    title: 'deliveries to a paused webhook are waiting',
    async call(world) {
      const { call, path } = await createThreeUnsent(world)
      return call('GET', `${path}/deliveries?state=waiting&limit=1`)
    },
    expects: {
      status: 200,
      body: {
        deliveries: [
          {
            ...deliveryRecord,
            sequence: 3,
            state: 'waiting',
            attempt_count: 0,
            next_attempt_at: timestamp,
            ended_at: null,
          },
        ],
        next_cursor: uuid,
      },
    },
  },
  {
    endpoint: deliveriesEndpoint,
    title: 'the role Support may list them, because they hold no personal data',
    async call({ acme, supportMember }) {
      const hook = { name: randomBytes(8).toString('hex'), events: ['user-taxauth-data-submitted'] }
      const { body } = await acme('POST', '/webhooks', { ...hook, url: 'https://receiver.example/' })
      const reply = await supportMember('GET', `/webhooks/${body.webhook_id}/deliveries`)
      await acme('DELETE', `/webhooks/${body.webhook_id}`)
      return reply
    },
    expects: { status: 200, body: emptyPage },
  },
  {
    endpoint: deliveriesEndpoint,
    title: 'reports invalid and unknown filters by name',
    call: requestDeliveries(() => '?state=lost&event=user-created&user_id=me&cursor=next&limit=101&kind=x'),
    expects: {
      status: 400,
      errors: [
        invalid('state'),
        invalid('event'),
        invalid('user_id'),
        invalid('cursor'),
        invalid('limit'),
        unknown('kind'),
      ],
    },
  },
  {
    endpoint: deliveriesEndpoint,
    title: 'a limit of 0 is refused',
    call: requestDeliveries(() => '?limit=0'),
    expects: { status: 400, errors: [invalid('limit')] },
  },
  {
    endpoint: deliveriesEndpoint,
    title: 'another client’s webhook is not found',
    call: async (world) => world.rival('GET', `${(await createWebhook(world)).path}/deliveries`),
    expects: { status: 404, errors: [notFoundMessage('Webhook')] },
  },
  ...rejectsUnknownIds(deliveriesEndpoint, 'Webhook'),
  ...requiresApiKey(deliveriesEndpoint),

  {
    endpoint: deliveryEndpoint,
    title: 'returns a delivery with the time, duration and response of each attempt',
    async call(world) {
      const { call, deliveryPath } = await createWebhookWithDelivery(world)
      return call('GET', deliveryPath)
    },
    expects: { status: 200, body: { ...deliveryRecord, body: payrollBodyText, attempts: [attempt] } },
  },
  {
    endpoint: deliveryEndpoint,
    title: 'keeps the first 4 KiB of the receiver’s response',
    async call(world) {
      const hook = await createIsolatedWebhook(world)
      await setReceiverBehaviour(world, hook.name, { body: 'thanks '.repeat(1_000) })
      const { body } = await hook.call('POST', `${hook.path}/test`, {})
      const reply = await hook.call('GET', `${hook.path}/deliveries/${body.delivery_id}`)
      return mapBody(reply, ({ attempts: [{ answer }] }) => ({
        length: answer.length,
        start: answer.slice(0, 6),
      }))
    },
    expects: { status: 200, body: { length: 4_096, start: 'thanks' } },
  },
  {
    endpoint: deliveryEndpoint,
    title: 'the receiver’s response is hidden from the role Support',
    async call(world) {
      const name = randomBytes(8).toString('hex')
      await setReceiverBehaviour(world, name, { body: 'Wilhelmina, thank you' })
      const events = ['user-taxauth-data-submitted']
      const url = `${world.receiver}/hooks/${name}`
      const { body } = await world.acme('POST', '/webhooks', { name, events, url })
      const path = `/webhooks/${body.webhook_id}`
      const test = await world.acme('POST', `${path}/test`, {})
      const reply = await world.supportMember('GET', `${path}/deliveries/${test.body.delivery_id}`)
      await world.acme('DELETE', path)
      return mapBody(reply, ({ attempts }) => [test.body.attempts[0].answer, attempts[0].answer])
    },
    expects: { status: 200, body: ['Wilhelmina, thank you', null] },
  },
  ...rejectsUnknownDelivery(deliveryEndpoint, (call, path) => call('GET', path)),
  {
    endpoint: redeliverEndpoint,
    title: 'queues the delivery and returns a confirmation message',
    async call(world) {
      const { call, deliveryPath } = await createWebhookWithDelivery(world)
      return call('POST', `${deliveryPath}/redeliver`)
    },
    expects: { status: 202, body: message },
  },
  {
    endpoint: deliveryEndpoint,
    title: 'a queued redelivery is waiting',
    async call(world) {
      const { call, path, deliveryPath } = await createWebhookWithDelivery(world)
      await call('POST', `${path}/pause`)
      await call('POST', `${deliveryPath}/redeliver`)
      return call('GET', deliveryPath)
    },
    expects: {
      status: 200,
      body: {
        ...deliveryRecord,
        state: 'waiting',
        next_attempt_at: timestamp,
        ended_at: null,
        body: payrollBodyText,
        attempts: [attempt],
      },
    },
  },
  {
    endpoint: redeliverEndpoint,
    title: 'a test delivery cannot be redelivered',
    async call(world) {
      const { call, path } = await createWebhook(world)
      const { delivery_id } = requireStatus(await call('POST', `${path}/test`, {}), 200)
      return call('POST', `${path}/deliveries/${delivery_id}/redeliver`)
    },
    expects: { status: 400, errors: ['A test is not sent again; make a new one'] },
  },
  ...rejectsUnknownDelivery(redeliverEndpoint, (call, path) => call('POST', `${path}/redeliver`)),
  rejectsRole(redeliverEndpoint, 'Support', 'Admin'),
]

/** A delivery is identified by its webhook and its id together. */
function rejectsUnknownDelivery(
  endpoint: string,
  send: (call: ContractCall, path: string) => Promise<ContractReply>,
): Row[] {
  return [
    {
      endpoint,
      title: 'another client’s delivery is not found',
      call: async (world) => send(world.rival, (await createWebhookWithDelivery(world)).deliveryPath),
      expects: { status: 404, errors: [notFoundMessage('Webhook')] },
    },
    {
      endpoint,
      title: 'a delivery of another webhook is not found',
      async call(world) {
        const { call, delivery_id } = await createWebhookWithDelivery(world)
        const url = 'https://receiver.example/'
        const other = { name: 'other', events: ['user-taxauth-data-submitted'], url }
        const { webhook_id } = requireStatus(await call('POST', '/webhooks', other), 201)
        return send(call, `/webhooks/${webhook_id}/deliveries/${delivery_id}`)
      },
      expects: { status: 404, errors: [notFoundMessage('Delivery')] },
    },
    {
      endpoint,
      title: 'an unknown delivery id is not found',
      async call(world) {
        const { call, path } = await createWebhook(world)
        return send(call, `${path}/deliveries/${unknownId}`)
      },
      expects: { status: 404, errors: [notFoundMessage('Delivery', unknownId)] },
    },
    {
      endpoint,
      title: 'a malformed delivery id is not found',
      async call(world) {
        const { call, path } = await createWebhook(world)
        return send(call, `${path}/deliveries/not-an-id`)
      },
      expects: { status: 404, errors: [notFoundMessage('Delivery', 'not-an-id')] },
    },
    ...rejectsUnknownIds(endpoint, 'Webhook'),
    ...requiresApiKey(endpoint),
  ]
}

const joinIds = ({ body }: ContractReply) =>
  body.deliveries.map(({ delivery_id }: { delivery_id: string }) => delivery_id).join()

/** Creates three unsent deliveries about one user. */
async function createThreeUnsent(world: ContractWorld) {
  const hook = await createIsolatedWebhook(world)
  requireStatus(await hook.call('POST', `${hook.path}/pause`), 200)
  const user = await hook.createUserId()
  for (let created = 0; created < 3; created++) await hook.publishEvent(user)
  return hook
}
