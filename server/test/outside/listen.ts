import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type OutsideRequest = {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: Buffer
}
export type OutsideReply = { status: number; headers?: Record<string, string>; body?: unknown }

/**
 * Serves JSON on loopback at the port from the command line and prints `listening <port>`; exits with its parent
 * process.
 */
export function listen(answer: (request: OutsideRequest) => OutsideReply): void {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const { method = '', url: path = '', headers } = request
    const reply = answer({ method, path, headers, body })
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end(reply.body === undefined ? undefined : JSON.stringify(reply.body))
  })
  process.once('disconnect', () => process.exit())
  server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
    process.stdout.write(`listening ${(server.address() as AddressInfo).port}\n`)
  })
}
