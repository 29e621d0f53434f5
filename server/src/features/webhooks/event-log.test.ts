import { expect, test } from 'vitest'
import { eventually } from '../../../test/engine.ts'
import { aMember } from '../../../test/people.ts'
import { hookPath as path, startWebhooks } from '../../../test/webhooks.ts'
import { maxCounted, searchRanges } from './event-log.ts'

const world = await startWebhooks()
const { acme, rival, subscribe, behave, publishEvent, aPerson, deliveriesOf } = world

type Listed = { event_id: string; user_id: string; deliveries: { webhook_id: string; state: string }[] }

async function eventsAbout(user_id: string): Promise<Listed[]> {
  const { status, body, text } = await acme('GET', `/events/recent?user_id=${user_id}`)
  expect(status, text).toBe(200)
  return body.events
}

test('an event is listed once with its deliveries to every webhook', async () => {
  const hooks = [await subscribe(), await subscribe()]
  const person = await aPerson()
  await publishEvent(person)
  await publishEvent(person)
  const events = await eventually(async () => {
    const listed = await eventsAbout(person)
    const states = listed.flatMap(({ deliveries }) => deliveries.map(({ state }) => state))
    return states.length >= 4 && states.every((state) => state === 'delivered') && listed
  })
  expect(events).toHaveLength(2)
  for (const hook of hooks) {
    const [newest, oldest] = await deliveriesOf(hook)
    const idsOf = (event: Listed | undefined) => JSON.stringify(event?.deliveries)
    expect(idsOf(events[0])).toContain(newest.delivery_id)
    expect(idsOf(events[1])).toContain(oldest.delivery_id)
  }
  const first = await acme('GET', `/events/recent?user_id=${person}&limit=1`)
  const second = await acme(
    'GET',
    `/events/recent?user_id=${person}&limit=1&cursor=${first.body.next_cursor}`,
  )
  expect([...first.body.events, ...second.body.events]).toEqual(events)
  expect(second.body.next_cursor).toBeNull()
})

test('events close in time are searched together, and distant ones apart', () => {
  const hour = 3_600_000
  expect(searchRanges([hour + 20_000, hour, 3 * hour])).toEqual([
    { from: hour - 5_000, to: hour + 50_000 },
    { from: 3 * hour - 5_000, to: 3 * hour + 30_000 },
  ])
})

test('the content of an event is shown to roles that see personal data, and to no other client', async () => {
  const person = await aPerson()
  await publishEvent(person)
  const [listed] = await eventsAbout(person)
  const address = `/events/${listed?.event_id}`
  const { body } = await acme('GET', address)
  expect(body).toMatchObject({ event_id: listed?.event_id, is_tombstone: false, body: { user_id: person } })
  expect((await rival('GET', address)).status).toBe(404)
  const { events } = (await rival('GET', `/events/recent?user_id=${person}`)).body
  expect(events).toEqual([])
  for (const role of ['Support', 'Developer'] as const) {
    const member = world.withToken((await aMember(world, acme, role)).token)
    expect((await member('GET', address)).body, role).toMatchObject({ is_tombstone: false, body: null })
  }
  await acme('DELETE', `/users/${person}`)
  const erased = (await acme('GET', address)).body
  expect(erased.is_tombstone).toBe(true)
  expect(erased.body.payload).toBeUndefined()
})

test('statistics count successes and failures of one webhook', async () => {
  const hook = await subscribe()
  await subscribe()
  await behave(hook, { status: 500, times: 1 })
  await publishEvent(await aPerson())
  await publishEvent(await aPerson())
  const total = await eventually(async () => {
    const { hours } = (await acme('GET', path(hook, '/statistics'))).body
    expect(hours).toHaveLength(24)
    const sum = (name: 'succeeded' | 'failed') =>
      hours.reduce((all: number, hour: Record<string, number>) => all + (hour[name] ?? 0), 0)
    return (
      sum('succeeded') + sum('failed') >= 3 && { hours, succeeded: sum('succeeded'), failed: sum('failed') }
    )
  })
  expect(total).toMatchObject({ succeeded: 2, failed: 1 })
  const busy = total.hours.filter(({ median_ms }: { median_ms: number | null }) => median_ms !== null)
  expect(busy.length).toBeGreaterThan(0)
  expect((await rival('GET', path(hook, '/statistics'))).status).toBe(404)
})

/** Adds deliveries that were created a minute ago and have no attempts. */
const addDeliveries = (hook: { webhook_id: string }, count: number) =>
  world.sql(
    `insert into deliveries (client_id, webhook_id, id, event_id, kind, user_id, sequence, state)
       select $1, $2, new_timed_id(now() - interval '1 minute' + n * interval '1 millisecond'), gen_random_uuid(),
           'user-payroll-submitted', null, n, 'delivered'
         from generate_series(1, $3::int) n`,
    [world.world.clients.acme.clientId, hook.webhook_id, count],
  )

test('statistics say when there are more deliveries than are counted', async () => {
  const hook = await subscribe()
  const read = async () => (await acme('GET', path(hook, '/statistics'))).body
  await addDeliveries(hook, maxCounted)
  expect(await read()).toMatchObject({ is_truncated: false, counted_since: null })
  await addDeliveries(hook, 1)
  const { is_truncated, counted_since } = await read()
  expect(is_truncated).toBe(true)
  expect(Date.parse(counted_since)).toBeGreaterThan(Date.now() - 600_000)
})
