import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { Log } from '../telemetry/log.ts'

export type Bus = ReturnType<typeof openBus>

/**
 * Plain NATS between our own processes: hints that make things fast, never facts. Whoever listens must also be
 * right, only slower, when a message is lost or NATS is away.
 */
export function openBus(options: { url: string; log: Log }) {
  let connection: NatsConnection | undefined
  const listeners: { subject: string; hear: (message: unknown) => void }[] = []

  const connecting = connect({
    servers: options.url,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    waitOnFirstConnect: true,
    name: 'payproof',
  }).then(
    (opened) => {
      connection = opened
      for (const listener of listeners) listen(opened, listener)
    },
    (error) => options.log.error({ err: error }, 'NATS cannot be used'),
  )

  function listen(on: NatsConnection, { subject, hear }: (typeof listeners)[number]) {
    on.subscribe(subject, {
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
      if (connection && !connection.isClosed()) connection.publish(subject, JSON.stringify(message))
    },
    hear(subject: string, hear: (message: unknown) => void) {
      const listener = { subject, hear }
      listeners.push(listener)
      if (connection) listen(connection, listener)
    },
    /** Resolves once connected, or after the time given. */
    ready: (timeoutMs: number) =>
      Promise.race([connecting, new Promise<void>((resolve) => setTimeout(resolve, timeoutMs).unref())]),
    isConnected: () => connection !== undefined && !connection.isClosed(),
    async close() {
      await connection?.close()
    },
  }
}
