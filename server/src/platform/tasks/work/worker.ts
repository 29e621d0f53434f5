import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '../../bus/bus.ts'
import { createBatcher } from '../../concurrency/batcher.ts'
import { createTurns } from '../../concurrency/turns.ts'
import { retryWhileDatabaseUnreachable } from '../../database/retry-while-unreachable.ts'
import type { Tenancy } from '../../database/tenancy.ts'
import { isDatabaseUnavailable, isLockOrTimeout, isUnreachable } from '../../database/transient-errors.ts'
import { Problem } from '../../problem.ts'
import type { Keyring } from '../../secrets/keyring.ts'
import { RootKeyUnavailable } from '../../secrets/root-key.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { type Tracer, withSpan } from '../../telemetry/tracing.ts'
import { handoverFor } from '../dispatch/handover.ts'
import { type Lane, leaseMs } from '../lanes.ts'
import {
  completeTasks,
  countStart,
  deadLetterTasks,
  type Offer,
  renewLeases,
  rescheduleTasks,
  restTask,
  startOffers,
  type TaskOutcome,
} from '../queries.ts'
import { nextRetryDelayMs } from '../retry.ts'
import { type RunnableTask, TaskFailure, type TaskResult } from '../task.ts'
import { endedSubject } from '../wait-for-end.ts'
import { createInterruption, leaseLost, shutdown } from './interruption.ts'
import { openLeaseRenewal } from './lease-renewal.ts'
import { openPullConsumer } from './pull-consumer.ts'
import type { QueueMessage } from './queue-message.ts'
import type { RunningTask } from './running-task.ts'

export type Worker = ReturnType<typeof openWorker>

const batching = {
  maxBatch: 200,
  isEntryError: (error: unknown) => !isUnreachable(error) && !isLockOrTimeout(error),
}
// An offer signed more recently than this is run without checking its lease first, unless its kind requires it. The
// lease is checked anyway when the task is completed.
const freshOfferMs = 3_000
// After three recorded starts without an end, a task rests and then gets a last chance: its workers may have been
// killed for another reason. The first start is usually not recorded and the rest counts as one, so five workers are
// lost before the task is given up.
const unfinishedStartsBeforeRest = 3
const maxUnfinishedStarts = 5
const defaultRestMs = 300_000
// A suspect runs alone among suspects for this long. One that crashes its worker usually does so at once.
const suspectTurnMs = 2_000
const retryDelayMs = 500
const drainTimeoutMs = 500
const unknownKindDelayMs = 1_000
const maxUnavailableRuns = 120
const maxLockAttempts = 20
const interruptGraceMs = 2_000

/** Thrown inside the transaction that completes a task, to roll it back. */
class LeaseLost extends Error {}

/**
 * Pulls tasks of its lanes, runs them, and commits each result together with the completion of its task. An idle worker does
 * not query the database.
 */
export function openWorker(deps: {
  bus: Bus
  database: Tenancy
  keyring: Keyring
  lanes: readonly Lane[]
  tasks: readonly RunnableTask[]
  replicas: number
  log: Log
  metrics: Metrics
  tracer?: Tracer | undefined
  /** How long a task that may crash its workers rests before its last chance. */
  restMs?: number
}) {
  const { bus, database, keyring, log, metrics, tracer, restMs = defaultRestMs } = deps
  const tasksByKind = new Map(deps.tasks.map((task) => [task.kind, task]))
  const running = new Set<RunningTask>()
  let isClosing = false

  // Checks leases in batches, and renews them at the same time: the original lease could expire before the first
  // regular renewal.
  const startChecks = createBatcher(
    (offers: Offer[]) => database.system((tx) => startOffers(tx, offers, leaseMs)),
    batching,
  )
  const suspectTurns = createTurns(suspectTurnMs)
  const completions = createBatcher(async (ends: { offer: Offer; outcome: TaskOutcome | undefined }[]) => {
    const completed = await database.system((tx) => completeTasks(tx, ends))
    return ({ offer }) => completed.has(offer.id)
  }, batching)
  const reschedules = createBatcher(async (failures: { offer: Offer; wakeAt: Date; reason: string }[]) => {
    const rescheduled = await database.system((tx) => rescheduleTasks(tx, failures))
    return ({ offer }) => rescheduled.has(offer.id)
  }, batching)
  const deadLetters = createBatcher(async (failures: { offer: Offer; reason: string }[]) => {
    const deadLettered = await database.system((tx) => deadLetterTasks(tx, failures))
    return ({ offer }) => deadLettered.has(offer.id)
  }, batching)

  const consumers = deps.lanes.map((lane) => {
    let usedSlots = 0
    const consumer = openPullConsumer({
      bus,
      log,
      lane: lane.name,
      replicas: deps.replicas,
      slots: lane.concurrency,
      freeSlots: () => (isClosing ? 0 : lane.concurrency - usedSlots),
      async onMessage(message) {
        usedSlots++
        let holdsSlot = true
        const freeSlot = () => {
          if (holdsSlot) usedSlots--
          holdsSlot = false
          consumer.requestMessages()
        }
        try {
          await handleMessage(message, lane.name, freeSlot)
        } catch (error) {
          log.error({ err: error, lane: lane.name }, 'could not handle task message')
        } finally {
          freeSlot()
        }
      },
    })
    return consumer
  })

  async function handleMessage(message: QueueMessage, lane: string, freeSlot: () => void) {
    const offer = parseOffer(message)
    if (!offer) return message.ack()
    // After a NATS restart, the server may redeliver a message that this worker is still processing.
    if ((message.deliveryCount > 1 || !message.isSentAfterSubscribing) && isRunning(offer)) return
    if (isClosing) return message.nak()
    const task = tasksByKind.get(offer.kind)
    if (!task) {
      // The task was probably scheduled by a newer version. Shorten its lease, so that another worker soon gets a
      // fresh offer. A NAK would count as a failed delivery of the current offer.
      log.warn({ kind: offer.kind, task: offer.id }, 'unknown task kind, returned to queue')
      await database.system((tx) => renewLeases(tx, [offer], unknownKindDelayMs))
      return message.ack()
    }
    const now = performance.now()
    const runningTask: RunningTask = {
      offer,
      message,
      lane,
      timeoutMs: task.timeoutMs,
      freeSlot,
      interruption: createInterruption(),
      startedAt: now,
      leaseRenewedAt: now,
    }
    running.add(runningTask)
    if (message.deliveryCount > 1) metrics.taskRedeliveries.inc({ lane })
    const span = tracer?.start(`task ${offer.kind}`, 'consumer', spanAttributes(offer, lane), {
      trace: offer.trace,
    })
    try {
      const outcome = await withSpan(span, () => processTask(runningTask, task))
      span?.end({ 'payproof.outcome': outcome }, outcome === 'dead' || outcome === 'postponed')
    } finally {
      span?.end({}, true)
      runningTask.endTurn?.()
      running.delete(runningTask)
    }
  }

  function isRunning({ id, offers }: Offer) {
    for (const { offer } of running) if (offer.id === id && offer.offers === offers) return true
    return false
  }

  async function processTask(runningTask: RunningTask, task: RunnableTask) {
    const { offer, message, lane } = runningTask
    const outcome = await attempt(runningTask, task)
    if (outcome === 'given back') {
      message.nak()
      return outcome
    }
    message.ack()
    if (offer.awaited && outcome !== 'postponed') bus.publish(endedSubject(offer.id), {})
    // The next task with the same key is no longer blocked.
    if (offer.keyed) handoverFor(database).wakeDispatchers(lane)
    metrics.tasks.observe({ kind: offer.kind, outcome }, (performance.now() - runningTask.startedAt) / 1000)
    return outcome
  }

  async function attempt(runningTask: RunningTask, task: RunnableTask) {
    const { offer, lane } = runningTask
    try {
      if (task.isConfirmedFirst || !isFirstRun(runningTask)) {
        const row = await retryDatabase(runningTask, () => startChecks.add(offer))
        if (!row) return 'superseded'
        offer.input = row.input
        runningTask.hasRecordedStart = row.unfinishedStarts === 0
        if (row.unfinishedStarts === unfinishedStartsBeforeRest) return rest(offer)
        if (row.unfinishedStarts > 0) await startSuspect(runningTask, row.unfinishedStarts)
      }
      // The worker may have begun to close in the meantime; in that case it must not start the task.
      if (isClosing) return giveBack(runningTask)
      runningTask.startedAt = performance.now()
      metrics.taskDelay.observe({ lane }, Math.max(0, Date.now() - Date.parse(offer.due_at)) / 1000)
      const result = await rerunWhileUnavailable(runningTask, task)
      const isCompleted = await retryDatabase(runningTask, () => finish(runningTask, result))
      return isCompleted ? 'done' : 'superseded'
    } catch (error) {
      // A shutdown is not a failure of the task, and a task that has lost its lease can no longer fail.
      const { reason } = runningTask.interruption
      if (reason === shutdown) return giveBack(runningTask)
      if (error instanceof LeaseLost || reason === leaseLost) return 'superseded'
      return retryDatabase(runningTask, () => fail(offer, task, error))
    }
  }

  /**
   * Waits until no other suspect is starting in this process, and records the start. So if the worker crashes, the
   * right task is blamed. Throws if the task has crashed too many workers.
   */
  async function startSuspect(runningTask: RunningTask, unfinishedStarts: number) {
    const { offer } = runningTask
    if (unfinishedStarts >= maxUnfinishedStarts)
      throw new TaskFailure(`worker crashed or stalled ${unfinishedStarts - 1} times`, { final: true })
    runningTask.endTurn = await suspectTurns.take()
    if (isClosing) return
    const isValid = await retryDatabase(runningTask, () => database.system((tx) => countStart(tx, offer, 1)))
    if (!isValid) throw new LeaseLost()
    runningTask.hasRecordedStart = true
  }

  async function rest(offer: Offer) {
    log.warn(
      { task: offer.id, kind: offer.kind, restMs },
      'task may crash its workers; it rests before its last chance',
    )
    await database.system((tx) => restTask(tx, offer, restMs))
    return 'postponed' as const
  }

  /** Takes back the recorded start, because this worker was stopped and did not crash. */
  async function giveBack({ offer, hasRecordedStart }: RunningTask) {
    if (hasRecordedStart) await database.system((tx) => countStart(tx, offer, -1)).catch(() => false)
    return 'given back' as const
  }

  async function run({ offer, interruption }: RunningTask, task: RunnableTask): Promise<TaskResult> {
    const tenant = await openTenant(offer)
    // The worker may have begun to shut down since the message arrived.
    if (interruption.reason) throw interruption.reason
    const pendingResult = task.run({
      input: offer.input,
      tenant,
      taskId: offer.id,
      attempt: offer.attempts + 1,
      get signal() {
        return interruption.signal()
      },
      isStopping: () => isClosing,
      log: () => log.child({ task: offer.id, kind: offer.kind, client: offer.client_id }),
    })
    return new Promise((resolve, reject) => {
      pendingResult.then(resolve, reject)
      // A run that ignores its signal continues in the background, and its result is discarded.
      interruption.onInterrupt = reject
    })
  }

  async function openTenant({ client_id, kind, id }: Offer) {
    const actor = { kind: 'task', id: kind, requestId: `task_${id}` } as const
    return database.tenant(client_id, actor, await keyring.of(client_id))
  }

  /** Writes the result and completes the task in one transaction. */
  async function finish({ offer, freeSlot }: RunningTask, result: TaskResult) {
    if (typeof result !== 'function') {
      // The slot can be reused while the completion waits for its batch.
      freeSlot()
      return completions.add({ offer, outcome: result })
    }
    const tenant = await openTenant(offer)
    await tenant.transaction(async (tx) => {
      const outcome = await result(tx)
      const completed = await completeTasks(tx, [{ offer, outcome }])
      if (!completed.has(offer.id)) throw new LeaseLost()
    })
    return true
  }

  async function fail(offer: Offer, task: RunnableTask, error: unknown) {
    const reason = describeFailure(error)
    const failure = error instanceof TaskFailure ? error : undefined
    const scheduledDelayMs = nextRetryDelayMs(task.retry, offer.attempts + 1)
    const delayMs = failure?.retryAfterMs ?? scheduledDelayMs
    const isLast = failure?.isFinal || scheduledDelayMs === undefined
    log.warn(
      { err: error, task: offer.id, kind: offer.kind, attempt: offer.attempts + 1, isLast },
      'task failed',
    )
    if (isLast || delayMs === undefined) {
      await deadLetters.add({ offer, reason })
      return 'dead'
    }
    await reschedules.add({ offer, wakeAt: new Date(Date.now() + delayMs), reason })
    return 'postponed'
  }

  /**
   * Retries while the database is unreachable. A database outage does not count as a failed attempt: the task stays
   * with this worker until the database is back.
   */
  function retryDatabase<T>({ interruption }: RunningTask, work: () => Promise<T>) {
    return retryWhileDatabaseUnreachable(work, {
      delayMs: retryDelayMs,
      maxLockAttempts,
      throwIfStopped() {
        if (interruption.reason) throw interruption.reason
      },
    })
  }

  // Only our own 503 and errors reported by PostgreSQL mean that one of our services is down. A refused connection may
  // be an error of the provider.
  async function rerunWhileUnavailable(runningTask: RunningTask, task: RunnableTask) {
    for (let runs = 1; ; runs++) {
      try {
        return await run(runningTask, task)
      } catch (error) {
        if (!isOwnOutage(error) || runs >= maxUnavailableRuns) throw error
        await sleep(retryDelayMs)
        if (runningTask.interruption.reason) throw runningTask.interruption.reason
      }
    }
  }

  const leaseRenewal = openLeaseRenewal({ running, database, log, metrics })

  return {
    running: () => running.size,
    runningIn(name: string) {
      let count = 0
      for (const { lane } of running) if (lane === name) count++
      return count
    },
    /**
     * Shuts down gracefully: takes no new tasks, waits `graceMs` for running ones, then returns the rest to the
     * queue.
     */
    async close(graceMs: number) {
      isClosing = true
      await Promise.race([Promise.all(consumers.map((consumer) => consumer.close())), sleep(drainTimeoutMs)])
      const deadline = performance.now() + graceMs
      while (running.size > 0 && performance.now() < deadline) await sleep(20)
      for (const { interruption } of running) interruption.interrupt(shutdown)
      const finalDeadline = performance.now() + interruptGraceMs
      while (running.size > 0 && performance.now() < finalDeadline) await sleep(20)
      leaseRenewal.close()
    },
  }
}

const isOwnOutage = (error: unknown) =>
  error instanceof Problem
    ? error.status === 503
    : error instanceof RootKeyUnavailable || isDatabaseUnavailable(error)

/** Whether the offer was just made and no earlier one can have been running. */
function isFirstRun({ offer, message }: RunningTask) {
  const isRecent = Math.abs(Date.now() - message.signedAt) < freshOfferMs
  const isFirstDelivery = message.isSentAfterSubscribing && message.deliveryCount === 1
  return isRecent && isFirstDelivery && offer.offers === offer.attempts + 1
}

const spanAttributes = ({ id, kind, attempts }: Offer, lane: string) => ({
  'payproof.task.id': id,
  'payproof.task.kind': kind,
  'payproof.lane': lane,
  'payproof.task.attempt': attempts + 1,
})

function parseOffer({ body }: QueueMessage): Offer | undefined {
  try {
    return JSON.parse(Buffer.from(body).toString())
  } catch {
    return undefined
  }
}

// Only the message of a TaskFailure is stored, because any other text could contain personal data. A thrown value is
// not always an Error.
function describeFailure(error: unknown) {
  // PostgreSQL text cannot contain NUL.
  if (error instanceof TaskFailure) return error.message.replaceAll('\0', ' ').slice(0, 500)
  if (!(error instanceof Error)) return 'Error'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return `${error.name} ${code}`.trim().slice(0, 500)
}
