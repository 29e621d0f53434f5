import { setTimeout as sleep } from 'node:timers/promises'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { ackWaitMs, consumerName, streamName } from '../../server/src/platform/tasks/lanes.ts'

const countMs = 5_000
const fetchMs = 1_000

/**
 * Counts messages of a lane that NATS still has to deliver. A count of zero is reliable. Other counts may be wrong,
 * because a NATS server that was killed may miscount permanently; the workers are then stopped and the messages are
 * fetched here.
 */
export async function findLeftInLane(
  lane: { natsUrl: string; prefix: string; lane: string },
  stopWorkers: () => Promise<unknown>,
): Promise<string[]> {
  const connection = await connect({ servers: lane.natsUrl })
  const stream = streamName(lane.prefix, lane.lane)
  try {
    if (await isEmpty(connection, stream)) return []
    await stopWorkers()
    await sleep(ackWaitMs + fetchMs)
    const consumer = await jetstream(connection).consumers.get(stream, consumerName)
    const left: string[] = []
    for await (const message of await consumer.fetch({ max_messages: 100, expires: fetchMs })) {
      left.push(message.string())
    }
    return left
  } finally {
    await connection.close()
  }
}

async function isEmpty(connection: NatsConnection, stream: string) {
  const manager = await jetstreamManager(connection, { checkAPI: false })
  const deadline = Date.now() + countMs
  for (;;) {
    const { num_pending, num_ack_pending } = await manager.consumers.info(stream, consumerName)
    if (num_pending + num_ack_pending === 0) return true
    if (Date.now() > deadline) return false
    await sleep(200)
  }
}
