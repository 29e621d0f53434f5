import { z } from 'zod'
import type { Catalogue } from '../../connectors/catalogue.ts'
import type { Server } from '../../platform/http/server.ts'
import { Line, PathId } from '../../platform/http/wire.ts'
import { FunnelQuery } from '../journeys/events/schemas.ts'
import type { ProviderHealth } from '../providers/health.ts'
import { readActivity } from './activity.ts'
import { readAttention } from './attention.ts'
import { Activity, Attention, TimelinePage } from './schemas.ts'
import { readTimeline } from './timeline.ts'

const tags = ['Activity']

/** What happened, in counts, ids and words of ours: no personal data, so that every role may read it. */
export async function activityRoutes(
  server: Server,
  parts: { catalogue: Catalogue; health: ProviderHealth },
) {
  server.route({
    method: 'GET',
    url: '/activity',
    config: { caller: 'client', least: 'Support' },
    schema: {
      operationId: 'getActivity',
      summary: 'How much happened, day by day',
      tags,
      querystring: z.strictObject(FunnelQuery),
      response: { 200: Activity },
    },
    handler: ({ tenant, query }) => readActivity(tenant, query),
  })

  server.route({
    method: 'GET',
    url: '/attention',
    config: { caller: 'client', least: 'Support' },
    schema: {
      operationId: 'getAttention',
      summary: 'What needs somebody of the team',
      tags,
      response: { 200: Attention },
    },
    handler: ({ tenant }) => readAttention(tenant, parts),
  })

  server.route({
    method: 'GET',
    url: '/users/:user_id/timeline',
    config: { caller: 'client', least: 'Support' },
    schema: {
      operationId: 'listUserTimeline',
      summary: 'What happened about a user, newest first',
      description:
        'Pages are linked by cursor. No event holds personal data. What is deleted goes from the timeline too, and ' +
        'deliveries are told of for 30 days.',
      tags: ['Users'],
      params: z.object({ user_id: PathId('User') }),
      querystring: z.strictObject({
        limit: z.int().min(1).max(100).default(20),
        cursor: Line(200).optional().describe('The next_cursor of the page before'),
      }),
      response: { 200: TimelinePage },
    },
    handler: ({ tenant, params: { user_id }, query }) => readTimeline(tenant, user_id, query),
  })
}
