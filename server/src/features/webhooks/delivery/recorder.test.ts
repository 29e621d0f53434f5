import { sql as statement } from 'kysely'
import { expect, test } from 'vitest'
import { startCouriers } from '../../../../test/couriers.ts'
import { startEngine } from '../../../../test/engine.ts'
import type { AttemptRecord, QueueId } from './queue.ts'
import { createOutcomeRecorder } from './recorder.ts'

// A shorter limit for locks, which is a third of that of queries.
const engine = await startEngine({ DATABASE_QUERY_MS: '6000' })
const { sql, database, clientId } = engine
const begin = await startCouriers(engine)

/** Creates webhooks with due deliveries. Returns their queues and the outcomes of successful first attempts. */
async function queuesWith(deliveries: number, webhooks: number) {
  const lines: Awaited<ReturnType<typeof begin>>[] = []
  for (let n = 0; n < webhooks; n++) lines.push(await begin({}))
  for (let n = 0; n < deliveries; n++) await lines[0]?.publishEvent()
  return Promise.all(lines.map(queueOf))
}

async function queueOf(line: Awaited<ReturnType<typeof begin>>) {
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
  const queues = await queuesWith(3, 2)
  await sql('delete from activity_counts')
  let transactions = 0
  const recorder = createOutcomeRecorder({
    system(work) {
      transactions++
      return database.system(work)
    },
  })
  await Promise.all(queues.map(({ queue, records }) => recorder.record(queue, records)))
  expect(transactions).toBe(1)
  for (const { line } of queues) {
    expect((await line.deliveries()).map(({ state }) => state)).toEqual(Array(3).fill('delivered'))
    expect(await line.attempts()).toHaveLength(3)
  }
  expect(await looseCounts()).toEqual([{ name: 'deliveries_succeeded', happened: 6 }])
})

test('ignores outcomes that were recorded before', async () => {
  const [only] = await queuesWith(2, 1)
  if (!only) throw new Error('there is no queue')
  const { line, queue, records } = only
  const recorder = createOutcomeRecorder(database)
  await recorder.record(queue, records)
  const counts = await looseCounts()
  await Promise.all([recorder.record(queue, records), recorder.record(queue, records)])
  expect(await line.attempts()).toHaveLength(2)
  expect(await looseCounts()).toEqual(counts)
})

test('a locked delivery of one webhook does not hold up the outcomes of another', async () => {
  const [locked, free] = await queuesWith(1, 2)
  if (!locked || !free) throw new Error('there are no queues')
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

test('processes of the previous version can still record, and are counted', async () => {
  const [only] = await queuesWith(1, 1)
  const [record] = only?.records ?? []
  if (!only || !record) throw new Error('nothing is due')
  await sql('delete from activity_counts')
  await sql(
    `select record_attempts($1, $2, array[$3::uuid], '{1}', array[now()], '{5}', '{204}', array[null::text],
      array[null::bytea], array['delivered'::delivery_state], '{1}', array[now()], array[$4::timestamptz])`,
    [clientId, only.queue.webhookId, record.id, record.due],
  )
  expect(await only.line.deliveries()).toMatchObject([{ state: 'delivered', attempts: 1, tries: 1 }])
  expect(await only.line.attempts()).toMatchObject([{ number: 1, status: 204 }])
  expect(await looseCounts()).toEqual([{ name: 'deliveries_succeeded', happened: 1 }])
})
