import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// A webhook receiver. /arrivals returns the time at which each delivery first arrived. /hang never responds, /drip
// sends one letter per second.
const arrivals = new Map<string, string>()
let received = 0

const server = createServer((request, response) => {
  const at = process.hrtime.bigint()
  request.on('end', () => {
    const { url = '', headers } = request
    if (url === '/arrivals') return respond(response, 200, JSON.stringify([...arrivals]))
    if (url === '/count') return respond(response, 200, JSON.stringify({ received }))
    received++
    const id = String(headers['webhook-id'])
    if (!arrivals.has(id)) arrivals.set(id, String(at))
    if (url.startsWith('/hang')) return
    if (url.startsWith('/drip')) return drip(response)
    respond(response, 204)
  })
  request.resume()
})

function respond(response: ServerResponse, status: number, body?: string) {
  response.sendDate = false
  response.writeHead(status)
  response.end(body)
}

function drip({ socket }: ServerResponse) {
  const letters = setInterval(() => {
    if (!socket?.writable) return clearInterval(letters)
    socket.write('H')
  }, 1_000)
}

server.keepAliveTimeout = 300_000
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => {
  process.send?.({ listening: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
