import { AckPolicy, jetstream, jetstreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { eventually, startEngine } from '../../../test/engine.ts'
import { openTaskLane } from '../../../test/task-lane.ts'
import { ackWaitMs, consumerName, depthOf, prepareLane, streamOf, subjectOf } from './lanes.ts'
import { defineTask } from './task.ts'

const engine = await startEngine({ LOG_LEVEL: 'silent' })
const { sql, bus } = engine
const connection = bus.connection() ?? expect.fail('NATS is away')
const { prefix } = bus

test.concurrent('a task of a kind that a worker does not know waits for one that does, which is no failure', async () => {
  const { lane, dispatch, work, schedule, untilEnded } = openTaskLane(engine, 'newer')
  const other = defineTask({
    kind: 'test.older',
    lane: lane.name,
    input: z.object({}),
    run: async () => undefined,
  })
  dispatch()
  const older = engine.work([other.with(undefined)], [lane])
  const id = await schedule()
  // Long enough for more deliveries than a message may have.
  await eventually(async () => {
    const manager = await jetstreamManager(connection)
    const { delivered } = await manager.consumers.info(streamOf(prefix, lane.name), consumerName)
    return delivered.consumer_seq >= 7
  })
  expect(await sql('select attempts, reason from tasks where id = $1', [id])).toEqual([
    { attempts: 0, reason: null },
  ])
  work('newer')
  await older.close(0)
  expect(await untilEnded(id)).toMatchObject({ attempts: 1, outcome: { worker: 'newer' } })
})

test.concurrent('what is no offer is dropped, and the tasks behind it run', async () => {
  const { lane, dispatch, work, schedule, untilEnded } = openTaskLane(engine, 'broken', { concurrency: 2 })
  await prepareLane(connection, lane.name, { prefix, replicas: 1 })
  const broken = ['not JSON', '', '{"kind": ', 'null', '{}', '[]', '"text"', '5', '\xff\xfe']
  for (const text of broken) await jetstream(connection).publish(subjectOf(prefix, lane.name), text)
  expect(await depthOf(connection, prefix, lane.name)).toBe(broken.length)
  dispatch()
  work()
  await untilEnded(await schedule())
  await eventually(async () => (await depthOf(connection, prefix, lane.name)) === 0)
})

test.concurrent('a message whose workers keep dying counts as a failure, and the next offer runs', async () => {
  const { lane, dispatch, work, schedule, runsOf, untilEnded } = openTaskLane(engine, 'deadly')
  dispatch()
  await prepareLane(connection, lane.name, { prefix, replicas: 1 })
  const id = await schedule()
  const consumer = await jetstream(connection).consumers.get(streamOf(prefix, lane.name), consumerName)
  for (let n = 1; n <= 5; n++) {
    const message = await consumer.next({ expires: 5_000 })
    expect(message?.info.deliveryCount).toBe(n)
    message?.nak()
  }
  work()
  const failed = await eventually(
    async () => (await sql('select * from tasks where id = $1 and attempts = 1', [id]))[0],
  )
  expect(failed).toMatchObject({ reason: 'its worker ended or stalled 5 times' })
  expect(runsOf(id)).toEqual([])
  expect(await untilEnded(id)).toMatchObject({ attempts: 2, offers: 2 })
  expect(runsOf(id)).toHaveLength(1)
})

test.concurrent('the stream and the consumer of another version are brought to the settings of this one', async () => {
  const { lane, dispatch, work, schedule, untilEnded } = openTaskLane(engine, 'upgraded')
  const manager = await jetstreamManager(connection)
  const stream = streamOf(prefix, lane.name)
  await manager.streams.add({
    name: stream,
    subjects: [subjectOf(prefix, lane.name)],
    retention: RetentionPolicy.Workqueue,
    storage: StorageType.File,
    duplicate_window: nanos(120_000),
  })
  await manager.consumers.add(stream, {
    durable_name: consumerName,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(77_000),
    // NATS never changes this one.
    max_ack_pending: 5,
    max_deliver: 2,
    max_waiting: 2_048,
  })
  dispatch()
  work()
  await untilEnded(await schedule())
  expect((await manager.consumers.info(stream, consumerName)).config).toMatchObject({
    ack_wait: nanos(ackWaitMs),
    max_deliver: -1,
    max_ack_pending: 20_000,
  })
  const { config } = await manager.streams.info(stream)
  expect(config).toMatchObject({ duplicate_window: nanos(2_000) })
})

test.concurrent('a stream that somebody deleted is made again, and its tasks run', async () => {
  const { lane, dispatch, work, schedule, untilEnded } = openTaskLane(engine, 'deleted')
  dispatch()
  work()
  await untilEnded(await schedule())
  await (await jetstreamManager(connection)).streams.delete(streamOf(prefix, lane.name))
  // With a key, so that the dispatcher publishes it and hears that there is no stream.
  await untilEnded(await schedule({}, { key: 'deleted' }))
  await untilEnded(await schedule({}, { key: 'deleted' }))
})
