import { expect } from 'vitest'
import { missing, noBearer, notFoundMessage, unknown } from './messages.ts'
import { inArea } from './row.ts'
import { message, timestamp } from './shapes.ts'
import { rejectsRole, requiresApiKey } from './shared-rows.ts'
import { mapBody, unknownId } from './world.ts'

const jwt = /^[\w-]+\.[\w-]+\.[\w-]+$/

const publicKey = {
  kty: expect.any(String),
  crv: expect.any(String),
  x: expect.any(String),
  kid: expect.any(String),
  alg: expect.any(String),
  use: 'sig',
}

export const userTokens = inArea('user-tokens', [
  {
    endpoint: 'POST /user-tokens',
    title: 'returns a token for the user and a link to the hosted journey',
    call: async ({ acme, createUserId }) => acme('POST', '/user-tokens', { user_id: await createUserId() }),
    expects: {
      status: 201,
      body: {
        token: expect.stringMatching(jwt),
        webapp_link: expect.stringMatching(/^http:\/\/127\.0\.0\.1:8080\/r\/[\w-]{43}$/),
        created_at: timestamp,
      },
    },
  },
  {
    endpoint: 'POST /user-tokens',
    title: 'the token has the claims of user and client and is valid for seven days',
    async call({ acme, createUserId }) {
      const user_id = await createUserId()
      const reply = await acme('POST', '/user-tokens', { user_id })
      return mapBody(reply, ({ token }) => {
        const claims = partOf(token, 1)
        return { ...claims, isOfUser: claims.sub === user_id, days: (claims.exp - claims.iat) / 86_400 }
      })
    },
    expects: {
      status: 201,
      matches: {
        iss: 'http://127.0.0.1:8080',
        client_id: expect.any(String),
        token_use: 'user',
        isOfUser: true,
        days: 7,
      },
    },
  },
  {
    endpoint: 'POST /user-tokens',
    title: 'reports missing and unknown fields by name',
    call: ({ acme }) => acme('POST', '/user-tokens', { user: unknownId }),
    expects: { status: 400, errors: [missing('user_id'), unknown('user')] },
  },
  {
    endpoint: 'POST /user-tokens',
    title: 'another client’s user is not found',
    call: async ({ rival, createUserId }) => rival('POST', '/user-tokens', { user_id: await createUserId() }),
    expects: { status: 404, errors: [notFoundMessage('User')] },
  },
  rejectsRole('POST /user-tokens', 'Support', 'FullMember'),
  ...requiresApiKey('POST /user-tokens'),

  {
    endpoint: 'GET /.well-known/jwks.json',
    title: 'publishes the verification keys of tokens and signed copies without a credential',
    call: ({ anonymous }) => anonymous('GET', '/.well-known/jwks.json'),
    expects: {
      status: 200,
      body: {
        keys: [publicKey, publicKey],
      },
    },
  },
  {
    endpoint: 'GET /.well-known/jwks.json',
    title: 'contains the kid of a token',
    async call({ acme, anonymous, createUserId }) {
      const { body } = await acme('POST', '/user-tokens', { user_id: await createUserId() })
      const jwks = await anonymous('GET', '/.well-known/jwks.json')
      const { kid } = partOf(body.token, 0)
      return mapBody(jwks, ({ keys }) => ({
        isPublished: keys.some((key: { kid: string }) => key.kid === kid),
      }))
    },
    expects: { status: 200, body: { isPublished: true } },
  },

  {
    endpoint: 'POST /user-tokens/revocations',
    title: 'returns a confirmation message',
    call: async ({ acme, createUserId }) =>
      acme('POST', '/user-tokens/revocations', { user_id: await createUserId() }),
    expects: { status: 201, body: message },
  },
  {
    endpoint: 'GET /providers',
    title: 'a revoked token is refused',
    async call({ acme, createUserId, callerForUser }) {
      const user_id = await createUserId()
      const user = await callerForUser(user_id)
      await acme('POST', '/user-tokens/revocations', { user_id })
      return user('GET', '/providers')
    },
    expects: { status: 401, errors: [noBearer] },
  },
  {
    endpoint: 'POST /user-tokens/revocations',
    title: 'reports each missing field by name',
    call: ({ acme }) => acme('POST', '/user-tokens/revocations', {}),
    expects: { status: 400, errors: [missing('user_id')] },
  },
  {
    endpoint: 'POST /user-tokens/revocations',
    title: 'an unknown user id is not found',
    call: ({ acme }) => acme('POST', '/user-tokens/revocations', { user_id: unknownId }),
    expects: { status: 404, errors: [notFoundMessage('User', unknownId)] },
  },
  rejectsRole('POST /user-tokens/revocations', 'Support', 'FullMember'),
  ...requiresApiKey('POST /user-tokens/revocations'),
])

const partOf = (token: string, part: 0 | 1) =>
  JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString())
