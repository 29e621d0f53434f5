import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a webhook receiver that counts deliveries by id. */
export async function startReceiver() {
  const deliveries = new Map<string, number>()
  const server = createServer(async (request, reply) => {
    for await (const _ of request);
    const id = String(request.headers['webhook-id'])
    deliveries.set(id, (deliveries.get(id) ?? 0) + 1)
    reply.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    deliveries,
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
