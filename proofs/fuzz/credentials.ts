import { decodeJwt } from 'jose'
import { memberRoles } from '../../server/src/platform/http/caller.ts'
import type { Api } from '../../server/test/api.ts'
import { signInForLong } from '../../server/test/people.ts'
import { type Credential, makeCredentials } from '../../server/test/tenants/credentials.ts'
import { must, type TenantFixture } from '../../server/test/tenants/fixture.ts'
import { type FuzzClient, fuzzClients } from './known-ids.ts'

export type FuzzCredential = {
  name: string
  headers: Record<string, string>
  /** Client whose data it may read; undefined if it must not give access. */
  client: FuzzClient | undefined
  /** Security scheme of the document; undefined if it must not give access. */
  scheme?: 'apiKey' | 'memberToken' | 'userToken' | undefined
  /** User of a user token. */
  userId?: string | undefined
  weight: number
  /** Replaces a credential that a request of the run has revoked. */
  renew?: () => Promise<void>
}

const weights = { key: 14, scopedKey: 0.7, member: 2.5, user: 6, refused: 0.12 }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

/** Every credential of the proof `tenants`, all roles of both clients, and journey sessions. */
export async function makeFuzzCredentials(
  fixture: TenantFixture,
  findUser: (client: FuzzClient) => Promise<string>,
): Promise<FuzzCredential[]> {
  const { api } = fixture
  const fixed = (await makeCredentials(fixture)).filter(isFixed).map(toFixed)
  const members = fuzzClients.flatMap((client) => memberRoles.map((role) => aMember(fixture, client, role)))
  const users = fuzzClients.flatMap((client) => [
    aUserToken(api, client, findUser),
    aUserToken(api, client, findUser),
    aJourneySession(api, client, findUser),
  ])
  for (const { renew } of [...members, ...users]) await renew?.()
  return [...fixed, ...members, ...users]
}

const isKey = ({ headers }: Credential) => 'x-api-key' in headers
const isFixed = (credential: Credential) => !credential.holder || isKey(credential)

function toFixed({ name, headers, holder }: Credential): FuzzCredential {
  const isScoped = holder?.kind === 'client' && Array.isArray(holder.scopes)
  const weight = holder ? (isScoped ? weights.scopedKey : weights.key) : weights.refused
  return {
    name,
    headers,
    client: holder?.client,
    scheme: holder && 'apiKey',
    weight: name === 'none' ? weights.member : weight,
  }
}

function aMember(
  { api, acme, rival }: TenantFixture,
  client: FuzzClient,
  role: (typeof memberRoles)[number],
): FuzzCredential {
  const member = (client === 'acme' ? acme : rival).members[role]
  const email = 'email' in member ? member.email : `owner@${client}.example`
  const password = 'password' in member ? member.password : api.world.clients[client].ownerPassword
  let known: Record<string, unknown> | undefined
  const credential: FuzzCredential = {
    name: `${role} of ${client}`,
    headers: {},
    client,
    scheme: 'memberToken',
    weight: weights.member,
    async renew() {
      // A request of the run may have made it impossible to sign in with the password alone, and random sign-ins
      // block the address that they share with this one.
      await api.sql('update sso_providers set is_required = false')
      await api.sql('update member_policies set require_second_factor = false')
      // The lock on the table comes first, because deleting rows in any order could deadlock with a sign-in.
      await api.sql(
        'begin; lock table sign_in_failures in exclusive mode; delete from sign_in_failures; commit',
      )
      if (known)
        await api.sql('update members set password_hash = $2 where id = $1', [known.id, known.password_hash])
      const token = await signInForLong(api, email, password)
      credential.headers = bearer(token)
      known ??= (
        await api.sql('select id, password_hash from members where id = $1', [decodeJwt(token).sub])
      )[0]
    },
  }
  return credential
}

type FindUser = (client: FuzzClient) => Promise<string>

function aUserToken(api: Api, client: FuzzClient, findUser: FindUser): FuzzCredential {
  const credential: FuzzCredential = {
    name: `user token of ${client}`,
    headers: {},
    client,
    scheme: 'userToken',
    weight: weights.user,
    async renew() {
      const user_id = await findUser(client)
      const { token } = await must(api[client], 'POST', '/user-tokens', { user_id })
      Object.assign(credential, { headers: bearer(token), userId: user_id })
    },
  }
  return credential
}

function aJourneySession(api: Api, client: FuzzClient, findUser: FindUser): FuzzCredential {
  const credential: FuzzCredential = {
    name: `journey session of ${client}`,
    headers: {},
    client,
    scheme: 'userToken',
    weight: weights.user,
    async renew() {
      const user_id = await findUser(client)
      const { webapp_link } = await must(api[client], 'POST', '/user-tokens', { user_id })
      const code = String(webapp_link).split('/').at(-1)
      const { token } = await must(api.anonymous, 'POST', '/journeys/sessions', { code })
      Object.assign(credential, { headers: bearer(token), userId: user_id })
    },
  }
  return credential
}
