import { type Arrival, type Delivery, receive, WebhookError } from './delivery.ts'
import type { WebhookHeaders } from './headers.ts'
import { type DeliveryMemory, inMemory, once } from './once.ts'

export type ReceiverOptions = Omit<Arrival, 'body' | 'headers'> & {
  /**
   * Stores the delivery. It must finish within 15 seconds, so do long work afterwards. If it throws, the delivery is
   * retried later.
   */
  handle: (delivery: Delivery) => unknown
  /** Store for ids of processed deliveries; in memory by default. */
  memory?: DeliveryMemory
  /** Called for a request that is not a valid delivery for these secrets and keys. */
  onRefused?: (error: WebhookError) => void
}

// A body with payload is at most 1 MiB, and a third larger when encrypted.
const maxBodyBytes = 2 * 1024 * 1024

/**
 * Creates a function that processes a delivery and returns its HTTP status, for any server that provides the raw
 * body.
 */
export function webhookReceiver({ handle, memory = inMemory(), onRefused, ...keys }: ReceiverOptions) {
  return async (body: unknown, headers: WebhookHeaders): Promise<204 | 400 | 409> => {
    let delivery: Delivery
    try {
      delivery = receive({ ...keys, headers, body: bytesOf(body) })
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error
      onRefused?.(error)
      return 400
    }
    // A delivery that is still being processed is not acknowledged: if processing failed, it would never be retried.
    return (await once(memory, delivery, handle)) === 'running' ? 409 : 204
  }
}

/**
 * Like `webhookReceiver`, for servers with web Request and Response: Node, Deno, Bun, or a worker with Node's crypto.
 */
export function webhookResponder(options: ReceiverOptions) {
  const receiver = webhookReceiver(options)
  return async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } })
    const body = await readBody(request)
    const status = body ? await receiver(body, request.headers) : 413
    return new Response(null, { status })
  }
}

/**
 * Returns the raw body; a missing body is empty. A parsed body is rejected, because its original bytes, and thus its
 * signature, are lost.
 */
function bytesOf(body: unknown) {
  if (body === undefined) return ''
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  throw new TypeError('The body is parsed already: give the raw bytes, as the examples do')
}

async function readBody({ body }: Request) {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > maxBodyBytes) return undefined
    chunks.push(part)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of chunks) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
