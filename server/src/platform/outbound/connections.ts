import type { Socket } from 'node:net'
import { Client } from 'undici'
import type { Connect } from './connect.ts'
import type { Target } from './urls.ts'

/** One socket with undici's HTTP/1.1 on it, for one request at a time. */
export type Connection = { client: Client; socket: Socket; origin: string; madeAt: number }

export type PoolLimits = { connectionMs: number; idleConnections: number }

export type Connections = ReturnType<typeof openConnections>

const idleMs = 4_000
const longestIdleMs = 30_000
const headerBytes = 16 * 1024

/**
 * Keeps connections for the next request to the same origin. undici's own pools are not used because they connect by
 * themselves: here nothing is connected but by our own check, and we know whether a connection is new.
 */
export function openConnections(connect: Connect, limits: PoolLimits) {
  const idle = new Map<string, Connection[]>()
  const open = new Set<Connection>()
  let idleCount = 0
  let isClosed = false

  async function make(target: Target, signal: AbortSignal): Promise<Connection> {
    if (isClosed) throw new Error('the outbound connections are closed')
    const socket = await connect(target, signal)
    const connection = { client: wrap(socket, target), socket, origin: target.origin, madeAt: Date.now() }
    open.add(connection)
    if (isClosed) forget(connection)
    connection.client.once('disconnect', () => forget(connection))
    return connection
  }

  function findIdle(origin: string): Connection | undefined {
    for (;;) {
      const connection = idle.get(origin)?.at(-1)
      if (!connection) return undefined
      leave(connection)
      if (isUsable(connection)) return connection
      forget(connection)
    }
  }

  function release(connection: Connection) {
    if (isClosed || !isUsable(connection)) return forget(connection)
    const others = idle.get(connection.origin) ?? []
    others.push(connection)
    // Whoever was used last comes last, so that the first is the one to go when there are too many.
    idle.delete(connection.origin)
    idle.set(connection.origin, others)
    idleCount++
    if (idleCount > limits.idleConnections) dropOldest()
  }

  function isUsable({ socket, madeAt }: Connection) {
    return !socket.destroyed && Date.now() - madeAt < limits.connectionMs
  }

  function dropOldest() {
    const [oldest] = idle.values()
    if (oldest?.[0]) forget(oldest[0])
  }

  function leave(connection: Connection) {
    const others = idle.get(connection.origin)
    const place = others?.indexOf(connection) ?? -1
    if (!others || place < 0) return
    others.splice(place, 1)
    idleCount--
    if (others.length === 0) idle.delete(connection.origin)
  }

  function forget(connection: Connection) {
    leave(connection)
    open.delete(connection)
    connection.client.destroy().catch(() => {})
    // undici knows the socket only once it has been asked to send.
    connection.socket.destroy()
  }

  return {
    make,
    /** One that has been used before, and that the receiver may be closing at this moment. */
    findIdle,
    /** Only for a connection whose last answer was complete. */
    release,
    /** Closes the connection, whatever is happening on it. */
    drop: forget,
    counts: () => ({ idle: idleCount, open: open.size, origins: idle.size }),
    async close() {
      isClosed = true
      for (const connection of [...idle.values()].flat()) forget(connection)
      await Promise.all([...open].map(({ client }) => client.close()))
    },
  }
}

function wrap(socket: Socket, { origin }: Target) {
  let unused: Socket | undefined = socket
  return new Client(origin, {
    connect: (_, callback) => {
      const given = unused
      unused = undefined
      // Not at once, because undici would not notice; and not twice, because a new connection is not undici's to make.
      queueMicrotask(() =>
        given
          ? callback(null, given)
          : callback(new Error('the connection was closed by the receiver'), null),
      )
    },
    allowH2: false,
    pipelining: 1,
    maxHeaderSize: headerBytes,
    keepAliveTimeout: idleMs,
    keepAliveMaxTimeout: longestIdleMs,
    // The deadlines are ours.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
}
