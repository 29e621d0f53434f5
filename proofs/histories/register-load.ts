import { setTimeout as sleep } from 'node:timers/promises'
import { aUser } from '../../server/test/people.ts'
import { nowMs } from '../programs/journal.ts'
import type { ProofRandom } from '../programs/random.ts'
import { type History, type HistoryEntry, microseconds } from './history.ts'

export type RegisterLoad = ReturnType<typeof startRegisterLoad>

const clients = 4
const readShare = 0.5
const timeoutMs = 10_000
const pauseMs: [number, number] = [20, 120]
/**
 * Operations on one user before the clients go to the next one. The search for an order is exponential in the operations whose
 * outcome is unknown, and each fault leaves up to one of them for each client.
 */
const operationsPerUser = 60
const maxMonths = 120

/**
 * Starts clients that change and read one field of the same user through the API, and record when each request was sent and
 * answered. A request is never repeated, so that each is one operation.
 */
export function startRegisterLoad(options: { addresses(): string[]; apiKey: string; random: ProofRandom }) {
  const { addresses, apiKey, random } = options
  const entries: HistoryEntry[] = []
  let isStopped = false
  let sent = 0
  let user: { id: string; operations: number; months: number } | undefined
  let creating: Promise<unknown> | undefined

  async function request(method: string, path: string, body?: object) {
    const all = addresses()
    const address = all[sent++ % all.length]
    if (!address) return undefined
    return fetch(address + path, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      headers: { 'x-api-key': apiKey, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
      .then(async (reply) => ({
        status: reply.status,
        body: (await reply.json()) as Record<string, unknown>,
      }))
      .catch(() => undefined)
  }

  /** Creates the next user, whose first value is written before anything else happens to it. */
  async function createUser() {
    const call = microseconds(nowMs())
    const reply = await request('POST', '/users', { ...aUser(), payroll_period_months: 1 })
    if (reply?.status !== 201) return
    const id = String(reply.body.user_id)
    entries.push({ key: id, op: 'write', value: 1, call, return: microseconds(nowMs()) })
    user = { id, operations: 0, months: 1 }
  }

  async function operate({ id }: { id: string }, months: number | undefined) {
    const call = microseconds(nowMs())
    const reply = await (months === undefined
      ? request('GET', `/users/${id}`)
      : request('PATCH', `/users/${id}`, { payroll_period_months: months }))
    const end = microseconds(nowMs())
    if (months === undefined) {
      // A read without a reply has no effect and says nothing.
      if (reply?.status === 200)
        entries.push({
          key: id,
          op: 'read',
          value: Number(reply.body.payroll_period_months),
          call,
          return: end,
        })
      return
    }
    // A client error has no effect. With 503, or without a reply, the write may have taken effect.
    if (reply && reply.status >= 400 && reply.status < 500) return
    entries.push({ key: id, op: 'write', value: months, call, ...(reply?.status === 200 && { return: end }) })
  }

  async function client() {
    while (!isStopped) {
      await sleep(random.integer(...pauseMs))
      if (!user || user.operations >= operationsPerUser) {
        creating ??= createUser().finally(() => {
          creating = undefined
        })
        await creating
        continue
      }
      user.operations++
      const isRead = random.chance(readShare) || user.months >= maxMonths
      await operate(user, isRead ? undefined : ++user.months)
    }
  }
  const running = Promise.all(Array.from({ length: clients }, client))
  return {
    async stop() {
      isStopped = true
      await running
    },
    history: (): History => ({ model: 'register', entries }),
  }
}
