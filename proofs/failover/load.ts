import { setTimeout as sleep } from 'node:timers/promises'
import { aUser } from '../../server/test/people.ts'
import { nowMs } from '../programs/journal.ts'
import type { ProofRandom } from '../programs/random.ts'

/**
 * A numbered user and the ids returned to the client. A missing id means that the request was never
 * acknowledged.
 */
export type NumberedUser = { number: number; userId?: string; accountId?: string }

export type FailoverLoad = ReturnType<typeof startLoad>

type Reply = { status: number; code: string | null; body: Record<string, unknown>; hasRetryAfter: boolean }

const callers = 8
// Longer than 25 s, the service's limit for waiting on a task, so that the client receives the service's reply.
const timeoutMs = 30_000
const pauseMs = 200
const giveUpMs = 90_000
// One in eight users also connects an account, which causes a task, a retrieval, an event and a delivery.
const accountEvery = 8

// Error codes after which the request had no effect or an unknown one; it is retried with the same idempotency key. An attempt
// whose outcome is unknown keeps its login busy until it ends.
const retryableCodes = new Set<string | null>(['unavailable', 'idempotency-key-running', 'login-busy'])
// Error code for a login with unknown outcome. The service never repeats a login automatically, so the client sends a
// new request with a new key.
const loginLost = 'login-lost'
const maxLoginRequests = 5

/**
 * Starts clients that create numbered users and retry with the same idempotency key until they get a definite reply.
 */
export function startLoad(options: {
  addresses(): string[]
  apiKey: string
  perSecond: number
  random: ProofRandom
}) {
  const { addresses, apiKey, perSecond, random } = options
  const people: NumberedUser[] = []
  /** Send time and reply time of every acknowledged write. */
  const acknowledged: { sentAt: number; at: number }[] = []
  const refusals = new Map<string, number>()
  const findings: Record<'users lost during the run' | 'wrong replies', string[]> = {
    'users lost during the run': [],
    'wrong replies': [],
  }
  let requestCount = 0
  let lastNumber = 0
  let isStopped = false

  const count = (reason: string) => refusals.set(reason, (refusals.get(reason) ?? 0) + 1)

  /** Sends one request; returns undefined if it should be retried. */
  async function send(method: string, path: string, body?: object, key?: string): Promise<Reply | undefined> {
    const all = addresses()
    const address = all[requestCount++ % all.length]
    if (!address) return undefined
    const sentAt = nowMs()
    const reply = await fetch(address + path, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'x-api-key': apiKey,
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
      .then(async (response) => ({
        status: response.status,
        body: (await response.json()) as Record<string, unknown>,
        code: response.headers.get('x-svc-error-code'),
        hasRetryAfter: response.headers.has('retry-after'),
      }))
      .catch((error: Error) => {
        const problem = error.name === 'TimeoutError' ? 'timeout of' : 'no connection for'
        count(`${problem} ${method} /${path.split('/')[1]}`)
      })
    if (!reply) return undefined
    if (reply.status < 400) {
      if (method === 'POST') acknowledged.push({ sentAt, at: nowMs() })
      return reply
    }
    count(`${reply.status} ${reply.code}`)
    if (retryableCodes.has(reply.code) && reply.hasRetryAfter) return undefined
    if (reply.code !== loginLost)
      findings['wrong replies'].push(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.status < 500 ? reply : undefined
  }

  /** Sends a write and retries it until giveUpMs have passed; then returns undefined. */
  async function write(path: string, body: object, key: string) {
    const endsAt = nowMs() + giveUpMs
    while (nowMs() < endsAt) {
      const reply = await send('POST', path, body, key)
      if (reply) return reply
      await sleep(pauseMs)
    }
    return undefined
  }

  async function createPerson(person: NumberedUser) {
    const { number } = person
    const details = aUser({ surname: `Number ${number}` })
    const user = await write('/users', details, `user-${number}`)
    if (user?.status !== 201) return
    person.userId = String(user.body.user_id)
    if (number % accountEvery > 0) return
    const owner = { user_id: person.userId }
    await write('/authorisations', { ...owner, user_agent: 'proof' }, `authorisation-${number}`)
    const login = { payroll_provider: 'sandbox-payroll', user_name: `person.${number}`, password: 'pass' }
    for (let attempt = 1; attempt <= maxLoginRequests; attempt++) {
      const account = await write('/accounts', { ...owner, ...login }, `account-${number}-${attempt}`)
      if (account?.status === 201) person.accountId = String(account.body.account_id)
      if (account?.code !== loginLost) return
    }
  }

  /** Reads an acknowledged user, who must be readable whenever the service responds. */
  async function readRandomUser() {
    const user = people[random.integer(0, people.length - 1)]
    if (!user?.userId) return
    const reply = await send('GET', `/users/${user.userId}`)
    if (reply?.status === 404) findings['users lost during the run'].push(`${user.number} ${user.userId}`)
  }

  async function caller() {
    let nextAt = nowMs() + random.next() * 500
    while (!isStopped) {
      await sleep(Math.max(0, nextAt - nowMs()))
      // Time lost during an outage is not caught up.
      nextAt = Math.max(nextAt, nowMs() - 500) + (callers * 1_000) / perSecond
      const person: NumberedUser = { number: ++lastNumber }
      people.push(person)
      await createPerson(person)
      await readRandomUser()
    }
  }
  const running = Promise.all(Array.from({ length: callers }, caller))

  return {
    people,
    refusals,
    findings,
    lostLogins: () => refusals.get(`400 ${loginLost}`) ?? 0,
    writes: () => acknowledged.length,
    /** Returns when the first write sent after this moment was acknowledged. */
    firstAfter: (moment: number) => acknowledged.find(({ sentAt }) => sentAt > moment)?.at,
    async stop() {
      isStopped = true
      await running
    },
  }
}
