import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'
import { decodeJwt } from 'jose'
import { makeApiKey } from '../../src/features/access/api-key.ts'
import { type KeyScope, keyScopes, type MemberRole, memberRoles } from '../../src/platform/http/caller.ts'
import { unseal } from '../../src/platform/secrets/seal.ts'
import { openCoreDependencies } from '../../src/process/dependencies.ts'
import type { Api, Headers } from '../api.ts'
import { asOwner } from '../people.ts'
import { type ClientName, must, putCode, type TenantFixture } from './fixture.ts'

/** The true owner of a credential. */
export type Holder =
  | { kind: 'client'; client: ClientName; role: MemberRole; scopes?: 'all' | readonly KeyScope[] }
  | { kind: 'user'; client: ClientName; user: 'subject' | 'other user' | 'rival' }

/** A credential. One without a holder must not give access to anything. */
export type Credential = { name: string; headers: Headers; holder?: Holder }

type Json = Record<string, unknown>

const key = (text: string): Headers => ({ 'x-api-key': text })
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })
const refused = (name: string, headers: Headers): Credential => ({ name, headers })

/** Creates every kind of credential that a request can carry: valid, foreign, expired and forged. */
export async function makeCredentials(fixture: TenantFixture): Promise<Credential[]> {
  const stale = await makeStale(fixture)
  const good = await makeGood(fixture)
  const tokenOf = (name: string) =>
    String(good.find((credential) => credential.name === name)?.headers.authorization).slice('Bearer '.length)
  const tokens = {
    member: tokenOf('own Owner'),
    rivalMember: tokenOf('rival Owner'),
    user: tokenOf('own user'),
    otherUser: tokenOf('other user'),
  }
  return [...good, refused('none', {}), ...stale, ...(await makeForged(fixture, tokens))]
}

async function makeGood({ api, acme, rival, otherIds }: TenantFixture): Promise<Credential[]> {
  const { clients } = api.world
  const member = (client: ClientName, role: MemberRole): Credential => ({
    name: `${client === 'acme' ? 'own' : 'rival'} ${role}`,
    headers: bearer((client === 'acme' ? acme : rival).members[role].token),
    holder: { kind: 'client', client, role },
  })
  const user = async (
    name: string,
    client: ClientName,
    id: string,
    who: 'subject' | 'other user' | 'rival',
  ) => {
    const { token } = await must(api[client], 'POST', '/user-tokens', { user_id: id })
    return { name, headers: bearer(token), holder: { kind: 'user', client, user: who } } as const
  }
  const ofKey = (client: ClientName, scopes: 'all' | readonly KeyScope[] = 'all') =>
    ({ kind: 'client', client, role: 'Admin', scopes }) as const
  const owner = await asOwner(api, 'acme')
  const scoped = async (scope: KeyScope): Promise<Credential> => {
    const made = await must(owner, 'POST', '/api-keys', { name: `only ${scope}`, scopes: [scope] })
    return { name: `key with the scope ${scope}`, headers: key(made.key), holder: ofKey('acme', [scope]) }
  }
  return [
    { name: 'own key', headers: key(clients.acme.apiKey), holder: ofKey('acme') },
    { name: 'rival key', headers: key(clients.rival.apiKey), holder: ofKey('rival') },
    ...(await Promise.all(keyScopes.map(scoped))),
    ...memberRoles.map((role) => member('acme', role)),
    ...(['Owner', 'Support'] as const).map((role) => member('rival', role)),
    await user('own user', 'acme', acme.ids.user_id, 'subject'),
    await user('other user', 'acme', otherIds.user_id, 'other user'),
    await user("rival's user", 'rival', rival.ids.user_id, 'rival'),
  ]
}

/** Creates credentials that were once valid, or would be valid in another environment. */
async function makeStale(fixture: TenantFixture): Promise<Credential[]> {
  const { api, acme, rival } = fixture
  const owner = await asOwner(api, 'acme')
  const expired = await must(owner, 'POST', '/api-keys', { name: 'to expire' })
  await api.sql(`update api_keys set expires_at = now() - interval '1 second' where id = $1`, [expired.id])
  const revoked = await must(owner, 'POST', '/api-keys', { name: 'to be revoked' })
  await must(api.withKey(revoked.key), 'GET', '/users')
  await must(owner, 'DELETE', `/api-keys/${revoked.id}`)

  // The second key of acme becomes a production key, and the second key of rival gets another secret.
  const live = makeApiKey('production', 'a0')
  await api.sql('update api_keys set prefix = $1, secret_hash = $2 where id = $3', [
    live.prefix,
    live.secretHash,
    acme.ids.api_key_id,
  ])
  await api.sql('update api_keys set secret_hash = $1 where id = $2', [randomBytes(32), rival.ids.api_key_id])

  const { token } = await must(api.acme, 'POST', '/user-tokens', { user_id: acme.ids.user_id })
  await must(api.withToken(token), 'GET', '/providers')
  await must(api.acme, 'POST', '/user-tokens/revocations', { user_id: acme.ids.user_id })
  return [
    refused('expired key', key(expired.key)),
    refused('revoked key', key(revoked.key)),
    refused('live key', key(live.key)),
    refused('key with a wrong secret', key(rival.key)),
    refused('removed member', bearer(await makeRemovedMember(api))),
    refused('revoked user token', bearer(token)),
  ]
}

async function makeRemovedMember(api: Api) {
  const [email, password] = ['leaver@team.example', 'correct horse battery staple']
  const owner = await asOwner(api, 'acme')
  const { id } = await must(owner, 'POST', '/members', { email, role: 'Admin' })
  const code = await putCode(api, id, 'invitation')
  await must(api.anonymous, 'POST', `/members/invitations/${code}/accept`, { name: 'Leaver', password })
  await must(owner, 'PATCH', `/members/${id}`, { mfa_status: 'disabled' })
  const { jwt } = await must(api.anonymous, 'POST', '/members/signin', { username: email, password })
  await must(api.withToken(jwt), 'GET', '/users')
  await must(owner, 'DELETE', `/members/${id}`)
  return jwt as string
}

type Tokens = Record<'member' | 'rivalMember' | 'user' | 'otherUser', string>

/** Creates tokens that an attacker can forge, and tokens that only our signing key could create but never should. */
async function makeForged(fixture: TenantFixture, tokens: Tokens): Promise<Credential[]> {
  const { kid, privateKey, publicJwk } = await readSigningKey(fixture.api)
  const [member, user] = [decodeJwt(tokens.member), decodeJwt(tokens.user)]
  const header = { alg: 'EdDSA', kid, typ: 'JWT' }
  const ours = (payload: Json, more: Json = {}) => signed({ ...header, ...more }, payload, privateKey)
  // As a control, a valid token created in this way must be accepted; otherwise rejecting the others would prove
  // nothing.
  await must(fixture.api.withToken(ours(member)), 'GET', '/users')
  const stranger = generateKeyPairSync('ed25519')
  const theirs = (payload: Json, more: Json) => signed({ ...header, ...more }, payload, stranger.privateKey)
  const theirJwk = stranger.publicKey.export({ format: 'jwk' })
  const hs256 = (payload: Json, secret: Buffer | string) => {
    const text = unsigned({ ...header, alg: 'HS256' }, payload)
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }
  const pem = createPublicPem(privateKey)
  const past = Math.floor(Date.now() / 1000) - 60
  const { exp: _, ...endless } = member
  const forged: Record<string, string> = {
    'expired member token': ours({ ...member, iat: past - 3600, exp: past }),
    'expired user token': ours({ ...user, iat: past - 3600, exp: past }),
    'production member token': ours({ ...member, aud: 'production' }),
    'production user token': ours({ ...user, aud: 'production' }),
    'token of another issuer': ours({ ...member, iss: 'https://elsewhere.example' }),
    'token of another type': ours(member, { typ: 'at+jwt' }),
    'token without an end': ours(endless),
    'member signed as user': ours({ ...member, token_use: 'user' }),
    'user signed as member': ours({ ...user, token_use: 'member' }),
    'rival member signed for acme': ours({ ...decodeJwt(tokens.rivalMember), client_id: member.client_id }),
    'own user signed for rival': ours({ ...user, client_id: decodeJwt(tokens.rivalMember).client_id }),
    'alg none, member': `${unsigned({ ...header, alg: 'none' }, member)}.`,
    'alg none, user': `${unsigned({ ...header, alg: 'none' }, user)}.`,
    'HS256 by the public PEM': hs256(member, pem),
    'HS256 by the public bytes': hs256(user, Buffer.from(String(publicJwk.x), 'base64url')),
    'unknown kid': theirs(member, { kid: 'unknown' }),
    "our kid, stranger's signature": theirs(member, {}),
    "stranger's key inside": theirs(member, { kid: undefined, jwk: theirJwk }),
    "stranger's key by address": theirs(user, { jku: 'http://127.0.0.1:9/jwks.json' }),
    'tampered subject': tampered(tokens.otherUser, { sub: user.sub }),
    'tampered client': tampered(tokens.rivalMember, { client_id: member.client_id }),
    'member token turned into user token': tampered(tokens.member, { token_use: 'user', sub: user.sub }),
    'user token turned into member token': tampered(tokens.user, { token_use: 'member', sub: member.sub }),
  }
  return [
    ...Object.entries(forged).map(([name, token]) => refused(name, bearer(token))),
    refused('key as bearer', bearer(fixture.api.world.clients.acme.apiKey)),
    refused('user token as key', key(tokens.user)),
    refused('guess', key('guess')),
  ]
}

const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url')
const unsigned = (header: object, payload: object) => `${part(header)}.${part(payload)}`

function signed(header: object, payload: object, privateKey: KeyObject) {
  const text = unsigned(header, payload)
  return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`
}

function tampered(token: string, changes: object) {
  const [header, , signature] = token.split('.')
  return `${header}.${part({ ...decodeJwt(token), ...changes })}.${signature}`
}

const createPublicPem = (privateKey: KeyObject) =>
  createPublicKey(privateKey).export({ format: 'pem', type: 'spki' })

/** Reads the real signing key, which only a process with the root key can do. */
async function readSigningKey(api: Api) {
  const { database, keyring } = await openCoreDependencies(api.config)
  await database.close()
  const [row] = await api.sql('select * from signing_keys where retired_at is null')
  const sealingContext = { table: 'signing_keys', column: 'sealed_private', row: row.kid, version: 1 }
  const der = unseal(keyring.cellKey('signing keys'), sealingContext, row.sealed_private)
  return {
    kid: row.kid as string,
    privateKey: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
    publicJwk: row.public_jwk as { x: string },
  }
}
