import type { NatsConnection } from '@nats-io/transport-node'
import type { Bus } from '../../bus/bus.ts'
import { maxOfferAgeMs } from '../lanes.ts'
import type { Offer } from '../queries.ts'
import type { QueueMessage } from '../work/queue-message.ts'

// Fallback while the stream of a lane is unavailable: an offer is sent directly to a worker with a free slot. This
// uses plain NATS, which needs only one node, whereas JetStream needs a quorum and takes up to nine seconds to elect
// a new leader.

const directSubject = (prefix: string, lane: string) => `${prefix}.direct.${lane}`
const queueGroup = 'workers'
const acceptedReply = 'taken'
const replyTimeoutMs = 1_000

/**
 * Subscribes a worker to direct offers. Each offer is delivered to one worker of the lane's queue group, which
 * rejects it if it has no free slot.
 */
export function subscribeToDirectOffers(
  connection: NatsConnection,
  options: { bus: Bus; lane: string; freeSlots(): number; onMessage(message: QueueMessage): void },
) {
  const { bus, lane } = options
  return connection.subscribe(directSubject(bus.prefix, lane), {
    queue: queueGroup,
    callback(error, message) {
      const signedAt = error ? undefined : bus.verify(message, maxOfferAgeMs)
      if (signedAt === undefined) return
      const isFree = options.freeSlots() > 0
      message.respond(isFree ? acceptedReply : 'busy')
      if (isFree) options.onMessage(toQueueMessage(message.data, signedAt))
    },
  })
}

/**
 * Returns the offers that no worker accepted. An offer whose reply was lost is repeated; only the latest offer of a
 * task can complete it.
 */
export async function offerDirectly(
  connection: NatsConnection,
  { bus, lane, offers }: { bus: Bus; lane: string; offers: readonly Offer[] },
) {
  const subject = directSubject(bus.prefix, lane)
  const replies = await Promise.allSettled(
    offers.map((offer) => {
      const body = JSON.stringify(offer)
      return connection.request(subject, body, {
        headers: bus.sign(subject, body),
        timeout: replyTimeoutMs,
      })
    }),
  )
  return offers.filter((_, n) => {
    const reply = replies[n]
    return reply?.status !== 'fulfilled' || reply.value.string() !== acceptedReply
  })
}

// A direct offer needs no acknowledgement: the row in the database has a lease, which the worker renews.
const toQueueMessage = (body: Uint8Array, signedAt: number): QueueMessage => ({
  body,
  deliveryCount: 1,
  signedAt,
  isSentAfterSubscribing: true,
  ack() {},
  markInProgress() {},
  nak() {},
})
