import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { receive } from '../../../../sdk/src/webhooks.ts'
import { eventually } from '../../../test/engine.ts'
import { aMember, createUser, readMail } from '../../../test/people.ts'
import { type Hook, startWebhooks } from '../../../test/webhooks.ts'

const world = await startWebhooks()
const { acme, rival, subscribe, behave, arrivals, received, announce, aPerson, sql } = world

const path = ({ webhook_id }: Hook, rest = '') => `/webhooks/${webhook_id}${rest}`
const deliveriesOf = async (hook: Hook, query = '') =>
  (await acme('GET', path(hook, `/deliveries${query}`))).body.deliveries

const settled = (hook: Hook, count: number) =>
  eventually(async () => {
    const list = await deliveriesOf(hook, '?limit=100')
    return list.filter(({ state }: { state: string }) => state === 'delivered').length === count && list
  })

test('an event reaches each webhook that lists its kind, in the form of the interface', async () => {
  const [one, two] = [await subscribe(), await subscribe()]
  const other = await subscribe({ events: ['user-taxauth-data-submitted'] })
  const user = await aPerson()
  await announce(user, { payroll_submissions: [] })
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

test('secret and key together: the kit verifies, opens and reads what arrives, payload included', async () => {
  const secret = 'between the two of us'
  const key = randomBytes(32).toString('base64')
  const hook = await subscribe({
    signing_secret: secret,
    encryption_key: key,
    config: { include_payload: true },
  })
  await announce(await aPerson(), { payroll_submissions: [{ net_pay: 1234.56 }] })
  const [arrival] = await arrivals(hook, 1)
  const { body = '', headers = {} } = arrival ?? {}
  expect(headers['content-type']).toBe('text/plain')
  expect(receive({ body, headers, secrets: [secret], encryptionKeys: [key] })).toMatchObject({
    event: 'user-payroll-submitted',
    payload: { payroll_submissions: [{ net_pay: 1234.56 }] },
  })
})

test('what waits for one user is numbered without a gap, whoever publishes at the same time', async () => {
  const hook = await subscribe()
  const [one, two] = [await aPerson(), await aPerson()]
  await Promise.all(Array.from({ length: 60 }, (_, n) => announce(n % 3 ? one : two)))
  const list = await settled(hook, 60)
  const numbersOf = (user: string) =>
    list
      .filter(({ user_id }: { user_id: string }) => user_id === user)
      .map(({ sequence }: { sequence: number }) => sequence)
      .sort((a: number, b: number) => a - b)
  expect(numbersOf(one)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
  expect(numbersOf(two)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
})

test('a transaction that fails announces nothing, and leaves no gap', async () => {
  const hook = await subscribe()
  const user = await aPerson()
  const { publish } = await import('./service.ts')
  const failing = world.tenant.transaction(async (tx) => {
    await publish(tx, {
      ...{ event: 'user-payroll-submitted', user_id: user },
      fields: { entry_id: randomUUID(), account_id: null },
    })
    throw new Error('on second thoughts')
  })
  await expect(failing).rejects.toThrow('on second thoughts')
  await announce(user)
  const [delivery] = await settled(hook, 1)
  expect(delivery.sequence).toBe(1)
  expect(await received(hook)).toHaveLength(1)
})

test('paused, nothing is sent; resumed, everything that happened meanwhile is', async () => {
  const hook = await subscribe()
  const user = await aPerson()
  await announce(user)
  await settled(hook, 1)
  const paused = await acme('POST', path(hook, '/pause'))
  expect(paused).toMatchObject({ status: 200, body: { state: 'paused', pause_reason: 'you paused it' } })
  await sleep(100)
  for (let n = 0; n < 20; n++) await announce(user)
  await sleep(1_500)
  expect(await received(hook)).toHaveLength(1)
  expect(await deliveriesOf(hook, '?state=waiting')).toHaveLength(20)
  expect(await acme('POST', path(hook, '/resume'))).toMatchObject({ status: 200, body: { state: 'active' } })
  await settled(hook, 21)
  expect(await received(hook)).toHaveLength(21)
})

test('a pause in the middle of a stream takes hold at once', async () => {
  const hook = await subscribe()
  await behave(hook, { delayMs: 100 })
  const user = await aPerson()
  await acme('POST', path(hook, '/pause'))
  await Promise.all(Array.from({ length: 200 }, () => announce(user)))
  await acme('POST', path(hook, '/resume'))
  await arrivals(hook, 20)
  await acme('POST', path(hook, '/pause'))
  const answeredAt = Date.now()
  await sleep(1_500)
  const list = await received(hook)
  expect(list.length).toBeLessThan(150)
  expect(Math.max(...list.map(({ at }) => at)) - answeredAt, 'ms after the answer').toBeLessThan(300)
  await acme('POST', path(hook, '/resume'))
  await eventually(async () => (await deliveriesOf(hook, '?state=waiting')).length === 0)
  expect(new Set((await received(hook)).map(({ headers }) => headers['webhook-id'])).size).toBe(200)
})

test('a receiver that wants no more is left alone, and those who answer for the client are told', async () => {
  const hook = await subscribe()
  await behave(hook, { status: 410 })
  await announce(await aPerson())
  const { text } = await readMail(world.world.inboxUrl, 'owner@acme.example', new RegExp(hook.name))
  expect(text).toContain(`/webhooks/${hook.webhook_id}/resume`)
  expect(text).toContain('410')
  expect((await acme('GET', path(hook, '/status'))).body).toMatchObject({
    state: 'paused',
    pause_reason: 'the receiver asked for it',
  })
  await behave(hook, {})
  await acme('POST', path(hook, '/resume'))
  await settled(hook, 1)
})

test('a resume counts at once, also while a courier still waits for an answer', async () => {
  const hook = await subscribe()
  const user = await aPerson()
  await acme('POST', path(hook, '/pause'))
  for (let n = 0; n < 30; n++) await announce(user)
  await behave(hook, { how: 'hang', times: 1, afterwards: { status: 500 } })
  await acme('POST', path(hook, '/resume'))
  // One hangs for 15 s, others fail: the breaker is open, and its courier is still there.
  await arrivals(hook, 6)
  await sleep(400)
  const count = (await received(hook)).length
  expect(count).toBeLessThan(20)
  await behave(hook, {})
  expect((await acme('POST', path(hook, '/resume'))).body.state).toBe('active')
  await arrivals(hook, 30, 3_000)
  expect((await acme('GET', path(hook, '/status'))).body.state).toBe('active')
})

test('a failed attempt is tried again by itself, and the log tells the whole story', async () => {
  const hook = await subscribe()
  await behave(hook, { status: 500, body: 'out of order', times: 1 })
  await announce(await aPerson())
  const [first] = await eventually(async () => {
    const list = await deliveriesOf(hook)
    return list[0]?.attempt_count === 1 && list
  })
  expect(first).toMatchObject({ state: 'waiting', ended_at: null })
  const waitMs = Date.parse(first.next_attempt_at) - Date.now()
  expect(waitMs).toBeGreaterThan(2_500)
  expect(waitMs).toBeLessThan(6_100)
  const [done] = await eventually(async () => {
    const list = await deliveriesOf(hook)
    return list[0]?.state === 'delivered' && list
  }, 15_000)
  const { body } = await acme('GET', path(hook, `/deliveries/${done.delivery_id}`))
  expect(body.attempts).toEqual([
    expect.objectContaining({ attempt: 1, status: 500, failure: null, answer: 'out of order' }),
    expect.objectContaining({ attempt: 2, status: 200, answer: null }),
  ])
})

test('an address where nobody listens: one plain text, and no hint of what is there', async () => {
  const hook = await subscribe({ url: 'http://127.0.0.1:1/' })
  await announce(await aPerson())
  const [delivery] = await eventually(async () => {
    const list = await deliveriesOf(hook)
    return list[0]?.attempt_count > 0 && list
  })
  const { body } = await acme('GET', path(hook, `/deliveries/${delivery.delivery_id}`))
  expect(body.attempts[0]).toMatchObject({ status: null, failure: 'could not connect', answer: null })
})

test('a test goes out at once, also to a paused webhook, and its caller sees what came of it', async () => {
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
    ...{ body: arrival?.body ?? '', headers: arrival?.headers ?? {}, secrets: ['between the two of us'] },
  })
  expect(delivery).toMatchObject({ isTest: true, event: 'user-bank-statement-submitted' })
  const again = await acme('POST', path(hook, `/deliveries/${body.delivery_id}/redeliver`))
  expect(again.status).toBe(400)
  const feed = await acme('GET', '/events?limit=100')
  expect(JSON.stringify(feed.body)).not.toContain(body.delivery_id)
})

test('a delivery can be sent again, with the same id and the next attempt', async () => {
  const hook = await subscribe()
  await announce(await aPerson())
  const [delivery] = await settled(hook, 1)
  const again = await acme('POST', path(hook, `/deliveries/${delivery.delivery_id}/redeliver`))
  expect(again.status).toBe(202)
  const [first, second] = await arrivals(hook, 2)
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
  expect(second?.body).toBe(first?.body)
  expect(second?.headers).toMatchObject({ 'x-svc-attempt': '2', 'x-svc-sequence': '1' })
})

test('whoever asks for a delivery again while it is on its way gets it once more', async () => {
  const hook = await subscribe()
  await behave(hook, { delayMs: 600 })
  await announce(await aPerson())
  const [first] = await arrivals(hook, 1)
  const id = first?.headers['webhook-id']
  expect((await acme('POST', path(hook, `/deliveries/${id}/redeliver`))).status).toBe(202)
  const [, second] = await arrivals(hook, 2)
  expect(second?.headers['webhook-id']).toBe(id)
  const [delivery] = await settled(hook, 1)
  expect(delivery.attempt_count).toBe(2)
})

test('of two who want the same name at once one gets it, and the other is told', async () => {
  const [one, two] = [await subscribe(), await subscribe()]
  const name = randomUUID()
  const replies = await Promise.all([one, two].map((hook) => acme('PATCH', path(hook), { name })))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
})

test('dead deliveries of a span of time are one call away', async () => {
  const hook = await subscribe()
  const user = await aPerson()
  await acme('POST', path(hook, '/pause'))
  for (let n = 0; n < 1_100; n += 50) await Promise.all(Array.from({ length: 50 }, () => announce(user)))
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
  const list = await arrivals(hook, 1_100, 20_000)
  expect(new Set(list.map(({ headers }) => headers['webhook-id'])).size).toBe(1_100)
  expect(list[0]?.headers['x-svc-attempt']).toBe('13')
})

test('for somebody who was erased a tombstone is sent, with its number, and their data never', async () => {
  const key = randomBytes(32).toString('base64')
  const hook = await subscribe({ encryption_key: key, config: { include_payload: true } })
  const user = await aPerson()
  const secret = `canary-${randomUUID()}`
  await behave(hook, { status: 200, body: secret })
  await announce(user, { payroll_submissions: [{ note: secret }] })
  const [delivery] = await settled(hook, 1)
  await acme('POST', path(hook, '/pause'))
  await announce(user, { payroll_submissions: [{ note: secret }] })
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
  const kept = await sql(
    `select from events where user_id = $1 and body is not null
     union all select from delivery_attempts a join deliveries d on d.id = a.delivery_id
       where d.user_id = $1 and a.answer is not null`,
    [user],
  )
  expect(kept).toEqual([])
})

test('a payload beyond 1 MiB stays at home, and a header says so', async () => {
  const key = randomBytes(32).toString('base64')
  const hook = await subscribe({ encryption_key: key, config: { include_payload: true } })
  const user = await aPerson()
  await announce(user, { text: 'x'.repeat(1024 ** 2) })
  await announce(user, { text: 'x'.repeat(1024 ** 2 - 1_000) })
  const list = await arrivals(hook, 2)
  const read = list.map(({ body, headers }) =>
    receive({ body, headers, secrets: null, encryptionKeys: [key] }),
  )
  const bySequence = Object.fromEntries(read.map((delivery) => [delivery.sequence, delivery]))
  expect(bySequence[1]).toMatchObject({ isPayloadOmitted: true })
  expect(bySequence[1]).not.toHaveProperty('payload')
  expect(bySequence[2]).toMatchObject({ isPayloadOmitted: false, payload: { text: expect.any(String) } })
})

test('a webhook that was changed is used as it is now; a deleted one no more', async () => {
  const hook = await subscribe()
  const user = await aPerson()
  await announce(user)
  await settled(hook, 1)
  const moved = `moved-${hook.name}`
  const changed = await acme('PATCH', path(hook), { url: world.urlOf(moved) })
  expect(changed).toMatchObject({ status: 200, body: { url: world.urlOf(moved), name: hook.name } })
  await announce(user)
  await arrivals({ ...hook, name: moved }, 1)
  expect(await received(hook)).toHaveLength(1)
  expect((await acme('DELETE', path(hook))).status).toBe(200)
  await announce(user)
  await sleep(1_200)
  expect(await received({ ...hook, name: moved })).toHaveLength(1)
  expect((await acme('GET', path(hook))).status).toBe(404)
})

test('personal data goes by https or encrypted; addresses that lead inside are refused', async () => {
  const config = { include_payload: true }
  const body = { name: randomUUID(), events: ['user-payroll-submitted'], url: world.urlOf('plain') }
  expect((await acme('POST', '/webhooks', { ...body, config })).status).toBe(400)
  const hook = await subscribe()
  expect((await acme('PATCH', path(hook), { config })).status).toBe(400)
  // Should one of them be taken by mistake: nothing is ever announced to it.
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

test('Support sees how deliveries went, but neither answers nor payloads, and changes nothing', async () => {
  const member = world.withToken((await aMember(world, acme, 'Support')).token)
  const hook = await subscribe()
  await behave(hook, { body: 'thank you, Wilhelmina' })
  await announce(await aPerson(), { payroll_submissions: [] })
  const [delivery] = await settled(hook, 1)
  const { body } = await member('GET', path(hook, `/deliveries/${delivery.delivery_id}`))
  expect(body.attempts).toMatchObject([{ status: 200, answer: null }])
  const feed = await member('GET', '/events?include_payload=true&limit=100')
  expect(feed.body.events.some(({ body: said }: { body: object }) => 'payload' in said)).toBe(false)
  expect((await member('POST', path(hook, '/pause'))).status).toBe(403)
  expect((await acme('GET', path(hook, `/deliveries/${delivery.delivery_id}`))).body.attempts[0].answer).toBe(
    'thank you, Wilhelmina',
  )
})

test('the log is paged and filtered, and belongs to one client', async () => {
  const hook = await subscribe({ events: ['user-payroll-submitted', 'user-taxauth-data-submitted'] })
  const [one, two] = [await aPerson(), await aPerson()]
  for (const user of [one, two, one]) await announce(user)
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

test('an event about somebody who is not there is refused', async () => {
  const gone = await createUser(acme)
  await acme('DELETE', `/users/${gone.user_id}`)
  await expect(announce(gone.user_id)).rejects.toThrow(/does not exist/)
})
