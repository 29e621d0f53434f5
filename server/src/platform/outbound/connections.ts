import type { Socket } from 'node:net'
import { Client } from 'undici'
import type { Connect } from './connect.ts'
import type { OutboundTarget } from './urls.ts'

/** One socket with an undici HTTP/1.1 client, for one request at a time. */
export type PooledConnection = { client: Client; socket: Socket; origin: string; openedAt: number }

export type PoolLimits = { maxConnectionAgeMs: number; maxIdleConnections: number }

export type ConnectionPool = ReturnType<typeof openConnectionPool>

const keepAliveMs = 4_000
const maxKeepAliveMs = 30_000
const maxHeaderBytes = 16 * 1024

/**
 * Connection pool by origin. undici's own pools open connections automatically; in this pool every connection passes
 * our address checks, and the caller knows whether a connection is new or reused.
 */
export function openConnectionPool(connect: Connect, limits: PoolLimits) {
  const idle = new Map<string, PooledConnection[]>()
  const openConnections = new Set<PooledConnection>()
  let idleCount = 0
  let isClosed = false

  async function open(target: OutboundTarget, signal: AbortSignal): Promise<PooledConnection> {
    if (isClosed) throw new Error('the outbound connections are closed')
    const socket = await connect(target, signal)
    const connection = {
      client: createHttpClient(socket, target),
      socket,
      origin: target.origin,
      openedAt: Date.now(),
    }
    openConnections.add(connection)
    if (isClosed) destroy(connection)
    connection.client.once('disconnect', () => destroy(connection))
    return connection
  }

  function findIdle(origin: string): PooledConnection | undefined {
    for (;;) {
      const connection = idle.get(origin)?.at(-1)
      if (!connection) return undefined
      removeFromIdle(connection)
      if (isUsable(connection)) return connection
      destroy(connection)
    }
  }

  function release(connection: PooledConnection) {
    if (isClosed || !isUsable(connection)) return destroy(connection)
    const others = idle.get(connection.origin) ?? []
    others.push(connection)
    // The entry is inserted again to keep the map in LRU order; the first entry is evicted.
    idle.delete(connection.origin)
    idle.set(connection.origin, others)
    idleCount++
    if (idleCount > limits.maxIdleConnections) evictLeastRecentlyUsed()
  }

  function isUsable({ socket, openedAt }: PooledConnection) {
    return !socket.destroyed && Date.now() - openedAt < limits.maxConnectionAgeMs
  }

  function evictLeastRecentlyUsed() {
    const [oldest] = idle.values()
    if (oldest?.[0]) destroy(oldest[0])
  }

  function removeFromIdle(connection: PooledConnection) {
    const others = idle.get(connection.origin)
    const index = others?.indexOf(connection) ?? -1
    if (!others || index < 0) return
    others.splice(index, 1)
    idleCount--
    if (others.length === 0) idle.delete(connection.origin)
  }

  function destroy(connection: PooledConnection) {
    removeFromIdle(connection)
    openConnections.delete(connection)
    connection.client.destroy().catch(() => {})
    // undici owns the socket only after its first request, so the socket is destroyed here too.
    connection.socket.destroy()
  }

  return {
    open,
    /** Returns an idle connection to reuse. The receiver may be closing it at this moment. */
    findIdle,
    /** Returns a connection to the pool. Its last response must have been complete. */
    release,
    destroy,
    counts: () => ({ idle: idleCount, open: openConnections.size, origins: idle.size }),
    async close() {
      isClosed = true
      for (const connection of [...idle.values()].flat()) destroy(connection)
      await Promise.all([...openConnections].map(({ client }) => client.close()))
    },
  }
}

function createHttpClient(socket: Socket, { origin }: OutboundTarget) {
  let unused: Socket | undefined = socket
  return new Client(origin, {
    connect: (_, callback) => {
      const firstSocket = unused
      unused = undefined
      // undici ignores a callback that is called synchronously. A second call would be a reconnect, which must pass
      // our address checks.
      queueMicrotask(() =>
        firstSocket
          ? callback(null, firstSocket)
          : callback(new Error('the connection was closed by the receiver'), null),
      )
    },
    allowH2: false,
    pipelining: 1,
    maxHeaderSize: maxHeaderBytes,
    keepAliveTimeout: keepAliveMs,
    keepAliveMaxTimeout: maxKeepAliveMs,
    // outbound.ts enforces the timeouts.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}
