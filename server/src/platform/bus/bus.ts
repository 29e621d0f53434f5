import {
  connect,
  headers,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
  type Subscription,
} from '@nats-io/transport-node'
import type { KeyVersions } from '../secrets/key-versions.ts'
import type { Log } from '../telemetry/log.ts'
import { inboxPrefixOf, parseNatsAddress } from './address.ts'
import { createMessageSigner, type SignatureFault, signatureHeader } from './signature.ts'

const reconnectDelayMs = 500
// Notifications are useful for a second at most. The rest is for clocks that differ.
const maxNotificationAgeMs = 30_000
// A forger must not be able to flood the log. The metric counts every rejected message.
const rejectionLogIntervalMs = 60_000

type Listener = { subject: string; onMessage: (message: unknown) => void; subscription?: Subscription }

export type Bus = ReturnType<typeof openBus>

/**
 * Plain NATS publish/subscribe between our own processes, for hints only: if a message is lost or NATS is
 * unreachable, subscribers must still be correct, only slower. Every message is signed with the key of the cell;
 * messages without a valid signature are dropped. The URL may list several servers of one cluster, separated by
 * commas.
 */
export function openBus(options: {
  url: string
  prefix: string
  key: Buffer | KeyVersions
  /** Certificate authority of the NATS servers. Defaults to the public ones. */
  caFile?: string | undefined
  log: Log
  onRejected?(reason: SignatureFault): void
}) {
  const address = parseNatsAddress(options.url)
  const inboxPrefix = inboxPrefixOf(address)
  const signer = createMessageSigner(options.key)
  let connection: NatsConnection | undefined
  let isConnected = false
  let disconnects = 0
  const listeners = new Set<Listener>()
  const connectListeners: (() => void)[] = []

  let isClosed = false
  const connecting = connectUntilClosed()

  // Replaces the library's waitOnFirstConnect, whose attempts cannot be stopped and would outlive close().
  async function connectUntilClosed() {
    let hasFailed = false
    while (!isClosed) {
      try {
        const opened = await connect({
          servers: address.servers,
          ...(address.user !== undefined && { user: address.user, pass: address.pass ?? '' }),
          ...(address.isTls && { tls: options.caFile ? { caFile: options.caFile } : {} }),
          inboxPrefix,
          maxReconnectAttempts: -1,
          reconnectTimeWait: reconnectDelayMs,
          pingInterval: 5_000,
          maxPingOut: 2,
          // Otherwise the library captures a stack trace for every request, which costs more than the request.
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

  // The library reports a lost connection as open while it reconnects, so the connection state is tracked here.
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

  let lastRejectionLogAt = Number.NEGATIVE_INFINITY
  /** Returns the time at which a process of this cell signed the message, or undefined if none did in time. */
  function verify(message: Msg, maxAgeMs: number) {
    const { subject, data } = message
    const signature = message.headers?.get(signatureHeader) ?? ''
    const verdict = signer.verify({ subject, body: data, signature, maxAgeMs })
    if ('signedAt' in verdict) return verdict.signedAt
    options.onRejected?.(verdict.rejection)
    if (performance.now() - lastRejectionLogAt > rejectionLogIntervalMs) {
      lastRejectionLogAt = performance.now()
      options.log.error({ reason: verdict.rejection, subject }, 'rejected NATS message')
    }
    return undefined
  }

  function sign(subject: string, body: string): MsgHdrs {
    const result = headers()
    result.set(signatureHeader, signer.sign(subject, body))
    return result
  }

  function listen(on: NatsConnection, listener: Listener) {
    const { subject, onMessage } = listener
    listener.subscription = on.subscribe(`${options.prefix}.${subject}`, {
      callback(error, message) {
        if (error || verify(message, maxNotificationAgeMs) === undefined) return
        try {
          onMessage(message.json())
        } catch (problem) {
          options.log.warn({ err: problem, subject }, 'could not handle bus message')
        }
      },
    })
  }

  return {
    /** Sends to every process including this one. Messages are dropped silently while NATS is unreachable. */
    publish(subject: string, message: unknown) {
      if (!connection || !isConnected) return
      const fullSubject = `${options.prefix}.${subject}`
      const body = JSON.stringify(message)
      connection.publish(fullSubject, body, { headers: sign(fullSubject, body) })
    },
    /** Subscribes to a subject. Returns the function that unsubscribes. */
    subscribe(subject: string, onMessage: (message: unknown) => void) {
      const listener: Listener = { subject, onMessage }
      listeners.add(listener)
      if (connection) listen(connection, listener)
      return () => {
        listeners.delete(listener)
        listener.subscription?.unsubscribe()
      }
    },
    /**
     * Runs the callback on every new connection, including the first one, because the server may have lost all state
     * about this process.
     */
    onConnect(callback: () => void) {
      connectListeners.push(callback)
      if (isConnected) callback()
    },
    /** The NATS connection for use with JetStream; undefined while NATS is unreachable. */
    connection: () => (isConnected ? connection : undefined),
    prefix: options.prefix,
    inboxPrefix,
    /** Returns the headers of a message that is published on the connection itself. */
    sign,
    verify,
    /** Resolves once connected, or after the timeout. */
    ready: (timeoutMs: number) => Promise.race([connecting, pause(timeoutMs)]),
    isConnected: () => isConnected,
    /** Number of times the connection was lost. */
    disconnectCount: () => disconnects,
    async close() {
      isClosed = true
      // Give the messages published last a chance to be sent.
      if (connection && isConnected) await Promise.race([connection.flush().catch(() => {}), pause(500)])
      await connection?.close()
    },
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
