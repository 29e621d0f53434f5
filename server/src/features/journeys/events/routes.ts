import { z } from 'zod'
import type { Catalogue } from '../../../connectors/catalogue.ts'
import type { Server } from '../../../platform/http/server.ts'
import { PageQuery } from '../../../platform/http/wire.ts'
import { readFunnel } from './funnel.ts'
import { countEvents } from './count-events.ts'
import { CountedEvents, FunnelQuery, JourneyFunnel, newEvents } from './schemas.ts'

const tags = ['Journeys']

/** What journeys did, counted and told. */
export async function journeyEventRoutes(server: Server, { catalogue }: { catalogue: Catalogue }) {
  server.route({
    method: 'POST',
    url: '/journeys/current/events',
    config: { caller: 'user' },
    schema: {
      operationId: 'countJourneyEvents',
      summary: 'Count what the journey did',
      description:
        'Each thing counts once for a journey. Nothing else is kept, and every word is one of few, so that nothing a ' +
        'person types can be. Needs the token of a journey.',
      tags,
      body: newEvents(new Set(catalogue.providers.map(({ id }) => id))),
      response: { 201: CountedEvents },
    },
    handler: ({ tenant, caller, body }) => countEvents(tenant, caller, body.events),
  })

  server.route({
    method: 'GET',
    url: '/journeys/funnel',
    config: { caller: 'client', least: 'Support' },
    schema: {
      operationId: 'getJourneyFunnel',
      summary: 'How far journeys came, by screen, step and provider',
      tags,
      querystring: z.strictObject({ ...FunnelQuery, ...PageQuery({ first: 1, max: 100, usual: 20 }) }),
      response: { 200: JourneyFunnel },
    },
    handler: ({ tenant, query }) => readFunnel(tenant, query),
  })
}
