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
import { type ContenderSettings, runContenderProgram } from './two-processes.ts'

const pullBatchSize = 500
const maxUnacknowledged = 1_000
const ackDelayMs = 5

// The stream is named after the database, which is new in every run.
const streamOf = ({ databaseUrl }: ContenderSettings) => new URL(databaseUrl).pathname.slice(1)
const open = ({ natsUrl }: ContenderSettings) => connect({ servers: natsUrl, noAsyncTraces: true })

await runContenderProgram({
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
      max_ack_pending: maxUnacknowledged,
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

    // Messages are acknowledged in batches. Acknowledged one by one, each would be a separate write and read, which
    // is a third slower.
    let ended: JsMsg[] = []
    function acknowledge() {
      for (const message of ended) message.ack()
      ended = []
    }

    const lanes = openLanes<JsMsg>(settings.executors, async (message) => {
      await post(message.string())
      executed++
      if (ended.push(message) === 1) setTimeout(acknowledge, ackDelayMs)
    })
    const consumer = await jetstream(connection).consumers.get(streamOf(settings), 'executor')
    await consumer.consume({ max_messages: pullBatchSize, callback: lanes.push })

    return {
      executed: () => executed,
      /**
       * Counts finished tasks. Acknowledged messages leave a work queue; the last sequence number is the number of
       * messages ever added.
       */
      async countEnded() {
        const { state } = await manager.streams.info(streamOf(settings))
        return state.last_seq - state.messages
      },
    }
  },
})
