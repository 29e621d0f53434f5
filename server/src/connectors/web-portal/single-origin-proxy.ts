import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** The proxy through which all network access of a visit passes. */
export type SingleOriginProxy = { url: string; port: number; close(): Promise<void> }

const refused = 'HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'
const perHop = ['connection', 'keep-alive', 'proxy-authorization', 'proxy-connection', 'transfer-encoding']

/**
 * Starts a loopback proxy that only reaches one origin. Playwright's routing does not see redirects or preconnects,
 * but all requests have to pass through this proxy.
 */
export async function startSingleOriginProxy(origin: string): Promise<SingleOriginProxy> {
  const allowed = new URL(origin)
  const host = allowed.hostname.replace(/^\[|\]$/g, '')
  const port = Number(allowed.port) || (allowed.protocol === 'https:' ? 443 : 80)
  const sockets = new Set<Duplex>()
  const keep = (socket: Duplex) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
  }

  const server = createServer((incoming, outgoing) => {
    const target = URL.parse(incoming.url ?? '')
    if (allowed.protocol === 'http:' && target?.origin === allowed.origin)
      pass(incoming, outgoing, { host, port, path: target.pathname + target.search })
    else outgoing.writeHead(403).end()
  })
  server.on('connection', keep)
  server.on('upgrade', (_incoming, socket: Duplex) => socket.end(refused))
  server.on('connect', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (incoming.url !== `${allowed.hostname}:${port}`) return void socket.end(refused)
    const tunnel: Socket = connect(port, host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      tunnel.write(head)
      tunnel.pipe(socket).pipe(tunnel)
    })
    keep(tunnel)
    tunnel.once('close', () => socket.destroy())
    socket.once('close', () => tunnel.destroy())
  })
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(0, '127.0.0.1', () => resolve()),
  )

  const listeningPort = (server.address() as AddressInfo).port
  return {
    url: `http://127.0.0.1:${listeningPort}`,
    port: listeningPort,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      return closed
    },
  }
}

type Target = { host: string; port: number; path: string }

function pass(incoming: IncomingMessage, outgoing: ServerResponse, target: Target) {
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).filter(([name]) => !perHop.includes(name)),
  )
  const forwarded = request({ ...target, method: incoming.method, headers, agent: false }, (reply) => {
    const kept = Object.entries(reply.headers).filter(([name]) => !perHop.includes(name))
    outgoing.writeHead(reply.statusCode ?? 502, Object.fromEntries(kept))
    // A truncated reply must not look complete.
    reply.once('error', () => outgoing.destroy()).once('aborted', () => outgoing.destroy())
    reply.pipe(outgoing)
  })
  forwarded.once('error', () => {
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502).end()
  })
  outgoing.once('close', () => forwarded.destroy())
  incoming.pipe(forwarded)
}
