import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { World } from '../../server/test/template.ts'
import { addMembers, type TeamMembers } from './console/members.ts'
import { type PopulatedClient, populate } from './console/people.ts'
import { type E2eService, startService } from './service.ts'
import { type ClientKey, connectTo } from './world.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the server below. */
    sharedServiceUrl: string
  }
}

export type SharedClient = { key: ClientKey; members: TeamMembers; people: PopulatedClient }

/**
 * Serves one service and one populated client to all end-to-end test files of a run, in any process. Each is started
 * by the first request for it: GET /service and GET /populated-client.
 */
export async function serveSharedService(services: World) {
  let starting: ReturnType<typeof startService> | undefined
  let populating: Promise<SharedClient> | undefined

  async function service(): Promise<E2eService> {
    starting ??= startService(services)
    return (await starting).service
  }

  async function populatedClient(): Promise<SharedClient> {
    const world = connectTo(await service())
    const client = await world.aClient()
    const [members, people] = await Promise.all([addMembers(world, client), populate(world, client)])
    // The challenge is prolonged, because it would expire after 15 minutes and a slow run takes longer.
    await world.api.sql(
      `update accounts set pending_until = now() + interval '1 day' where client_id = $1 and pending_kind = 'mfa'`,
      [client.clientId],
    )
    const { clientId, apiKey, owner } = client
    return { key: { clientId, apiKey, owner }, members, people }
  }

  const server = createServer(async (request, reply) => {
    try {
      if (request.url === '/populated-client') populating ??= populatedClient()
      reply.end(JSON.stringify(await (request.url === '/populated-client' ? populating : service())))
    } catch (error) {
      reply.writeHead(500).end((error as Error).stack)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await populating?.catch(() => undefined)
      const started = await starting?.catch(() => undefined)
      await started?.stop()
    },
  }
}
