import { setTimeout as sleep } from 'node:timers/promises'
import { aUser } from '../../server/test/people.ts'
import { nowMs } from '../programs/journal.ts'
import type { Random } from '../programs/random.ts'

/** One numbered person: what the client was told of it. What has no id was never acknowledged. */
export type Person = { number: number; userId?: string; accountId?: string }

export type Load = ReturnType<typeof startLoad>

type Reply = { status: number; code: string | null; body: Record<string, unknown>; isForLater: boolean }

const callers = 8
// Longer than the service may take, which waits 25 s for a task: what it says in the end is seen.
const timeoutMs = 30_000
const pauseMs = 200
const giveUpMs = 90_000
// One in so many persons also connects an account: a task, its retrieval, an event and its delivery.
const accountEvery = 8

// Nothing happened, or nobody knows: the same request with the same key is the right thing to do.
const comeAgain = new Set<string | null>(['unavailable', 'idempotency-key-running'])
// A sign-in is never sent twice by itself: whoever wants another sends another request.
const loginLost = 'login-lost'
const loginTries = 5

/** A client that creates numbered people, and asks again with the same key until it has an answer. */
export function startLoad(options: {
  addresses(): string[]
  apiKey: string
  perSecond: number
  random: Random
}) {
  const { addresses, apiKey, perSecond, random } = options
  const people: Person[] = []
  /** Of every acknowledged write: when its request was sent, and when it was answered. */
  const acknowledged: { sentAt: number; at: number }[] = []
  const refusals = new Map<string, number>()
  const findings: Record<'lost while running' | 'answered wrongly', string[]> = {
    'lost while running': [],
    'answered wrongly': [],
  }
  let turn = 0
  let lastNumber = 0
  let isStopped = false

  const count = (word: string) => refusals.set(word, (refusals.get(word) ?? 0) + 1)

  /** Undefined if it is worth asking again. */
  async function ask(method: string, path: string, body?: object, key?: string): Promise<Reply | undefined> {
    const all = addresses()
    const address = all[turn++ % all.length]
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
      .then(async (answer) => ({
        status: answer.status,
        body: (await answer.json()) as Record<string, unknown>,
        code: answer.headers.get('x-svc-error-code'),
        isForLater: answer.headers.has('retry-after'),
      }))
      .catch((error: Error) => {
        const what = error.name === 'TimeoutError' ? 'no answer to' : 'no connection for'
        count(`${what} ${method} /${path.split('/')[1]}`)
      })
    if (!reply) return undefined
    if (reply.status < 400) {
      if (method === 'POST') acknowledged.push({ sentAt, at: nowMs() })
      return reply
    }
    count(`${reply.status} ${reply.code}`)
    if (comeAgain.has(reply.code) && reply.isForLater) return undefined
    if (reply.code !== loginLost)
      findings['answered wrongly'].push(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.status < 500 ? reply : undefined
  }

  /** As long as it takes; undefined if that was too long or it was refused. */
  async function write(path: string, body: object, key: string) {
    const endsAt = nowMs() + giveUpMs
    while (nowMs() < endsAt) {
      const reply = await ask('POST', path, body, key)
      if (reply) return reply
      await sleep(pauseMs)
    }
    return undefined
  }

  async function createPerson(person: Person) {
    const { number } = person
    const named = aUser({ surname: `Number ${number}` })
    const user = await write('/users', named, `user-${number}`)
    if (user?.status !== 201) return
    person.userId = String(user.body.user_id)
    if (number % accountEvery > 0) return
    const of = { user_id: person.userId }
    await write('/authorisations', { ...of, user_agent: 'proof' }, `authorisation-${number}`)
    const login = { payroll_provider: 'sandbox-payroll', user_name: `person.${number}`, password: 'pass' }
    for (let tries = 1; tries <= loginTries; tries++) {
      const account = await write('/accounts', { ...of, ...login }, `account-${number}-${tries}`)
      if (account?.status === 201) person.accountId = String(account.body.account_id)
      if (account?.code !== loginLost) return
    }
  }

  /** Whoever was acknowledged can be read, or nobody can be. */
  async function readSomebody() {
    const somebody = people[random.whole(0, people.length - 1)]
    if (!somebody?.userId) return
    const reply = await ask('GET', `/users/${somebody.userId}`)
    if (reply?.status === 404) findings['lost while running'].push(`${somebody.number} ${somebody.userId}`)
  }

  async function caller() {
    let nextAt = nowMs() + random.next() * 500
    while (!isStopped) {
      await sleep(Math.max(0, nextAt - nowMs()))
      // After an outage the lost time is not caught up.
      nextAt = Math.max(nextAt, nowMs() - 500) + (callers * 1_000) / perSecond
      const person: Person = { number: ++lastNumber }
      people.push(person)
      await createPerson(person)
      await readSomebody()
    }
  }
  const running = Promise.all(Array.from({ length: callers }, caller))

  return {
    people,
    refusals,
    findings,
    lostLogins: () => refusals.get(`400 ${loginLost}`) ?? 0,
    writes: () => acknowledged.length,
    /** When the first write that was sent after this moment was acknowledged. */
    firstAfter: (moment: number) => acknowledged.find(({ sentAt }) => sentAt > moment)?.at,
    async stop() {
      isStopped = true
      await running
    },
  }
}
