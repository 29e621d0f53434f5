import { once } from 'node:events'
import { type AddressInfo, createServer, Socket } from 'node:net'
import { type Mode, reset, startFlow } from './tcp-flow.ts'

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>

export type ProxyCounts = {
  /** Number of connections that are open now. */
  open: number
  /** Number of connections accepted since the start, excluding refused ones. */
  accepted: number
  refused: number
  /** Bytes forwarded in each direction; buffered bytes are not included. */
  toTarget: number
  fromTarget: number
}

type Address = { host: string; port: number }
type Line = { mode: Mode; counts: ProxyCounts }
type Link = { update(): void; cut(): void }

/**
 * Starts a TCP proxy on the loopback address that can inject network faults into open connections. It runs in this
 * process, so code that blocks the event loop blocks the proxy, too.
 */
export async function startTcpProxy(target: Address) {
  const counts: ProxyCounts = { open: 0, accepted: 0, refused: 0, toTarget: 0, fromTarget: 0 }
  const line: Line = { mode: { kind: 'pass' }, counts }
  const links = new Set<Link>()
  let isRefusing = false

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    if (isRefusing) {
      counts.refused++
      client.on('error', () => {})
      reset(client)
      return
    }
    counts.accepted++
    const link = connectThrough(client, target, line, () => {
      links.delete(link)
      counts.open = links.size
    })
    links.add(link)
    counts.open = links.size
  })
  server.listen({ host: '127.0.0.1', port: 0, exclusive: true })
  await once(server, 'listening')
  const closed = once(server, 'close')
  // A proof that forgets close() must still be able to exit.
  server.unref()

  const change = (mode: Mode) => {
    isRefusing = false
    line.mode = mode
    for (const link of links) link.update()
  }
  const cut = () => {
    for (const link of links) link.cut()
  }
  const { port } = server.address() as AddressInfo
  return {
    host: '127.0.0.1',
    port,
    url: (scheme: string, path = '') =>
      `${scheme}://127.0.0.1:${port}${path && `/${path.replace(/^\//, '')}`}`,
    /** Rewrites a URL to use this proxy; user, path and options stay. */
    through: (url: string) => Object.assign(new URL(url), { hostname: '127.0.0.1', port }).href,
    counts: (): ProxyCounts => ({ ...counts }),
    /** Ends all faults: buffered bytes are sent at once, new connections are accepted. */
    pass: () => change({ kind: 'pass' }),
    /** Adds latency to every chunk, in order; does not limit bandwidth. */
    delay: (ms: number) => change({ kind: 'delay', ms: atLeast(0, ms) }),
    /** Forwards at most `bytes` every `everyMs`, per connection and direction. */
    drip: (bytes: number, everyMs: number) =>
      change({ kind: 'drip', bytes: atLeast(1, bytes), everyMs: atLeast(1, everyMs) }),
    /** Holds bytes and ends back until the mode changes; only then do new connections reach the target. */
    blackHole: () => change({ kind: 'black-hole' }),
    /** Resets every open connection on both sides; the mode is unchanged. */
    cut,
    /** Resets every new connection until the mode changes; open ones continue. */
    refuse: () => {
      isRefusing = true
    },
    close: async () => {
      if (server.listening) server.close()
      cut()
      await closed
    },
  }
}

function connectThrough(client: Socket, target: Address, line: Line, onClosed: () => void): Link {
  const { counts } = line
  const upstream = new Socket({ allowHalfOpen: true })
  const modeNow = () => line.mode
  const flows = [
    startFlow({ source: client, sink: upstream, modeNow, count: (bytes) => (counts.toTarget += bytes) }),
    startFlow({ source: upstream, sink: client, modeNow, count: (bytes) => (counts.fromTarget += bytes) }),
  ]
  const sockets = [client, upstream]
  for (const socket of sockets) {
    socket.once('close', () => {
      if (sockets.every((one) => one.closed)) onClosed()
    })
  }
  let hasTried = false
  const update = () => {
    // The target is connected only outside a black hole, so that clients that give up meanwhile do not use up its
    // connection slots.
    if (!hasTried && line.mode.kind !== 'black-hole') {
      hasTried = true
      if (client.destroyed) upstream.destroy()
      else upstream.setNoDelay(true).connect(target)
    }
    for (const step of flows) step()
  }
  update()
  return { update, cut: () => sockets.forEach(reset) }
}

function atLeast(min: number, value: number): number {
  if (value >= min) return value
  throw new RangeError(`${value} is less than ${min}`)
}
