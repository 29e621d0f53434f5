import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Seen = { method: string; path: string }

/** Ways in which a proxy interferes with the traffic between visitor and portal. */
export type Interference = {
  /** Rewrites a page in transit. */
  page?(html: string): string
  /** Returns a different PDF to serve. */
  pdf?(path: string): Promise<Buffer | undefined>
  /** Whether to drop the connection before the portal receives the request. */
  cut?(seen: Seen): boolean
}

/** Opens a proxy in front of the real portal. Use `url` instead of the sandbox's URL. */
export async function openPortalProxy(sandboxUrl: string) {
  const target = new URL(sandboxUrl)
  const seen: Seen[] = []
  let interference: Interference = {}

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { method = '', url: path = '' } = incoming
    seen.push({ method, path })
    if (interference.cut?.({ method, path })) return void incoming.socket.destroy()
    const pdf = path.endsWith('.pdf') ? await interference.pdf?.(path) : undefined
    if (pdf) return void outgoing.writeHead(200, { 'content-type': 'application/pdf' }).end(pdf)
    const passed = request(
      { host: target.hostname, port: target.port, method, path, headers: incoming.headers, agent: false },
      (reply) => {
        const isPage = (reply.headers['content-type'] ?? '').startsWith('text/html')
        if (!isPage || !interference.page) {
          outgoing.writeHead(reply.statusCode ?? 500, reply.headers)
          return void reply.pipe(outgoing)
        }
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.on('end', () => {
          const { 'content-length': _, ...headers } = reply.headers
          const html = Buffer.concat(chunks).toString()
          outgoing.writeHead(reply.statusCode ?? 500, headers).end(interference.page?.(html))
        })
      },
    )
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  }

  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    play(next: Interference) {
      interference = next
      seen.length = 0
    },
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}
