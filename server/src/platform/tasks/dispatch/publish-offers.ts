import { headers, type Msg, type NatsConnection } from '@nats-io/transport-node'
import type { Offer } from '../queries.ts'

const usualMs = 2_000

function publishOffer(connection: NatsConnection, subject: string, offer: Offer) {
  connection.publish(subject, JSON.stringify(offer), { headers: named(offer) })
}

/**
 * NATS takes messages of one connection in order, so it is asked to confirm the last one only. What arrived and is
 * offered again anyway is stale by then. Returns why they did not arrive.
 */
export async function publishOffers(
  connection: NatsConnection | undefined,
  subject: string,
  offers: readonly Offer[],
  timeout = usualMs,
) {
  if (!connection) return 'NATS is away'
  try {
    const last = offers.length - 1
    for (const offer of offers.slice(0, last)) publishOffer(connection, subject, offer)
    const final = offers[last] as Offer
    const options = { headers: named(final), timeout }
    return refusalIn(await connection.request(subject, JSON.stringify(final), options))
  } catch (error) {
    return (error as Error).message
  }
}

function named({ id, offers }: Offer) {
  const set = headers()
  set.set('Nats-Msg-Id', `${id}.${offers}`)
  return set
}

// Confirmed: {"stream": …, "seq": …}. Refused: {"error": {…}}.
function refusalIn(answer: Msg) {
  const text = answer.string()
  return text.includes('"error"') ? text.slice(0, 200) : undefined
}
