import type { Msg } from '@nats-io/transport-node'
import type { Bus } from '../../bus/bus.ts'
import { laneSubject } from '../lanes.ts'
import type { Offer } from '../queries.ts'

const defaultTimeoutMs = 2_000

/**
 * Publishes offers, and returns an error text if they were not stored. NATS processes the messages of one connection
 * in order, so only the last one is confirmed. If offers were stored despite an error, they become stale once their
 * tasks are offered again.
 */
export async function publishOffers(
  bus: Bus,
  lane: string,
  offers: readonly Offer[],
  timeoutMs = defaultTimeoutMs,
) {
  const connection = bus.connection()
  if (!connection) return 'NATS is unreachable'
  const subject = laneSubject(bus.prefix, lane)
  try {
    const last = offers.length - 1
    for (const offer of offers.slice(0, last)) {
      const { body, headers } = toMessage(bus, subject, offer)
      connection.publish(subject, body, { headers })
    }
    const { body, headers } = toMessage(bus, subject, offers[last] as Offer)
    return parseError(await connection.request(subject, body, { headers, timeout: timeoutMs }))
  } catch (error) {
    return (error as Error).message
  }
}

function toMessage(bus: Bus, subject: string, offer: Offer) {
  const body = JSON.stringify(offer)
  const headers = bus.sign(subject, body)
  headers.set('Nats-Msg-Id', `${offer.id}.${offer.offers}`)
  return { body, headers }
}

// NATS replies {"stream": …, "seq": …} if a message was stored, and {"error": {…}} if it was refused.
function parseError(reply: Msg) {
  const text = reply.string()
  return text.includes('"error"') ? text.slice(0, 200) : undefined
}
