import type { Msg, NatsConnection } from '@nats-io/transport-node'
import type { Offer } from '../queries.ts'
import type { Held } from '../work/queue-message.ts'

// While the stream of a lane cannot be used, plain NATS can: a node is enough for it, where JetStream needs a majority and,
// after the loss of a leader, up to nine seconds to agree on another. An offer goes straight to a worker with a free hand.

const subjectOf = (prefix: string, lane: string) => `${prefix}.direct.${lane}`
const group = 'workers'
const taken = 'taken'
const answerMs = 1_000

/** Of the workers of a lane one hears each offer; whoever has no free hand says so. */
export function hearOffers(
  connection: NatsConnection,
  options: { prefix: string; lane: string; freeHands(): number; onMessage(held: Held): void },
) {
  return connection.subscribe(subjectOf(options.prefix, options.lane), {
    queue: group,
    callback(error, message) {
      if (error) return
      const isFree = options.freeHands() > 0
      message.respond(isFree ? taken : 'busy')
      if (isFree) options.onMessage(heldFrom(message))
    },
  })
}

/** Those that nobody has taken. One that was taken without our hearing of it is offered again, and only the last offer ends. */
export async function offerDirectly(
  connection: NatsConnection,
  { prefix, lane, offers }: { prefix: string; lane: string; offers: readonly Offer[] },
) {
  const subject = subjectOf(prefix, lane)
  const answers = await Promise.allSettled(
    offers.map((offer) => connection.request(subject, JSON.stringify(offer), { timeout: answerMs })),
  )
  return offers.filter((_, n) => {
    const answer = answers[n]
    return answer?.status !== 'fulfilled' || answer.value.string() !== taken
  })
}

// Nobody has to be told of its end: the row has a lease, which a worker renews as long as it lives.
const heldFrom = ({ data }: Msg): Held => ({
  body: data,
  deliveries: 1,
  sentAt: Date.now(),
  isSentToUs: true,
  acknowledge() {},
  keep() {},
  giveBack() {},
})
