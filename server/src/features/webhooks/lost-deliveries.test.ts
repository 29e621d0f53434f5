import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventually } from '../../../test/engine.ts'
import { type Hook, hookPath as path, startWebhooks } from '../../../test/webhooks.ts'
import { audit } from '../../platform/database/tenancy.ts'
import { callForgotten } from './maintenance.ts'
import { publish } from './service.ts'

// The ways in which deliveries get lost elsewhere, and how a queue could be left alone with something in it.

const world = await startWebhooks({ LOG_LEVEL: 'fatal' })
const { acme, subscribe, behave, arrivals, received, announce, aPerson, sql, tenant, parts } = world

const countWaiting = async ({ webhook_id }: Hook) =>
  (await sql(`select from deliveries where webhook_id = $1 and state = 'waiting'`, [webhook_id])).length

/** Publishes in a transaction that stays open until it is told to commit. */
async function publishSlowly(userId: string) {
  let commit = () => {}
  const held = new Promise<void>((resolve) => {
    commit = resolve
  })
  let isPublished = false
  const done = tenant.transaction(async (tx) => {
    audit(tx, 'test.acted')
    await publish(tx, {
      event: 'user-payroll-submitted',
      user_id: userId,
      fields: { entry_id: randomUUID(), account_id: null },
    })
    isPublished = true
    await held
  })
  await eventually(() => isPublished)
  return async () => {
    commit()
    await done
  }
}

test('a commit that comes after the courier has looked: it does not leave before', async () => {
  const hook = await subscribe()
  const user = await aPerson()
  // The courier is there, and the slow one sees that.
  await announce(user)
  await arrivals(hook, 1)
  const commit = await publishSlowly(await aPerson())
  // Longer than a courier lingers.
  await sleep(1_800)
  expect(await received(hook)).toHaveLength(1)
  await commit()
  await arrivals(hook, 2)
})

test('one event after another, each just when the courier may be leaving', { timeout: 60_000 }, async () => {
  const hook = await subscribe()
  const user = await aPerson()
  for (let n = 1; n <= 12; n++) {
    await announce(user)
    await arrivals(hook, n)
    // Around the second for which an idle courier lingers.
    await sleep(980 + n * 5)
  }
  expect(await received(hook)).toHaveLength(12)
})

test('what is published while a webhook is resumed is not forgotten', async () => {
  const hook = await subscribe()
  await acme('POST', path(hook, '/pause'))
  const commit = await publishSlowly(await aPerson())
  // Neither waits for the other.
  expect((await acme('POST', path(hook, '/resume'))).status).toBe(200)
  await sleep(300)
  await commit()
  await arrivals(hook, 1)
})

test('publishing goes on while NATS says nothing: the database knows', async () => {
  const hook = await subscribe()
  const user = await aPerson()
  await announce(user)
  await arrivals(hook, 1)
  // Written behind the back of everybody: nobody is nudged.
  await sql(
    `insert into deliveries (client_id, webhook_id, id, event_id, kind, user_id, sequence)
       select client_id, webhook_id, new_timed_id(), event_id, kind, user_id, 2 from deliveries where webhook_id = $1`,
    [hook.webhook_id],
  )
  await arrivals(hook, 2)
})

test('a queue whose courier is gone for good gets another', async () => {
  const hook = await subscribe()
  await acme('POST', path(hook, '/pause'))
  await announce(await aPerson())
  // As if a courier had been called and its task had died: due, marked as looked after, and nobody there.
  await eventually(
    async () => (await sql('select from tasks where key = $1', [`webhook ${hook.webhook_id}`])).length === 0,
  )
  await sql('update webhooks set paused_at = null where id = $1', [hook.webhook_id])
  await sql(`update webhook_queues set work_at = now() - interval '3 minutes' where webhook_id = $1`, [
    hook.webhook_id,
  ])
  await sleep(1_200)
  expect(await received(hook)).toEqual([])
  expect(await parts.database.system((tx) => callForgotten(tx))).toBe(1)
  await arrivals(hook, 1)
  expect(await parts.database.system((tx) => callForgotten(tx, 0))).toBe(0)
})

test('at most one timer waits for a queue, however often it fails', async () => {
  const hook = await subscribe()
  await behave(hook, { status: 500 })
  const user = await aPerson()
  for (let n = 0; n < 4; n++) {
    await announce(user)
    await arrivals(hook, n + 1)
    await eventually(
      async () =>
        (
          await sql(`select from tasks where key = $1 and kind = 'webhook.deliver'`, [
            `webhook ${hook.webhook_id}`,
          ])
        ).length === 0,
    )
  }
  const timers = await sql(`select kind from tasks where key = $1 and state = 'waiting'`, [
    `webhook ${hook.webhook_id}`,
  ])
  expect(timers).toEqual([{ kind: 'webhook.retry' }])
  expect(await countWaiting(hook)).toBe(4)
})

test('a delivery that we ourselves cannot make waits, and none of its attempts is spent', async () => {
  const hook = await subscribe()
  const [good, bad] = [await aPerson(), await aPerson()]
  await acme('POST', path(hook, '/pause'))
  await announce(bad)
  await announce(good)
  await sql(`update events set body = body || 'x'::bytea where user_id = $1`, [bad])
  await acme('POST', path(hook, '/resume'))
  const [arrival] = await arrivals(hook, 1)
  expect(JSON.parse(arrival?.body ?? '{}').user_id).toBe(good)
  const [row] = await eventually(async () => {
    const rows = await sql(
      'select * from deliveries where webhook_id = $1 and user_id = $2 and due_at > now()',
      [hook.webhook_id, bad],
    )
    return rows.length > 0 && rows
  })
  expect(row).toMatchObject({ state: 'waiting', attempts: 0, tries: 0 })
})
