import type { Msg, NatsConnection } from '@nats-io/transport-node'
import type { Offer } from '../queries.ts'
import type { QueueMessage } from '../work/queue-message.ts'

// Fallback while the stream of a lane is unavailable: plain NATS needs only one node, whereas JetStream needs a quorum and, after
// the loss of a leader, up to nine seconds to elect another. An offer is sent directly to a worker with a free slot.

const directSubject = (prefix: string, lane: string) => `${prefix}.direct.${lane}`
const queueGroup = 'workers'
const acceptedReply = 'taken'
const replyTimeoutMs = 1_000

/** Each offer is delivered to one worker of the lane's queue group, which rejects it if it has no free slot. */
export function subscribeToDirectOffers(
  connection: NatsConnection,
  options: { prefix: string; lane: string; freeSlots(): number; onMessage(message: QueueMessage): void },
) {
  return connection.subscribe(directSubject(options.prefix, options.lane), {
    queue: queueGroup,
    callback(error, message) {
      if (error) return
      const isFree = options.freeSlots() > 0
      message.respond(isFree ? acceptedReply : 'busy')
      if (isFree) options.onMessage(toQueueMessage(message))
    },
  })
}

/** Returns the offers no worker accepted. One whose reply was lost is offered again; only the latest offer can complete it. */
export async function offerDirectly(
  connection: NatsConnection,
  { prefix, lane, offers }: { prefix: string; lane: string; offers: readonly Offer[] },
) {
  const subject = directSubject(prefix, lane)
  const replies = await Promise.allSettled(
    offers.map((offer) => connection.request(subject, JSON.stringify(offer), { timeout: replyTimeoutMs })),
  )
  return offers.filter((_, n) => {
    const reply = replies[n]
    return reply?.status !== 'fulfilled' || reply.value.string() !== acceptedReply
  })
}

// Needs no acknowledgement: the row in the database has a lease, which the worker renews.
const toQueueMessage = ({ data }: Msg): QueueMessage => ({
  body: data,
  deliveryCount: 1,
  sentAt: Date.now(),
  addressedToUs: true,
  ack() {},
  markInProgress() {},
  nak() {},
})
