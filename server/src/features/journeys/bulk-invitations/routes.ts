import type { Server } from '../../../platform/http/server.ts'
import { maxInvitationsPerClient } from '../invitations/invitations.ts'
import { BulkInvitationResult, BulkInvitations } from './schemas.ts'
import { inviteMany } from './service.ts'

export async function bulkInvitationRoutes(server: Server, { baseUrl }: { baseUrl: string }) {
  server.route({
    method: 'POST',
    url: '/users/bulk-invitations',
    config: { access: { caller: 'client', minRole: 'FullMember', keyScope: 'write' } },
    schema: {
      operationId: 'bulkInviteUsers',
      summary: 'Register and invite many people by CSV',
      description:
        'Without `dry_run: false` the lines are only checked. Otherwise each person is registered and sent a link by e-mail, and ' +
        'one wrong line refuses the whole file with 400. A reference of a registered user is refused, so that a repeated ' +
        `file invites nobody twice. A client sends at most ${maxInvitationsPerClient} links within 24 hours.`,
      tags: ['Users'],
      body: BulkInvitations,
      response: { 200: BulkInvitationResult },
    },
    handler: ({ tenant, body }) => inviteMany(tenant, baseUrl, body),
  })
}
