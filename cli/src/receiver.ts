import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type Delivery, receive, WebhookError } from '@payproof/sdk/webhooks'
import { Fault } from './fault.ts'

/** What the API is answered; with a time if another program has said it. */
export type Outcome = { status: number; ms?: number; retryAfter?: string | undefined }

type Wishes = {
  secret: string
  port: number
  forward: URL | undefined
  /** Told once the API has its answer. */
  onDelivery: (delivery: Delivery, outcome: Outcome) => void
  onRefused: (reason: string) => void
}

// With its payload a delivery has at most 1 MiB, a third more when it is encrypted.
const maxBytes = 2 * 1024 * 1024
// The API gives up after 15 seconds; it should hear of it from us.
const patienceMs = 14_000

/** A server on this machine only, at an address that cannot be guessed. */
export async function openReceiver(wishes: Wishes) {
  const path = `/${randomUUID()}`
  const server = createServer((incoming, response) => {
    if (incoming.method !== 'POST' || incoming.url !== path) return void response.writeHead(404).end()
    take(incoming, response, wishes).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Fault('refused', `Port ${wishes.port} cannot be used (${error.code})`)),
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

// They are about this connection, not about the delivery.
const ofConnection = ['host', 'connection', 'keep-alive', 'transfer-encoding', 'content-length']

/** The same bytes with the same headers, so that a signature that held here holds there. */
function forward(to: URL, { headers }: IncomingMessage, body: Buffer): Promise<Outcome> {
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
