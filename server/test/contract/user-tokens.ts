import { expect } from 'vitest'
import { missing, noBearer, noSuch, unknown } from './messages.ts'
import { needsApiKey, refusesRole } from './refusals.ts'
import { inArea } from './row.ts'
import { message, timestamp } from './shapes.ts'
import { look, nobodysId } from './world.ts'

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
    says: 'a token for the person and a link to the hosted journey',
    call: async ({ acme, aPerson }) => acme('POST', '/user-tokens', { user_id: await aPerson() }),
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
    says: 'the token names the user and the client, and lives seven days',
    async call({ acme, aPerson }) {
      const user_id = await aPerson()
      const reply = await acme('POST', '/user-tokens', { user_id })
      return look(reply, ({ token }) => {
        const claims = partOf(token, 1)
        return { ...claims, isOfUser: claims.sub === user_id, days: (claims.exp - claims.iat) / 86_400 }
      })
    },
    expects: {
      status: 201,
      holds: {
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
    says: 'a missing field is named, an unknown one too',
    call: ({ acme }) => acme('POST', '/user-tokens', { user: nobodysId }),
    expects: { status: 400, errors: [missing('user_id'), unknown('user')] },
  },
  {
    endpoint: 'POST /user-tokens',
    says: 'a user of another client does not exist',
    call: async ({ rival, aPerson }) => rival('POST', '/user-tokens', { user_id: await aPerson() }),
    expects: { status: 404, errors: [noSuch('User')] },
  },
  refusesRole('POST /user-tokens', 'Support', 'FullMember'),
  ...needsApiKey('POST /user-tokens'),

  {
    endpoint: 'GET /.well-known/jwks.json',
    says: 'publishes the keys that verify tokens and signed copies, for everybody',
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
    says: 'the kid of a token is among them',
    async call({ acme, anonymous, aPerson }) {
      const { body } = await acme('POST', '/user-tokens', { user_id: await aPerson() })
      const jwks = await anonymous('GET', '/.well-known/jwks.json')
      const { kid } = partOf(body.token, 0)
      return look(jwks, ({ keys }) => ({ isPublished: keys.some((key: { kid: string }) => key.kid === kid) }))
    },
    expects: { status: 200, body: { isPublished: true } },
  },

  {
    endpoint: 'POST /user-tokens/revocations',
    says: 'confirms in words',
    call: async ({ acme, aPerson }) => acme('POST', '/user-tokens/revocations', { user_id: await aPerson() }),
    expects: { status: 201, body: message },
  },
  {
    endpoint: 'GET /providers',
    says: 'a revoked token is a wrong token',
    async call({ acme, aPerson, aUserToken }) {
      const user_id = await aPerson()
      const user = await aUserToken(user_id)
      await acme('POST', '/user-tokens/revocations', { user_id })
      return user('GET', '/providers')
    },
    expects: { status: 401, errors: [noBearer] },
  },
  {
    endpoint: 'POST /user-tokens/revocations',
    says: 'a missing field is named',
    call: ({ acme }) => acme('POST', '/user-tokens/revocations', {}),
    expects: { status: 400, errors: [missing('user_id')] },
  },
  {
    endpoint: 'POST /user-tokens/revocations',
    says: 'the user with the given id does not exist',
    call: ({ acme }) => acme('POST', '/user-tokens/revocations', { user_id: nobodysId }),
    expects: { status: 404, errors: [noSuch('User', nobodysId)] },
  },
  refusesRole('POST /user-tokens/revocations', 'Support', 'FullMember'),
  ...needsApiKey('POST /user-tokens/revocations'),
])

const partOf = (token: string, part: 0 | 1) =>
  JSON.parse(Buffer.from(token.split('.')[part] ?? '', 'base64url').toString())
