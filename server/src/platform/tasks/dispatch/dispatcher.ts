import { sql } from 'kysely'
import type { Bus } from '../../bus/bus.ts'
import type { Tenancy, Tx } from '../../database/tenancy.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Span, Tracer } from '../../telemetry/tracing.ts'
import { ensureLane, type Lane, leaseMs, readLaneLoad } from '../lanes.ts'
import {
  type ClaimPosition,
  claimTasks,
  claimTasksInTurn,
  findTraces,
  nilUuid,
  type Offer,
  releaseLeases,
  type TaskClaim,
} from '../queries.ts'
import { createClaimCursor } from './claim-cursor.ts'
import { watchClock } from './clock-watch.ts'
import { offerDirectly } from './direct-offers.ts'
import { capacitySubject, wakeSubject } from './handover.ts'
import { publishOffers } from './publish-offers.ts'

export type Dispatcher = ReturnType<typeof openDispatcher>

const maxClaimBatch = 500
const maxDirectBatch = 32
const pollIntervalMs = 250
// How long to wait for a lane's stream to become ready. After that, its tasks are offered straight to workers,
// without the stream.
const ensureLaneTimeoutMs = 1_000
// A stream that rejects messages may still answer info requests, so it is only retried after this time.
const directFallbackMs = 3_000
const fullLanePauseMs = 20
// Tasks of a lane with a short queue that may always wait in NATS. Half of them can be handed over without a dispatcher.
const minQueue = 2
// A claim in turn is slow if a long snapshot, such as a backup, keeps the index entries of claimed tasks. Claims are
// then made in the order of time for a while, whose cursor passes over such entries.
const slowTurnMs = 500
const turnPauseMs = 30_000
const maxDepthAgeMs = 1_000
const maintenanceIntervalMs = 3_600_000
const deadTaskRetentionDays = 30

/**
 * Claims due tasks in the database and publishes them to NATS. Any number of dispatchers may run: rows are claimed
 * with a lease, and rows locked by another dispatcher are skipped. A dispatcher has no state to lose: when a lease
 * expires, the task is due again.
 */
export function openDispatcher(deps: {
  bus: Bus
  database: Tenancy
  lanes: readonly Lane[]
  replicas: number
  keptDays: number
  log: Log
  tracer?: Tracer | undefined
}) {
  const { bus, database, log } = deps
  const drains = deps.lanes.map((lane) => openLaneDrain(lane, deps))
  let isClosed = false

  const unsubscribe = bus.subscribe(wakeSubject, (lane) => {
    drains.find(({ name }) => name === lane)?.wake()
  })
  bus.onConnect(() => {
    for (const drain of drains) drain.ensureStream()
  })
  const poll = setInterval(async () => {
    publishCapacities(bus, deps.lanes, drains)
    const polledAt = Date.now()
    const idle = drains.filter((drain) => drain.isIdle())
    const positions = idle.map(({ name, cursor }) => ({ name, ...cursor.current() }))
    const due = await database.system((tx) => listDueLanes(tx, positions)).catch(() => undefined)
    for (const { name, cursor, wake, isIdle } of idle) {
      if (due?.has(name) || cursor.isRescanDue()) wake()
      else if (due && isIdle()) cursor.moveToEnd(polledAt)
    }
  }, pollIntervalMs)

  const runMaintenance = async () => {
    for (const run of listMaintenance(deps.keptDays))
      await database.system(run).catch((error) => {
        if (!isClosed) log.warn({ err: error }, 'task maintenance failed, retrying')
      })
  }
  const maintenance = setInterval(runMaintenance, maintenanceIntervalMs)
  runMaintenance()
  const clockWatch = watchClock({
    database,
    log,
    onMoved() {
      for (const drain of drains) drain.wake()
    },
  })

  return {
    async close() {
      isClosed = true
      clockWatch.close()
      clearInterval(poll)
      clearInterval(maintenance)
      unsubscribe()
      await Promise.all(drains.map((drain) => drain.close()))
    },
  }
}

/** Dispatches one lane: claims and publishes while tasks are due, then stays idle until woken. */
function openLaneDrain(
  lane: Lane,
  deps: { bus: Bus; database: Tenancy; replicas: number; log: Log; tracer?: Tracer | undefined },
) {
  const { bus, database, log, tracer } = deps
  let isStreamReady = false
  let directUntil = 0
  const isDirect = () => !isStreamReady || performance.now() < directUntil
  let draining: Promise<void> | undefined
  let isWoken = false
  let isClosed = false
  const cursor = createClaimCursor()
  // While the lane is behind, tasks are claimed in turn of the clients instead of in the order of time.
  let isBehind = false
  let lastClient: string = nilUuid
  let turnsPausedUntil = 0
  let lastExamined = 0
  let depth = 0
  let depthReadAt = Number.NEGATIVE_INFINITY
  let maxDepth = maxDepthOf(lane, 0)

  let ensuring: Promise<void> | undefined
  function ensureStream() {
    ensuring ??= createStream().finally(() => {
      ensuring = undefined
    })
    return ensuring
  }

  async function createStream() {
    const connection = bus.connection()
    if (!connection) return
    try {
      isStreamReady = false
      const { isNew } = await ensureLane(connection, lane.name, {
        prefix: bus.prefix,
        replicas: deps.replicas,
      })
      if (isNew) log.info({ lane: lane.name }, 'created stream for lane')
      isStreamReady = true
      depthReadAt = 0
      wake()
    } catch (error) {
      log.warn({ err: error, lane: lane.name }, 'could not create stream for lane, retrying')
    }
  }

  function wake() {
    isWoken = true
    draining ??= drain()
      .catch((error) => {
        if (!isClosed) log.warn({ err: error, lane: lane.name }, 'could not dispatch tasks, retrying')
      })
      .finally(() => {
        draining = undefined
        if (isWoken && !isClosed && bus.connection()) setTimeout(wake, batchDelayMs(lastExamined))
      })
  }

  async function drain() {
    isWoken = false
    if (!bus.connection()) return
    if (!isStreamReady) await Promise.race([ensureStream(), pause(ensureLaneTimeoutMs)])
    if (isDirect()) return dispatchDirectly()
    let publishing = Promise.resolve(0)
    while (!isClosed && isStreamReady) {
      const capacity = await readFreeCapacity()
      if (capacity < 1) {
        await pause(fullLanePauseMs)
        continue
      }
      const startedAt = Date.now()
      const { offers, examinedCount, last, moreInMs } = await claim(Math.min(maxClaimBatch, capacity))
      lastExamined = examinedCount
      const unsent = await publishing
      depth += offers.length
      if (unsent > 0) {
        await database.system((tx) => releaseLeases(tx, offers))
        break
      }
      publishing = publish(offers, startedAt)
      if (last) cursor.moveTo(last, startedAt)
      if (moreInMs === undefined) {
        cursor.moveToEnd(startedAt)
        break
      }
      if (lane.perSecond !== undefined) await pause(Math.max(moreInMs, ratedLaneDelayMs(lane)))
    }
    await publishing
  }

  /**
   * Offers tasks directly to workers while the lane's stream is unavailable. Tasks that no worker accepts stay in the
   * database.
   */
  async function dispatchDirectly() {
    for (let hasMore = true; hasMore && !isClosed && isDirect(); ) {
      const connection = bus.connection()
      if (!connection) return
      const startedAt = Date.now()
      const { offers, last, moreInMs } = await claim(maxDirectBatch)
      const { traced, endSpans } = startSpans(offers, startedAt)
      const unaccepted = await offerDirectly(connection, {
        bus,
        lane: lane.name,
        offers: traced,
      })
      endSpans(unaccepted.length > 0)
      if (unaccepted.length > 0) await database.system((tx) => releaseLeases(tx, unaccepted))
      else if (last) cursor.moveTo(last, startedAt)
      hasMore = unaccepted.length === 0 && moreInMs !== undefined
      if (moreInMs === undefined && unaccepted.length === 0) cursor.moveToEnd(startedAt)
    }
  }

  /**
   * Returns how many more messages the lane may hold. Queries NATS only if our own count is old or suggests that the
   * lane may be full.
   */
  async function readFreeCapacity() {
    const connection = bus.connection()
    if (!connection) {
      isStreamReady = false
      return 0
    }
    const isUncertain = lane.hasShortQueue || maxDepth - depth < maxDepth / 4
    if (isUncertain || performance.now() - depthReadAt > maxDepthAgeMs) {
      const load = await readLaneLoad(connection, bus.prefix, lane.name).catch(() => {
        isStreamReady = false
        return { depth: maxDepth, running: 0 }
      })
      depth = load.depth
      maxDepth = maxDepthOf(lane, load.running)
      depthReadAt = performance.now()
    }
    return maxDepth - depth
  }

  /**
   * Claims in the order of time while everything that is due can be taken, which is the cheapest. If a claim is full,
   * the lane is behind, and the next claims go round the clients until nothing is due.
   */
  async function claimNext(tx: Tx, limit: number): Promise<TaskClaim> {
    const { name, perSecond, burst } = lane
    const rate = perSecond === undefined ? {} : { perSecond, burst: burst ?? perSecond }
    if (isBehind && performance.now() >= turnsPausedUntil) {
      const startedAt = performance.now()
      const turn = await claimTasksInTurn(tx, {
        lane: name,
        afterClient: lastClient,
        limit,
        leaseMs,
        ...rate,
      })
      lastClient = turn.lastClient
      if (performance.now() - startedAt > slowTurnMs) turnsPausedUntil = performance.now() + turnPauseMs
      isBehind = turn.moreInMs !== undefined
      if (isBehind) return { ...turn, last: undefined }
    }
    const claim = await claimTasks(tx, { lane: name, after: cursor.next(), limit, leaseMs, ...rate })
    isBehind = claim.moreInMs !== undefined
    return claim
  }

  async function claim(limit: number) {
    return database.system(async (tx) => {
      const claim = await claimNext(tx, limit)
      if (!tracer || claim.offers.length === 0) return claim
      const traces = await findTraces(tx, claim.offers)
      return { ...claim, offers: claim.offers.map((offer) => withTrace(offer, traces.get(offer.id))) }
    })
  }

  /** Starts a span for each dispatched task. The worker continues the trace from this span. */
  function startSpans(offers: Offer[], startedAt: number) {
    const spans: Span[] = []
    const traced = offers.map((offer) => {
      if (!tracer || !offer.trace) return offer
      const attributes = {
        'payproof.task.kind': offer.kind,
        'payproof.task.id': offer.id,
        'payproof.lane': lane.name,
      }
      const span = tracer.start(`hand out ${offer.kind}`, 'producer', attributes, {
        trace: offer.trace,
        startedAt,
      })
      spans.push(span)
      return { ...offer, trace: span.traceparent }
    })
    const endSpans = (isFailed: boolean) => {
      for (const span of spans) span.end({}, isFailed)
    }
    return { traced, endSpans }
  }

  /**
   * Returns the number of offers that could not be published. Their leases are released, so that they are offered
   * again soon.
   */
  async function publish(offers: Offer[], startedAt: number) {
    if (offers.length === 0) return 0
    const { traced, endSpans } = startSpans(offers, startedAt)
    const refusal = await publishOffers(bus, lane.name, traced)
    endSpans(refusal !== undefined)
    if (refusal === undefined) return 0
    log.warn({ refusal, lane: lane.name, count: offers.length }, 'could not publish tasks to NATS')
    isStreamReady = false
    directUntil = performance.now() + directFallbackMs
    // This must not reject, because the promise is not awaited yet. If the database is unreachable, the leases
    // expire.
    await database.system((tx) => releaseLeases(tx, offers)).catch(() => {})
    return offers.length
  }

  return {
    name: lane.name,
    cursor,
    isIdle: () => draining === undefined,
    isDirect,
    wake,
    ensureStream,
    async close() {
      isClosed = true
      await draining
    },
  }
}

/** Returns how many tasks of a lane may be in NATS while `running` of them are with workers. */
const maxDepthOf = ({ maxDepth, hasShortQueue }: Lane, running: number) =>
  hasShortQueue ? Math.min(maxDepth, running + Math.max(Math.ceil(running / 4), minQueue)) : maxDepth

// A claim costs about the same for one row as for fifty, so after a large claim the next one waits longer for more
// tasks.
const batchDelayMs = (lastExamined: number) => Math.min(50, 2 + lastExamined / 2)

/**
 * Publishes the free capacity of each lane. Rate-limited lanes are left out, because only dispatchers count tasks
 * against the rate.
 */
async function publishCapacities(bus: Bus, lanes: readonly Lane[], drains: { isDirect(): boolean }[]) {
  const connection = bus.connection()
  if (!connection) return
  const unlimited = lanes.filter(({ perSecond }, n) => perSecond === undefined && !drains[n]?.isDirect())
  const capacities = unlimited.map(async (lane) => {
    const { depth, running } = await readLaneLoad(connection, bus.prefix, lane.name)
    return [lane.name, maxDepthOf(lane, running) - depth]
  })
  const settled = await Promise.allSettled(capacities)
  bus.publish(
    capacitySubject,
    settled.flatMap((capacity) => (capacity.status === 'fulfilled' ? [capacity.value] : [])),
  )
}

// In a rate-limited lane, slots become free one by one. The dispatcher waits for a few of them, but not for more than
// the burst, or slots would be lost.
const ratedLaneDelayMs = ({ perSecond = 1, burst = perSecond }: Lane) =>
  Math.min(20, (burst * 1_000) / perSecond / 2)

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const withTrace = (offer: Offer, trace: string | undefined): Offer =>
  trace === undefined ? offer : { ...offer, trace }

async function listDueLanes(tx: Tx, positions: (ClaimPosition & { name: string })[]) {
  const { rows } = await sql<{ lane: string }>`
    select due.lane from unnest(${positions.map(({ name }) => name)}::text[], ${positions.map(({ at }) => at)}::timestamptz[],
        ${positions.map(({ id }) => id)}::uuid[]) due (lane, at, id)
      where exists (select from tasks t
        where t.lane = due.lane and t.wake_at <= now() and (t.wake_at, t.id) > (due.at, due.id))`.execute(tx)
  return new Set(rows.map(({ lane }) => lane))
}

/**
 * One transaction each: a transaction that waits for the lock of one table must not hold that of another, or it could
 * deadlock with the tasks that use both.
 */
const listMaintenance = (keptDays: number): ((tx: Tx) => Promise<unknown>)[] => [
  (tx) => sql`select turn_task_days(7, ${keptDays}, ${new Date()})`.execute(tx),
  (tx) => sql`call prepare_audit_months(24)`.execute(tx),
  (tx) =>
    sql`delete from dead_tasks where (client_id, id) in (
    select client_id, id from dead_tasks where died_at < now() - ${deadTaskRetentionDays} * interval '1 day' limit 5000)`.execute(
      tx,
    ),
]
