import { sql } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Tenancy, Tx } from '../../database/tenancy.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Span, Tracer } from '../../telemetry/tracing.ts'
import { depthOf, type Lane, leaseMs, prepareLane, subjectOf } from '../lanes.ts'
import { claimTasks, findTraces, type Offer, type Place, releaseTasks } from '../queries.ts'
import { openPlace } from './claim-cursor.ts'
import { offerDirectly } from './direct-offers.ts'
import { roomSubject, wakeSubject } from './handover.ts'
import { publishOffers } from './publish-offers.ts'

export type Dispatcher = ReturnType<typeof openDispatcher>

const batch = 500
const pollEveryMs = 250
// A healthy lane is ready within this; longer than that nobody waits for one.
const preparedMs = 1_000
const directBatch = 32
// A stream that takes nothing may still answer questions. It is tried again after this.
const directMs = 3_000
const upkeepEveryMs = 3_600_000
const deadKeptDays = 30

/**
 * Hands due tasks from the database to NATS. Any number may run: rows are claimed with a lease and skipped when another
 * has them. It keeps nothing in memory that matters; a lease that ends makes the row due again.
 */
export function openDispatcher(parts: {
  bus: Bus
  database: Tenancy
  lanes: readonly Lane[]
  replicas: number
  keptDays: number
  log: Log
  tracer?: Tracer | undefined
}) {
  const { bus, database, log } = parts
  const drains = parts.lanes.map((lane) => openDrain(lane, parts))
  let closed = false

  const stopHearing = bus.hear(wakeSubject, (lane) => {
    drains.find(({ name }) => name === lane)?.kick()
  })
  bus.whenReached(() => {
    for (const drain of drains) drain.prepare()
  })
  const poll = setInterval(async () => {
    tellRoom(bus, parts.lanes, drains)
    const lookedAt = Date.now()
    const resting = drains.filter((drain) => drain.isResting())
    const places = resting.map(({ name, place }) => ({ name, ...place.current() }))
    const due = await database.system((tx) => listDueLanes(tx, places)).catch(() => undefined)
    for (const { name, place, kick, isResting } of resting) {
      if (due?.has(name) || place.isTimeToGoBack()) kick()
      else if (due && isResting()) place.moveToEnd(lookedAt)
    }
  }, pollEveryMs)

  const upkeep = async () => {
    try {
      await database.system((tx) => turnPartitions(tx, parts.keptDays))
    } catch (error) {
      if (!closed) log.warn({ err: error }, 'partitions could not be prepared; it will be tried again')
    }
  }
  const upkeeps = setInterval(upkeep, upkeepEveryMs)
  upkeep()

  return {
    async close() {
      closed = true
      clearInterval(poll)
      clearInterval(upkeeps)
      stopHearing()
      await Promise.all(drains.map((drain) => drain.close()))
    },
  }
}

/** One lane of one dispatcher: claims and publishes while something is due, and rests until the next kick. */
function openDrain(
  lane: Lane,
  parts: { bus: Bus; database: Tenancy; replicas: number; log: Log; tracer?: Tracer | undefined },
) {
  const { bus, database, log, tracer } = parts
  const subject = subjectOf(bus.prefix, lane.name)
  let isPrepared = false
  let directUntil = 0
  const isDirect = () => !isPrepared || Date.now() < directUntil
  let draining: Promise<void> | undefined
  let isKicked = false
  let closed = false
  const place = openPlace()
  let lastCount = 0
  let depth = 0
  let depthKnownAt = 0

  let preparing: Promise<void> | undefined
  function prepare() {
    preparing ??= prepareStream().finally(() => {
      preparing = undefined
    })
    return preparing
  }

  async function prepareStream() {
    const connection = bus.connection()
    if (!connection) return
    try {
      isPrepared = false
      const { isNew } = await prepareLane(connection, lane.name, {
        prefix: bus.prefix,
        replicas: parts.replicas,
      })
      if (isNew) log.info({ lane: lane.name }, 'a lane was made')
      isPrepared = true
      depthKnownAt = 0
      kick()
    } catch (error) {
      log.warn({ err: error, lane: lane.name }, 'a lane cannot be prepared; it will be tried again')
    }
  }

  function kick() {
    isKicked = true
    draining ??= drain()
      .catch((error) => {
        if (!closed)
          log.warn({ err: error, lane: lane.name }, 'handing out tasks failed; it will be tried again')
      })
      .finally(() => {
        draining = undefined
        if (isKicked && !closed && bus.connection()) setTimeout(kick, restMs(lastCount))
      })
  }

  async function drain() {
    isKicked = false
    if (!bus.connection()) return
    if (!isPrepared) await Promise.race([prepare(), pause(preparedMs)])
    if (isDirect()) return passDirectly()
    let publishing = Promise.resolve(0)
    while (!closed && isPrepared) {
      const room = await findRoom()
      if (room < 1) {
        await pause(20)
        continue
      }
      const most = Math.min(batch, room)
      const startedAt = Date.now()
      const { offers, lookedAt, last, moreInMs } = await claim(most)
      lastCount = lookedAt
      const unsent = await publishing
      depth += offers.length
      if (unsent > 0) {
        await database.system((tx) => releaseTasks(tx, offers))
        break
      }
      publishing = publish(offers, startedAt)
      if (last) place.moveTo(last, startedAt)
      if (moreInMs === undefined) {
        place.moveToEnd(startedAt)
        break
      }
      if (lane.perSecond !== undefined) await pause(Math.max(moreInMs, gatherMs(lane)))
    }
    await publishing
  }

  /** While the lane's stream cannot be used. Whatever finds no free hand waits in the database. */
  async function passDirectly() {
    for (let isMore = true; isMore && !closed && isDirect(); ) {
      const connection = bus.connection()
      if (!connection) return
      const startedAt = Date.now()
      const { offers, last, moreInMs } = await claim(directBatch)
      const { traced, endAll } = passOn(offers, startedAt)
      const left = await offerDirectly(connection, { prefix: bus.prefix, lane: lane.name, offers: traced })
      endAll(left.length > 0)
      if (left.length > 0) await database.system((tx) => releaseTasks(tx, left))
      else if (last) place.moveTo(last, startedAt)
      isMore = left.length === 0 && moreInMs !== undefined
      if (moreInMs === undefined && left.length === 0) place.moveToEnd(startedAt)
    }
  }

  /** How many more messages the lane may hold. Asked of NATS only when our own count says that it may be full. */
  async function findRoom() {
    const connection = bus.connection()
    if (!connection) {
      isPrepared = false
      return 0
    }
    if (lane.depth - depth < lane.depth / 4 || Date.now() - depthKnownAt > 1_000) {
      depth = await depthOf(connection, bus.prefix, lane.name).catch(() => {
        isPrepared = false
        return lane.depth
      })
      depthKnownAt = Date.now()
    }
    return lane.depth - depth
  }

  async function claim(most: number) {
    const { name, perSecond, burst } = lane
    return database.system(async (tx) => {
      const claim = await claimTasks(tx, {
        lane: name,
        after: place.next(),
        most,
        leaseMs,
        ...(perSecond !== undefined && { perSecond, burst: burst ?? perSecond }),
      })
      if (!tracer || claim.offers.length === 0) return claim
      const traces = await findTraces(tx, claim.offers)
      return { ...claim, offers: claim.offers.map((offer) => withTrace(offer, traces.get(offer.id))) }
    })
  }

  /** The way through us is a span of its own, and the worker goes on from there. */
  function passOn(offers: Offer[], startedAt: number) {
    const spans: Span[] = []
    const traced = offers.map((offer) => {
      if (!tracer || !offer.trace) return offer
      const of = {
        'payproof.task.kind': offer.kind,
        'payproof.task.id': offer.id,
        'payproof.lane': lane.name,
      }
      const span = tracer.start(`hand out ${offer.kind}`, 'producer', of, { trace: offer.trace, startedAt })
      spans.push(span)
      return { ...offer, trace: span.traceparent }
    })
    const endAll = (isFailed: boolean) => {
      for (const span of spans) span.end({}, isFailed)
    }
    return { traced, endAll }
  }

  /** Returns how many did not arrive; their leases are ended, so that they are offered again soon. */
  async function publish(offers: Offer[], startedAt: number) {
    if (offers.length === 0) return 0
    const { traced, endAll } = passOn(offers, startedAt)
    const refusal = await publishOffers(bus.connection(), subject, traced)
    endAll(refusal !== undefined)
    if (refusal === undefined) return 0
    log.warn({ refusal, lane: lane.name, count: offers.length }, 'tasks could not be handed to NATS')
    isPrepared = false
    directUntil = Date.now() + directMs
    // Nobody waits for this promise yet, so it must not fail; without the database the leases end by themselves.
    await database.system((tx) => releaseTasks(tx, offers)).catch(() => {})
    return offers.length
  }

  return {
    name: lane.name,
    place,
    isResting: () => draining === undefined,
    isDirect,
    kick,
    prepare,
    async close() {
      closed = true
      await draining
    },
  }
}

// A claim costs about the same for one row as for fifty: the more came last time, the more may gather for the next.
const restMs = (lastCount: number) => Math.min(50, 2 + lastCount / 2)

/** Says how much room each lane has; one with a rate has none for anybody but the dispatchers, who count. */
async function tellRoom(bus: Bus, lanes: readonly Lane[], drains: { isDirect(): boolean }[]) {
  const connection = bus.connection()
  if (!connection) return
  const free = lanes.filter(({ perSecond }, n) => perSecond === undefined && !drains[n]?.isDirect())
  const asked = free.map(async ({ name, depth }) => [
    name,
    depth - (await depthOf(connection, bus.prefix, name)),
  ])
  const known = await Promise.allSettled(asked)
  bus.tell(
    roomSubject,
    known.flatMap((room) => (room.status === 'fulfilled' ? [room.value] : [])),
  )
}

// A lane with a rate allows one after another; a few may gather, but not more than its burst, or some would be lost.
const gatherMs = ({ perSecond = 1, burst = perSecond }: Lane) => Math.min(20, (burst * 1_000) / perSecond / 2)

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const withTrace = (offer: Offer, trace: string | undefined): Offer =>
  trace === undefined ? offer : { ...offer, trace }

async function listDueLanes(tx: Tx, places: (Place & { name: string })[]) {
  const { rows } = await sql<{ lane: string }>`
    select due.lane from unnest(${places.map(({ name }) => name)}::text[], ${places.map(({ at }) => at)}::timestamptz[],
        ${places.map(({ id }) => id)}::uuid[]) due (lane, at, id)
      where exists (select from tasks t
        where t.lane = due.lane and t.wake_at <= now() and (t.wake_at, t.id) > (due.at, due.id))`.execute(tx)
  return new Set(rows.map(({ lane }) => lane))
}

async function turnPartitions(tx: Tx, keptDays: number) {
  await sql`select turn_task_days(7, ${keptDays})`.execute(tx)
  await sql`call prepare_audit_months(24)`.execute(tx)
  await sql`delete from dead_tasks where (client_id, id) in (
    select client_id, id from dead_tasks where died_at < now() - ${deadKeptDays} * interval '1 day' limit 5000)`.execute(
    tx,
  )
}
