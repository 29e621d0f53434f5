import { z } from 'zod'
import type { Catalogue } from '../../connectors/catalogue.ts'
import type { Server } from '../../platform/http/server.ts'
import { PathId, TextLine } from '../../platform/http/wire.ts'
import { FunnelQuery } from '../journeys/events/schemas.ts'
import type { ProviderHealth } from '../providers/health.ts'
import { readActivity } from './activity.ts'
import { readAttention } from './attention.ts'
import { Activity, Attention, TimelinePage } from './schemas.ts'
import { readTimeline } from './timeline.ts'

const tags = ['Activity']

/** Counts, ids and event names without personal data, so that every role may read them. */
export async function activityRoutes(server: Server, deps: { catalogue: Catalogue; health: ProviderHealth }) {
  server.route({
    method: 'GET',
    url: '/activity',
    config: { caller: 'client', minRole: 'Support' },
    schema: {
      operationId: 'getActivity',
      summary: 'Get activity counts per day',
      tags,
      querystring: z.strictObject(FunnelQuery),
      response: { 200: Activity },
    },
    handler: ({ tenant, query }) => readActivity(tenant, query),
  })

  server.route({
    method: 'GET',
    url: '/attention',
    config: { caller: 'client', minRole: 'Support' },
    schema: {
      operationId: 'getAttention',
      summary: 'List items that need attention',
      tags,
      response: { 200: Attention },
    },
    handler: ({ tenant }) => readAttention(tenant, deps),
  })

  server.route({
    method: 'GET',
    url: '/users/:user_id/timeline',
    config: { caller: 'client', minRole: 'Support' },
    schema: {
      operationId: 'listUserTimeline',
      summary: 'List the timeline of a user, newest first',
      description:
        'Pages are linked by cursor. No event contains personal data. Deleted objects disappear from the timeline, and ' +
        'deliveries are listed for 30 days.',
      tags: ['Users'],
      params: z.object({ user_id: PathId('User') }),
      querystring: z.strictObject({
        limit: z.int().min(1).max(100).default(20),
        cursor: TextLine(200).optional().describe('The next_cursor of the previous page'),
      }),
      response: { 200: TimelinePage },
    },
    handler: ({ tenant, params: { user_id }, query }) => readTimeline(tenant, user_id, query),
  })
}
