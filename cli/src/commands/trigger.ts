import { eventKinds } from '@payproof/sdk/webhooks'
import { command } from '../command.ts'
import { CliError } from '../fault.ts'
import { tableOf } from '../text.ts'

/** One command for each event kind, so that help, completion and "did you mean" include the kinds. */
export const trigger = eventKinds.map((event) =>
  command({
    name: `trigger ${event}`,
    does: `send a test event ${event} to your webhooks`,
    about:
      'The event has made-up data and the header X-Svc-Test: true, and goes once to every webhook that lists it; a listener\n' +
      '(payproof webhooks listen) is one. Exits with 1 if a webhook does not accept it. To make the sandbox produce a real event,\n' +
      'connect a sandbox person (payproof sandbox people).',
    options: {
      webhook: {
        kind: 'text',
        value: 'WEBHOOK_ID',
        does: 'only to this webhook, whether it lists the event or not',
      },
    },
    async run({ options }, { client }) {
      const { webhooks } = await client()
      const ids = options.webhook
        ? [options.webhook]
        : (await webhooks.list().toArray()).flatMap(({ webhook_id, events }) =>
            events.includes(event) ? [webhook_id] : [],
          )
      if (ids.length === 0)
        throw new CliError(
          'refused',
          `No webhook lists ${event}. Run payproof webhooks listen in another terminal, or payproof webhooks create`,
        )
      const sent = []
      for (const id of ids) sent.push({ webhook_id: id, ...(await webhooks.test(id, { event })) })
      const text = tableOf(sent, {
        WEBHOOK: ({ webhook_id }) => webhook_id,
        STATE: ({ state }) => state,
        STATUS: ({ attempts }) => attempts.at(-1)?.status,
        FAILURE: ({ attempts }) => attempts.at(-1)?.failure,
      })
      return { json: sent, text, isRefusal: sent.some(({ state }) => state !== 'delivered') }
    },
  }),
)
