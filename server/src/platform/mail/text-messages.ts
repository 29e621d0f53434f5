import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { audit, type Tenant, type Tx } from '../database/tenancy.ts'
import { defineTask, TaskFailure } from '../tasks/task.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { deleteOutgoing, findOutgoing, storeOutgoing } from './outgoing.ts'

/** `to`: a number in international form, such as +447700900123. */
export type TextMessage = { to: string; text: string }

/** Undefined if the operator has configured none. */
export type TextGateway = { url: string; token: string | undefined } | undefined

const timeoutMs = 10_000

/**
 * Stores the encrypted message in the caller's transaction. A worker sends it later, with its id as idempotency key,
 * so that a gateway which supports such keys sends it once. It is deleted with the user.
 */
export async function queueText(
  tx: Tx,
  tenant: Tenant,
  content: TextMessage,
  { userId }: { userId: string },
) {
  const id = randomUUID()
  await storeOutgoing(tx, tenant, { id, content, userId })
  await sendText.schedule(tx, { message_id: id }, { userId })
}

export const sendText = defineTask({
  kind: 'text.send',
  lane: 'mail',
  isConfirmedFirst: true,
  input: z.object({ message_id: z.uuid() }),
  async run(
    { input: { message_id }, tenant, signal },
    { gateway, metrics }: { gateway: TextGateway; metrics: Metrics },
  ) {
    const content = await findOutgoing<TextMessage>(tenant, message_id)
    if (!content) return { sent: false }
    if (!gateway) throw new TaskFailure('SMS_GATEWAY_URL is not set for this worker')
    try {
      await post(gateway, { id: message_id, content, signal })
    } catch (error) {
      metrics.texts.inc({ outcome: 'failed' })
      throw error
    }
    metrics.texts.inc({ outcome: 'sent' })
    return async (tx) => {
      await deleteOutgoing(tx, message_id)
      audit(tx, 'text.sent', message_id)
      return { sent: true }
    }
  },
})

async function post(
  { url, token }: NonNullable<TextGateway>,
  { id, content, signal }: { id: string; content: TextMessage; signal: AbortSignal },
) {
  const reply = await fetch(url, {
    method: 'POST',
    body: JSON.stringify({ id, ...content }),
    headers: {
      'content-type': 'application/json',
      'idempotency-key': id,
      ...(token && { authorization: `Bearer ${token}` }),
    },
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  }).catch((cause: unknown) => {
    throw new TaskFailure('SMS gateway did not reply', { cause })
  })
  // The body may quote the number, so it is not kept.
  await reply.body?.cancel()
  if (!reply.ok) throw toTaskFailure(reply)
}

/** A request that the gateway refuses will be refused again. Overload and wrong credentials can end. */
function toTaskFailure({ status, headers }: Response) {
  const isFinal = status >= 400 && status < 500 && ![401, 403, 408, 429].includes(status)
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return new TaskFailure(`SMS gateway replied ${status}`, {
    final: isFinal,
    ...(seconds > 0 && { retryAfterMs: seconds * 1_000 }),
  })
}
