import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { receive } from '@payproof/sdk/webhooks'
import { expect, test } from 'vitest'
import { createUser } from '../../../test/people.ts'
import { hookPath as path, startWebhooks } from '../../../test/webhooks.ts'

const world = await startWebhooks()
const { acme, subscribe, behave, arrivals, received, publishEvent, aPerson, sql, settled } = world

test('delivers an event to each webhook subscribed to its kind', async () => {
  const [one, two] = [await subscribe(), await subscribe()]
  const other = await subscribe({ events: ['user-taxauth-data-submitted'] })
  const user = await aPerson()
  await publishEvent(user, { payroll_submissions: [] })
  const [[first], [second]] = [await arrivals(one, 1), await arrivals(two, 1)]
  expect(JSON.parse(first?.body ?? '')).toEqual({
    event: 'user-payroll-submitted',
    user_id: user,
    timestamp: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    entry_id: expect.any(String),
    account_id: expect.any(String),
  })
  expect(first?.headers).toMatchObject({
    'content-type': 'application/json',
    'webhook-id': first?.headers['x-svc-delivery-id'],
    'x-svc-attempt': '1',
    'x-svc-sequence': '1',
  })
  expect(first?.headers['webhook-id']).not.toBe(second?.headers['webhook-id'])
  expect(await received(other)).toEqual([])
  const [delivery] = await settled(one, 1)
  expect(delivery).toMatchObject({ user_id: user, sequence: 1, attempt_count: 1, is_test: false })
})

test('the SDK verifies and decrypts a signed and encrypted delivery with payload', async () => {
  const secret = 'between the two of us'
  const key = randomBytes(32).toString('base64')
  const hook = await subscribe({
    signing_secret: secret,
    encryption_key: key,
    config: { include_payload: true },
  })
  await publishEvent(await aPerson(), { payroll_submissions: [{ net_pay: 1234.56 }] })
  const [arrival] = await arrivals(hook, 1)
  const { body = '', headers = {} } = arrival ?? {}
  expect(headers['content-type']).toBe('text/plain')
  expect(receive({ body, headers, secrets: [secret], encryptionKeys: [key] })).toMatchObject({
    event: 'user-payroll-submitted',
    payload: { payroll_submissions: [{ net_pay: 1234.56 }] },
  })
})

test('numbers the deliveries about a user without gaps under concurrent publishing', async () => {
  const hook = await subscribe()
  const [one, two] = [await aPerson(), await aPerson()]
  await Promise.all(Array.from({ length: 60 }, (_, n) => publishEvent(n % 3 ? one : two)))
  const list = await settled(hook, 60)
  const numbersOf = (user: string) =>
    list
      .filter(({ user_id }: { user_id: string }) => user_id === user)
      .map(({ sequence }: { sequence: number }) => sequence)
      .sort((a: number, b: number) => a - b)
  expect(numbersOf(one)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
  expect(numbersOf(two)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
})

test('a rolled-back transaction publishes nothing and leaves no gap', async () => {
  const hook = await subscribe()
  const user = await aPerson()
  const { publish } = await import('./service.ts')
  const failing = world.tenant.transaction(async (tx) => {
    await publish(tx, {
      event: 'user-payroll-submitted',
      user_id: user,
      fields: { entry_id: randomUUID(), account_id: null },
    })
    throw new Error('on second thoughts')
  })
  await expect(failing).rejects.toThrow('on second thoughts')
  await publishEvent(user)
  const [delivery] = await settled(hook, 1)
  expect(delivery.sequence).toBe(1)
  expect(await received(hook)).toHaveLength(1)
})

test('accepts only one of two concurrent renames to the same name', async () => {
  const [one, two] = [await subscribe(), await subscribe()]
  const name = randomUUID()
  const replies = await Promise.all([one, two].map((hook) => acme('PATCH', path(hook), { name })))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('sends a numbered tombstone without data for an erased user', async () => {
  const key = randomBytes(32).toString('base64')
  const hook = await subscribe({ encryption_key: key, config: { include_payload: true } })
  const user = await aPerson()
  const secret = `canary-${randomUUID()}`
  await behave(hook, { status: 200, body: secret })
  await publishEvent(user, { payroll_submissions: [{ note: secret }] })
  const [delivery] = await settled(hook, 1)
  await acme('POST', path(hook, '/pause'))
  await publishEvent(user, { payroll_submissions: [{ note: secret }] })
  await acme('DELETE', `/users/${user}`)
  await behave(hook, {})
  await acme('POST', path(hook, '/resume'))
  await acme('POST', path(hook, `/deliveries/${delivery.delivery_id}/redeliver`))
  const [, second, third] = await arrivals(hook, 3)
  const opened = [second, third].map((arrival) =>
    receive({
      body: arrival?.body ?? '',
      headers: arrival?.headers ?? {},
      secrets: null,
      encryptionKeys: [key],
    }),
  )
  expect(opened.map(({ isTombstone, sequence }) => [isTombstone, sequence]).sort()).toEqual([
    [true, 1],
    [true, 2],
  ])
  for (const { body } of opened) {
    expect(Object.keys(JSON.parse(body))).toEqual(['event', 'user_id', 'timestamp'])
  }
  const { body } = await acme('GET', path(hook, `/deliveries/${delivery.delivery_id}`))
  expect(body.attempts[0].answer).toBeNull()
  const leftovers = await sql(
    `select from events where user_id = $1 and body is not null
     union all select from delivery_attempts a join deliveries d on d.id = a.delivery_id
       where d.user_id = $1 and a.answer is not null`,
    [user],
  )
  expect(leftovers).toEqual([])
})

test('omits a payload over 1 MiB and sets X-Svc-Payload-Omitted', async () => {
  const key = randomBytes(32).toString('base64')
  const hook = await subscribe({ encryption_key: key, config: { include_payload: true } })
  const user = await aPerson()
  await publishEvent(user, { text: 'x'.repeat(1024 ** 2) })
  await publishEvent(user, { text: 'x'.repeat(1024 ** 2 - 1_000) })
  const list = await arrivals(hook, 2)
  const read = list.map(({ body, headers }) =>
    receive({ body, headers, secrets: null, encryptionKeys: [key] }),
  )
  const bySequence = Object.fromEntries(read.map((delivery) => [delivery.sequence, delivery]))
  expect(bySequence[1]).toMatchObject({ isPayloadOmitted: true })
  expect(bySequence[1]).not.toHaveProperty('payload')
  expect(bySequence[2]).toMatchObject({ isPayloadOmitted: false, payload: { text: expect.any(String) } })
})

test('delivers to the new URL after a change, and nowhere after deletion', async () => {
  const hook = await subscribe()
  const user = await aPerson()
  await publishEvent(user)
  await settled(hook, 1)
  const moved = `moved-${hook.name}`
  const changed = await acme('PATCH', path(hook), { url: world.urlOf(moved) })
  expect(changed).toMatchObject({ status: 200, body: { url: world.urlOf(moved), name: hook.name } })
  await publishEvent(user)
  await arrivals({ ...hook, name: moved }, 1)
  expect(await received(hook)).toHaveLength(1)
  expect((await acme('DELETE', path(hook))).status).toBe(200)
  await publishEvent(user)
  await sleep(1_200)
  expect(await received({ ...hook, name: moved })).toHaveLength(1)
  expect((await acme('GET', path(hook))).status).toBe(404)
})

test('rejects payloads over unencrypted http, and URLs of internal addresses', async () => {
  const config = { include_payload: true }
  const body = { name: randomUUID(), events: ['user-payroll-submitted'], url: world.urlOf('plain') }
  expect((await acme('POST', '/webhooks', { ...body, config })).status).toBe(400)
  const hook = await subscribe()
  expect((await acme('PATCH', path(hook), { config })).status).toBe(400)
  // The webhooks subscribe to an event that this test never publishes, in case one of them is accepted by mistake.
  const unused = { ...body, events: ['user-bank-statement-submitted'] }
  for (const url of [
    'http://10.0.0.1/',
    'http://[fd00::1]/',
    'http://169.254.169.254/latest',
    'ftp://receiver.example/',
  ]) {
    const reply = await acme('POST', '/webhooks', { ...unused, url })
    expect(reply, url).toMatchObject({
      status: 400,
      body: { errors: [expect.stringMatching(/^Field \[url\]/)] },
    })
  }
})

test('rejects an event about a user who does not exist', async () => {
  const erased = await createUser(acme)
  await acme('DELETE', `/users/${erased.user_id}`)
  await expect(publishEvent(erased.user_id)).rejects.toThrow(/does not exist/)
})
