import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Seen = { method: string; path: string }

/** A proxy between visitor and portal that interferes with both. */
export type Tricks = {
  /** Rewrites a page in transit. */
  page?(html: string): string
  /** Serves a different PDF. */
  paper?(path: string): Promise<Buffer | undefined>
  /** Drops the connection before the portal receives the request. */
  cut?(seen: Seen): boolean
}

/** A proxy in front of the real portal. Use `url` instead of the sandbox's address. */
export async function openNoisyPortal(sandboxUrl: string) {
  const target = new URL(sandboxUrl)
  const seen: Seen[] = []
  let tricks: Tricks = {}

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { method = '', url: path = '' } = incoming
    seen.push({ method, path })
    if (tricks.cut?.({ method, path })) return void incoming.socket.destroy()
    const paper = path.endsWith('.pdf') ? await tricks.paper?.(path) : undefined
    if (paper) return void outgoing.writeHead(200, { 'content-type': 'application/pdf' }).end(paper)
    const passed = request(
      { host: target.hostname, port: target.port, method, path, headers: incoming.headers, agent: false },
      (reply) => {
        const isPage = (reply.headers['content-type'] ?? '').startsWith('text/html')
        if (!isPage || !tricks.page) {
          outgoing.writeHead(reply.statusCode ?? 500, reply.headers)
          return void reply.pipe(outgoing)
        }
        const chunks: Buffer[] = []
        reply.on('data', (chunk: Buffer) => chunks.push(chunk))
        reply.on('end', () => {
          const { 'content-length': _, ...headers } = reply.headers
          const html = Buffer.concat(chunks).toString()
          outgoing.writeHead(reply.statusCode ?? 500, headers).end(tricks.page?.(html))
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
    play(next: Tricks) {
      tricks = next
      seen.length = 0
    },
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}
