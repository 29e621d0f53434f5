import { createInbox, type Msg, nanos, type Subscription } from '@nats-io/transport-node'
import type { Bus } from '../../bus/bus.ts'
import type { Log } from '../../telemetry/log.ts'
import { subscribeToDirectOffers } from '../dispatch/direct-offers.ts'
import { consumerName, ensureLane, maxOfferAgeMs, streamName } from '../lanes.ts'
import type { QueueMessage } from './queue-message.ts'

const requestExpiryMs = 10_000
const idleHeartbeatMs = 1_000
// After more than three missed idle heartbeats the subscription counts as dead.
const maxSilenceMs = 3_500
const checkIntervalMs = 1_000
const requestDelayMs = 2

/**
 * Requests exactly as many messages from NATS as there are free slots. The library's own consumers prefetch, so a
 * task could wait behind a slow one in a busy worker while other workers are idle.
 */
export function openPullConsumer(options: {
  bus: Bus
  lane: string
  replicas: number
  log: Log
  slots: number
  freeSlots(): number
  onMessage(message: QueueMessage): void
}) {
  const { bus, lane, log } = options
  const requestSubject = `$JS.API.CONSUMER.MSG.NEXT.${streamName(bus.prefix, lane)}.${consumerName}`
  let subscription: Subscription | undefined
  let inbox = ''
  /** Number of messages requested but not yet received. */
  let pending = 0
  let lastHeardAt = Number.NEGATIVE_INFINITY
  let subscribedAt = 0
  let requestTimer: NodeJS.Timeout | undefined
  let isSubscribing = false
  let isClosed = false

  // Starts over with a new inbox and count, because NATS may have lost our earlier requests.
  async function subscribe() {
    const connection = bus.connection()
    if (isSubscribing || isClosed || !connection) return
    isSubscribing = true
    unsubscribe()
    try {
      await ensureLane(connection, lane, { prefix: bus.prefix, replicas: options.replicas })
      if (isClosed) return
      inbox = createInbox(bus.inboxPrefix)
      subscription = connection.subscribe(inbox, {
        callback: (error, message) => (error ? unsubscribe() : receive(message)),
      })
      lastHeardAt = performance.now()
      subscribedAt = Date.now()
    } catch (error) {
      log.warn({ err: error, lane }, 'could not subscribe to lane, retrying')
    } finally {
      isSubscribing = false
    }
    requestMessages()
  }

  function unsubscribe() {
    subscription?.unsubscribe()
    subscription = undefined
    pending = 0
  }

  // A request for one message costs as much as a request for many, so a few free slots wait a moment for more slots
  // to become free.
  function requestMessages() {
    const count = options.freeSlots() - pending
    if (count < 1 || isClosed) return
    if (count >= options.slots / 2) sendRequest(count)
    else requestTimer ??= setTimeout(() => sendRequest(options.freeSlots() - pending), requestDelayMs)
  }

  function sendRequest(count: number) {
    clearTimeout(requestTimer)
    requestTimer = undefined
    const connection = bus.connection()
    if (isClosed || count < 1 || !subscription || !connection) return
    pending += count
    connection.publish(
      requestSubject,
      JSON.stringify({
        batch: count,
        expires: nanos(requestExpiryMs),
        idle_heartbeat: nanos(idleHeartbeatMs),
      }),
      { reply: inbox },
    )
  }

  function receive(message: Msg) {
    lastHeardAt = performance.now()
    if (message.reply?.startsWith('$JS.ACK.')) {
      pending--
      const signedAt = bus.verify(message, maxOfferAgeMs)
      if (signedAt !== undefined) {
        options.onMessage(parseMessage(message, { signedAt, subscribedAt }))
      } else {
        message.respond('+TERM')
        requestMessages()
      }
      return
    }
    const code = message.headers?.code ?? 0
    if (code === idleHeartbeatCode) return
    // The request has ended. When it expires, NATS reports how many messages it did not send; any other code is an
    // error.
    const unsent = Number(message.headers?.get('Nats-Pending-Messages') || Number.NaN)
    if (code === requestExpiredCode && unsent > 0) {
      pending = Math.max(0, pending - unsent)
      requestMessages()
    } else {
      unsubscribe()
    }
  }

  const check = setInterval(() => {
    if (!subscription || (pending > 0 && performance.now() - lastHeardAt > maxSilenceMs)) subscribe()
    else requestMessages()
  }, checkIntervalMs)
  let directOffers: Subscription | undefined
  bus.onConnect(() => {
    const connection = bus.connection()
    // The library renews this subscription after a reconnect.
    if (connection) directOffers ??= subscribeToDirectOffers(connection, options)
    subscribe()
  })

  return {
    /** Must be called when a slot becomes free. */
    requestMessages,
    /** Stops requesting messages. Messages already in transit still arrive and must be returned immediately. */
    async close() {
      isClosed = true
      clearInterval(check)
      clearTimeout(requestTimer)
      directOffers?.unsubscribe()
      await subscription?.drain().catch(() => {})
    },
  }
}

const idleHeartbeatCode = 100
const requestExpiredCode = 408

// JetStream encodes the delivery metadata in the reply subject:
// …ACK.<stream>.<consumer>.<deliveries>.<seq>.<seq>.<time>.<left>. Newer servers put a domain and an account before
// the stream.
function parseMessage(
  message: Msg,
  { signedAt, subscribedAt }: { signedAt: number; subscribedAt: number },
): QueueMessage {
  const tokens = message.reply?.split('.') ?? []
  const deliveriesIndex = tokens.length >= 11 ? 6 : 4
  const sentAt = Number(tokens[deliveriesIndex + 3]) / 1e6
  return {
    body: message.data,
    deliveryCount: Number(tokens[deliveriesIndex]),
    signedAt,
    isSentAfterSubscribing: sentAt >= subscribedAt,
    ack: () => void message.respond('+ACK'),
    markInProgress: () => void message.respond('+WPI'),
    nak: (delayMs) => void message.respond(delayMs ? `-NAK {"delay": ${nanos(delayMs)}}` : '-NAK'),
  }
}
