import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventually } from '../../../../test/engine.ts'
import { readMail } from '../../../../test/people.ts'
import { hookPath as path, startWebhooks } from '../../../../test/webhooks.ts'

const world = await startWebhooks()
const { acme, subscribe, behave, arrivals, received, publishEvent, aPerson, deliveriesOf, settled } = world

const attemptTimeoutMs = 15_000
const quietMs = 1_500

type Hook = Awaited<ReturnType<typeof subscribe>>

/** Returns the number of requests that the receiver got, once none has arrived for a while. */
async function countWhenQuiet(hook: Hook) {
  for (let count = -1; ; ) {
    const { length } = await received(hook)
    if (length === count) return count
    count = length
    await sleep(quietMs)
  }
}

test('sends nothing while paused and everything missed after a resume', async () => {
  const hook = await subscribe()
  const user = await aPerson()
  await publishEvent(user)
  await settled(hook, 1)
  const paused = await acme('POST', path(hook, '/pause'))
  expect(paused).toMatchObject({ status: 200, body: { state: 'paused', pause_reason: 'you paused it' } })
  await sleep(100)
  for (let n = 0; n < 20; n++) await publishEvent(user)
  await sleep(1_500)
  expect(await received(hook)).toHaveLength(1)
  expect(await deliveriesOf(hook, '?state=waiting')).toHaveLength(20)
  expect(await acme('POST', path(hook, '/resume'))).toMatchObject({ status: 200, body: { state: 'active' } })
  await settled(hook, 21)
  expect(await received(hook)).toHaveLength(21)
})

test('stops a stream of deliveries on pause and delivers the rest once on resume', async () => {
  const hook = await subscribe()
  // The receiver is so slow that 200 deliveries take far longer than a pause needs to reach the delivery worker.
  await behave(hook, { delayMs: 500 })
  const user = await aPerson()
  await acme('POST', path(hook, '/pause'))
  for (let n = 0; n < 20; n++) await Promise.all(Array.from({ length: 10 }, () => publishEvent(user)))
  await acme('POST', path(hook, '/resume'))
  await arrivals(hook, 20)
  await acme('POST', path(hook, '/pause'))
  expect(await countWhenQuiet(hook)).toBeLessThan(150)
  await behave(hook, {})
  await acme('POST', path(hook, '/resume'))
  await eventually(async () => (await deliveriesOf(hook, '?state=waiting')).length === 0)
  expect(new Set((await received(hook)).map(({ headers }) => headers['webhook-id'])).size).toBe(200)
})

test('pauses a webhook whose receiver answers 410 and emails the administrators', async () => {
  const hook = await subscribe()
  await behave(hook, { status: 410 })
  await publishEvent(await aPerson())
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

test('resumes while an earlier attempt still waits for its response', async () => {
  const hook = await subscribe()
  const user = await aPerson()
  await acme('POST', path(hook, '/pause'))
  for (let n = 0; n < 30; n++) await publishEvent(user)
  await behave(hook, { how: 'hang', times: 1, afterwards: { status: 500 } })
  await acme('POST', path(hook, '/resume'))
  // One attempt hangs until its timeout. The others fail, which opens the circuit breaker.
  await arrivals(hook, 6)
  await sleep(400)
  const countBefore = (await received(hook)).length
  expect(countBefore).toBeLessThan(20)
  await behave(hook, {})
  expect((await acme('POST', path(hook, '/resume'))).body.state).toBe('active')
  const list = await arrivals(hook, 30)
  const [hanging] = list
  const resumed = list[countBefore]
  expect(Number(resumed?.at) - Number(hanging?.at), 'ms after the attempt that hangs').toBeLessThan(
    attemptTimeoutMs,
  )
  expect((await acme('GET', path(hook, '/status'))).body.state).toBe('active')
})
