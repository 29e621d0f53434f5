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

/** A queue with its own workers and limits, so that slow work of one sort never holds up another. */
export type Lane = {
  name: string
  /** How many tasks one worker process runs at once. */
  concurrency: number
  /** How many tasks wait in NATS at most; the others wait in the database, where they cost nothing. */
  depth: number
  /** Starts per second over all processes, and how many may come at once after a pause. */
  perSecond?: number
  burst?: number
}

/** How long a worker may be silent about a message before another gets it. */
export const ackWaitMs = 5_000

/** How long an offer stands without a word from its worker. Longer than ackWait, so that NATS gets its chance first. */
export const leaseMs = 15_000

export const consumerName = 'workers'

export const streamOf = (prefix: string, lane: string) => `${prefix.replaceAll('.', '_')}_${lane}`

export const subjectOf = (prefix: string, lane: string) => `${prefix}.tasks.${lane}`

// Work is forgotten once acknowledged. The window catches a publish that was sent twice, nothing more: an offer has
// its own number, so a retry is another message. It is short because NATS keeps each name in memory for so long.
const streamSettings = (prefix: string, lane: string, replicas: number) => ({
  name: streamOf(prefix, lane),
  subjects: [subjectOf(prefix, lane)],
  retention: RetentionPolicy.Workqueue,
  storage: StorageType.File,
  discard: DiscardPolicy.New,
  duplicate_window: nanos(2_000),
  // Whatever is older was offered anew long ago, or is what a killed NATS forgot to delete.
  max_age: nanos(600_000),
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

type Managers = { asking: JetStreamManager; making: JetStreamManager }
const managers = new WeakMap<NatsConnection, Promise<Managers>>()

/** Whoever leads answers a question at once; to make something takes a cluster a second, and more on a busy machine. */
function managersOf(connection: NatsConnection) {
  const known = managers.get(connection)
  if (known) return known
  const open = (timeout: number) => jetstreamManager(connection, { timeout, checkAPI: false })
  const made = Promise.all([open(1_500), open(5_000)]).then(([asking, making]) => ({ asking, making }))
  managers.set(connection, made)
  return made
}

// "consumer already exists", with other settings than these; the library has no name for it.
const consumerIsDifferent = 10_148

/** Makes the stream and the consumer of a lane, or brings them to this version's settings. */
export async function prepareLane(
  connection: NatsConnection,
  lane: string,
  { prefix, replicas }: { prefix: string; replicas: number },
) {
  const { asking, making } = await managersOf(connection)
  const wanted = streamSettings(prefix, lane, replicas)
  const there = await asking.streams.info(wanted.name).catch(notFound)
  if (!there) await making.streams.add(wanted)
  else if (!matches(there.config, wanted)) await making.streams.update(wanted.name, wanted)
  await prepareConsumer({ asking, making }, wanted.name)
  return { isNew: !there }
}

/** Asked first: its own leader answers that, where adding needs the leader of the whole cluster, who may be gone. */
async function prepareConsumer({ asking, making }: Managers, stream: string) {
  const there = await asking.consumers.info(stream, consumerName).catch(notFound)
  if (there && matches(there.config, consumerSettings)) return
  await making.consumers.add(stream, consumerSettings).catch(async (error) => {
    if (!isCode(error, consumerIsDifferent)) throw error
    await making.consumers.update(stream, consumerName, consumerSettings)
  })
}

function notFound(error: Error) {
  const { StreamNotFound, ConsumerNotFound } = JetStreamApiCodes
  if (isCode(error, StreamNotFound) || isCode(error, ConsumerNotFound)) return undefined
  throw error
}

const isCode = (error: unknown, code: number) => error instanceof JetStreamApiError && error.code === code

function matches<Settings extends object>(there: Settings, wanted: Partial<Settings>) {
  return Object.entries(wanted).every(
    ([name, value]) => JSON.stringify(there[name as keyof Settings]) === JSON.stringify(value),
  )
}

/**
 * How many messages of a lane are not yet acknowledged: waiting or being worked on. A NATS that was killed counts
 * wrong: its stream may keep messages that were acknowledged and never come again, and its consumer may wait for an
 * acknowledgement of messages that are gone. The smaller count is the one to believe.
 */
export async function depthOf(connection: NatsConnection, prefix: string, lane: string) {
  const { asking } = await managersOf(connection)
  const name = streamOf(prefix, lane)
  const [{ state }, { num_pending, num_ack_pending }] = await Promise.all([
    asking.streams.info(name),
    asking.consumers.info(name, consumerName),
  ])
  return Math.min(state.messages, num_pending + num_ack_pending)
}
