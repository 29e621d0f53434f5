import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

type RecordedConnection = { address: string; port: number }

export type Recorder = Awaited<ReturnType<typeof startRecorder>>

/** Ports on which the recorder listens; `others` are typical targets of scans of an internal network. */
export const ports = { http: 80, https: [443, 8443], others: [22, 25, 3000, 5432, 6379, 8080, 9200] }

/** Accepts connections on every address and records the address before reading a byte. */
export async function startRecorder(certificate: { key: string; cert: string }) {
  const arrivals: RecordedConnection[] = []
  const http = createHttpServer(answer)
  const tls = createTlsServer(certificate, (socket) => http.emit('connection', socket))
  tls.on('tlsClientError', () => {})

  const listen = async (port: number) => {
    const take = (socket: Socket) => {
      arrivals.push({ address: socket.localAddress ?? 'nobody', port })
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
  await Promise.all([ports.http, ...ports.https, ...ports.others].map(listen))

  return {
    arrivals,
    /**
     * Returns the connections since the last call. Waits briefly first, because an established connection may not be
     * accepted yet.
     */
    async takeArrivals() {
      await new Promise((resolve) => setTimeout(resolve, 100))
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
