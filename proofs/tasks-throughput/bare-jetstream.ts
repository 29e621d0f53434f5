import {
  AckPolicy,
  type JsMsg,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { openLanes } from './lanes.ts'
import { inputOf, openPoster } from './post.ts'
import { race, type Settings } from './two-processes.ts'

const pulledAtOnce = 500
const unacknowledged = 1_000
const acknowledgedWithinMs = 5

// The database is new in every run and its name fits a stream: the stream is new too.
const streamOf = ({ databaseUrl }: Settings) => new URL(databaseUrl).pathname.slice(1)
const open = ({ natsUrl }: Settings) => connect({ servers: natsUrl, noAsyncTraces: true })

await race({
  async prepare(settings) {
    const connection = await open(settings)
    const manager = await jetstreamManager(connection)
    const stream = streamOf(settings)
    await manager.streams.add({
      name: stream,
      subjects: [`${stream}.tasks`],
      retention: RetentionPolicy.Workqueue,
      storage: StorageType.File,
    })
    await manager.consumers.add(stream, {
      durable_name: 'executor',
      ack_policy: AckPolicy.Explicit,
      max_ack_pending: unacknowledged,
    })
    await connection.close()
  },

  async openProducer(settings) {
    const stream = jetstream(await open(settings))
    const subject = `${streamOf(settings)}.tasks`
    return {
      schedule: (_producer, number) =>
        stream.publish(subject, JSON.stringify(inputOf(number)), { msgID: String(number) }),
    }
  },

  async openExecutor(settings) {
    const connection = await open(settings)
    const manager = await jetstreamManager(connection)
    const { post } = openPoster(settings.receiverUrl, settings.executors)
    let executed = 0

    // Acknowledged one by one, every message is a write of its own here and a read there: two thirds as fast.
    let ended: JsMsg[] = []
    function acknowledge() {
      for (const message of ended) message.ack()
      ended = []
    }

    const lanes = openLanes<JsMsg>(settings.executors, async (message) => {
      await post(message.string())
      executed++
      if (ended.push(message) === 1) setTimeout(acknowledge, acknowledgedWithinMs)
    })
    const consumer = await jetstream(connection).consumers.get(streamOf(settings), 'executor')
    await consumer.consume({ max_messages: pulledAtOnce, callback: lanes.push })

    return {
      executed: () => executed,
      /** What is acknowledged leaves a work queue; the sequence tells how many were ever in it. */
      async countEnded() {
        const { state } = await manager.streams.info(streamOf(settings))
        return state.last_seq - state.messages
      },
    }
  },
})
