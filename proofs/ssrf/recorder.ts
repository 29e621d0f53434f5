import { EventEmitter, once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

type RecordedConnection = { address: string; port: number; remotePort: number | undefined }

export type Recorder = Awaited<ReturnType<typeof startRecorder>>

/** Ports on which the recorder listens; `others` are typical targets of scans of an internal network. */
export const ports = { http: 80, https: [443, 8443], others: [22, 25, 3000, 5432, 6379, 8080, 9200] }

/** Accepts connections on every address and records the address before reading a byte. */
export async function startRecorder(certificate: { key: string; cert: string }) {
  const arrivals: RecordedConnection[] = []
  const accepted = new EventEmitter()
  const http = createHttpServer(answer)
  const tls = createTlsServer(certificate, (socket) => http.emit('connection', socket))
  tls.on('tlsClientError', () => {})

  const listen = async (port: number) => {
    const take = (socket: Socket) => {
      arrivals.push({ address: socket.localAddress ?? 'unknown', port, remotePort: socket.remotePort })
      accepted.emit('connection')
      socket.on('error', () => {})
      if (ports.https.includes(port)) tls.emit('connection', socket)
      else http.emit('connection', socket)
    }
    const servers = [
      createServer(take).listen(port, '0.0.0.0'),
      createServer(take).listen({ port, host: '::', ipv6Only: true }),
    ]
    await Promise.all(servers.map((server) => once(server, 'listening')))
  }
  const allPorts = [ports.http, ...ports.https, ...ports.others]
  await Promise.all(allPorts.map(listen))

  /** Connects to a listening socket and removes that connection from the list once it is recorded. */
  async function passMarker(host: string, port: number) {
    const marker = connect({ host, port })
    await once(marker, 'connect')
    const isMarker = (it: RecordedConnection) => it.port === port && it.remotePort === marker.localPort
    while (!arrivals.some(isMarker)) await once(accepted, 'connection')
    arrivals.splice(arrivals.findIndex(isMarker), 1)
    marker.destroy()
  }

  return {
    /**
     * Returns the connections since the last call. A listening socket accepts connections in the order in which they
     * were established, so a connection of our own is accepted after all others.
     */
    async takeArrivals() {
      await Promise.all(allPorts.flatMap((port) => [passMarker('127.0.0.1', port), passMarker('::1', port)]))
      return arrivals.splice(0)
    },
  }
}

/** Redirects requests for `/301?to=<url>`; any other POST gets a 200. Connections are closed afterwards. */
const answer: RequestListener = (request, response) => {
  const url = new URL(request.url ?? '/', 'http://nobody')
  const status = request.method === 'POST' ? Number(/^\/(3\d\d)$/.exec(url.pathname)?.[1] ?? 200) : 405
  const location = url.searchParams.get('to')
  request.resume().on('end', () => {
    response.writeHead(status, { connection: 'close', ...(location && { location }) }).end('ok')
  })
}
