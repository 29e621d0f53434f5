import { jetstream } from '@nats-io/jetstream'
import pg from 'pg'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { makeEffects } from '../../../test/effects.ts'
import { eventually, startEngine } from '../../../test/engine.ts'
import { openTaskLane } from '../../../test/task-lane.ts'
import { consumerName, ensureLane, streamName } from './lanes.ts'

const engine = await startEngine({ LOG_LEVEL: 'silent' })
const { sql, inTransaction, bus } = engine
const connection = bus.connection() ?? expect.fail('NATS is unreachable')
const effects = await makeEffects(sql)

/**
 * Counts the messages that workers hand back to this lane. NATS redelivers any other message only after the
 * acknowledgement timeout.
 */
function countReturned(lane: string) {
  const stream = streamName(bus.prefix, lane)
  const subscription = connection.subscribe(`$JS.EVENT.ADVISORY.CONSUMER.MSG_NAKED.${stream}.>`)
  atEnd(() => subscription.unsubscribe())
  return () => subscription.getReceived()
}

test('a closing worker takes no new tasks and waits for running ones', async () => {
  const { dispatch, work, schedule, runsOf, untilRun, untilEnded } = openTaskLane(engine, 'ends')
  dispatch()
  const worker = work('first')
  const running = await schedule({ ms: 1_000, result: true })
  await untilRun(running)
  const closing = worker.close(5_000)
  const later = await schedule()
  await closing
  expect(await effects.of(running)).toEqual([{ by: 'first' }])
  expect(runsOf(later)).toEqual([])
  work('second')
  await untilEnded(later)
  expect(runsOf(later)).toMatchObject([{ worker: 'second' }])
})

test('a task that exceeds the grace period is returned to NATS, and another worker runs it', async () => {
  const { lane, dispatch, work, schedule, runsOf, untilRun, untilEnded } = openTaskLane(engine, 'given')
  dispatch()
  const worker = work('first')
  const id = await schedule({ ms: 2_000, result: true })
  const first = await untilRun(id)
  work('second')
  const returned = countReturned(lane.name)
  await worker.close(0)
  await eventually(() => returned() === 1)
  expect(await eventually(() => runsOf(id)[1])).toMatchObject({ worker: 'second' })
  expect(first.signal).toMatchObject({ aborted: true, reason: { message: 'the process is shutting down' } })
  expect(await untilEnded(id)).toMatchObject({ attempts: 1 })
  expect(await effects.of(id)).toEqual([{ by: 'second' }])
})

test('a worker that closes while it checks a lease returns the task without starting it', async () => {
  const { lane, dispatch, work, schedule, runsOf, untilEnded } = openTaskLane(engine, 'doubtful')
  dispatch()
  await ensureLane(connection, lane.name, { prefix: bus.prefix, replicas: 1 })
  const id = await schedule({ result: true })
  // Make this a second delivery, for which the worker checks the lease first.
  const consumer = await jetstream(connection).consumers.get(streamName(bus.prefix, lane.name), consumerName)
  const message = await consumer.next({ expires: 5_000 })
  message?.nak()
  const holder = new pg.Client({ connectionString: engine.superuserUrl })
  await holder.connect()
  try {
    await holder.query('begin; lock table tasks in access exclusive mode')
    const worker = work('first')
    await eventually(() => worker.running() === 1)
    const returned = countReturned(lane.name)
    const closing = worker.close(0)
    await holder.query('commit')
    await closing
    await eventually(() => returned() === 1)
  } finally {
    await holder.end()
  }
  work('second')
  await untilEnded(id)
  expect(runsOf(id)).toMatchObject([{ worker: 'second' }])
})

test('workers that close under load leave no task behind', async () => {
  const { dispatch, work, kind, runs } = openTaskLane(engine, 'crowd', { concurrency: 8 })
  dispatch()
  work('stays')
  const ids: string[] = []
  for (let round = 0; round < 8; round++) {
    const leaving = work(`leaves ${round}`)
    await inTransaction(async (tx) => {
      for (let n = 0; n < 150; n++) ids.push(await kind.schedule(tx, { ms: 2 }))
    })
    await eventually(() => runs.some(({ worker }) => worker === `leaves ${round}`))
    await leaving.close(1_000)
    await eventually(async () => (await sql('select from tasks where id = any($1)', [ids])).length === 0)
  }
})
