import { z } from 'zod'
import type { Tx } from '../../platform/database/tenancy.ts'
import { defineTask } from '../../platform/tasks/task.ts'
import { currentSpan } from '../../platform/telemetry/tracing.ts'
import { makeAttempt } from './delivery/attempt.ts'
import { readDeliveryFormat } from './delivery/content.ts'
import { type CourierTools, runCourier } from './delivery/courier.ts'
import { findTarget, type QueueId, recordOutcomes } from './delivery/queue.ts'
import { requeueDead } from './delivery-queries.ts'
import { composeSampleContent } from './sample-events.ts'
import { EventKind } from './schemas.ts'

const lane = 'deliver'
const input = z.object({ webhook_id: z.uuid() })
/** Task key of a webhook. It ensures that a webhook has at most one courier. */
export const queueKey = (webhookId: string) => `webhook ${webhookId}`
/** Bus subject that notifies a running courier of new deliveries. */
export const dueSubject = (webhookId: string) => `webhooks.due.${webhookId}`

// A courier fails only on internal errors, and each retry may resend deliveries that it could not record, so the
// delays grow. After the last one, maintenance schedules another courier.
const retry = [2_000, 5_000, 15_000, 60_000, ...Array.from({ length: 8 }, () => 300_000)]
const timeoutMs = 120_000

type TaskTools = Omit<CourierTools, 'scheduleNextRun'>

const courierTask = (kind: string) =>
  defineTask({
    kind,
    lane,
    input,
    retry,
    timeoutMs,
    async run(job, tools: TaskTools) {
      const { tenant, signal, isStopping, log } = job
      const { webhook_id: webhookId } = job.input
      const courier = { tenant, signal, isStopping, log, webhookId, dueSubject: dueSubject(webhookId) }
      await runCourier(courier, { ...tools, scheduleNextRun: scheduleNextRun })
      return undefined
    },
  })

export const deliver = courierTask('webhook.deliver')
/** Runs a courier when the next delivery is due. There is at most one such task per queue. */
export const retryLater = courierTask('webhook.retry')

async function scheduleNextRun(tx: Tx, queue: QueueId, when: { at?: Date; replacesTimer: boolean }) {
  const { clientId, webhookId: webhook_id } = queue
  const key = queueKey(webhook_id)
  if (when.replacesTimer) await retryLater.cancel(tx, key, { clientId })
  if (when.at) await retryLater.schedule(tx, { webhook_id }, { at: when.at, key, clientId })
  else await deliver.schedule(tx, { webhook_id }, { key, clientId })
}

/** Makes one attempt with fictitious data, even if the webhook is paused. The HTTP request waits for the result. */
export const sendTest = defineTask({
  kind: 'webhook.test',
  lane,
  isConfirmedFirst: true,
  retry: [],
  timeoutMs: 20_000,
  input: z.object({ webhook_id: z.uuid(), delivery_id: z.uuid(), event: EventKind, due: z.string() }),
  async run({ input: { webhook_id, delivery_id, event, due }, tenant, signal }, tools: TaskTools) {
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
        format: readDeliveryFormat(tenant.keys, target, now),
        content: composeSampleContent(event, now),
        webhookId: webhook_id,
        event,
        trace: currentSpan()?.traceparent,
      },
      { ...tools, signal, answerKey: tenant.keys.dataKey },
    )
    const state = isSuccess ? 'delivered' : 'dead'
    await tools.database.system((tx) => recordOutcomes(tx, [{ queue, record: { ...recorded, state } }]))
    return { delivery_id }
  },
})

/** Requeues dead deliveries of a period, a thousand per transaction. */
export const recover = defineTask({
  kind: 'webhook.recover',
  lane,
  timeoutMs: 600_000,
  input: z.object({ webhook_id: z.uuid(), since: z.iso.datetime(), until: z.iso.datetime() }),
  async run({ input: { webhook_id, since, until }, tenant, isStopping, signal }, { database }: TaskTools) {
    const queue = { clientId: tenant.clientId, webhookId: webhook_id }
    let recovered = 0
    for (;;) {
      const count = await database.system(async (tx) => {
        const requeued = await requeueDead(tx, queue, {
          since: new Date(since),
          until: new Date(until),
          limit: 1_000,
        })
        if (requeued > 0) await dispatchCourier(tx, queue)
        return requeued
      })
      recovered += count
      if (count === 0 || signal.aborted) return { recovered }
      if (isStopping()) throw new Error('process is stopping; the next run recovers the rest')
    }
  },
})

/** Schedules a courier now. A superfluous courier does no harm, because it finds nothing due. */
export async function dispatchCourier(tx: Tx, { clientId, webhookId }: QueueId) {
  const key = queueKey(webhookId)
  await tx
    .updateTable('webhook_queues')
    .set({ work_at: new Date() })
    .where('client_id', '=', clientId)
    .where('webhook_id', '=', webhookId)
    .execute()
  await deliver.schedule(tx, { webhook_id: webhookId }, { key, clientId })
}
