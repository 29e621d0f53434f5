import { z } from 'zod'
import type { ClientConnectors } from '../../connectors/registry.ts'
import type { Server } from '../../platform/http/server.ts'
import { PathId, TextLine } from '../../platform/http/wire.ts'
import { FunnelQuery } from '../journeys/events/schemas.ts'
import type { ProviderHealth } from '../providers/health.ts'
import { readActivity } from './activity.ts'
import { readAttention } from './attention.ts'
import { readFlags } from './flags.ts'
import { Activity, Attention, FlaggedUsers, FlagsQuery, TimelinePage } from './schemas.ts'
import { readTimeline } from './timeline.ts'

const tags = ['Activity']

/** Routes that return counts, ids and event names without personal data, so that every role may use them. */
export async function activityRoutes(
  server: Server,
  deps: { connectors: ClientConnectors; health: ProviderHealth },
) {
  server.route({
    method: 'GET',
    url: '/activity',
    config: {
      access: { caller: 'client', minRole: 'Support', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'getActivity',
      summary: 'Get activity counts per day',
      description: 'Counts of registrations, connections, submissions and deliveries per day (UTC).',
      tags,
      querystring: z.strictObject(FunnelQuery),
      response: { 200: Activity },
    },
    handler: ({ tenant, query }) => readActivity(tenant, query),
  })

  server.route({
    method: 'GET',
    url: '/attention',
    config: {
      access: { caller: 'client', minRole: 'Support', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'getAttention',
      summary: 'List items that need attention',
      description:
        'Items that need a person: flagged and unread documents, other identities, disputed figures, failing webhooks, providers ' +
        'that are down, expiring consent, stuck uploads.',
      tags,
      response: { 200: Attention },
    },
    handler: ({ tenant }) => readAttention(tenant, deps),
  })

  server.route({
    method: 'GET',
    url: '/users/flags',
    config: {
      access: { caller: 'client', minRole: 'Support', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'listUserFlags',
      summary: 'List users with something to check',
      description:
        'Low-trust and unread documents, other identities and disputed figures of the given users, as counts. The income ' +
        'summary has the details.',
      tags: ['Users'],
      querystring: FlagsQuery,
      response: { 200: FlaggedUsers },
    },
    handler: async ({ tenant, query: { user_ids } }) => ({ users: await readFlags(tenant, user_ids) }),
  })

  server.route({
    method: 'GET',
    url: '/users/:user_id/timeline',
    config: {
      access: { caller: 'client', minRole: 'Support', keyScope: 'read', alsoRoles: ['Underwriter'] },
    },
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
