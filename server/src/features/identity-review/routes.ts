import { z } from 'zod'
import type { Server } from '../../platform/http/server.ts'
import { PathId } from '../../platform/http/wire.ts'
import { IdentityAcceptance } from './schemas.ts'
import { acceptAccountIdentity, acceptDocumentIdentity } from './service.ts'

const rules =
  'For sources with the identity_match `none`. Ends the attention item. With hold_unmatched_data, the held data becomes ' +
  'submissions and its event is sent; this needs an authorisation that was not withdrawn. Repeating the request changes nothing.'

export async function identityReviewRoutes(server: Server) {
  server.route({
    method: 'POST',
    url: '/accounts/:account_id/identity/accept',
    config: {
      access: { caller: 'client', minRole: 'FullMember', keyScope: 'write', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'acceptAccountIdentity',
      summary: 'Accept an account that shows another person',
      description: rules,
      tags: ['Accounts'],
      params: z.object({ account_id: PathId('Account') }),
      response: { 200: IdentityAcceptance },
      errors: [400],
    },
    handler: ({ tenant, params: { account_id } }) => acceptAccountIdentity(tenant, account_id),
  })

  server.route({
    method: 'POST',
    url: '/documents/:document_id/identity/accept',
    config: {
      access: { caller: 'client', minRole: 'FullMember', keyScope: 'write', alsoRoles: ['Underwriter'] },
    },
    schema: {
      operationId: 'acceptDocumentIdentity',
      summary: 'Accept a document that shows another person',
      description: rules,
      tags: ['Documents'],
      params: z.object({ document_id: PathId('Document') }),
      response: { 200: IdentityAcceptance },
      errors: [400],
    },
    handler: ({ tenant, params: { document_id } }) => acceptDocumentIdentity(tenant, document_id),
  })
}
