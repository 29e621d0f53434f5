import type { z } from 'zod'
import type { Server } from '../../platform/http/server.ts'
import { Catalogue } from './schemas.ts'

/** The catalogue is what the connectors say of themselves, so it is handed in from where they are listed. */
export async function providerRoutes(
  server: Server,
  { catalogue }: { catalogue: z.output<typeof Catalogue> },
) {
  server.route({
    method: 'GET',
    url: '/providers',
    config: { caller: 'either', least: 'Support' },
    schema: {
      operationId: 'listProviders',
      summary: 'List payroll providers and employers',
      tags: ['Providers'],
      response: { 200: Catalogue },
    },
    handler: async () => catalogue,
  })
}
