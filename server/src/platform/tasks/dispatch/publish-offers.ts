import { headers, type Msg, type NatsConnection } from '@nats-io/transport-node'
import type { Offer } from '../queries.ts'

const defaultTimeoutMs = 2_000

function publishOffer(connection: NatsConnection, subject: string, offer: Offer) {
  connection.publish(subject, JSON.stringify(offer), { headers: messageHeaders(offer) })
}

/**
 * Publishes offers and returns an error text if they were not stored. NATS processes messages of one connection in order, so
 * only the last one is confirmed. Offers that were stored despite an error are stale once they are offered again.
 */
export async function publishOffers(
  connection: NatsConnection | undefined,
  subject: string,
  offers: readonly Offer[],
  timeoutMs = defaultTimeoutMs,
) {
  if (!connection) return 'NATS is unreachable'
  try {
    const last = offers.length - 1
    for (const offer of offers.slice(0, last)) publishOffer(connection, subject, offer)
    const final = offers[last] as Offer
    const options = { headers: messageHeaders(final), timeout: timeoutMs }
    return parseError(await connection.request(subject, JSON.stringify(final), options))
  } catch (error) {
    return (error as Error).message
  }
}

function messageHeaders({ id, offers }: Offer) {
  const result = headers()
  result.set('Nats-Msg-Id', `${id}.${offers}`)
  return result
}

// Stored: {"stream": …, "seq": …}. Refused: {"error": {…}}.
function parseError(reply: Msg) {
  const text = reply.string()
  return text.includes('"error"') ? text.slice(0, 200) : undefined
}
