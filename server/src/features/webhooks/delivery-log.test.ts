import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { receive } from '@payproof/sdk/webhooks'
import { expect, test } from 'vitest'
import { eventually } from '../../../test/engine.ts'
import { aMember } from '../../../test/people.ts'
import { hookPath as path, startWebhooks } from '../../../test/webhooks.ts'

const world = await startWebhooks()
const {
  acme,
  rival,
  subscribe,
  behave,
  arrivals,
  received,
  publishEvent,
  aPerson,
  sql,
  deliveriesOf,
  settled,
} = world

test('retries a failed attempt automatically and logs every attempt', async () => {
  const hook = await subscribe()
  await behave(hook, { status: 500, body: 'out of order', times: 1 })
  await publishEvent(await aPerson())
  const [first] = await eventually(async () => {
    const list = await deliveriesOf(hook)
    return list[0]?.attempt_count === 1 && list
  })
  expect(first).toMatchObject({ state: 'waiting', ended_at: null })
  const [done] = await eventually(async () => {
    const list = await deliveriesOf(hook)
    return list[0]?.state === 'delivered' && list
  })
  const { body } = await acme('GET', path(hook, `/deliveries/${done.delivery_id}`))
  expect(body.attempts).toEqual([
    expect.objectContaining({ attempt: 1, status: 500, failure: null, answer: 'out of order' }),
    expect.objectContaining({ attempt: 2, status: 200, answer: null }),
  ])
  // The delay is 5 s ± 20 % after the response, plus the time to store it. The second delay of the schedule is much
  // longer.
  const [{ started_at, duration_ms }] = body.attempts
  const waitMs = Date.parse(first.next_attempt_at) - Date.parse(started_at) - duration_ms
  expect(waitMs).toBeGreaterThan(2_500)
  expect(waitMs).toBeLessThan(30_000)
})

test('logs a refused connection without revealing anything about the host', async () => {
  const hook = await subscribe({ url: 'http://127.0.0.1:1/' })
  await publishEvent(await aPerson())
  const [delivery] = await eventually(async () => {
    const list = await deliveriesOf(hook)
    return list[0]?.attempt_count > 0 && list
  })
  const { body } = await acme('GET', path(hook, `/deliveries/${delivery.delivery_id}`))
  expect(body.attempts[0]).toMatchObject({ status: null, failure: 'could not connect', answer: null })
})

test('sends a test delivery at once, even to a paused webhook, and returns the response', async () => {
  const hook = await subscribe({ signing_secret: 'between the two of us' })
  await acme('POST', path(hook, '/pause'))
  await behave(hook, { status: 418, body: 'short and stout', times: 1 })
  const failed = await acme('POST', path(hook, '/test'), {})
  expect(failed).toMatchObject({
    status: 200,
    body: { state: 'dead', is_test: true, attempts: [{ status: 418, answer: 'short and stout' }] },
  })
  const { body } = await acme('POST', path(hook, '/test'), { event: 'user-bank-statement-submitted' })
  expect(body).toMatchObject({ state: 'delivered', event: 'user-bank-statement-submitted', user_id: null })
  const [, arrival] = await arrivals(hook, 2)
  expect(arrival?.headers).toMatchObject({ 'x-svc-test': 'true', 'webhook-id': body.delivery_id })
  const delivery = receive({
    body: arrival?.body ?? '',
    headers: arrival?.headers ?? {},
    secrets: ['between the two of us'],
  })
  expect(delivery).toMatchObject({ isTest: true, event: 'user-bank-statement-submitted' })
  const again = await acme('POST', path(hook, `/deliveries/${body.delivery_id}/redeliver`))
  expect(again.status).toBe(400)
  const feed = await acme('GET', '/events?limit=100')
  expect(JSON.stringify(feed.body)).not.toContain(body.delivery_id)
})

test('redelivers with the same id and the next attempt number', async () => {
  const hook = await subscribe()
  await publishEvent(await aPerson())
  const [delivery] = await settled(hook, 1)
  const again = await acme('POST', path(hook, `/deliveries/${delivery.delivery_id}/redeliver`))
  expect(again.status).toBe(202)
  const [first, second] = await arrivals(hook, 2)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(second?.body).toBe(first?.body)
  expect(second?.headers).toMatchObject({ 'x-svc-attempt': '2', 'x-svc-sequence': '1' })
})

test('redelivers a delivery that is in flight when the redelivery is requested', async () => {
  const hook = await subscribe()
  await behave(hook, { delayMs: 600 })
  await publishEvent(await aPerson())
  const [first] = await arrivals(hook, 1)
  const id = first?.headers['webhook-id']
  expect((await acme('POST', path(hook, `/deliveries/${id}/redeliver`))).status).toBe(202)
  const [, second] = await arrivals(hook, 2)
  expect(second?.headers['webhook-id']).toBe(id)
  const [delivery] = await settled(hook, 1)
  expect(delivery.attempt_count).toBe(2)
})

test('requeues the dead deliveries of a period with one call', { timeout: 600_000 }, async () => {
  const hook = await subscribe()
  const user = await aPerson()
  await acme('POST', path(hook, '/pause'))
  for (let n = 0; n < 1_100; n += 50) await Promise.all(Array.from({ length: 50 }, () => publishEvent(user)))
  await sql(`update deliveries set state = 'dead', tries = 12, attempts = 12 where webhook_id = $1`, [
    hook.webhook_id,
  ])
  await acme('POST', path(hook, '/resume'))
  const since = '0001-01-01T00:00:00Z'
  const before = await acme('POST', path(hook, '/recover'), {
    since,
    until: new Date(Date.now() - 3_000_000),
  })
  expect(before.status).toBe(202)
  await sleep(500)
  expect(await received(hook)).toEqual([])
  expect((await acme('POST', path(hook, '/recover'), { since })).status).toBe(202)
  const list = await arrivals(hook, 1_100, 300_000)
  expect(new Set(list.map(({ headers }) => headers['webhook-id'])).size).toBe(1_100)
  expect(list[0]?.headers['x-svc-attempt']).toBe('13')
})

test('logs enough to recompute the signature of an attempt', async () => {
  const secret = 'between the two of us'
  const hook = await subscribe({ signing_secret: secret })
  await publishEvent(await aPerson())
  const [{ delivery_id }] = await settled(hook, 1)
  const [arrival] = await arrivals(hook, 1)
  const { body } = await acme('GET', path(hook, `/deliveries/${delivery_id}`))
  expect(body.body).toBe(arrival?.body)
  const seconds = Math.floor(Date.parse(body.attempts[0].started_at) / 1000)
  const signature = createHmac('sha256', secret).update(`${delivery_id}.${seconds}.${body.body}`)
  expect(arrival?.headers['webhook-signature']).toBe(`v1,${signature.digest('base64')}`)
})

test('Support sees delivery results but no responses or payloads, and cannot change a webhook', async () => {
  const member = world.withToken((await aMember(world, acme, 'Support')).token)
  const hook = await subscribe()
  await behave(hook, { body: 'thank you, Wilhelmina' })
  await publishEvent(await aPerson(), { payroll_submissions: [] })
  const [delivery] = await settled(hook, 1)
  const { body } = await member('GET', path(hook, `/deliveries/${delivery.delivery_id}`))
  expect(body.attempts).toMatchObject([{ status: 200, answer: null }])
  expect(body.body).toBeNull()
  const feed = await member('GET', '/events?include_payload=true&limit=100')
  expect(feed.body.events.some(({ body: eventBody }: { body: object }) => 'payload' in eventBody)).toBe(false)
  expect((await member('POST', path(hook, '/pause'))).status).toBe(403)
  expect((await acme('GET', path(hook, `/deliveries/${delivery.delivery_id}`))).body.attempts[0].answer).toBe(
    'thank you, Wilhelmina',
  )
})

test('pages and filters the log, and hides it from other clients', async () => {
  const hook = await subscribe({ events: ['user-payroll-submitted', 'user-taxauth-data-submitted'] })
  const [one, two] = [await aPerson(), await aPerson()]
  for (const user of [one, two, one]) await publishEvent(user)
  await settled(hook, 3)
  const first = (await acme('GET', path(hook, '/deliveries?limit=2'))).body
  const rest = (await acme('GET', path(hook, `/deliveries?limit=2&cursor=${first.next_cursor}`))).body
  const ids = [...first.deliveries, ...rest.deliveries].map(({ delivery_id }) => delivery_id)
  expect(new Set(ids).size).toBe(3)
  expect(ids).toEqual(ids.toSorted().reverse())
  expect(rest.next_cursor).toBeNull()
  expect(await deliveriesOf(hook, `?user_id=${one}`)).toHaveLength(2)
  expect(await deliveriesOf(hook, '?event=user-taxauth-data-submitted')).toHaveLength(0)
  expect((await rival('GET', path(hook, '/deliveries'))).status).toBe(404)
  expect((await rival('GET', path(hook, `/deliveries/${ids[0]}`))).status).toBe(404)
  expect((await rival('POST', path(hook, `/deliveries/${ids[0]}/redeliver`))).status).toBe(404)
})
