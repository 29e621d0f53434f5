import { randomBytes } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Payproof } from '@payproof/sdk'
import type { Delivery, ReceiverOptions } from '@payproof/sdk/webhooks'
import { expect, test } from 'vitest'
import { startApi } from '../../server/test/api.ts'
import { atEnd } from '../../server/test/at-end.ts'
import { openExpress } from './express.ts'
import { openFastify } from './fastify.ts'
import { openWeb } from './web.ts'

const api = await startApi({ OUTBOUND_LOOPBACK: 'true' })
await api.server.listen({ port: 0, host: '127.0.0.1' })
const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const payproof = new Payproof({ apiKey: api.world.clients.acme.apiKey, baseUrl: urlOf(api.server.server) })

const examples: Record<string, (options: ReceiverOptions) => Promise<Server>> = {
  Express: (options) => listening(createServer(openExpress(options))),
  async Fastify(options) {
    const server = openFastify(options)
    await server.ready()
    return listening(server.server)
  },
  'a web handler': (options) => {
    const { fetch } = openWeb(options)
    return listening(
      createServer(async (incoming, outgoing) => {
        const headers = Object.entries(incoming.headersDistinct).map(([name, values]) => [
          name,
          String(values),
        ])
        const { method = '', url } = incoming
        const request = {
          method,
          headers: Object.fromEntries(headers),
          body: incoming,
          duplex: 'half',
        } as never
        outgoing.writeHead((await fetch(new Request(`http://x${url}`, request))).status).end()
      }),
    )
  },
}

async function listening(server: Server) {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  atEnd(() => server.close())
  atEnd(() => server.closeAllConnections())
  return server
}

test.each(Object.entries(examples))(
  '%s receives what the service sends, signed and encrypted',
  async (name, open) => {
    const signing_secret = randomBytes(24).toString('hex')
    const encryption_key = randomBytes(32).toString('base64')
    const arrived: Delivery[] = []
    const server = await open({
      secrets: [signing_secret],
      encryptionKeys: [encryption_key],
      handle: (delivery) => arrived.push(delivery),
    })
    const url = `${urlOf(server)}/hooks/payproof`
    const events = ['user-payroll-submitted', 'user-bank-statement-submitted'] as const
    const config = { include_payload: true, encrypted_content_type: 'application/json' } as const
    const { webhook_id } = await payproof.webhooks.create({
      name,
      events: [...events],
      url,
      signing_secret,
      encryption_key,
      config,
    })
    for (const event of events) {
      const { state, attempts } = await payproof.webhooks.test(webhook_id, { event })
      expect(state, JSON.stringify(attempts)).toBe('delivered')
    }
    expect(arrived).toMatchObject(
      events.map((event) => ({ event, isTest: true, payload: expect.any(Object) })),
    )
    const forged = await fetch(url, { method: 'POST', body: '{}', headers: { 'webhook-id': 'x' } })
    expect(forged.status).toBe(400)
  },
)
