import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '../../server/test/open-test-api.ts'
import { aUser } from '../../server/test/people.ts'
import type { ProofRandom } from '../programs/random.ts'

/**
 * Times of a request by the machine's clock, which the database shares. `ackedAt` is infinite if the request failed.
 */
export type TimedRequest = { sentAt: number; ackedAt: number }

/** The requests for one user: creation, changes of ext_id to increasing numbers, and erasure. */
export type TrackedUser = {
  id: string
  created: TimedRequest
  changes: (TimedRequest & { value: number })[]
  erased?: TimedRequest
}

export type RestoreLoad = ReturnType<typeof startLoad>

const callers = 4

/** Starts callers that create, change and erase users, one request at a time per user. */
export function startLoad({ call, random }: { call: Call; random: ProofRandom }) {
  const users: TrackedUser[] = []
  const failed: string[] = []
  let isStopped = false

  async function send(method: string, path: string, body?: object) {
    const sentAt = Date.now()
    const reply = await call(method, path, body)
    const isGood = reply.status < 300
    if (!isGood) failed.push(`${method} ${path}: ${reply.text}`)
    return { times: { sentAt, ackedAt: isGood ? Date.now() : Number.POSITIVE_INFINITY }, body: reply.body }
  }

  async function caller() {
    const ownUsers: TrackedUser[] = []
    while (!isStopped) {
      const one = ownUsers[random.integer(0, ownUsers.length - 1)]
      if (!one || random.chance(0.4)) {
        const { times: created, body } = await send('POST', '/users', aUser({ ext_id: '0' }))
        const user = { id: body.user_id as string, created, changes: [] }
        users.push(user)
        ownUsers.push(user)
      } else if (random.chance(0.3)) {
        one.erased = (await send('DELETE', `/users/${one.id}`)).times
        ownUsers.splice(ownUsers.indexOf(one), 1)
      } else {
        const value = one.changes.length + 1
        const change = await send('PATCH', `/users/${one.id}`, { ext_id: String(value) })
        one.changes.push({ ...change.times, value })
      }
      await sleep(random.integer(2, 15))
    }
  }
  const running = Promise.all(Array.from({ length: callers }, caller))

  return {
    users,
    failed,
    async stop() {
      isStopped = true
      await running
    },
  }
}
