import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// The outside world that every task calls: it reads what it is sent, counts it and says thank you.
let received = 0

const server = createServer((request, response) => {
  request.on('end', () => {
    if (request.url === '/count') return answer(response, 200, JSON.stringify({ count: received }))
    if (request.url === '/reset') received = 0
    else received++
    answer(response, 204)
  })
  request.resume()
})

function answer(response: ServerResponse, status: number, body?: string) {
  response.sendDate = false
  response.writeHead(status)
  response.end(body)
}

// A connection that is closed between two tasks would be measured as an error of whoever used it.
server.keepAliveTimeout = 300_000
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => {
  process.send?.({ listening: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
