import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Call } from '../../../test/api.ts'
import { eventually } from '../../../test/engine.ts'
import { aMember } from '../../../test/people.ts'
import { startWebhooks } from '../../../test/webhooks.ts'
import { audit } from '../../platform/database/tenancy.ts'
import { publish } from './service.ts'

const world = await startWebhooks()
const { acme, rival, publishEvent, aPerson, tenant } = world

type EventPage = {
  events: { event_id: string; is_tombstone: boolean; body: Record<string, unknown> }[]
  cursor: string
  has_more: boolean
}

const read = async (query = ''): Promise<EventPage> => (await acme('GET', `/events${query}`)).body

/** Reads all pages after a cursor. Returns the events and the last cursor. */
async function readOn(from?: string, limit = 100) {
  const events: EventPage['events'] = []
  let cursor = from
  for (;;) {
    const page = await read(`?limit=${limit}${cursor ? `&cursor=${cursor}` : ''}`)
    events.push(...page.events)
    cursor = page.cursor
    if (!page.has_more) return { events, cursor }
  }
}

const idsFrom = async (cursor: string, count: number) =>
  eventually(async () => {
    const { events } = await readOn(cursor)
    return events.length >= count && events.map(({ event_id }) => event_id)
  })

test('lists events in order, page by page and from any cursor, without any webhook', async () => {
  const { cursor } = await readOn()
  const user = await aPerson()
  const published: string[] = []
  for (let n = 0; n < 7; n++) published.push(await publishEvent(user, { amount: n }))
  expect(await idsFrom(cursor, 7)).toEqual(published)
  const first = await read(`?limit=3&cursor=${cursor}`)
  expect(first.has_more).toBe(true)
  expect((await readOn(first.cursor, 3)).events.map(({ event_id }) => event_id)).toEqual(published.slice(3))
  const [event] = first.events
  expect(event).toMatchObject({
    is_tombstone: false,
    body: { event: 'user-payroll-submitted', user_id: user },
  })
  expect(event?.body).not.toHaveProperty('payload')
  const full = await read(`?limit=1&include_payload=true&cursor=${cursor}`)
  expect(full.events[0]?.body).toMatchObject({ payload: { amount: 0 } })
})

test('hides document_external_ids from the Support role', async () => {
  const support = world.withToken((await aMember(world, acme, 'Support')).token)
  const { cursor } = await readOn()
  const user_id = await aPerson()
  const event = { event: 'user-bank-statement-submitted', user_id } as const
  const fields = { document_external_ids: ['statement-of-wilhelmina'] }
  await tenant.transaction((tx) => {
    audit(tx, 'test.acted')
    return publish(tx, { ...event, fields, payload: { bank_statement_submissions: [] } })
  })
  await idsFrom(cursor, 1)
  const bodies = async (call: Call) => {
    const { events }: EventPage = (await call('GET', `/events?include_payload=true&cursor=${cursor}`)).body
    return events.map(({ body }) => body)
  }
  const timestamp = expect.any(String)
  expect(await bodies(support)).toEqual([{ ...event, timestamp }])
  expect(await bodies(acme)).toMatchObject([{ ...event, ...fields }])
})

test('continues from the last cursor when new events occur', async () => {
  const { cursor } = await readOn()
  expect(await read(`?cursor=${cursor}`)).toEqual({ events: [], cursor, has_more: false })
  const id = await publishEvent(await aPerson())
  expect(await idsFrom(cursor, 1)).toEqual([id])
})

test('does not skip an event whose transaction commits after later events were published', async () => {
  const { cursor } = await readOn()
  const [user, other] = [await aPerson(), await aPerson()]
  let commit = () => {}
  const commitRequested = new Promise<void>((resolve) => {
    commit = resolve
  })
  let late = ''
  const slow = tenant.transaction(async (tx) => {
    audit(tx, 'test.acted')
    late = await publish(tx, {
      event: 'user-payroll-submitted',
      user_id: user,
      fields: { entry_id: randomUUID(), account_id: null },
    })
    await commitRequested
  })
  await eventually(() => late !== '')
  const quick = [await publishEvent(other), await publishEvent(other)]
  const meanwhile = await readOn(cursor)
  // The event is withheld until the slow transaction commits, because a reader's cursor would otherwise move past
  // that transaction.
  expect(meanwhile.events).toEqual([])
  commit()
  await slow
  const ids = await idsFrom(meanwhile.cursor, 3)
  expect(new Set(ids)).toEqual(new Set([late, ...quick]))
})

test('a reader that polls during concurrent publishing sees every event once', async () => {
  let { cursor } = await readOn()
  const users = [await aPerson(), await aPerson(), await aPerson()]
  const publishing = Promise.all(Array.from({ length: 120 }, (_, n) => publishEvent(users[n % 3] ?? '')))
  const seen: string[] = []
  await eventually(async () => {
    const page = await readOn(cursor, 10)
    cursor = page.cursor
    seen.push(...page.events.map(({ event_id }) => event_id))
    return seen.length >= 120
  })
  expect(new Set(seen)).toEqual(new Set(await publishing))
  expect(seen).toHaveLength(120)
})

test('reduces the events of an erased user to tombstones', async () => {
  const { cursor } = await readOn()
  const user = await aPerson()
  const id = await publishEvent(user, { secret: 'canary' })
  await acme('DELETE', `/users/${user}`)
  await idsFrom(cursor, 1)
  const { events } = await read(`?include_payload=true&cursor=${cursor}`)
  expect(events).toEqual([
    {
      event_id: id,
      is_tombstone: true,
      body: { event: 'user-payroll-submitted', user_id: user, timestamp: expect.any(String) },
    },
  ])
})

test('lists only the events of the calling client', async () => {
  const { cursor } = await readOn()
  const id = await publishEvent(await aPerson())
  expect(await idsFrom(cursor, 1)).toEqual([id])
  expect((await rival('GET', '/events')).body.events).toEqual([])
})

test.each(['x', '1.', `1.${randomUUID().toUpperCase()}`, `-1.${randomUUID()}`])(
  'rejects the cursor %s',
  async (cursor) => {
    expect((await acme('GET', `/events?cursor=${cursor}`)).status).toBe(400)
  },
)
