import {
  AckPolicy,
  DiscardPolicy,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream'
import { type NatsConnection, nanos } from '@nats-io/transport-node'

/** A queue with its own worker slots and limits, so that slow tasks of one lane never delay those of another. */
export type Lane = {
  name: string
  /** Maximum number of tasks that one worker process runs concurrently. */
  concurrency: number
  /** Maximum number of tasks in NATS. Further tasks stay in the database, where waiting costs nothing. */
  maxDepth: number
  /**
   * Set for lanes of slow tasks: a quarter as many tasks wait in NATS as run, because those that wait there are not
   * in turn of the clients any more.
   */
  hasShortQueue?: boolean
  /** Rate limit in starts per second over all processes, and the burst allowed after a pause. */
  perSecond?: number
  burst?: number
}

/** Time without a heartbeat after which NATS redelivers a message to another worker. */
export const ackWaitMs = 5_000

/**
 * Time for which an offer is valid unless its worker renews it. Longer than ackWaitMs, so that NATS redelivers first.
 */
export const leaseMs = 15_000

// Tasks of older messages were offered again long ago, or NATS was killed before it could delete the messages.
const maxMessageAgeMs = 600_000

/** Age after which a worker rejects an offer as a replay. NATS deletes messages earlier; the rest is for clock drift. */
export const maxOfferAgeMs = maxMessageAgeMs + 60_000

export const consumerName = 'workers'

export const streamName = (prefix: string, lane: string) => `${prefix.replaceAll('.', '_')}_${lane}`

export const laneSubject = (prefix: string, lane: string) => `${prefix}.tasks.${lane}`

// Work-queue retention: messages are deleted once acknowledged. Every offer has its own number, so the duplicate
// window only catches a message that was published twice. The window is short because NATS keeps the message ids in
// memory for that long.
const streamSettings = (prefix: string, lane: string, replicas: number) => ({
  name: streamName(prefix, lane),
  subjects: [laneSubject(prefix, lane)],
  retention: RetentionPolicy.Workqueue,
  storage: StorageType.File,
  discard: DiscardPolicy.New,
  duplicate_window: nanos(2_000),
  max_age: nanos(maxMessageAgeMs),
  num_replicas: replicas,
})

const consumerSettings = {
  durable_name: consumerName,
  ack_policy: AckPolicy.Explicit,
  ack_wait: nanos(ackWaitMs),
  max_deliver: -1,
  max_ack_pending: 20_000,
  max_waiting: 2_048,
}

type Managers = { queries: JetStreamManager; changes: JetStreamManager }
const queryTimeoutMs = 1_500
const changeTimeoutMs = 5_000
const managers = new WeakMap<NatsConnection, Promise<Managers>>()

/**
 * Opens two managers with different timeouts: the stream leader answers queries immediately, but a cluster takes a
 * second or more to apply a change.
 */
function managersOf(connection: NatsConnection) {
  const existing = managers.get(connection)
  if (existing) return existing
  const open = (timeout: number) => jetstreamManager(connection, { timeout, checkAPI: false })
  const created = Promise.all([open(queryTimeoutMs), open(changeTimeoutMs)]).then(([queries, changes]) => ({
    queries,
    changes,
  }))
  managers.set(connection, created)
  return created
}

// Error code of "consumer already exists" with different settings. The library has no constant for it.
const consumerExistsCode = 10_148

/** Creates the stream and consumer of a lane, or updates them to this version's settings. */
export async function ensureLane(
  connection: NatsConnection,
  lane: string,
  { prefix, replicas }: { prefix: string; replicas: number },
) {
  const { queries, changes } = await managersOf(connection)
  const settings = streamSettings(prefix, lane, replicas)
  const existing = await queries.streams.info(settings.name).catch(undefinedIfNotFound)
  if (!existing) await changes.streams.add(settings)
  else if (!hasSettings(existing.config, settings)) await changes.streams.update(settings.name, settings)
  await ensureConsumer({ queries, changes }, settings.name)
  return { isNew: !existing }
}

/**
 * Queries the consumer before adding it: the stream leader answers the query, but adding needs the cluster leader,
 * which may be down.
 */
async function ensureConsumer({ queries, changes }: Managers, stream: string) {
  const existing = await queries.consumers.info(stream, consumerName).catch(undefinedIfNotFound)
  if (existing && hasSettings(existing.config, consumerSettings)) return
  await changes.consumers.add(stream, consumerSettings).catch(async (error) => {
    if (!isCode(error, consumerExistsCode)) throw error
    await changes.consumers.update(stream, consumerName, consumerSettings)
  })
}

function undefinedIfNotFound(error: Error) {
  const { StreamNotFound, ConsumerNotFound } = JetStreamApiCodes
  if (isCode(error, StreamNotFound) || isCode(error, ConsumerNotFound)) return undefined
  throw error
}

const isCode = (error: unknown, code: number) => error instanceof JetStreamApiError && error.code === code

function hasSettings<Settings extends object>(config: Settings, settings: Partial<Settings>) {
  return Object.entries(settings).every(
    ([name, value]) => JSON.stringify(config[name as keyof Settings]) === JSON.stringify(value),
  )
}

/**
 * Returns the number of unacknowledged messages of a lane, queued or running. After NATS was killed, its counts can
 * be too high: the stream may keep acknowledged messages, and the consumer may wait for acknowledgements of deleted
 * messages. The smaller count is correct.
 */
export async function readLaneDepth(connection: NatsConnection, prefix: string, lane: string) {
  return (await readLaneLoad(connection, prefix, lane)).depth
}

/** Returns the depth of a lane, and how many of its messages are with workers. */
export async function readLaneLoad(connection: NatsConnection, prefix: string, lane: string) {
  const { queries } = await managersOf(connection)
  const name = streamName(prefix, lane)
  const [{ state }, { num_pending, num_ack_pending }] = await Promise.all([
    queries.streams.info(name),
    queries.consumers.info(name, consumerName),
  ])
  const depth = Math.min(state.messages, num_pending + num_ack_pending)
  return { depth, running: Math.min(depth, num_ack_pending) }
}
