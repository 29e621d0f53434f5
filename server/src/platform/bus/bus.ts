import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import type { Log } from '../telemetry/log.ts'

const reconnectDelayMs = 500

type Listener = { subject: string; hear: (message: unknown) => void; subscription?: Subscription }

export type Bus = ReturnType<typeof openBus>

/**
 * Plain NATS between our own processes: hints that make things fast, never facts. The url may be several, of one cluster,
 * with commas between them. Whoever listens must also be
 * right, only slower, when a message is lost or NATS is away.
 */
export function openBus(options: { url: string; prefix: string; log: Log }) {
  let connection: NatsConnection | undefined
  let reached = false
  let losses = 0
  const listeners = new Set<Listener>()
  const onReach: (() => void)[] = []

  let isClosed = false
  const connecting = connectUntilClosed()

  // Not the library's waitOnFirstConnect: its attempts cannot be stopped, so they would outlive close().
  async function connectUntilClosed() {
    let hasFailed = false
    while (!isClosed) {
      try {
        const opened = await connect({
          servers: options.url.split(','),
          maxReconnectAttempts: -1,
          reconnectTimeWait: reconnectDelayMs,
          pingInterval: 5_000,
          maxPingOut: 2,
          // A stack trace per request costs more than the request.
          noAsyncTraces: true,
          name: 'payproof',
        })
        if (isClosed) return await opened.close()
        connection = opened
        for (const listener of listeners) listen(opened, listener)
        watch(opened)
        return
      } catch (error) {
        if (!hasFailed) options.log.warn({ err: error }, 'could not connect to NATS, retrying')
        hasFailed = true
        await pause(reconnectDelayMs)
      }
    }
  }

  // A lost connection counts as open for the library, because it is trying to get it back.
  async function watch(opened: NatsConnection) {
    hasReached()
    for await (const { type } of opened.status()) {
      if (reached && (type === 'disconnect' || type === 'close')) {
        reached = false
        losses++
      }
      if (type === 'reconnect') hasReached()
    }
  }

  function hasReached() {
    reached = true
    for (const react of onReach) react()
  }

  function listen(on: NatsConnection, listener: Listener) {
    const { subject, hear } = listener
    listener.subscription = on.subscribe(`${options.prefix}.${subject}`, {
      callback(error, message) {
        if (error) return
        try {
          hear(message.json())
        } catch (problem) {
          options.log.warn({ err: problem, subject }, 'a message on the bus was not understood')
        }
      },
    })
  }

  return {
    /** Sends to every process, this one included. Silently does nothing while NATS is away. */
    tell(subject: string, message: unknown) {
      if (connection && reached) connection.publish(`${options.prefix}.${subject}`, JSON.stringify(message))
    },
    /** Returns how to stop listening. */
    hear(subject: string, hear: (message: unknown) => void) {
      const listener: Listener = { subject, hear }
      listeners.add(listener)
      if (connection) listen(connection, listener)
      return () => {
        listeners.delete(listener)
        listener.subscription?.unsubscribe()
      }
    },
    /** Called with every new connection, the first one included; what the server knew of us may be gone. */
    whenReached(react: () => void) {
      onReach.push(react)
      if (reached) react()
    },
    /** For JetStream; undefined while NATS is away. */
    connection: () => (reached ? connection : undefined),
    prefix: options.prefix,
    /** Resolves once connected, or after the time given. */
    ready: (timeoutMs: number) => Promise.race([connecting, pause(timeoutMs)]),
    isConnected: () => reached,
    /** How often the connection was lost. */
    losses: () => losses,
    async close() {
      isClosed = true
      // What was said last should still be heard, if anybody can hear it.
      if (connection && reached) await Promise.race([connection.flush().catch(() => {}), pause(500)])
      await connection?.close()
    },
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
