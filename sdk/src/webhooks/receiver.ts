import { type Arrival, type Delivery, receive, WebhookError } from './delivery.ts'
import type { WebhookHeaders } from './headers.ts'
import { type DeliveryMemory, inMemory, once } from './once.ts'

export type ReceiverOptions = Omit<Arrival, 'body' | 'headers'> & {
  /** Keeps what arrived; it has 15 seconds, so the long work comes afterwards. What it throws is tried again later. */
  handle: (delivery: Delivery) => unknown
  /** Where dealt-with deliveries are remembered; in this process if left out. */
  memory?: DeliveryMemory
  /** Told of what is no delivery of ours, or not one that the secrets and keys fit. */
  onRefused?: (error: WebhookError) => void
}

// With its payload a body has at most 1 MiB, a third more when it is encrypted.
const maxBodyBytes = 2 * 1024 * 1024

/** The status to answer a delivery with, for any server that can give the bytes of a body. */
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
    // Not yet done, so not yet yes: were the first to fail, nobody would send it again.
    return (await once(memory, delivery, handle)) === 'running' ? 409 : 204
  }
}

/** The same for servers that speak Request and Response, on Node, Deno, Bun or a worker with Node's crypto. */
export function webhookResponder(options: ReceiverOptions) {
  const receiver = webhookReceiver(options)
  return async (request: Request): Promise<Response> => {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } })
    const body = await readBody(request)
    const status = body ? await receiver(body, request.headers) : 413
    return new Response(null, { status })
  }
}

/** No body at all is an empty one. One that was parsed has lost its bytes, and with them its signature. */
function bytesOf(body: unknown) {
  if (body === undefined) return ''
  if (typeof body === 'string' || body instanceof Uint8Array) return body
  throw new TypeError('The body is parsed already: give the raw bytes, as the examples do')
}

async function readBody({ body }: Request) {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > maxBodyBytes) return undefined
    parts.push(part)
  }
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
