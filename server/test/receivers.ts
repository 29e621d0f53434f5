import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { atEnd } from './at-end.ts'

export type RawReceiver = Awaited<ReturnType<typeof startReceiver>>

/** Called for every complete request, with the number of earlier requests on all connections. */
type React = (socket: Socket, before: number) => void

/**
 * Starts a hand-written HTTP receiver that can misbehave in any way. It supports only requests with a content-length
 * and without pipelining, because the service sends no others.
 */
export async function startReceiver(
  react: React,
  make: (listener: (socket: Socket) => void) => Server = createServer,
) {
  const requests: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = make((socket) => {
    connections++
    sockets.add(socket)
    let text = ''
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1')
      if (!isWhole(text)) return
      requests.push(text)
      text = ''
      react(socket, requests.length - 1)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const close = async () => {
    server.close()
    cut()
    if (server.listening) await once(server, 'close')
  }
  atEnd(close)
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    requests,
    connections: () => connections,
    open: () => sockets.size,
    cut,
    close,
  }
}

export function respond(socket: Socket, status: number, { body = '', headers = {} }: Response = {}) {
  const lines = Object.entries({ 'content-length': body.length, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  socket.write(`HTTP/1.1 ${status} Some Words\r\n${lines.join('')}\r\n${body}`)
}

type Response = { body?: string; headers?: Record<string, string | number> }

function isWhole(text: string) {
  const head = text.indexOf('\r\n\r\n')
  const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
  return head >= 0 && text.length - head - 4 >= length
}
