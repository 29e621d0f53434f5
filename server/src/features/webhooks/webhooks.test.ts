import { expect, test } from 'vitest'
import { eventually } from '../../../test/engine.ts'
import { startWebhooks } from '../../../test/webhooks.ts'

const world = await startWebhooks()
const { acme, rival, subscribe, behave, arrivals, announce, aPerson, sql } = world

test('an event reaches each webhook that lists its kind, with its headers', async () => {
  const [one, two] = [await subscribe(), await subscribe()]
  const other = await subscribe({ events: ['user-taxauth-data-submitted'] })
  const user = await aPerson()
  await announce(user)
  const [[first], [second]] = [await arrivals(one, 1), await arrivals(two, 1)]
  expect(JSON.parse(first?.body ?? '')).toEqual({
    event: 'user-payroll-submitted',
    user_id: user,
    timestamp: expect.stringMatching(/Z$/),
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
  expect(await world.received(other)).toEqual([])
  await eventually(async () => {
    const { body } = await acme('GET', `/webhooks/${one.webhook_id}/deliveries`)
    return body.deliveries[0]?.state === 'delivered'
  })
})
