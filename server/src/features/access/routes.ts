import { z } from 'zod'
import type { Server } from '../../platform/http/server.ts'
import { MessageReply, PageQuery, PathId } from '../../platform/http/wire.ts'
import type { Attestations } from '../../platform/secrets/attestations.ts'
import type { Tokens } from '../../platform/secrets/tokens.ts'
import { forwardedByHeader, type openOtherCellKeys } from './other-cell-keys.ts'
import { ApiKeyPage, CreatedApiKey, Jwks, NewApiKey, UserReference, UserToken } from './schemas.ts'
import {
  type Issuer,
  issueApiKey,
  issueUserToken,
  listApiKeyPage,
  type Revocations,
  revokeApiKey,
  revokeUserTokens,
} from './service.ts'

type AccessDeps = {
  issuer: Issuer
  tokens: Tokens
  attestations: Pick<Attestations, 'publicKeys'>
  revocations: Revocations
  otherKeys: ReturnType<typeof openOtherCellKeys>
  baseUrl: string
}

export async function accessRoutes(server: Server, deps: AccessDeps) {
  const { issuer, tokens, attestations, revocations, otherKeys, baseUrl } = deps
  server.route({
    method: 'GET',
    url: '/api-keys',
    config: { caller: 'client', minRole: 'Admin' },
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
    config: { caller: 'client', minRole: 'Admin' },
    schema: {
      operationId: 'createApiKey',
      summary: 'Create an API key, shown only once',
      tags: ['API keys'],
      body: NewApiKey,
      response: { 201: CreatedApiKey },
    },
    handler: ({ tenant, body }) => issueApiKey(tenant, issuer, body),
  })

  server.route({
    method: 'DELETE',
    url: '/api-keys/:id',
    config: { caller: 'client', minRole: 'Admin' },
    schema: {
      operationId: 'deleteApiKey',
      summary: 'Revoke an API key within a second',
      tags: ['API keys'],
      params: z.object({ id: PathId('API key') }),
      response: { 200: MessageReply },
    },
    async handler({ tenant, params: { id } }) {
      await revokeApiKey(tenant, revocations, id)
      return { message: `API key [${id}] was deleted` }
    },
  })

  server.route({
    method: 'POST',
    url: '/user-tokens',
    config: { caller: 'client' },
    schema: {
      operationId: 'createUserToken',
      summary: 'Create a token and a journey link for a user',
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
    config: { caller: 'client' },
    schema: {
      operationId: 'revokeUserTokens',
      summary: 'Revoke all tokens and journey links of a user',
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
    config: { caller: 'public' },
    schema: {
      operationId: 'getJwks',
      summary: 'Get the public keys that verify tokens and signed submissions',
      tags: ['User tokens'],
      response: { 200: Jwks },
    },
    async handler({ headers }, reply) {
      reply.header('cache-control', 'public, max-age=300')
      const { keys } = await tokens.jwks()
      const ours = [...keys, ...(await attestations.publicKeys())] as z.output<typeof Jwks>['keys']
      const others = headers[forwardedByHeader] === undefined ? await otherKeys.list() : []
      // Keys of clients moved from another cell exist in both; deduplicate by key id.
      return { keys: [...new Map([...ours, ...others].map((key) => [key.kid, key])).values()] }
    },
  })
}
