import { z } from 'zod'
import { forwardedByHeader } from '../../platform/cells/cell-requests.ts'
import { publicAccess } from '../../platform/http/caller.ts'
import type { Server } from '../../platform/http/server.ts'
import { MessageReply, PageQuery, PathId } from '../../platform/http/wire.ts'
import type { Attestations } from '../../platform/secrets/attestations.ts'
import type { Tokens } from '../../platform/secrets/tokens.ts'
import type { openOtherCellKeys } from './other-cell-keys.ts'
import { ApiKeyPage, CreatedApiKey, Jwks, NewApiKey, UserReference, UserToken } from './schemas.ts'
import {
  type Issuer,
  issueApiKey,
  issueUserToken,
  listApiKeyPage,
  type NotifyAdministrators,
  type Revocations,
  requireGrantableScopes,
  revokeApiKey,
  revokeUserTokens,
} from './service.ts'

type AccessDeps = {
  issuer: Issuer
  tokens: Tokens
  attestations: Pick<Attestations, 'publicKeys'>
  revocations: Revocations
  notify: NotifyAdministrators
  otherKeys: ReturnType<typeof openOtherCellKeys>
  baseUrl: string
}

export async function accessRoutes(server: Server, deps: AccessDeps) {
  const { tokens, attestations, revocations, otherKeys, baseUrl } = deps
  server.route({
    method: 'GET',
    url: '/api-keys',
    config: { access: { caller: 'client', minRole: 'Admin', keyScope: null, alsoRoles: ['Developer'] } },
    schema: {
      operationId: 'listApiKeys',
      summary: 'List API keys, without their secrets',
      tags: ['API keys'],
      querystring: z.strictObject(PageQuery({ firstOffset: 1, maxLimit: 100, defaultLimit: 20 })),
      response: { 200: ApiKeyPage },
    },
    handler: ({ tenant, query }) => listApiKeyPage(tenant, query),
  })

  server.route({
    method: 'POST',
    url: '/api-keys',
    config: {
      access: { caller: 'client', minRole: 'Admin', keyScope: null, alsoRoles: ['Developer'] },
      secretReply: 'once',
      needsRecentAuthentication: true,
    },
    schema: {
      operationId: 'createApiKey',
      summary: 'Create an API key, shown only once',
      tags: ['API keys'],
      body: NewApiKey,
      response: { 201: CreatedApiKey },
    },
    handler({ tenant, caller, body }) {
      requireGrantableScopes(caller, body.scopes)
      return issueApiKey(tenant, deps, body)
    },
  })

  server.route({
    method: 'DELETE',
    url: '/api-keys/:id',
    config: {
      access: { caller: 'client', minRole: 'Admin', keyScope: null, alsoRoles: ['Developer'] },
      needsRecentAuthentication: true,
    },
    schema: {
      operationId: 'deleteApiKey',
      summary: 'Revoke an API key within a second',
      tags: ['API keys'],
      params: z.object({ id: PathId('API key') }),
      response: { 200: MessageReply },
    },
    async handler({ tenant, params: { id } }) {
      await revokeApiKey(tenant, deps, id)
      return { message: `API key [${id}] was deleted` }
    },
  })

  server.route({
    method: 'POST',
    url: '/user-tokens',
    config: { access: { caller: 'client', minRole: 'FullMember', keyScope: 'tokens' }, secretReply: 'fresh' },
    schema: {
      operationId: 'createUserToken',
      summary: 'Create a token and a journey link for a user',
      description:
        'A token with which the user acts for themselves, and a link to the hosted journey. Send the link only to that person.',
      tags: ['User tokens'],
      body: UserReference,
      response: { 201: UserToken },
      errors: [404],
    },
    handler: ({ tenant, body }) => issueUserToken(tenant, tokens, baseUrl, body.user_id),
  })

  server.route({
    method: 'POST',
    url: '/user-tokens/revocations',
    config: { access: { caller: 'client', minRole: 'FullMember', keyScope: 'tokens' } },
    schema: {
      operationId: 'revokeUserTokens',
      summary: 'Revoke all tokens and journey links of a user',
      description: 'Revokes every token and journey link of the user at once.',
      tags: ['User tokens'],
      body: UserReference,
      response: { 201: MessageReply },
      errors: [404],
    },
    async handler({ tenant, body: { user_id } }) {
      await revokeUserTokens(tenant, revocations, user_id)
      return { message: `All tokens of user [${user_id}] were revoked` }
    },
  })

  server.route({
    method: 'GET',
    url: '/.well-known/jwks.json',
    config: { access: publicAccess },
    schema: {
      operationId: 'getJwks',
      summary: 'Get the public keys that verify tokens and signed submissions',
      description:
        'The public keys that verify user tokens and member tokens (RFC 7517). Cache them by `kid`.',
      tags: ['User tokens'],
      response: { 200: Jwks },
    },
    async handler({ headers }, reply) {
      reply.header('cache-control', 'public, max-age=300')
      const { keys } = await tokens.jwks()
      const ours = [...keys, ...(await attestations.publicKeys())] as z.output<typeof Jwks>['keys']
      const others = headers[forwardedByHeader] === undefined ? await otherKeys.list() : []
      // If a client was moved from another cell, its key exists in both cells, so the keys are deduplicated by id.
      return { keys: [...new Map([...ours, ...others].map((key) => [key.kid, key])).values()] }
    },
  })
}
