import type { Server } from '../../../platform/http/server.ts'
import { maxInvitationsPerClient } from '../invitations/invitations.ts'
import { BulkInvitationResult, BulkInvitations } from './schemas.ts'
import { inviteMany } from './service.ts'

export async function bulkInvitationRoutes(server: Server, { baseUrl }: { baseUrl: string }) {
  server.route({
    method: 'POST',
    url: '/users/bulk-invitations',
    config: { access: { caller: 'client', minRole: 'FullMember', keyScope: 'tokens' } },
    schema: {
      operationId: 'bulkInviteUsers',
      summary: 'Register and invite many people by CSV',
      description:
        'By default this is a dry run, which only validates the file. With `dry_run: false`, each person is registered and sent a link ' +
        'by e-mail; if any line is invalid, the whole file is rejected with 400. References of registered users are rejected, so ' +
        'that sending the same file again sends no second invitation. If another request registers a reference meanwhile, that line ' +
        `is skipped and listed in \`errors\`. A client sends at most ${maxInvitationsPerClient} links within 24 hours.`,
      tags: ['Users'],
      body: BulkInvitations,
      response: { 200: BulkInvitationResult },
    },
    handler: ({ tenant, body }) => inviteMany(tenant, baseUrl, body),
  })
}
