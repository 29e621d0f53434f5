import { AckPolicy, jetstream, jetstreamManager, RetentionPolicy, StorageType } from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { eventually, startEngine } from '../../../test/engine.ts'
import { openTaskLane } from '../../../test/task-lane.ts'
import { ackWaitMs, consumerName, ensureLane, laneSubject, readLaneDepth, streamName } from './lanes.ts'
import { defineTask } from './task.ts'

const engine = await startEngine({ LOG_LEVEL: 'silent' })
const { sql, bus } = engine
const connection = bus.connection() ?? expect.fail('NATS is unreachable')
const { prefix } = bus

test.concurrent('a task of an unknown kind waits for a worker that knows it and does not fail', async () => {
  const { lane, dispatch, work, schedule, untilEnded } = openTaskLane(engine, 'newer')
  const other = defineTask({
    kind: 'test.older',
    lane: lane.name,
    input: z.object({}),
    run: async () => undefined,
  })
  dispatch()
  const older = engine.work([other.withDeps(undefined)], [lane])
  const id = await schedule()
  // Wait for more deliveries than a single message may have.
  await eventually(async () => {
    const manager = await jetstreamManager(connection)
    // The dispatcher creates the stream and its consumer shortly after its start.
    const consumer = await manager.consumers
      .info(streamName(prefix, lane.name), consumerName)
      .catch(() => undefined)
    return (consumer?.delivered.consumer_seq ?? 0) >= 7
  })
  expect(await sql('select attempts, reason from tasks where id = $1', [id])).toEqual([
    { attempts: 0, reason: null },
  ])
  work('newer')
  await older.close(0)
  expect(await untilEnded(id)).toMatchObject({ attempts: 1, outcome: { worker: 'newer' } })
})

test.concurrent('invalid messages are dropped, and the tasks behind them run', async () => {
  const { lane, dispatch, work, schedule, untilEnded } = openTaskLane(engine, 'broken', { concurrency: 2 })
  await ensureLane(connection, lane.name, { prefix, replicas: 1 })
  const broken = ['not JSON', '', '{"kind": ', 'null', '{}', '[]', '"text"', '5', '\xff\xfe']
  const subject = laneSubject(prefix, lane.name)
  for (const text of broken)
    await jetstream(connection).publish(subject, text, { headers: bus.sign(subject, text) })
  expect(await readLaneDepth(connection, prefix, lane.name)).toBe(broken.length)
  dispatch()
  work()
  await untilEnded(await schedule())
  await eventually(async () => (await readLaneDepth(connection, prefix, lane.name)) === 0)
})

test.concurrent('a message that was delivered often but never started runs', async () => {
  const { lane, dispatch, work, schedule, runsOf, untilEnded } = openTaskLane(engine, 'returned')
  dispatch()
  await ensureLane(connection, lane.name, { prefix, replicas: 1 })
  const id = await schedule()
  const consumer = await jetstream(connection).consumers.get(streamName(prefix, lane.name), consumerName)
  for (let n = 1; n <= 5; n++) {
    const message = await consumer.next({ expires: 5_000 })
    expect(message?.info.deliveryCount).toBe(n)
    message?.nak()
  }
  work()
  expect(await untilEnded(id)).toMatchObject({ attempts: 1, offers: 1 })
  expect(runsOf(id)).toHaveLength(1)
})

test.concurrent('streams and consumers of another version are updated to the settings of this one', async () => {
  const { lane, dispatch, work, schedule, untilEnded } = openTaskLane(engine, 'upgraded')
  const manager = await jetstreamManager(connection)
  const stream = streamName(prefix, lane.name)
  await manager.streams.add({
    name: stream,
    subjects: [laneSubject(prefix, lane.name)],
    retention: RetentionPolicy.Workqueue,
    storage: StorageType.File,
    duplicate_window: nanos(120_000),
  })
  await manager.consumers.add(stream, {
    durable_name: consumerName,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(77_000),
    // NATS does not allow this setting to be changed later.
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

test.concurrent('a deleted stream is recreated, and its tasks run', async () => {
  const { lane, dispatch, work, schedule, untilEnded } = openTaskLane(engine, 'deleted')
  dispatch()
  work()
  await untilEnded(await schedule())
  await (await jetstreamManager(connection)).streams.delete(streamName(prefix, lane.name))
  // A task with a key is published by the dispatcher, which then finds that the stream does not exist.
  await untilEnded(await schedule({}, { key: 'deleted' }))
  await untilEnded(await schedule({}, { key: 'deleted' }))
})
