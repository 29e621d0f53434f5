import { randomBytes } from 'node:crypto'
import { runAdmin } from '../../src/admin.ts'
import { type Api, type Headers, type Reply, startApi } from '../api.ts'
import { aMember, createUser, signInOwner } from '../people.ts'

/** A reply that remembers what was asked, so that a row cannot call another endpoint than it names. */
export type Answer = Reply & { asked: string }
export type Ask = (method: string, path: string, body?: unknown, headers?: Headers) => Promise<Answer>

export type ContractWorld = Awaited<ReturnType<typeof openContractWorld>>

/** The part of a good reply that a row is about; a refusal stays as it is, so that the row can show it. */
export const look = (reply: Answer, at: (body: Answer['body']) => unknown): Answer =>
  reply.status < 300 ? { ...reply, body: at(reply.body) } : reply

/** An id that is well-formed and belongs to nobody. */
export const nobodysId = '00000000-0000-4000-8000-000000000000'

/** The callers the contract speaks of, and ways to make more of them. */
export async function openContractWorld() {
  const api = await startApi()
  const production = await startApi({ ENVIRONMENT: 'production', METRICS_TOKEN: '0123456789abcdef' })
  const throttled = await startApi({ RATE_PER_SECOND: '1', RATE_BURST: '1' })
  const liveKey = (await runAdmin(production.config, [
    ...['create-api-key', '--client', 'acme', '--name', 'live'],
  ])) as { key: string }

  const acme = noting(api.acme)
  const withKey = (key: string) => noting(api.withKey(key))
  const withToken = (token: string) => noting(api.withToken(token))
  const full = await aMember(api, api.acme, 'FullMember')
  const support = await aMember(api, api.acme, 'Support')

  return {
    api,
    acme,
    rival: noting(api.rival),
    nobody: noting(api.nobody),
    wrongKey: withKey('svc_sbx_a0000000_wrong'),
    wrongToken: withToken('wrong'),
    owner: withToken(await signInOwner(api, 'acme')),
    fullMember: withToken(full.token),
    supportMember: withToken(support.token),
    /** A client of a server that runs in production mode. */
    live: noting(production.withKey(liveKey.key)),
    /** A client that may send one request a second. */
    throttled: noting(throttled.acme),
    withKey,
    withToken,
    aPerson: async (changes: object = {}) => (await createUser(acme, changes)).user_id,
    async aUserToken(userId: string) {
      const { body } = await acme('POST', '/user-tokens', { user_id: userId })
      return withToken(body.token)
    },
    aMember: (role: 'Admin' | 'FullMember' | 'Support') => aMember(api, acme, role),
    aClient: () => newClient(api, withKey),
  }
}

const noting =
  (call: (...asked: Parameters<Ask>) => Promise<Reply>): Ask =>
  async (method, path, body, headers) => ({
    ...(await call(method, path, body, headers)),
    asked: `${method} ${path}`,
  })

/** A client of the row's own, for what only holds when nobody else is at work there. */
async function newClient(api: Api, withKey: (key: string) => Ask) {
  const name = `client-${randomBytes(5).toString('hex')}`
  const { clientId, apiKey } = (await runAdmin(api.config, [
    ...['create-client', '--name', name, '--owner-mfa', 'disabled'],
    ...['--owner-email', `owner@${name}.example`, '--owner-name', 'Olive'],
  ])) as { clientId: string; apiKey: string }
  return { name, clientId, ask: withKey(apiKey) }
}
