import { expect } from 'vitest'
import { eventually } from '../engine.ts'
import { invalid, unknown } from './messages.ts'
import { payload, payroll } from './payroll-announcement.ts'
import { needsApiKey } from './refusals.ts'
import type { Promised } from './row.ts'
import { announcePayroll, required } from './scenes.ts'
import { announcement, uuid } from './shapes.ts'
import { type ContractReply, type ContractWorld, look, nobodysId } from './world.ts'

// The feed of events, for clients without a webhook.

const payrollEvent = { event_id: uuid, is_tombstone: false, body: payroll }

const anyCursor = expect.stringMatching(/./)

/**
 * Creates a client with this many published events and returns its feed. Events appear once no older transaction is
 * open.
 */
export async function aFeed(world: ContractWorld, count: number) {
  const { ask, clientId } = await world.aClient()
  const { user_id } = required(await ask('POST', '/users', newUser), 201)
  for (let made = 0; made < count; made++) await announcePayroll(world, clientId, user_id, payload)
  await eventually(async () => {
    const { events } = required(await ask('GET', '/events'), 200)
    return events.length === count
  })
  return { ask, clientId, user_id: user_id as string }
}

/** Returns the cursor at the end of the feed. All rows share one client, so its feed is longer than a page. */
async function endOfFeed(world: ContractWorld) {
  for (let cursor = '', pages = 0; pages < 100; pages++) {
    const page = required(await world.acme('GET', `/events${cursor && `?cursor=${cursor}`}`), 200)
    if (!page.has_more) return page.cursor as string
    cursor = page.cursor
  }
  throw new Error('the feed has no end')
}

const newUser = {
  forename: 'Wilhelmina',
  surname: 'Oakapple',
  date_of_birth: '1990-01-01',
  post_codes: ['LS1 4AP'],
  payroll_period_months: 3,
}

const wrongCursors = ['next', nobodysId, `-1.${nobodysId}`, `1.${nobodysId}.2`]

const refusesCursor = (cursor: string): Promised => ({
  endpoint: 'GET /events',
  says: `[${cursor}] is no cursor of ours`,
  call: ({ acme }) => acme('GET', `/events?cursor=${cursor}`),
  expects: { status: 400, errors: [invalid('cursor')] },
})

export const eventFeedRows: Promised[] = [
  {
    endpoint: 'GET /events',
    says: 'the event feed returns the same events without a webhook',
    call: async (world) => (await aFeed(world, 1)).ask('GET', '/events'),
    expects: { status: 200, body: { events: [payrollEvent], cursor: anyCursor, has_more: false } },
  },
  {
    endpoint: 'GET /events',
    says: 'of a client about whom nothing was published',
    async call(world) {
      await aFeed(world, 1)
      return (await world.aClient()).ask('GET', '/events')
    },
    expects: { status: 200, body: { events: [], cursor: anyCursor, has_more: false } },
  },
  {
    endpoint: 'GET /events',
    says: 'oldest first, and the cursor goes on',
    async call(world) {
      const { ask } = await aFeed(world, 3)
      const whole = await ask('GET', '/events')
      const page = await ask('GET', '/events?limit=2')
      const rest = await ask('GET', `/events?limit=2&cursor=${page.body.cursor}`)
      const times = whole.body.events.map(({ body }: { body: { timestamp: string } }) => body.timestamp)
      return look(rest, ({ events }) => ({
        isOrdered: JSON.stringify(times) === JSON.stringify(times.toSorted()),
        isSame: JSON.stringify([...page.body.events, ...events]) === JSON.stringify(whole.body.events),
        sizes: [page.body.events.length, events.length],
        more: [page.body.has_more, rest.body.has_more],
      }))
    },
    expects: {
      status: 200,
      body: { isOrdered: true, isSame: true, sizes: [2, 1], more: [true, false] },
    },
  },
  {
    endpoint: 'GET /events',
    says: 'the cursor of the end finds what comes later',
    async call(world) {
      const { ask, clientId, user_id } = await aFeed(world, 1)
      const end = (await ask('GET', '/events')).body.cursor
      const before = await ask('GET', `/events?cursor=${end}`)
      await announcePayroll(world, clientId, user_id)
      const after = await eventually(async () => {
        const reply = await ask('GET', `/events?cursor=${end}`)
        return (reply.status !== 200 || reply.body.events.length > 0) && reply
      })
      return look(after, ({ events }) => [before.body.events.length, events.length])
    },
    expects: { status: 200, body: [0, 1] },
  },
  {
    endpoint: 'GET /events',
    says: 'include_payload adds what was published',
    call: async (world) => (await aFeed(world, 1)).ask('GET', '/events?include_payload=true'),
    expects: { status: 200, holds: { events: [{ ...payrollEvent, body: { ...payroll, payload } }] } },
  },
  {
    endpoint: 'GET /events',
    says: 'but never for Support',
    async call(world) {
      const { clientId } = world.api.world.clients.acme
      const user_id = await world.aPerson()
      const later = `/events?include_payload=true&cursor=${await endOfFeed(world)}`
      await announcePayroll(world, clientId, user_id, payload)
      const about = (reply: ContractReply) =>
        reply.body.events.findLast(({ body }: { body: { user_id: string } }) => body.user_id === user_id)
      const shown = await eventually(async () => about(await world.acme('GET', later)))
      const reply = await world.supportMember('GET', later)
      return look(reply, () => [shown.body, about(reply).body])
    },
    expects: { status: 200, body: [{ ...payroll, payload }, payroll] },
  },
  {
    endpoint: 'GET /events',
    says: 'of an erased user only that something happened is left',
    async call(world) {
      const { ask, user_id } = await aFeed(world, 1)
      await ask('DELETE', `/users/${user_id}`)
      return ask('GET', '/events?include_payload=true')
    },
    expects: {
      status: 200,
      body: {
        events: [{ event_id: uuid, is_tombstone: true, body: announcement }],
        cursor: anyCursor,
        has_more: false,
      },
    },
  },
  {
    endpoint: 'GET /events',
    says: 'a page may hold 100 but not 101, and include_payload is true or false',
    call: ({ acme }) => acme('GET', '/events?limit=101&include_payload=yes&offset=1'),
    expects: { status: 400, errors: [invalid('limit'), invalid('include_payload'), unknown('offset')] },
  },
  ...wrongCursors.map(refusesCursor),
  ...needsApiKey('GET /events'),
]
