import { sql as statement } from 'kysely'
import { expect, test } from 'vitest'
import { startCouriers } from '../../../../test/couriers.ts'
import { startEngine } from '../../../../test/engine.ts'
import type { AttemptRecord, QueueId } from './queue.ts'
import { createOutcomeRecorder } from './recorder.ts'

const engine = await startEngine()
const { sql, database, clientId } = engine
const begin = await startCouriers(engine)

/** Creates a webhook with due deliveries. Returns its queue and the outcomes of successful first attempts. */
async function queueWith(deliveries: number) {
  const line = await begin({})
  for (let n = 0; n < deliveries; n++) await line.announce()
  const rows = await sql('select id, due_at::text as due from deliveries where webhook_id = $1', [
    line.webhook_id,
  ])
  const records = rows.map(
    ({ id, due }): AttemptRecord => ({
      id,
      due,
      number: 1,
      startedAt: new Date(),
      durationMs: 5,
      status: 204,
      failure: null,
      answer: null,
      state: 'delivered',
      spent: 1,
      dueAt: new Date(),
    }),
  )
  const queue: QueueId = { clientId, webhookId: line.webhook_id }
  return { line, queue, records }
}

const looseCounts = () =>
  sql('select name, happened::int from activity_counts where not is_sum order by name')

test('records outcomes of several webhooks in one transaction, and counts them once', async () => {
  await sql('delete from activity_counts')
  const [one, other] = [await queueWith(3), await queueWith(2)]
  await sql('delete from activity_counts')
  let transactions = 0
  const recorder = createOutcomeRecorder({
    system(work) {
      transactions++
      return database.system(work)
    },
  })
  await Promise.all([one, other].map(({ queue, records }) => recorder.record(queue, records)))
  expect(transactions).toBe(1)
  for (const { line, records } of [one, other]) {
    const states = (await line.deliveries()).map(({ state }) => state)
    expect(states).toEqual(records.map(() => 'delivered'))
    expect(await line.attempts()).toHaveLength(records.length)
  }
  expect(await looseCounts()).toEqual([{ name: 'deliveries_succeeded', happened: 5 }])
})

test('ignores outcomes that were recorded before', async () => {
  const { line, queue, records } = await queueWith(2)
  const recorder = createOutcomeRecorder(database)
  await recorder.record(queue, records)
  const counts = await looseCounts()
  await Promise.all([recorder.record(queue, records), recorder.record(queue, records)])
  expect(await line.attempts()).toHaveLength(2)
  expect(await looseCounts()).toEqual(counts)
})

test('a locked delivery of one webhook does not hold up the outcomes of another', async () => {
  const [locked, free] = [await queueWith(1), await queueWith(1)]
  const recorder = createOutcomeRecorder(database)
  let settled: PromiseSettledResult<void>[] = []
  await engine.inTransaction(async (tx) => {
    await statement`select from deliveries where webhook_id = ${locked.queue.webhookId} for update`.execute(
      tx,
    )
    settled = await Promise.allSettled(
      [locked, free].map(({ queue, records }) => recorder.record(queue, records)),
    )
  })
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  expect(await free.line.deliveries()).toMatchObject([{ state: 'delivered' }])
  await recorder.record(locked.queue, locked.records)
  expect(await locked.line.deliveries()).toMatchObject([{ state: 'delivered', attempts: 1 }])
})
