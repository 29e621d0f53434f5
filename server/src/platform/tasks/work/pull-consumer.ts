import { createInbox, type Msg, nanos, type Subscription } from '@nats-io/transport-node'
import type { Bus } from '../../bus/bus.ts'
import type { Log } from '../../telemetry/log.ts'
import { hearOffers } from '../dispatch/direct-offers.ts'
import { consumerName, prepareLane, streamOf } from '../lanes.ts'
import type { Held } from './queue-message.ts'

const expiresMs = 10_000
const heartbeatMs = 1_000
const silenceMs = 3_500

/**
 * Asks NATS for exactly as many messages as there are free hands. The library's own consumers read ahead, and a slow
 * task that lies in the pocket of a busy worker is late while others stand idle.
 */
export function openPull(options: {
  bus: Bus
  lane: string
  replicas: number
  log: Log
  hands: number
  freeHands(): number
  onMessage(message: Held): void
}) {
  const { bus, lane, log } = options
  const subject = `$JS.API.CONSUMER.MSG.NEXT.${streamOf(bus.prefix, lane)}.${consumerName}`
  let subscription: Subscription | undefined
  let inbox = ''
  let asked = 0
  let heardAt = 0
  let beganAt = 0
  let timer: NodeJS.Timeout | undefined
  let preparing = false
  let closed = false

  // Whatever NATS knew of our earlier requests counts no more: a new inbox, a new count.
  async function begin() {
    const connection = bus.connection()
    if (preparing || closed || !connection) return
    preparing = true
    end()
    try {
      await prepareLane(connection, lane, { prefix: bus.prefix, replicas: options.replicas })
      if (closed) return
      inbox = createInbox()
      subscription = connection.subscribe(inbox, {
        callback: (error, message) => (error ? end() : receive(message)),
      })
      heardAt = Date.now()
      beganAt = heardAt
    } catch (error) {
      log.warn({ err: error, lane }, 'a lane cannot be reached; it will be tried again')
    } finally {
      preparing = false
    }
    ask()
  }

  function end() {
    subscription?.unsubscribe()
    subscription = undefined
    asked = 0
  }

  // A request for one message costs as much as one for many, so a few free hands wait a moment for more.
  function ask() {
    const free = options.freeHands() - asked
    if (free < 1 || closed) return
    if (free >= options.hands / 2) request(free)
    else timer ??= setTimeout(() => request(options.freeHands() - asked), 2)
  }

  function request(free: number) {
    clearTimeout(timer)
    timer = undefined
    const connection = bus.connection()
    if (closed || free < 1 || !subscription || !connection) return
    asked += free
    connection.publish(
      subject,
      JSON.stringify({ batch: free, expires: nanos(expiresMs), idle_heartbeat: nanos(heartbeatMs) }),
      { reply: inbox },
    )
  }

  function receive(message: Msg) {
    heardAt = Date.now()
    if (message.reply?.startsWith('$JS.ACK.')) {
      asked--
      options.onMessage(heldFrom(message, beganAt))
      return
    }
    const code = message.headers?.code ?? 0
    if (code === 100) return
    // The request is over. A time limit says how many messages it leaves unsent; anything else is trouble.
    const unsent = Number(message.headers?.get('Nats-Pending-Messages') || Number.NaN)
    if (code === 408 && unsent > 0) {
      asked = Math.max(0, asked - unsent)
      ask()
    } else {
      end()
    }
  }

  const watch = setInterval(() => {
    if (!subscription || (asked > 0 && Date.now() - heardAt > silenceMs)) begin()
    else ask()
  }, 1_000)
  let direct: Subscription | undefined
  bus.whenReached(() => {
    const connection = bus.connection()
    // The library renews it with every new connection.
    if (connection) direct ??= hearOffers(connection, { ...options, prefix: bus.prefix })
    begin()
  })

  return {
    /** To be called when a hand becomes free. */
    ask,
    /** What is on its way to us still arrives, to be given back at once; nothing comes after that. */
    async close() {
      closed = true
      clearInterval(watch)
      clearTimeout(timer)
      direct?.unsubscribe()
      await subscription?.drain().catch(() => {})
    },
  }
}

// The subject to answer on tells what NATS knows: …ACK.<stream>.<consumer>.<deliveries>.<seq>.<seq>.<time>.<left> and, in newer servers,
// a domain and an account before the stream.
function heldFrom(message: Msg, beganAt: number): Held {
  const words = message.reply?.split('.') ?? []
  const deliveriesAt = words.length >= 11 ? 6 : 4
  const sentAt = Number(words[deliveriesAt + 3]) / 1e6
  return {
    body: message.data,
    deliveries: Number(words[deliveriesAt]),
    sentAt,
    isSentToUs: sentAt >= beganAt,
    acknowledge: () => void message.respond('+ACK'),
    keep: () => void message.respond('+WPI'),
    giveBack: (delayMs) => void message.respond(delayMs ? `-NAK {"delay": ${nanos(delayMs)}}` : '-NAK'),
  }
}
