import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type Delivery, receive, WebhookError } from '@payproof/sdk/webhooks'
import { CliError } from './fault.ts'

/** The response sent to the API; with a duration if a local program handled the delivery. */
export type ReceiverOutcome = { status: number; ms?: number; retryAfter?: string | undefined }

type Wishes = {
  secret: string
  port: number
  forward: URL | undefined
  /** Called after the response was sent to the API. */
  onDelivery: (delivery: Delivery, outcome: ReceiverOutcome) => void
  onRefused: (reason: string) => void
}

// A delivery with its payload is at most 1 MiB, and a third larger when encrypted.
const maxBytes = 2 * 1024 * 1024
// The API times out after 15 seconds, so the response must be sent before.
const patienceMs = 14_000

/** Opens an HTTP server on loopback with an unguessable path. */
export async function openReceiver(wishes: Wishes) {
  const path = `/${randomUUID()}`
  const server = createServer((incoming, response) => {
    if (incoming.method !== 'POST' || incoming.url !== path) return void response.writeHead(404).end()
    take(incoming, response, wishes).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new CliError('refused', `Port ${wishes.port} cannot be used (${error.code})`)),
    )
    server.listen(wishes.port, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

async function take(incoming: IncomingMessage, response: ServerResponse, wishes: Wishes) {
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) return void response.writeHead(413).end()
  const body = await buffer(incoming)
  let delivery: Delivery
  try {
    delivery = receive({ body, headers: incoming.headers, secrets: [wishes.secret] })
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error
    wishes.onRefused(error.message)
    return void response.writeHead(400).end()
  }
  const outcome = wishes.forward ? await forward(wishes.forward, incoming, body) : { status: 204 }
  const { status, retryAfter } = outcome
  response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter })
  response.end(() => wishes.onDelivery(delivery, outcome))
}

// Hop-by-hop headers are not forwarded, because they belong to this connection and not to the delivery.
const ofConnection = ['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']

/** Forwards the same bytes and headers, so that the signature is still valid. */
function forward(to: URL, { headers }: IncomingMessage, body: Buffer): Promise<ReceiverOutcome> {
  const kept = Object.entries(headers).filter(([name]) => !ofConnection.includes(name))
  const begun = Date.now()
  const ms = () => Date.now() - begun
  return new Promise((resolve) => {
    const outgoing = request(to, {
      method: 'POST',
      timeout: patienceMs,
      agent: false,
      headers: { ...Object.fromEntries(kept), 'content-length': body.length },
    })
    outgoing.once('response', (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode ?? 502, ms: ms(), retryAfter: answer.headers['retry-after'] })
    })
    outgoing.once('timeout', () => outgoing.destroy())
    outgoing.once('error', () => resolve({ status: 502, ms: ms() }))
    outgoing.end(body)
  })
}
