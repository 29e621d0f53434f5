import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// The receiver that every task calls. It counts requests and returns 204.
let received = 0

const server = createServer((request, response) => {
  request.on('end', () => {
    if (request.url === '/count') return respond(response, 200, JSON.stringify({ count: received }))
    if (request.url === '/reset') received = 0
    else received++
    respond(response, 204)
  })
  request.resume()
})

function respond(response: ServerResponse, status: number, body?: string) {
  response.sendDate = false
  response.writeHead(status)
  response.end(body)
}

// Long, because a connection closed between two tasks would count as an error of the contender.
server.keepAliveTimeout = 300_000
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => {
  process.send?.({ listening: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
