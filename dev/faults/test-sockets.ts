import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

const endings: (() => unknown)[] = []

/** Closes everything opened since the last call. */
export async function closeAll(): Promise<void> {
  for (const end of endings.splice(0).toReversed()) await end()
}

export async function listen(onConnection: (socket: Socket) => unknown): Promise<number> {
  const sockets: Socket[] = []
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket.on('error', () => {}))
    onConnection(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  endings.push(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return (server.address() as AddressInfo).port
}

export async function proxyTo(port: number): Promise<TcpProxy> {
  const proxy = await startTcpProxy({ host: '127.0.0.1', port })
  endings.push(proxy.close)
  return proxy
}

export async function connectTo(port: number): Promise<Socket> {
  const client = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true })
  client.on('error', () => {})
  endings.push(() => client.destroy())
  await once(client, 'connect')
  return client
}

export async function open(port: number) {
  const proxy = await proxyTo(port)
  return { proxy, client: await connectTo(proxy.port) }
}

export const openEcho = async () => open(await listen((socket) => socket.pipe(socket)))

/** Reads until the connection ends; resolves with the error code, or "end" for an orderly close. */
export function endOf(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    socket.once('end', () => resolve('end'))
    socket.resume()
  })
}

export function receive(socket: Socket, length: number): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    socket.on('data', function more(bytes: Buffer) {
      text += bytes
      if (text.length < length) return
      socket.off('data', more)
      resolve(text)
    })
  })
}

export function hashOf(socket: Socket, length: number): Promise<string> {
  const hash = createHash('sha256')
  let received = 0
  return new Promise((resolve) => {
    socket.on('data', (bytes) => {
      hash.update(bytes)
      received += bytes.length
      if (received >= length) resolve(hash.digest('hex'))
    })
    socket.resume()
  })
}

/** Polls until the figure no longer changes. */
export async function settled(figure: () => number): Promise<number> {
  let last = -1
  for (let round = 0; round < 50 && figure() !== last; round++) {
    last = figure()
    await sleep(200)
  }
  return last
}
