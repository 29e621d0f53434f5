import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { invalid, noSuch, unknown } from './messages.ts'
import { setReceiverBehaviour } from './payroll-announcement.ts'
import { knowsWhoExists, needsApiKey, refusesRole } from './refusals.ts'
import type { Promised } from './row.ts'
import { aLoneWebhook, aWebhook, aWebhookWithDelivery, required } from './scenes.ts'
import { attempt, deliveryRecord, message, timestamp, uuid } from './shapes.ts'
import { type Ask, type ContractReply, type ContractWorld, look, nobodysId } from './world.ts'

// The log of deliveries to a webhook, and redelivery.

const deliveriesEndpoint = 'GET /webhooks/{webhook_id}/deliveries'

const deliveryEndpoint = 'GET /webhooks/{webhook_id}/deliveries/{delivery_id}'

const redeliverEndpoint = 'POST /webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver'

/** The request body of a delivery as text. */
const payrollBodyText = expect.stringMatching(/^\{"event":"user-payroll-submitted",.*\}$/)

/** Requests the deliveries of a webhook that has one delivery. */
const requestDeliveries =
  (query: (ids: { user_id: string; delivery_id: string }) => string) => async (world: ContractWorld) => {
    const { ask, path, ...ids } = await aWebhookWithDelivery(world)
    return ask('GET', `${path}/deliveries${query(ids)}`)
  }

const pageOfOne = { deliveries: [deliveryRecord], next_cursor: null }

const emptyPage = { deliveries: [], next_cursor: null }

export const deliveryLogRows: Promised[] = [
  {
    endpoint: deliveriesEndpoint,
    says: 'a delivery and what became of it',
    call: requestDeliveries(() => ''),
    expects: { status: 200, body: pageOfOne },
  },
  {
    endpoint: deliveriesEndpoint,
    says: 'state, event and user filter',
    call: requestDeliveries(
      ({ user_id }) => `?state=delivered&event=user-payroll-submitted&user_id=${user_id}`,
    ),
    expects: { status: 200, body: pageOfOne },
  },
  {
    endpoint: deliveriesEndpoint,
    says: 'another state filters it away',
    call: requestDeliveries(() => '?state=dead'),
    expects: { status: 200, body: emptyPage },
  },
  {
    endpoint: deliveriesEndpoint,
    says: 'another event filters it away',
    call: requestDeliveries(() => '?event=user-taxauth-data-submitted'),
    expects: { status: 200, body: emptyPage },
  },
  {
    endpoint: deliveriesEndpoint,
    says: 'another user filters it away',
    call: requestDeliveries(() => `?user_id=${nobodysId}`),
    expects: { status: 200, body: emptyPage },
  },
  {
    endpoint: deliveriesEndpoint,
    says: 'newest first, and the cursor goes on from a full page',
    async call(world) {
      const { ask, path } = await createThreeUnsent(world)
      const whole = await ask('GET', `${path}/deliveries`)
      const page = await ask('GET', `${path}/deliveries?limit=2`)
      const rest = await ask('GET', `${path}/deliveries?limit=2&cursor=${page.body.next_cursor}`)
      return look(rest, () => ({
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
    says: 'what waits at a paused webhook waits',
    async call(world) {
      const { ask, path } = await createThreeUnsent(world)
      return ask('GET', `${path}/deliveries?state=waiting&limit=1`)
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
    says: 'Support sees them too: they tell nothing about anybody',
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
    says: 'filters that are wrong, and one that does not exist',
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
    says: 'a page holds one at least',
    call: requestDeliveries(() => '?limit=0'),
    expects: { status: 400, errors: [invalid('limit')] },
  },
  {
    endpoint: deliveriesEndpoint,
    says: 'a subscription of another client does not exist',
    call: async (world) => world.rival('GET', `${(await aWebhook(world)).path}/deliveries`),
    expects: { status: 404, errors: [noSuch('Webhook')] },
  },
  ...knowsWhoExists(deliveriesEndpoint, 'Webhook'),
  ...needsApiKey(deliveriesEndpoint),

  {
    endpoint: deliveryEndpoint,
    says: 'with its attempts: when, how long, and what was answered',
    async call(world) {
      const { ask, deliveryPath } = await aWebhookWithDelivery(world)
      return ask('GET', deliveryPath)
    },
    expects: { status: 200, body: { ...deliveryRecord, body: payrollBodyText, attempts: [attempt] } },
  },
  {
    endpoint: deliveryEndpoint,
    says: 'the first 4 KiB of the answer are kept',
    async call(world) {
      const hook = await aLoneWebhook(world)
      await setReceiverBehaviour(world, hook.name, { body: 'thanks '.repeat(1_000) })
      const { body } = await hook.ask('POST', `${hook.path}/test`, {})
      const reply = await hook.ask('GET', `${hook.path}/deliveries/${body.delivery_id}`)
      return look(reply, ({ attempts: [{ answer }] }) => ({
        length: answer.length,
        start: answer.slice(0, 6),
      }))
    },
    expects: { status: 200, body: { length: 4_096, start: 'thanks' } },
  },
  {
    endpoint: deliveryEndpoint,
    says: 'what the receiver answered is not shown to Support',
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
      return look(reply, ({ attempts }) => [test.body.attempts[0].answer, attempts[0].answer])
    },
    expects: { status: 200, body: ['Wilhelmina, thank you', null] },
  },
  ...rejectsUnknownDelivery(deliveryEndpoint, (ask, path) => ask('GET', path)),
  {
    endpoint: redeliverEndpoint,
    says: 'is begun and confirmed in words',
    async call(world) {
      const { ask, deliveryPath } = await aWebhookWithDelivery(world)
      return ask('POST', `${deliveryPath}/redeliver`)
    },
    expects: { status: 202, body: message },
  },
  {
    endpoint: deliveryEndpoint,
    says: 'one that is in line again waits',
    async call(world) {
      const { ask, path, deliveryPath } = await aWebhookWithDelivery(world)
      await ask('POST', `${path}/pause`)
      await ask('POST', `${deliveryPath}/redeliver`)
      return ask('GET', deliveryPath)
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
    says: 'a test is not sent again',
    async call(world) {
      const { ask, path } = await aWebhook(world)
      const { delivery_id } = required(await ask('POST', `${path}/test`, {}), 200)
      return ask('POST', `${path}/deliveries/${delivery_id}/redeliver`)
    },
    expects: { status: 400, errors: ['A test is not sent again; make a new one'] },
  },
  ...rejectsUnknownDelivery(redeliverEndpoint, (ask, path) => ask('POST', `${path}/redeliver`)),
  refusesRole(redeliverEndpoint, 'Support', 'Admin'),
]

/** Rows that check that a delivery is identified by its webhook and its id together. */
function rejectsUnknownDelivery(
  endpoint: string,
  call: (ask: Ask, path: string) => Promise<ContractReply>,
): Promised[] {
  return [
    {
      endpoint,
      says: 'a delivery of another client does not exist',
      call: async (world) => call(world.rival, (await aWebhookWithDelivery(world)).deliveryPath),
      expects: { status: 404, errors: [noSuch('Webhook')] },
    },
    {
      endpoint,
      says: 'a delivery to another webhook is not to this one',
      async call(world) {
        const { ask, delivery_id } = await aWebhookWithDelivery(world)
        const url = 'https://receiver.example/'
        const other = { name: 'other', events: ['user-taxauth-data-submitted'], url }
        const { webhook_id } = required(await ask('POST', '/webhooks', other), 201)
        return call(ask, `/webhooks/${webhook_id}/deliveries/${delivery_id}`)
      },
      expects: { status: 404, errors: [noSuch('Delivery')] },
    },
    {
      endpoint,
      says: 'a delivery that does not exist',
      async call(world) {
        const { ask, path } = await aWebhook(world)
        return call(ask, `${path}/deliveries/${nobodysId}`)
      },
      expects: { status: 404, errors: [noSuch('Delivery', nobodysId)] },
    },
    {
      endpoint,
      says: 'a malformed id of a delivery names nothing',
      async call(world) {
        const { ask, path } = await aWebhook(world)
        return call(ask, `${path}/deliveries/not-an-id`)
      },
      expects: { status: 404, errors: [noSuch('Delivery', 'not-an-id')] },
    },
    ...knowsWhoExists(endpoint, 'Webhook'),
    ...needsApiKey(endpoint),
  ]
}

const joinIds = ({ body }: ContractReply) =>
  body.deliveries.map(({ delivery_id }: { delivery_id: string }) => delivery_id).join()

/** Creates three unsent deliveries about one user. */
async function createThreeUnsent(world: ContractWorld) {
  const hook = await aLoneWebhook(world)
  required(await hook.ask('POST', `${hook.path}/pause`), 200)
  const user = await hook.aPerson()
  for (let made = 0; made < 3; made++) await hook.announce(user)
  return hook
}
