import { once } from 'node:events'
import { type AddressInfo, createServer, Socket } from 'node:net'
import { type Mode, reset, startFlow } from './tcp-flow.ts'

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>

export type ProxyCounts = {
  /** Connections that are open now. */
  open: number
  /** Connections ever taken, without the refused ones. */
  accepted: number
  refused: number
  /** Bytes handed on, in each direction; what is held back is not in them. */
  toTarget: number
  fromTarget: number
}

type Address = { host: string; port: number }
type Line = { mode: Mode; counts: ProxyCounts }
type Link = { update(): void; cut(): void }

/**
 * A TCP proxy on the loopback address whose line can be made bad while connections are open. It runs in
 * this process: code that blocks the event loop blocks the line too.
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
  // A proof that forgets close() must still be able to end.
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
    /** The same address with its user, path and options, but by way of this proxy. */
    through: (url: string) => Object.assign(new URL(url), { hostname: '127.0.0.1', port }).href,
    counts: (): ProxyCounts => ({ ...counts }),
    /** A healthy line again: what was held back flows at once, new connections are taken. */
    pass: () => change({ kind: 'pass' }),
    /** Every chunk arrives this much later, in order; the line is long, not narrow. */
    delay: (ms: number) => change({ kind: 'delay', ms: atLeast(0, ms) }),
    /** At most so many bytes at a time, for each connection and direction. */
    drip: (bytes: number, everyMs: number) =>
      change({ kind: 'drip', bytes: atLeast(1, bytes), everyMs: atLeast(1, everyMs) }),
    /** Neither bytes nor ends go through until another mode; the target hears of new connections only then. */
    blackHole: () => change({ kind: 'black-hole' }),
    /** Resets every open connection on both sides; the mode for new ones stays as it is. */
    cut,
    /** Resets every new connection until another mode is chosen; open ones go on. */
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
    // Connections that give up inside the hole would otherwise fill the target's slots, which no network does.
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

function atLeast(least: number, value: number): number {
  if (value >= least) return value
  throw new RangeError(`${value} is less than ${least}`)
}
