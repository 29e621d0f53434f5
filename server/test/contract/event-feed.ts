import { expect } from 'vitest'
import { eventually } from '../engine.ts'
import { invalid, unknown } from './messages.ts'
import { payload, payroll } from './payroll-event.ts'
import type { Row } from './row.ts'
import { publishPayrollEvent, requireStatus } from './scenes.ts'
import { eventFields, uuid } from './shapes.ts'
import { requiresApiKey } from './shared-rows.ts'
import { type ContractReply, type ContractWorld, mapBody, unknownId } from './world.ts'

// The feed of events, for clients without a webhook.

const payrollEvent = { event_id: uuid, is_tombstone: false, body: payroll }

const anyCursor = expect.stringMatching(/./)

/**
 * Creates a client with this many published events and returns its feed. Events appear once no older transaction is
 * open.
 */
export async function createFeed(world: ContractWorld, count: number) {
  const { call, clientId } = await world.createClient()
  const { user_id } = requireStatus(await call('POST', '/users', newUser), 201)
  for (let created = 0; created < count; created++)
    await publishPayrollEvent(world, clientId, user_id, payload)
  await eventually(async () => {
    const { events } = requireStatus(await call('GET', '/events'), 200)
    return events.length === count
  })
  return { call, clientId, user_id: user_id as string }
}

/** Returns the cursor at the end of the feed. All rows share one client, so its feed is longer than a page. */
async function endOfFeed(world: ContractWorld) {
  for (let cursor = '', pages = 0; pages < 100; pages++) {
    const page = requireStatus(await world.acme('GET', `/events${cursor && `?cursor=${cursor}`}`), 200)
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

const wrongCursors = ['next', unknownId, `-1.${unknownId}`, `1.${unknownId}.2`]

const refusesCursor = (cursor: string): Row => ({
  endpoint: 'GET /events',
  title: `the cursor [${cursor}] is refused`,
  call: ({ acme }) => acme('GET', `/events?cursor=${cursor}`),
  expects: { status: 400, errors: [invalid('cursor')] },
})

export const eventFeedRows: Row[] = [
  {
    endpoint: 'GET /events',
    title: 'returns the events of a client without a webhook',
    call: async (world) => (await createFeed(world, 1)).call('GET', '/events'),
    expects: { status: 200, body: { events: [payrollEvent], cursor: anyCursor, has_more: false } },
  },
  {
    endpoint: 'GET /events',
    title: 'a client without events gets an empty page',
    async call(world) {
      await createFeed(world, 1)
      return (await world.createClient()).call('GET', '/events')
    },
    expects: { status: 200, body: { events: [], cursor: anyCursor, has_more: false } },
  },
  {
    endpoint: 'GET /events',
    title: 'oldest first, and the cursor continues',
    async call(world) {
      const { call } = await createFeed(world, 3)
      const whole = await call('GET', '/events')
      const page = await call('GET', '/events?limit=2')
      const rest = await call('GET', `/events?limit=2&cursor=${page.body.cursor}`)
      const times = whole.body.events.map(({ body }: { body: { timestamp: string } }) => body.timestamp)
      return mapBody(rest, ({ events }) => ({
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
    title: 'the last cursor finds later events',
    async call(world) {
      const { call, clientId, user_id } = await createFeed(world, 1)
      const end = (await call('GET', '/events')).body.cursor
      const before = await call('GET', `/events?cursor=${end}`)
      await publishPayrollEvent(world, clientId, user_id)
      const after = await eventually(async () => {
        const reply = await call('GET', `/events?cursor=${end}`)
        return (reply.status !== 200 || reply.body.events.length > 0) && reply
      })
      return mapBody(after, ({ events }) => [before.body.events.length, events.length])
    },
    expects: { status: 200, body: [0, 1] },
  },
  {
    endpoint: 'GET /events',
    title: 'include_payload adds the published payload',
    call: async (world) => (await createFeed(world, 1)).call('GET', '/events?include_payload=true'),
    expects: { status: 200, matches: { events: [{ ...payrollEvent, body: { ...payroll, payload } }] } },
  },
  {
    endpoint: 'GET /events',
    title: 'include_payload has no effect for the role Support',
    async call(world) {
      const { clientId } = world.api.world.clients.acme
      const user_id = await world.createUserId()
      const later = `/events?include_payload=true&cursor=${await endOfFeed(world)}`
      await publishPayrollEvent(world, clientId, user_id, payload)
      const about = (reply: ContractReply) =>
        reply.body.events.findLast(({ body }: { body: { user_id: string } }) => body.user_id === user_id)
      const shown = await eventually(async () => about(await world.acme('GET', later)))
      const reply = await world.supportMember('GET', later)
      return mapBody(reply, () => [shown.body, about(reply).body])
    },
    expects: { status: 200, body: [{ ...payroll, payload }, payroll] },
  },
  {
    endpoint: 'GET /events',
    title: 'an event about an erased user is a tombstone',
    async call(world) {
      const { call, user_id } = await createFeed(world, 1)
      await call('DELETE', `/users/${user_id}`)
      return call('GET', '/events?include_payload=true')
    },
    expects: {
      status: 200,
      body: {
        events: [{ event_id: uuid, is_tombstone: true, body: eventFields }],
        cursor: anyCursor,
        has_more: false,
      },
    },
  },
  {
    endpoint: 'GET /events',
    title: 'reports a limit above 100, an invalid include_payload and an unknown field',
    call: ({ acme }) => acme('GET', '/events?limit=101&include_payload=yes&offset=1'),
    expects: { status: 400, errors: [invalid('limit'), invalid('include_payload'), unknown('offset')] },
  },
  ...wrongCursors.map(refusesCursor),
  ...requiresApiKey('GET /events'),
]
