import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '../../server/test/open-test-api.ts'
import { aUser } from '../../server/test/people.ts'
import type { Random } from '../programs/random.ts'

/** A request, by the clock of this machine, which is also that of the database. Never answered: acknowledged never. */
export type Move = { sentAt: number; ackedAt: number }

/** One user as the caller knows it: every change of ext_id to a higher number, and whether it was erased. */
export type Known = { id: string; made: Move; changes: (Move & { value: number })[]; erased?: Move }

export type Load = ReturnType<typeof startLoad>

const callers = 4

/** Callers that register, change and erase users, one request at a time for each user. */
export function startLoad({ call, random }: { call: Call; random: Random }) {
  const users: Known[] = []
  const refused: string[] = []
  let isStopped = false

  async function move(method: string, path: string, body?: object) {
    const sentAt = Date.now()
    const reply = await call(method, path, body)
    const isGood = reply.status < 300
    if (!isGood) refused.push(`${method} ${path}: ${reply.text}`)
    return { move: { sentAt, ackedAt: isGood ? Date.now() : Number.POSITIVE_INFINITY }, body: reply.body }
  }

  async function caller() {
    const mine: Known[] = []
    while (!isStopped) {
      const one = mine[random.whole(0, mine.length - 1)]
      if (!one || random.happens(0.4)) {
        const { move: made, body } = await move('POST', '/users', aUser({ ext_id: '0' }))
        const user = { id: body.user_id as string, made, changes: [] }
        users.push(user)
        mine.push(user)
      } else if (random.happens(0.3)) {
        one.erased = (await move('DELETE', `/users/${one.id}`)).move
        mine.splice(mine.indexOf(one), 1)
      } else {
        const value = one.changes.length + 1
        const change = await move('PATCH', `/users/${one.id}`, { ext_id: String(value) })
        one.changes.push({ ...change.move, value })
      }
      await sleep(random.whole(2, 15))
    }
  }
  const running = Promise.all(Array.from({ length: callers }, caller))

  return {
    users,
    refused,
    async stop() {
      isStopped = true
      await running
    },
  }
}
