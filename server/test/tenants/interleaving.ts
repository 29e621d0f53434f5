import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '../../src/features/clients/service.ts'
import { openPasswords } from '../../src/platform/secrets/passwords.ts'
import { openCoreDependencies } from '../../src/process/dependencies.ts'
import { type Api, openTestApi } from '../open-test-api.ts'
import { aUser } from '../people.ts'
import type { World } from '../template.ts'
import { type ClientRequest, type InterleavedTenant, nextRequest, type PickBelow } from './random-requests.ts'

export type InterleavingSize = { connections: number; clients: number; requests: number }

/** Opens an independent random stream, so that one client's choices don't depend on those of others. */
export type OpenPick = (stream: number) => PickBelow

export type InterleavingResult = InterleavingSize & {
  seconds: number
  /** Maximum number of connections that the API held at once. */
  peakConnections: number
  /** Number of replies by status; `aborted` for callers that disconnected. */
  answers: Record<string, number>
  /** Rows of one client that were returned to, or stored for, another. */
  foreign: string[]
  /** Responses that were wrong in another way. */
  faults: string[]
}

/** Data shared by all workers: the owner of each id, and the errors so far. */
type Ledger = Pick<InterleavingResult, 'answers' | 'foreign' | 'faults'> & { owners: Map<string, number> }

const concurrency = 64
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/**
 * Runs many clients concurrently over few database connections and real HTTP: reads, writes, refusals, disconnects
 * and transactions cancelled by the database. No connection may carry one client's scope over to another.
 */
export async function runInterleaving(
  world: World,
  size: InterleavingSize,
  openPick: OpenPick = () => (count) => randomInt(count),
): Promise<InterleavingResult> {
  const settings = { DATABASE_CONNECTIONS: String(size.connections), CHECK_REPLIES: 'false' }
  const api = await openTestApi(world, settings)
  try {
    const url = await api.server.listen({ host: '127.0.0.1', port: 0 })
    const ledger: Ledger = { answers: {}, foreign: [], faults: [], owners: new Map() }
    const tenants = await createTenants(api, url, { count: size.clients, openPick, ledger })
    const pick = openPick(size.clients)
    const cancelling = cancelStatements(api)
    const startedAt = performance.now()
    let left = size.requests
    const work = async () => {
      while (left-- > 0) await sendRandomRequest(url, { tenants, pick, ledger })
    }
    await Promise.all(Array.from({ length: concurrency }, work))
    const seconds = (performance.now() - startedAt) / 1000
    const peakConnections = await cancelling.end()
    await countForeignRows(api, url, tenants, ledger)
    const { answers, foreign, faults } = ledger
    return { ...size, seconds, peakConnections, answers, foreign, faults }
  } finally {
    await api.close()
  }
}

type TenantOptions = { count: number; openPick: OpenPick; ledger: Ledger }

async function createTenants(api: Api, url: string, { count, openPick, ledger }: TenantOptions) {
  const foundation = await openCoreDependencies(api.config)
  const clientDependencies = {
    ...foundation,
    passwords: openPasswords(foundation.keyring.cellKey('password pepper'), {
      memoryKiB: api.config.PASSWORD_MEMORY_KIB,
    }),
    issuer: { environment: api.config.ENVIRONMENT, cell: api.config.CELL },
  }
  const createTenant = async (index: number): Promise<InterleavedTenant> => {
    const canary = `cnry${index}x${randomBytes(6).toString('hex')}`
    const owner = { email: `${canary}@team.example`, name: canary, mfa_status: 'disabled' } as const
    const { clientId, apiKey } = await createClient(clientDependencies, { name: canary, owner })
    const tenant: InterleavedTenant = {
      index,
      pick: openPick(index),
      canary,
      clientId,
      apiKey,
      extId: `${canary}-ext`,
      keptUsers: [],
      createdUsers: [],
    }
    const must = async (path: string, body: object) => {
      const reply = await call(url, tenant, { method: 'POST', path, body, expect: [201] })
      checkReply(tenant, { method: 'POST', path, body, expect: [201] }, reply, ledger)
      return JSON.parse(reply.text)
    }
    await must('/authorisations/terms', {
      name: canary,
      authorisation_text: canary,
      authorisation_category: 'one_time',
    })
    for (const ext_id of [tenant.extId, `${canary}-second`])
      tenant.keptUsers.push((await must('/users', aUser({ forename: canary, ext_id }))).user_id)
    return tenant
  }
  const tenants: InterleavedTenant[] = []
  for (let index = 0; index < count; index += 2) {
    const pair = [index, index + 1].filter((each) => each < count)
    tenants.push(...(await Promise.all(pair.map(createTenant))))
  }
  await foundation.database.close()
  return tenants
}

type RandomRequest = { tenants: InterleavedTenant[]; pick: PickBelow; ledger: Ledger }

async function sendRandomRequest(url: string, { tenants, pick, ledger }: RandomRequest) {
  const tenant = tenants[pick(tenants.length)] as InterleavedTenant
  const others = tenants.filter((each) => each !== tenant)
  const request = nextRequest(tenant, others[pick(others.length)] as InterleavedTenant)
  const reply = await call(url, tenant, request)
  checkReply(tenant, request, reply, ledger)
}

type Answer = { status: number | 'aborted'; text: string }

async function call(url: string, { apiKey }: InterleavedTenant, request: ClientRequest): Promise<Answer> {
  const signal =
    request.disconnectAfterMs === undefined ? undefined : AbortSignal.timeout(request.disconnectAfterMs)
  try {
    const reply = await fetch(url + request.path, {
      method: request.method,
      headers: {
        'x-api-key': apiKey,
        ...(request.body && { 'content-type': 'application/json' }),
        ...request.headers,
      },
      ...(request.body && { body: JSON.stringify(request.body) }),
      ...(signal && { signal }),
    })
    return { status: reply.status, text: await reply.text() }
  } catch (error) {
    if (signal?.aborted) return { status: 'aborted', text: '' }
    throw error
  }
}

/** Checks a response. It may contain the caller's own canaries, ids and input, and nothing of another client. */
function checkReply(
  tenant: InterleavedTenant,
  request: ClientRequest,
  { status, text }: Answer,
  ledger: Ledger,
) {
  ledger.answers[status] = (ledger.answers[status] ?? 0) + 1
  const requestName = `${request.method} ${request.path} of client ${tenant.index}`
  for (const [, owner] of text.matchAll(/cnry(\d+)x/g))
    if (Number(owner) !== tenant.index) ledger.foreign.push(`${requestName} returned data of client ${owner}`)
  const sentText = `${request.path} ${JSON.stringify(request.body ?? '')}`
  for (const [id] of text.matchAll(uuids)) {
    const owner = ledger.owners.get(id)
    if (owner !== undefined && owner !== tenant.index && !sentText.includes(id))
      ledger.foreign.push(`${requestName} returned ${id} of client ${owner}`)
  }
  // 503 is acceptable, because the test makes the database cancel transactions.
  if (status === 'aborted' || status === 503) return
  if (!request.expect.includes(status)) ledger.faults.push(`${requestName} got ${status} ${text}`)
  if (request.showsCanary && !text.includes(tenant.canary))
    ledger.faults.push(`${requestName} did not return its own canary: ${text}`)
  if (status < 300) recordIds(tenant, request, text, ledger)
}

function recordIds(
  tenant: InterleavedTenant,
  request: ClientRequest,
  text: string,
  { owners, foreign }: Ledger,
) {
  const { id, user_id, terms } = JSON.parse(text)
  for (const own of [id, user_id, ...(terms ?? []).map((term: { id: string }) => term.id)]) {
    if (typeof own !== 'string') continue
    const owner = owners.get(own) ?? tenant.index
    if (owner !== tenant.index) foreign.push(`client ${tenant.index} got ${own} of client ${owner}`)
    owners.set(own, tenant.index)
  }
  if (request.createsUser && user_id && !tenant.createdUsers.includes(user_id))
    tenant.createdUsers.push(user_id)
}

/** Acts as a database administrator who cancels statements and sometimes terminates a connection. */
function cancelStatements(api: Api) {
  let isOver = false
  let peak = 0
  const serviceSessions = `from pg_stat_activity where datname = '${api.databaseName}' and usename = 'payproof_login'`
  const running = (async () => {
    for (let round = 1; !isOver && round < 10_000; round++) {
      const cancelFunction = round % 10 === 0 ? 'pg_terminate_backend' : 'pg_cancel_backend'
      const [{ connections }] = await api.sql(
        `select count(*)::int as connections ${serviceSessions} and (select count(${cancelFunction}(pid)) from
           (select pid ${serviceSessions} and state <> 'idle' order by random() limit 1) one) >= 0`,
      )
      peak = Math.max(peak, connections)
      await wait(25)
    }
  })()
  return {
    async end() {
      isOver = true
      await running
      return peak
    },
  }
}

/**
 * Checks at the end that every list shows exactly its owner's rows, and that no audit line contains another client's
 * key.
 */
async function countForeignRows(api: Api, url: string, tenants: InterleavedTenant[], ledger: Ledger) {
  for (const tenant of tenants) {
    const [{ users }] = await api.sql('select count(*)::int as users from users where client_id = $1', [
      tenant.clientId,
    ])
    let listed = 0
    for (let offset = 1; offset <= users; offset += 100) {
      const request: ClientRequest = {
        method: 'GET',
        path: `/users?limit=100&offset=${offset}`,
        expect: [200],
      }
      const reply = await call(url, tenant, request)
      checkReply(tenant, request, reply, ledger)
      listed += JSON.parse(reply.text).users.length
    }
    if (listed !== users) ledger.faults.push(`client ${tenant.index} lists ${listed} of its ${users} users`)
  }
  const foreignLines = await api.sql(
    `select line.action from audit_lines line join api_keys key on key.id::text = line.actor_id
       where key.client_id <> line.client_id`,
  )
  for (const { action } of foreignLines)
    ledger.foreign.push(`an audit line ${action} names the key of another`)
}
