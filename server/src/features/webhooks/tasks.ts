import { z } from 'zod'
import type { Tx } from '../../platform/database/tenancy.ts'
import { defineTask } from '../../platform/tasks/task.ts'
import { currentSpan } from '../../platform/telemetry/tracing.ts'
import { makeAttempt } from './delivery/attempt.ts'
import { formOf } from './delivery/content.ts'
import { type CourierTools, carry } from './delivery/courier.ts'
import { findTarget, type QueueId, recordAttempts } from './delivery/queue.ts'
import { requeueDead } from './delivery-queries.ts'
import { sampleContent } from './sample-events.ts'
import { EventKind } from './schemas.ts'

const lane = 'deliver'
const input = z.object({ webhook_id: z.uuid() })
/** One courier per webhook, whatever called it. */
export const queueKey = (webhookId: string) => `webhook ${webhookId}`
/** On which couriers hear that there is more for their webhook. */
export const dueSubject = (webhookId: string) => `webhooks.due.${webhookId}`

// A courier fails only by a fault of ours, and each time it comes back it may send again what it could not record. So it
// comes back ever more slowly; if it dies at last, upkeep calls another.
const retry = [2_000, 5_000, 15_000, 60_000, ...Array.from({ length: 8 }, () => 300_000)]
const timeoutMs = 120_000

type Tools = Omit<CourierTools, 'lookAgain'>

const courierTask = (kind: string) =>
  defineTask({
    kind,
    lane,
    input,
    retry,
    timeoutMs,
    async run(job, tools: Tools) {
      const { tenant, signal, isStopping, log } = job
      const { webhook_id: webhookId } = job.input
      const courier = { tenant, signal, isStopping, log, webhookId, dueSubject: dueSubject(webhookId) }
      await carry(courier, { ...tools, lookAgain })
      return undefined
    },
  })

/** Something is due now. */
export const deliver = courierTask('webhook.deliver')
/** Something will be due: the timer of a queue, at most one for each. */
export const retryLater = courierTask('webhook.retry')

async function lookAgain(tx: Tx, queue: QueueId, when: { at?: Date; replacesTimer: boolean }) {
  const { clientId, webhookId: webhook_id } = queue
  const key = queueKey(webhook_id)
  if (when.replacesTimer) await retryLater.cancel(tx, key, { clientId })
  if (when.at) await retryLater.schedule(tx, { webhook_id }, { at: when.at, key, clientId })
  else await deliver.schedule(tx, { webhook_id }, { key, clientId })
}

/** One attempt with made-up data, now, whatever the state of the webhook; its caller waits for the end. */
export const sendTest = defineTask({
  kind: 'webhook.test',
  lane,
  retry: [],
  timeoutMs: 20_000,
  input: z.object({ webhook_id: z.uuid(), delivery_id: z.uuid(), event: EventKind, due: z.string() }),
  async run({ input: { webhook_id, delivery_id, event, due }, tenant, signal }, tools: Tools) {
    const queue = { clientId: tenant.clientId, webhookId: webhook_id }
    const target = await tools.database.system((tx) => findTarget(tx, queue))
    if (!target) return { delivery_id }
    const now = tools.now()
    const { recorded, isSuccess } = await makeAttempt(
      {
        deliveryId: delivery_id,
        attempt: 1,
        tries: 0,
        due,
        sequence: null,
        url: target.url,
        form: formOf(tenant.keys, target, now),
        content: sampleContent(event, now),
        webhookId: webhook_id,
        event,
        trace: currentSpan()?.traceparent,
      },
      { ...tools, signal, answerKey: tenant.keys.dataKey },
    )
    const state = isSuccess ? 'delivered' : 'dead'
    await tools.database.system((tx) => recordAttempts(tx, queue, [{ ...recorded, state }]))
    return { delivery_id }
  },
})

/** Puts dead deliveries of a span of time back in line, a thousand in a transaction. */
export const recover = defineTask({
  kind: 'webhook.recover',
  lane,
  timeoutMs: 600_000,
  input: z.object({ webhook_id: z.uuid(), since: z.iso.datetime(), until: z.iso.datetime() }),
  async run({ input: { webhook_id, since, until }, tenant, isStopping, signal }, { database }: Tools) {
    const queue = { clientId: tenant.clientId, webhookId: webhook_id }
    let recovered = 0
    for (;;) {
      const count = await database.system(async (tx) => {
        const put = await requeueDead(tx, queue, {
          since: new Date(since),
          until: new Date(until),
          most: 1_000,
        })
        if (put > 0) await callCourier(tx, queue)
        return put
      })
      recovered += count
      if (count === 0 || signal.aborted) return { recovered }
      if (isStopping()) throw new Error('the process stops; the rest is recovered by the next run')
    }
  },
})

/** Has somebody look at the queue now. One more courier than needed does no harm: the second finds nothing. */
export async function callCourier(tx: Tx, { clientId, webhookId }: QueueId) {
  const key = queueKey(webhookId)
  await tx
    .updateTable('webhook_queues')
    .set({ work_at: new Date() })
    .where('client_id', '=', clientId)
    .where('webhook_id', '=', webhookId)
    .execute()
  await deliver.schedule(tx, { webhook_id: webhookId }, { key, clientId })
}
