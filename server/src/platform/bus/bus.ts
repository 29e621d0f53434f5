import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import type { Log } from '../telemetry/log.ts'

const reconnectDelayMs = 500

type Listener = { subject: string; onMessage: (message: unknown) => void; subscription?: Subscription }

export type Bus = ReturnType<typeof openBus>

/**
 * Plain NATS publish/subscribe between our own processes, for hints only: subscribers must stay correct, only slower, when a
 * message is lost or NATS is unreachable. The URL may list several servers of one cluster, separated by commas.
 */
export function openBus(options: { url: string; prefix: string; log: Log }) {
  let connection: NatsConnection | undefined
  let isConnected = false
  let disconnects = 0
  const listeners = new Set<Listener>()
  const connectListeners: (() => void)[] = []

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
        trackStatus(opened)
        return
      } catch (error) {
        if (!hasFailed) options.log.warn({ err: error }, 'could not connect to NATS, retrying')
        hasFailed = true
        await pause(reconnectDelayMs)
      }
    }
  }

  // The library treats a lost connection as open while it reconnects, so its state is tracked here.
  async function trackStatus(opened: NatsConnection) {
    markConnected()
    for await (const { type } of opened.status()) {
      if (isConnected && (type === 'disconnect' || type === 'close')) {
        isConnected = false
        disconnects++
      }
      if (type === 'reconnect') markConnected()
    }
  }

  function markConnected() {
    isConnected = true
    for (const onConnect of connectListeners) onConnect()
  }

  function listen(on: NatsConnection, listener: Listener) {
    const { subject, onMessage } = listener
    listener.subscription = on.subscribe(`${options.prefix}.${subject}`, {
      callback(error, message) {
        if (error) return
        try {
          onMessage(message.json())
        } catch (problem) {
          options.log.warn({ err: problem, subject }, 'could not handle bus message')
        }
      },
    })
  }

  return {
    /** Sends to every process including this one. Dropped silently while NATS is unreachable. */
    publish(subject: string, message: unknown) {
      if (connection && isConnected)
        connection.publish(`${options.prefix}.${subject}`, JSON.stringify(message))
    },
    /** Returns the function that unsubscribes. */
    subscribe(subject: string, onMessage: (message: unknown) => void) {
      const listener: Listener = { subject, onMessage }
      listeners.add(listener)
      if (connection) listen(connection, listener)
      return () => {
        listeners.delete(listener)
        listener.subscription?.unsubscribe()
      }
    },
    /** Runs the callback on every new connection including the first: the server may have lost all state about this process. */
    onConnect(callback: () => void) {
      connectListeners.push(callback)
      if (isConnected) callback()
    },
    /** For JetStream; undefined while NATS is unreachable. */
    connection: () => (isConnected ? connection : undefined),
    prefix: options.prefix,
    /** Resolves once connected, or after the time given. */
    ready: (timeoutMs: number) => Promise.race([connecting, pause(timeoutMs)]),
    isConnected: () => isConnected,
    /** How often the connection was lost. */
    disconnectCount: () => disconnects,
    async close() {
      isClosed = true
      // Give messages published last a chance to be sent.
      if (connection && isConnected) await Promise.race([connection.flush().catch(() => {}), pause(500)])
      await connection?.close()
    },
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
