import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Opens a webhook receiver that counts the deliveries for each account. */
export async function openReceiver() {
  const accounts = new Map<string, number>()
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const { account_id } = JSON.parse(text) as { account_id: string }
    accounts.set(account_id, (accounts.get(account_id) ?? 0) + 1)
    response.writeHead(200).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    accounts,
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
