import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventually } from '../../../test/engine.ts'
import { hookPath as path, startWebhooks, type TestWebhook } from '../../../test/webhooks.ts'
import { audit } from '../../platform/database/tenancy.ts'
import { rescueOrphanedQueues } from './maintenance.ts'
import { publish } from './service.ts'

// Tests races and failures that could leave a delivery in a queue without a delivery worker (courier).

const world = await startWebhooks({ LOG_LEVEL: 'fatal' })
const { acme, subscribe, behave, arrivals, received, publishEvent, aPerson, sql, tenant, dependencies } =
  world

const countWaiting = async ({ webhook_id }: TestWebhook) =>
  (await sql(`select from deliveries where webhook_id = $1 and state = 'waiting'`, [webhook_id])).length

/** Publishes in a transaction that stays open until the returned function commits it. */
async function publishSlowly(userId: string) {
  let commit = () => {}
  const commitRequested = new Promise<void>((resolve) => {
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
    await commitRequested
  })
  await eventually(() => isPublished)
  return async () => {
    commit()
    await done
  }
}

test('the courier does not leave while a publishing transaction is open', async () => {
  const hook = await subscribe()
  const user = await aPerson()
  // The courier is running, so the slow transaction does not schedule another one.
  await publishEvent(user)
  await arrivals(hook, 1)
  const commit = await publishSlowly(await aPerson())
  // This is longer than an idle courier waits for further deliveries.
  await sleep(1_800)
  expect(await received(hook)).toHaveLength(1)
  await commit()
  await arrivals(hook, 2)
})

test('delivers events published just as the courier is leaving', async () => {
  const hook = await subscribe()
  const user = await aPerson()
  for (let n = 1; n <= 12; n++) {
    await publishEvent(user)
    await arrivals(hook, n)
    // These times are around the 1 s for which an idle courier waits for further deliveries.
    await sleep(980 + n * 5)
  }
  expect(await received(hook)).toHaveLength(12)
})

test('delivers an event published while the webhook is being resumed', async () => {
  const hook = await subscribe()
  await acme('POST', path(hook, '/pause'))
  const commit = await publishSlowly(await aPerson())
  // The resume does not wait for the open transaction.
  expect((await acme('POST', path(hook, '/resume'))).status).toBe(200)
  await sleep(300)
  await commit()
  await arrivals(hook, 1)
})

test('delivers without a notification from NATS', async () => {
  const hook = await subscribe()
  const user = await aPerson()
  await publishEvent(user)
  await arrivals(hook, 1)
  // The row is inserted directly, so the courier is not notified.
  await sql(
    `insert into deliveries (client_id, webhook_id, id, event_id, kind, user_id, sequence)
       select client_id, webhook_id, new_timed_id(), event_id, kind, user_id, 2 from deliveries where webhook_id = $1`,
    [hook.webhook_id],
  )
  await arrivals(hook, 2)
})

test('starts another courier for a queue whose courier task died', async () => {
  const hook = await subscribe()
  await acme('POST', path(hook, '/pause'))
  await publishEvent(await aPerson())
  // Simulate that the courier's task has died: deliveries are due, the queue is marked as being worked on, and no
  // task exists.
  await eventually(
    async () => (await sql('select from tasks where key = $1', [`webhook ${hook.webhook_id}`])).length === 0,
  )
  await sql('update webhooks set paused_at = null where id = $1', [hook.webhook_id])
  await sql(`update webhook_queues set work_at = now() - interval '3 minutes' where webhook_id = $1`, [
    hook.webhook_id,
  ])
  await sleep(1_200)
  expect(await received(hook)).toEqual([])
  expect(await dependencies.database.system((tx) => rescueOrphanedQueues(tx))).toBe(1)
  await arrivals(hook, 1)
  expect(await dependencies.database.system((tx) => rescueOrphanedQueues(tx, 0))).toBe(0)
})

test('keeps at most one retry timer per queue', async () => {
  const hook = await subscribe()
  await behave(hook, { status: 500 })
  const user = await aPerson()
  for (let n = 0; n < 4; n++) {
    await publishEvent(user)
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

test('postpones a delivery after an internal error without using up an attempt', async () => {
  const hook = await subscribe()
  const [good, bad] = [await aPerson(), await aPerson()]
  await acme('POST', path(hook, '/pause'))
  await publishEvent(bad)
  await publishEvent(good)
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
