import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReadOnlyProxy = Awaited<ReturnType<typeof startReadOnlyProxy>>

const readMethods = ['GET', 'HEAD', 'OPTIONS']

/** Starts an HTTP proxy in front of an object store that can refuse every write, as a store in maintenance does. */
export async function startReadOnlyProxy({ host, port }: { host: string; port: number }) {
  let isReadOnly = false
  let refused = 0

  function refuse(incoming: IncomingMessage, reply: ServerResponse) {
    refused++
    incoming.resume()
    const body = '<Error><Code>AccessDenied</Code><Message>The store is read-only</Message></Error>'
    reply.writeHead(403, { 'content-type': 'application/xml' }).end(body)
  }

  const server = createServer((incoming, reply) => {
    if (isReadOnly && !readMethods.includes(incoming.method ?? '')) return refuse(incoming, reply)
    // The signature covers the host header, so it is passed on unchanged.
    const { method, url: path, headers } = incoming
    const outgoing = request({ host, port, method, path, headers, agent: false }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('error', () => reply.destroy())
      answer.pipe(reply)
    })
    outgoing.on('error', () => reply.destroy())
    reply.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  server.listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setReadOnly(value: boolean) {
      isReadOnly = value
    },
    refused: () => refused,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
