import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

// A webhook receiver. POST /hooks/<name> receives deliveries, PUT /behaviours/<name> sets the behaviour, and GET
// /received/<name> returns the deliveries.

/** Behaviour of the receiver; after `times` requests, `afterwards` applies. */
export type ReceiverBehaviour = {
  status?: number
  headers?: Record<string, string>
  body?: string
  how?: 'answer' | 'hang' | 'drip' | 'reset'
  delayMs?: number
  times?: number
  afterwards?: ReceiverBehaviour
}

export type Received = { at: number; path: string; headers: Record<string, string>; body: string }

const behaviours = new Map<string, ReceiverBehaviour>()
const received = new Map<string, Received[]>()

const server = createServer(async (request, response) => {
  const [, room = '', name = ''] = (request.url ?? '').split('/')
  const body = Buffer.concat(await request.toArray()).toString('latin1')
  if (room === 'behaviours') {
    behaviours.set(name, JSON.parse(body))
    return response.end()
  }
  if (room === 'received') {
    response.setHeader('content-type', 'application/json')
    return response.end(JSON.stringify(received.get(name) ?? []))
  }
  await receive(name, body, request, response)
})

async function receive(name: string, body: string, request: IncomingMessage, response: ServerResponse) {
  const { url = '', headers } = request
  const list = received.get(name) ?? []
  list.push({ at: Date.now(), path: url, headers: headers as Record<string, string>, body })
  received.set(name, list)
  const { how = 'answer', status = 200, delayMs = 0, ...rest } = nextBehaviour(name)
  if (how === 'hang') return
  if (how === 'reset') return request.socket.resetAndDestroy()
  if (delayMs > 0) await sleep(delayMs)
  if (how === 'drip') {
    for (const letter of 'HTTP/1.1 200 OK\r\nx-slow: true') {
      if (!response.socket?.write(letter) && response.destroyed) return
      await sleep(1_000)
    }
    return
  }
  response.writeHead(status, rest.headers)
  response.end(rest.body)
}

function nextBehaviour(name: string): ReceiverBehaviour {
  const behaviour = behaviours.get(name) ?? {}
  const { times, afterwards } = behaviour
  if (times !== undefined)
    behaviours.set(name, times > 1 ? { ...behaviour, times: times - 1 } : (afterwards ?? {}))
  return behaviour
}

process.once('disconnect', () => process.exit())
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  process.stdout.write(`listening ${(server.address() as AddressInfo).port}\n`)
})
