import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventually } from '../../../test/engine.ts'
import { readMail } from '../../../test/people.ts'
import { hookPath as path, startWebhooks } from '../../../test/webhooks.ts'

const world = await startWebhooks()
const { acme, subscribe, behave, arrivals, received, announce, aPerson, deliveriesOf, settled } = world

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

test('a pause in the middle of a stream takes hold at once', { retry: 2 }, async () => {
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
  expect(text).toContain(`/console/webhooks/${hook.webhook_id}\n`)
  expect(text).not.toContain('curl')
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
