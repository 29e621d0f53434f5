import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { aUser } from '../../server/test/people.ts'
import type { ProofRandom } from '../programs/random.ts'
import type { RetryingCaller } from './calls.ts'

export type ClientLoad = ReturnType<typeof startLoad>

const writers = 4
const inviteEvery = 10
/** A client may have 50 open invitations, and a slow move lasts for more than these. */
const maxInvitations = 40

type Options = { perSecond: number; invites: boolean; random: ProofRandom }

/** Starts continuous reads and writes of one client, and records the acknowledged writes. */
export function startLoad(caller: RetryingCaller, { perSecond, invites, random }: Options) {
  const users: string[] = []
  const events: string[] = []
  const feed: string[] = []
  const invited: string[] = []
  const failures: string[] = []
  let isStopped = false
  let cursor: string | undefined

  async function write(n: number) {
    while (!isStopped) {
      const { user_id } = await expectStatus('POST', '/users', aUser(), 201)
      if (user_id) {
        users.push(String(user_id))
        const { event_id } = await expectStatus('POST', '/proof/events', { user_id }, 201)
        if (event_id) events.push(String(event_id))
      }
      const isTimeToInvite = invites && n === 0 && users.length % inviteEvery === 0
      if (isTimeToInvite && invited.length < maxInvitations) await invite()
      await sleep((1_000 * writers) / perSecond)
    }
  }

  async function invite() {
    const email = `m${randomUUID().slice(0, 8)}@moved.example`
    await expectStatus('POST', '/members', { email, role: 'Support' }, 201)
    invited.push(email)
  }

  async function read() {
    while (!isStopped) {
      const id = users[Math.floor(random.next() * users.length)]
      if (id) await expectStatus('GET', `/users/${id}`, undefined, 200)
      await sleep(20)
    }
  }

  /** Reads the event feed to its current end. */
  async function readFeed() {
    for (;;) {
      const page = await expectStatus(
        'GET',
        `/events?limit=100${cursor ? `&cursor=${cursor}` : ''}`,
        undefined,
        200,
      )
      feed.push(...((page.events as { event_id: string }[]) ?? []).map(({ event_id }) => event_id))
      cursor = page.cursor as string
      if (!page.has_more) return
    }
  }

  async function expectStatus(method: string, path: string, body: object | undefined, expected: number) {
    const reply = await caller
      .call(method, path, body)
      .catch((error) => ({ status: 0, body: { error: String(error) } as Record<string, unknown> }))
    if (reply.status === expected) return reply.body
    failures.push(
      `${method} ${path.slice(0, 20)}: ${reply.status} ${JSON.stringify(reply.body).slice(0, 200)}`,
    )
    return {} as Record<string, unknown>
  }

  async function follow() {
    while (!isStopped) {
      await readFeed()
      await sleep(50)
    }
  }

  const work = Promise.all([...Array.from({ length: writers }, (_, n) => write(n)), read(), follow()])
  // stop() reports the error; this avoids an unhandled rejection until then.
  work.catch(() => {})
  return {
    users,
    events,
    feed,
    invited,
    failures,
    readFeed,
    caller,
    /** Resolves when all started requests have been answered. */
    async stop() {
      isStopped = true
      await work
    },
  }
}
