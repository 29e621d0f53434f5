import { randomBytes } from 'node:crypto'
import { runAdmin } from '../../src/admin/commands.ts'
import { publish } from '../../src/features/webhooks/service.ts'
import { audit, type Tx } from '../../src/platform/database/tenancy.ts'
import { openLog } from '../../src/platform/telemetry/log.ts'
import { openDependencies } from '../../src/process/dependencies.ts'
import { type Api, type ApiReply, type Headers, startApi } from '../api.ts'
import { atEnd } from '../at-end.ts'
import { ignoreEventsAbout } from '../examples/record.ts'
import { startObjects } from '../objects.ts'
import { startOutside } from '../outside/start.ts'
import { aMember, createUser, signIn, signInOwner } from '../people.ts'
import { startSandbox } from '../sandbox.ts'

/**
 * A reply with the request that produced it, so that the tests can check that each contract row calls only its own
 * endpoint.
 */
export type ContractReply = ApiReply & { request: string }
export type Event = Parameters<typeof publish>[1]
export type ContractCall = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Headers,
) => Promise<ContractReply>

export type ContractWorld = Awaited<ReturnType<typeof openContractWorld>>

/** Returns the relevant part of a successful reply. An error is returned whole, so that the test output shows it. */
export const mapBody = (reply: ContractReply, at: (body: ContractReply['body']) => unknown): ContractReply =>
  reply.status < 300 ? { ...reply, body: at(reply.body) } : reply

/** A well-formed id that does not exist. */
export const unknownId = '00000000-0000-4000-8000-000000000000'

/** The sandbox's time for all rows, on a day without pay dates. */
const sandboxTime = '2026-06-15T09:00:00.000Z'
export const monthsAgo = (months: number) =>
  new Date(Date.parse(sandboxTime) - months * 31 * 86_400_000).toISOString()

/** Starts the services of the contract tests and returns callers with every kind of credential. */
export async function openContractWorld() {
  const sandbox = await startSandbox({ clock: sandboxTime })
  const api = await startApi({
    OUTBOUND_LOOPBACK: 'true',
    SANDBOX_URL: sandbox.url,
    SANDBOX_CLOCK: 'true',
    ...(await startObjects()).settings,
  })
  const receiver = await startOutside('receiver.ts')
  atEnd(() => receiver.stop())
  const production = await startApi({
    ENVIRONMENT: 'production',
    METRICS_TOKEN: '0123456789abcdef',
    PASSWORD_MEMORY_KIB: '65536',
  })
  const throttled = await startApi({ RATE_PER_SECOND: '1', RATE_BURST: '1' })
  const liveKey = (await runAdmin(production.config, [
    'create-api-key',
    '--client',
    'acme',
    '--name',
    'live',
  ])) as { key: string }

  const inTransaction = await openTransactions(api)
  const acme = recording(api.acme)
  const withKey = (key: string) => recording(api.withKey(key))
  const withToken = (token: string) => recording(api.withToken(token))
  const full = await aMember(api, api.acme, 'FullMember')
  const support = await aMember(api, api.acme, 'Support')

  return {
    api,
    /** The sandbox with its providers, in a separate process. */
    sandbox,
    /** URL of the webhook receiver. */
    receiver: receiver.url,
    inTransaction,
    publishEvent(clientId: string, event: Event) {
      ignoreEventsAbout(event.user_id)
      return inTransaction(clientId, (tx) => publish(tx, event))
    },
    acme,
    rival: recording(api.rival),
    anonymous: recording(api.anonymous),
    wrongKey: withKey('svc_sbx_a0000000_wrong'),
    wrongToken: withToken('wrong'),
    owner: withToken(await signInOwner(api, 'acme')),
    rivalOwner: withToken(await signInOwner(api, 'rival')),
    fullMember: withToken(full.token),
    supportMember: withToken(support.token),
    /** A client of a server in production mode. */
    live: recording(production.withKey(liveKey.key)),
    /** A client limited to one request per second. */
    throttled: recording(throttled.acme),
    withKey,
    withToken,
    createUserId: async (changes: object = {}) => (await createUser(acme, changes)).user_id,
    async callerForUser(userId: string) {
      const { body } = await acme('POST', '/user-tokens', { user_id: userId })
      return withToken(body.token)
    },
    aMember: (role: Parameters<typeof aMember>[2]) => aMember(api, acme, role),
    createClient: () => createClient(api, { withKey, withToken }),
    clientForWebhook: shareClients(() => createClient(api, { withKey, withToken })),
  }
}

/** Adds the request to each reply. */
export const recording =
  (call: (...request: Parameters<ContractCall>) => Promise<ApiReply>): ContractCall =>
  async (method, path, body, headers) => ({
    ...(await call(method, path, body, headers)),
    request: `${method} ${path}`,
  })

/** Returns a function that runs work in a client's transaction, as features do. */
async function openTransactions(api: Api) {
  const dependencies = await openDependencies(api.config, openLog('error'))
  atEnd(() => dependencies.close())
  const actor = { kind: 'operator', id: 'test', requestId: 'test' } as const
  return async <T>(clientId: string, work: (tx: Tx) => Promise<T>) => {
    const tenant = dependencies.database.tenant(clientId, actor, await dependencies.keyring.of(clientId))
    return tenant.transaction((tx) => {
      audit(tx, 'test.acted')
      return work(tx)
    })
  }
}

/** Shares one client among 20 webhooks, because creating a client is slow and a client can have at most 50. */
function shareClients<Client>(create: () => Promise<Client>) {
  let client: Promise<Client> | undefined
  let remaining = 0
  return () => {
    if (remaining-- <= 0 || !client) [client, remaining] = [create(), 20]
    return client
  }
}

/** Creates a client for one row, whose behaviour must not be affected by other rows. */
async function createClient(
  api: Api,
  { withKey, withToken }: Record<'withKey' | 'withToken', (credential: string) => ContractCall>,
) {
  const name = `client-${randomBytes(5).toString('hex')}`
  const { clientId, apiKey, ownerPassword } = (await runAdmin(api.config, [
    'create-client',
    '--name',
    name,
    '--owner-mfa',
    'disabled',
    '--first-password',
    'keep',
    '--owner-email',
    `owner@${name}.example`,
    '--owner-name',
    'Olive',
  ])) as { clientId: string; apiKey: string; ownerPassword: string }
  const asOwner = async () => withToken(await signIn(api, `owner@${name}.example`, ownerPassword))
  return { name, clientId, call: withKey(apiKey), asOwner }
}
