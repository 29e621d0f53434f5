import { randomUUID } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { aUser } from '../../server/test/people.ts'
import { chooseWeighted, randomFrom } from './random.ts'

// Open-loop callers with a fixed rate. Latency is measured from the due time of a request, so that stalls are
// included in the figures.

export type LoadPlan = {
  url: string
  perSecond: number
  seed: number
  provider: string
  clients: { apiKey: string; users: string[]; webhookId: string }[]
}
export type Waits = { count: number; refused: number; p50: number; p99: number; max: number }
export type LoadReport = {
  sent: number
  failures: string[]
  /** Latencies by phase. Refused requests are those with a 503 and Retry-After. */
  waits: Record<string, Waits>
  byOperation: Record<string, number>
  /** Acknowledged writes, which must exist afterwards. */
  users: string[]
  authorisations: string[]
  accounts: string[]
  tests: string[]
  periods: [userId: string, months: number][]
}
/**
 * Starts a new phase, optionally at another rate; the reply contains the number of refused or failed requests of the
 * last phase.
 */
export type LoadOrder = { phase: string; perSecond?: number } | { stop: true }
export type PhaseEnd = { unsuccessful: number }

type Client = LoadPlan['clients'][number]
type Reply = { status: number; body: Record<string, unknown>; isRefusal: boolean }
type Operation = { name: string; weight: number; run(client: Client): Promise<string | undefined> }

const plan: LoadPlan = JSON.parse(process.argv[2] ?? '')
const random = randomFrom(plan.seed)
// The client closes idle connections before HAProxy's own idle timeout, because HAProxy might otherwise close one
// just as a request is sent.
const agent = new Agent({ keepAlive: true, timeout: 45_000 })
const timeoutMs = 45_000

const failures: string[] = []
const waits = new Map<string, number[]>()
const refusals = new Map<string, number>()
const byOperation = new Map<string, number>()
const users: string[] = []
const authorisations: string[] = []
const accounts: string[] = []
const tests: string[] = []
const periods = new Map<string, number>()
const beingChanged = new Set<string>()
let phase = 'warm-up'
let sent = 0
let unsuccessfulInPhase = 0
let { perSecond } = plan
let inProgress = 0
let isStopped = false

const pick = <T>(list: readonly T[]) => list[random.integer(0, list.length - 1)] as T

const refusal = 'refused'

/** Returns undefined if the status is as expected, or else a description of the failure. */
const expectStatus = (reply: Reply, status: number, record: () => void = () => {}) => {
  if (reply.status === status) return void record()
  if (reply.isRefusal) return refusal
  return `${reply.status} ${JSON.stringify(reply.body).slice(0, 200)}`
}

const operations: Operation[] = [
  read('read a user', 50, ({ users }) => `/users/${pick(users)}`),
  read('list users', 5, () => `/users?limit=10&offset=${random.integer(1, 20)}`),
  read('list authorisations', 12, ({ users }) => `/authorisations?user_id=${pick(users)}`),
  read('list accounts', 8, ({ users }) => `/accounts?user_id=${pick(users)}`),
  read('read events', 4, () => '/events?limit=5'),
  {
    name: 'create a user',
    weight: 9,
    async run({ apiKey }) {
      const reply = await send(apiKey, 'POST', '/users', aUser())
      return expectStatus(reply, 201, () => users.push(String(reply.body.user_id)))
    },
  },
  {
    name: 'change a user',
    weight: 6,
    async run({ apiKey, users: own }) {
      const id = pick(own.filter((user) => !beingChanged.has(user)))
      const payroll_period_months = random.integer(1, 120)
      beingChanged.add(id)
      const reply = await send(apiKey, 'PATCH', `/users/${id}`, { payroll_period_months })
      beingChanged.delete(id)
      return expectStatus(reply, 200, () => periods.set(id, payroll_period_months))
    },
  },
  {
    name: 'record consent',
    weight: 4,
    async run({ apiKey, users: own }) {
      const reply = await send(apiKey, 'POST', '/authorisations', { user_id: pick(own), user_agent: 'proof' })
      return expectStatus(reply, 201, () => authorisations.push(String(reply.body.id)))
    },
  },
  {
    name: 'connect an account (awaited)',
    weight: 1,
    async run({ apiKey, users: own }) {
      const login = { user_name: randomUUID(), password: 'invented' }
      const body = { user_id: pick(own), payroll_provider: plan.provider, ...login }
      const reply = await send(apiKey, 'POST', '/accounts', body)
      return expectStatus(reply, 201, () => accounts.push(String(reply.body.account_id)))
    },
  },
  {
    name: 'test a webhook (awaited)',
    weight: 1,
    async run({ apiKey, webhookId }) {
      const body = { event: 'user-payroll-submitted' }
      const reply = await send(apiKey, 'POST', `/webhooks/${webhookId}/test`, body)
      return expectStatus(reply, 200, () => tests.push(String(reply.body.delivery_id)))
    },
  },
]

function read(name: string, weight: number, path: (client: Client) => string): Operation {
  return {
    name,
    weight,
    run: async (client) => expectStatus(await send(client.apiKey, 'GET', path(client)), 200),
  }
}

function send(apiKey: string, method: string, path: string, body?: object) {
  return new Promise<Reply>((resolve, reject) => {
    const text = body && JSON.stringify(body)
    const headers = {
      'x-api-key': apiKey,
      ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    }
    const call = request(plan.url + path, { method, headers, agent, timeout: timeoutMs }, (reply) =>
      readAll(reply).then(resolve, reject),
    )
    call.on('timeout', () => call.destroy(new Error('timed out')))
    call.on('error', reject)
    call.end(text)
  })
}

async function readAll(reply: IncomingMessage): Promise<Reply> {
  const text = Buffer.concat(await reply.toArray()).toString()
  const isRefusal = reply.statusCode === 503 && reply.headers['retry-after'] !== undefined
  return { status: reply.statusCode ?? 0, body: text ? JSON.parse(text) : {}, isRefusal }
}

async function sendRequest(dueAt: number) {
  const operation = chooseWeighted(random, operations) as Operation
  const during = phase
  const at = new Date().toISOString()
  sent++
  inProgress++
  const problem = await operation
    .run(pick(plan.clients))
    .catch((error) => `${error.code ?? ''} ${error.message}`)
  inProgress--
  const waitedMs = performance.now() - dueAt
  if (problem !== undefined && during === phase) unsuccessfulInPhase++
  if (problem === refusal) refusals.set(during, (refusals.get(during) ?? 0) + 1)
  else if (problem !== undefined)
    failures.push(`${during}: ${at} ${operation.name}: ${problem} after ${Math.round(waitedMs)} ms`)
  const list = waits.get(during) ?? []
  waits.set(during, list)
  list.push(waitedMs)
  byOperation.set(operation.name, (byOperation.get(operation.name) ?? 0) + 1)
}

async function runLoad() {
  let dueAt = performance.now()
  while (!isStopped) {
    for (const now = performance.now(); dueAt <= now; dueAt += 1_000 / perSecond) sendRequest(dueAt)
    await sleep(1)
  }
  while (inProgress > 0) await sleep(10)
}

function summarise(during: string, list: number[]): Waits {
  const sorted = list.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return {
    count: sorted.length,
    refused: refusals.get(during) ?? 0,
    p50: at(0.5),
    p99: at(0.99),
    max: at(1),
  }
}

const loadEnded = runLoad()
process.on('message', async (order: LoadOrder) => {
  if ('phase' in order) {
    const end: PhaseEnd = { unsuccessful: unsuccessfulInPhase }
    phase = order.phase
    perSecond = order.perSecond ?? perSecond
    unsuccessfulInPhase = 0
    process.send?.(end)
    return
  }
  isStopped = true
  await loadEnded
  const report: LoadReport = {
    sent,
    failures,
    users,
    authorisations,
    accounts,
    tests,
    periods: [...periods],
    waits: Object.fromEntries([...waits].map(([name, list]) => [name, summarise(name, list)])),
    byOperation: Object.fromEntries(byOperation),
  }
  process.send?.(report)
})
process.on('disconnect', () => process.exit(0))
process.send?.({})
