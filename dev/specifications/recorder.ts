import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { ProviderTraffic } from './open-api.ts'

/** Headers that belong to one connection and are not forwarded. */
const ofConnection = new Set(['connection', 'content-length', 'host', 'transfer-encoding', 'keep-alive'])

/** Starts a proxy on loopback that forwards everything to a server and records requests and replies. */
export async function startRecorder(target: string) {
  const exchanges: ProviderTraffic[] = []
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    const body = await buffer(request)
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const reply = await fetch(target + path, {
      method: request.method ?? 'GET',
      headers: Object.entries(headers).filter(([name]) => !ofConnection.has(name)),
      redirect: 'manual',
      ...(body.length > 0 && { body }),
    })
    const replyBody = Buffer.from(await reply.arrayBuffer())
    const replyType = reply.headers.get('content-type') ?? ''
    exchanges.push({
      method: request.method ?? 'GET',
      path,
      headers,
      body: body.toString(),
      status: reply.status,
      replyType,
      replyBody: replyType.includes('json') ? replyBody.toString() : '',
    })
    const replyHeaders = [...reply.headers].filter(([name]) => !ofConnection.has(name))
    response.writeHead(reply.status, Object.fromEntries(replyHeaders))
    response.end(replyBody)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    stop: () => server.close(),
  }
}
