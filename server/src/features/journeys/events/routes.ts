import { z } from 'zod'
import type { Catalogue } from '../../../connectors/catalogue.ts'
import { userAccess } from '../../../platform/http/caller.ts'
import type { Server } from '../../../platform/http/server.ts'
import { PageQuery } from '../../../platform/http/wire.ts'
import { countEvents } from './count-events.ts'
import { readFunnel } from './funnel.ts'
import { CountedEvents, FunnelQuery, JourneyFunnel, newEvents } from './schemas.ts'

const tags = ['Journeys']

export async function journeyEventRoutes(server: Server, { catalogue }: { catalogue: Catalogue }) {
  server.route({
    method: 'POST',
    url: '/journeys/current/events',
    config: { access: userAccess },
    schema: {
      operationId: 'countJourneyEvents',
      summary: 'Count events of the journey',
      description:
        'Each step counts once per journey. Only counts are stored, and every value is one of a fixed list, so that no ' +
        'text typed by the user can be stored. Requires the token of a journey.',
      tags,
      body: newEvents(new Set(catalogue.providers.map(({ id }) => id))),
      response: { 201: CountedEvents },
    },
    handler: ({ tenant, caller, body }) => countEvents(tenant, caller, body.events),
  })

  server.route({
    method: 'GET',
    url: '/journeys/funnel',
    config: {
      access: { caller: 'client', minRole: 'Support', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'getJourneyFunnel',
      summary: 'Get the journey funnel by screen, step and provider',
      description: 'How many journeys reached each step in the period, with errors by provider.',
      tags,
      querystring: z.strictObject({
        ...FunnelQuery,
        ...PageQuery({ firstOffset: 1, maxLimit: 100, defaultLimit: 20 }),
      }),
      response: { 200: JourneyFunnel },
    },
    handler: ({ tenant, query }) => readFunnel(tenant, query),
  })
}
