import { basename } from 'node:path'
import type { DeliveryWithAttempts } from '@payproof/sdk'
import { eventKinds } from '@payproof/sdk/webhooks'
import { type CommandResult, command } from '../command.ts'
import { CliError } from '../fault.ts'
import { secretIn } from '../secret-file.ts'
import { factsOf, minuteOf, tableOf } from '../text.ts'
import { listen } from './listen.ts'
import { facts, listed, listing, makeSure, message, sure } from './shared.ts'

export const webhooks = [
  command({
    name: 'webhooks list',
    does: 'list webhooks, newest first',
    options: listing,
    async run({ options }, program) {
      const { webhooks: api } = await program.client()
      return listed(options.limit, program, (query) => api.list(query), {
        WEBHOOK: ({ webhook_id }) => webhook_id,
        NAME: ({ name }) => name,
        URL: ({ url }) => url,
        EVENTS: ({ events }) => events.join(', '),
      })
    },
  }),
  command({
    name: 'webhooks create',
    does: 'subscribe a URL to events',
    options: {
      url: { kind: 'text', value: 'URL', does: 'URL that receives the deliveries', isRequired: true },
      name: { kind: 'text', does: 'name of the webhook; default: the URL' },
      event: { kind: 'texts', words: eventKinds, does: 'event to subscribe to; default: all' },
      'secret-file': {
        kind: 'text',
        value: 'FILE',
        does: 'file with the signing secret; created with a new secret if missing',
      },
      unsigned: {
        kind: 'flag',
        does: 'send deliveries without a signature; you cannot verify who sent them',
      },
      payload: { kind: 'flag', does: 'include the data, not only its ids' },
    },
    async run({ options }, { client }) {
      const { url, name = url, event, 'secret-file': file, unsigned, payload } = options
      if ((file === undefined) !== unsigned)
        throw new CliError('usage', 'Use either --secret-file FILE or --unsigned')
      const webhook = await (await client()).webhooks.create({
        name,
        url,
        events: event.length > 0 ? event : [...eventKinds],
        ...(file && { signing_secret: await secretIn(file) }),
        ...(payload && { config: { include_payload: true } }),
      })
      return facts({ ...webhook, ...(file && { signed_with: basename(file) }) })
    },
  }),
  command({
    name: 'webhooks status',
    does: 'show the delivery status of a webhook',
    takes: ['WEBHOOK_ID'],
    run: async ({ args }, { client }) => facts(await (await client()).webhooks.getStatus(args.WEBHOOK_ID)),
  }),
  command({
    name: 'webhooks test',
    does: 'send a test delivery and show the response; exits with 1 if it is not delivered',
    takes: ['WEBHOOK_ID'],
    options: { event: { kind: 'text', words: eventKinds, does: 'event to send' } },
    async run({ args, options: { event } }, { client }) {
      const delivery = await (await client()).webhooks.test(args.WEBHOOK_ID, event && { event })
      return { ...deliveryShown(delivery), isRefusal: delivery.state !== 'delivered' }
    },
  }),
  command({
    name: 'webhooks deliveries',
    does: 'list the deliveries of the last 30 days, newest first',
    takes: ['WEBHOOK_ID'],
    options: {
      ...listing,
      state: {
        kind: 'text',
        words: ['waiting', 'delivered', 'dead', 'dropped'],
        does: 'only deliveries in this state',
      },
    },
    async run({ args, options: { limit, state } }, program) {
      const { webhooks: api } = await program.client()
      const only = state && { state }
      return listed(
        limit,
        program,
        (query) => api.listDeliveries(args.WEBHOOK_ID, { ...query, ...(only || {}) }),
        {
          DELIVERY: ({ delivery_id }) => delivery_id,
          EVENT: ({ event }) => event,
          STATE: ({ state: now }) => now,
          ATTEMPTS: ({ attempt_count }) => attempt_count,
          CREATED: ({ created_at }) => minuteOf(created_at),
          NEXT: ({ next_attempt_at }) => minuteOf(next_attempt_at),
        },
      )
    },
  }),
  command({
    name: 'webhooks delivery',
    does: 'show a delivery with its attempts',
    takes: ['WEBHOOK_ID', 'DELIVERY_ID'],
    async run({ args }, { client }) {
      return deliveryShown(await (await client()).webhooks.getDelivery(args.WEBHOOK_ID, args.DELIVERY_ID))
    },
  }),
  command({
    name: 'webhooks redeliver',
    does: 'send a delivery again, whatever its state',
    takes: ['WEBHOOK_ID', 'DELIVERY_ID'],
    async run({ args }, { client }) {
      return message(await (await client()).webhooks.redeliver(args.WEBHOOK_ID, args.DELIVERY_ID))
    },
  }),
  command({
    name: 'webhooks delete',
    does: 'delete a webhook and its pending deliveries',
    takes: ['WEBHOOK_ID'],
    options: sure,
    async run({ args, options }, program) {
      await makeSure(
        program,
        options.yes,
        `This deletes webhook ${args.WEBHOOK_ID} and its pending deliveries.`,
      )
      return message(await (await program.client()).webhooks.delete(args.WEBHOOK_ID))
    },
  }),
  listen,
]

function deliveryShown({ attempts, ...delivery }: DeliveryWithAttempts): CommandResult {
  const tries = tableOf(attempts, {
    ATTEMPT: ({ attempt }) => attempt,
    AT: ({ started_at }) => minuteOf(started_at),
    MS: ({ duration_ms }) => duration_ms,
    STATUS: ({ status }) => status,
    FAILURE: ({ failure }) => failure,
  })
  return { json: { ...delivery, attempts }, text: `${factsOf(delivery)}\n\n${tries}` }
}
