import { z } from 'zod'
import type { Server } from '../../platform/http/server.ts'
import { Message, PageQuery, PathId } from '../../platform/http/wire.ts'
import type { Attestations } from '../../platform/secrets/attestations.ts'
import type { Tokens } from '../../platform/secrets/tokens.ts'
import { askedBy, type openOtherKeys } from './other-cell-keys.ts'
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

type Parts = {
  issuer: Issuer
  tokens: Tokens
  attestations: Pick<Attestations, 'publicKeys'>
  revocations: Revocations
  otherKeys: ReturnType<typeof openOtherKeys>
  baseUrl: string
}

export async function accessRoutes(server: Server, parts: Parts) {
  const { issuer, tokens, attestations, revocations, otherKeys, baseUrl } = parts
  server.route({
    method: 'GET',
    url: '/api-keys',
    config: { caller: 'client', least: 'Admin' },
    schema: {
      operationId: 'listApiKeys',
      summary: 'List API keys, without their secrets',
      tags: ['API keys'],
      querystring: z.strictObject(PageQuery({ first: 1, max: 100, usual: 20 })),
      response: { 200: ApiKeyPage },
    },
    handler: ({ tenant, query }) => listApiKeyPage(tenant, query),
  })

  server.route({
    method: 'POST',
    url: '/api-keys',
    config: { caller: 'client', least: 'Admin' },
    schema: {
      operationId: 'createApiKey',
      summary: 'Make an API key; the reply shows it once',
      tags: ['API keys'],
      body: NewApiKey,
      response: { 201: CreatedApiKey },
    },
    handler: ({ tenant, body }) => issueApiKey(tenant, issuer, body),
  })

  server.route({
    method: 'DELETE',
    url: '/api-keys/:id',
    config: { caller: 'client', least: 'Admin' },
    schema: {
      operationId: 'deleteApiKey',
      summary: 'Revoke an API key everywhere within a second',
      tags: ['API keys'],
      params: z.object({ id: PathId('API key') }),
      response: { 200: Message },
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
      summary: 'Make a token and a journey link for a user',
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
      summary: 'End all tokens and journey links of a user at once',
      tags: ['User tokens'],
      body: UserReference,
      response: { 201: Message },
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
      summary: 'The public keys that verify our tokens and signed copies of submissions',
      tags: ['User tokens'],
      response: { 200: Jwks },
    },
    async handler({ headers }, reply) {
      reply.header('cache-control', 'public, max-age=300')
      const { keys } = await tokens.jwks()
      const ours = [...keys, ...(await attestations.publicKeys())] as z.output<typeof Jwks>['keys']
      const others = headers[askedBy] === undefined ? await otherKeys.list() : []
      // What came with clients from another cell is known there and here.
      return { keys: [...new Map([...ours, ...others].map((key) => [key.kid, key])).values()] }
    },
  })
}
