import type { Bus } from '../../../platform/bus/bus.ts'
import type { KeyedSemaphore } from '../../../platform/concurrency/keyed-semaphore.ts'
import { retryWhileDatabaseUnreachable } from '../../../platform/database/retry-while-unreachable.ts'
import type { Tenancy, Tenant, Tx } from '../../../platform/database/tenancy.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { Log } from '../../../platform/telemetry/log.ts'
import type { Tracer } from '../../../platform/telemetry/tracing.ts'
import { type AttemptOutcome, makeAttempt } from './attempt.ts'
import { openUserKey } from './content.ts'
import { type DueBuffer, maxReadAgeMs, openDueBuffer } from './due-buffer.ts'
import type { EventContents } from './event-contents.ts'
import { trackHealth } from './health.ts'
import { createInFlightLimit } from './in-flight-limit.ts'
import {
  type AttemptRecord,
  countMessages,
  type DueDelivery,
  leaveQueue,
  type QueueId,
  recordOutcomes,
  updateHealth,
} from './queue.ts'
import type { OutcomeRecorder } from './recorder.ts'

export type PauseReason = 'receiver-request' | 'failing' | 'key-exhausted'

export type CourierTools = {
  database: Tenancy
  bus: Bus
  outbound: Pick<Outbound, 'post'>
  sendSlots: KeyedSemaphore
  /** Shared by all couriers of the process. */
  recorder: OutcomeRecorder
  eventContents: EventContents
  /** Concurrent attempts to one webhook: the initial number and the maximum for a receiver that answers quickly. */
  inFlight: { initial: number; max: number }
  /** Limits the idle couriers of the process. */
  idlePermits: { tryAcquire(): boolean; release(): void }
  now(): number
  tracer?: Tracer | undefined
  /** Updates the delivery metrics. */
  onAttempt(outcome: 'delivered' | 'failed' | 'dropped', seconds: number): void
  /** Pauses the webhook until the client resumes it. */
  pause(tenant: Tenant, webhookId: string, reason: PauseReason): Promise<void>
  /** Schedules the next run of the courier. Called in the transaction in which the courier leaves the queue. */
  scheduleNextRun(tx: Tx, queue: QueueId, when: { at?: Date; replacesTimer: boolean }): Promise<void>
}

/** The delivery worker of one webhook: a task that sends everything that is due and then leaves the queue. */
export type Courier = {
  tenant: Tenant
  webhookId: string
  dueSubject: string
  signal: AbortSignal
  isStopping(): boolean
  log(): Log
}

/** Bus message that the webhook's settings have changed, so the courier must reload them too. */
export const webhookChanged = 'changed'

const lingerMs = 1_000
const maxRunMs = 25_000
const maxUnrecorded = 256
const databaseRetryDelayMs = 500
const internalErrorDelayMs = 60_000
const keyMessagesWarning = 2 ** 31
const keyMessagesLimit = 2 ** 32

/**
 * Sends the deliveries of one webhook until none is due. The task key guarantees a single courier per webhook, so
 * deliveries do not have to be claimed. After a crash, the next courier continues from the recorded attempts.
 */
export async function runCourier(courier: Courier, tools: CourierTools): Promise<void> {
  const { tenant, webhookId, signal } = courier
  const { now } = tools
  const queue: QueueId = { clientId: tenant.clientId, webhookId }
  // Subscribed before the first read, so that no message between the two is lost.
  const notices: Notices = { messages: new Set(), wake: () => {} }
  const unsubscribe = tools.bus.subscribe(courier.dueSubject, (message) => {
    notices.messages.add(message)
    notices.wake()
  })
  try {
    const buffer = await openDueBuffer({
      tenant,
      queue,
      now,
      runWithRetry: (work) =>
        retryWhileDatabaseUnreachable(() => tools.database.system(work), {
          delayMs: databaseRetryDelayMs,
          signal,
        }),
      preload: (deliveries) => tools.eventContents.preload(queue.clientId, deliveries),
      onReadAhead: () => notices.wake(),
      isTraced: tools.tracer !== undefined,
    })
    if (buffer) await sendDue(courier, tools, queue, buffer, notices)
  } finally {
    unsubscribe()
  }
}

/** Messages of the bus that the courier has not handled yet, each kind once, and the way to wake it. */
type Notices = { messages: Set<unknown>; wake: () => void }

async function sendDue(
  courier: Courier,
  tools: CourierTools,
  queue: QueueId,
  buffer: DueBuffer,
  notices: Notices,
) {
  const { tenant, webhookId, signal } = courier
  const { now } = tools
  const health = trackHealth(buffer.target(), now)
  const inFlight = new Set<string>()
  const inFlightLimit = createInFlightLimit(tools.inFlight)
  const unrecorded = new Map<string, AttemptOutcome>()
  const endsAt = performance.now() + maxRunMs
  let idleSince = performance.now()
  let wantsPause: PauseReason | undefined
  let uncountedMessages = 0
  let isRecording = false
  let hasIdlePermit = false
  let recordingError: unknown
  let hasChanged = false
  let stopWaiting = () => {}
  const wake = () => {
    hasChanged = true
    stopWaiting()
  }

  notices.wake = wake
  try {
    while (!signal.aborted) {
      handleMessages()
      // Reload before deciding to leave, because the webhook may have been resumed since.
      if (buffer.isStale()) await pollNow()
      const isLeaving = isTimeToLeave()
      if (!isLeaving) await startAttempts()
      recordUnlessRecording()
      if (recordingError) throw recordingError
      if (inFlight.size > 0 || unrecorded.size > 0) await waitForChange(maxReadAgeMs)
      else if (wantsPause) await pause(wantsPause)
      else if (!isLeaving && buffer.isEmpty() && isLingering()) await waitForChange(lingerMs / 10)
      else if (isLeaving || buffer.isEmpty() || health.allowance(0, 1) === 0) {
        if (await tryToLeave()) return
        await waitForChange(10)
      }
    }
  } finally {
    releaseIdlePermit()
  }

  function handleMessages() {
    for (const message of notices.messages) {
      if (message === webhookChanged) buffer.invalidate()
      else buffer.markMoreDue()
    }
    notices.messages.clear()
  }

  function releaseIdlePermit() {
    if (hasIdlePermit) tools.idlePermits.release()
    hasIdlePermit = false
  }

  function isTimeToLeave() {
    return (
      courier.isStopping() ||
      performance.now() >= endsAt ||
      buffer.target().paused_at ||
      wantsPause !== undefined
    )
  }

  /**
   * Whether an idle courier stays: events arrive in bursts, and a running courier delivers faster than one that must
   * be scheduled first. With many webhooks that rarely get an event, idle couriers would occupy the process.
   */
  function isLingering() {
    if (performance.now() - idleSince >= lingerMs || health.isOpen()) return false
    hasIdlePermit ||= tools.idlePermits.tryAcquire()
    return hasIdlePermit
  }

  async function startAttempts() {
    const allowed = health.allowance(inFlight.size, inFlightLimit.current())
    if (allowed === 0 || unrecorded.size >= maxUnrecorded) return
    const deliveries = await buffer.take(allowed, listUnfinished)
    health.reloadIfReset(buffer.target())
    if (deliveries.length > 0) {
      idleSince = performance.now()
      releaseIdlePermit()
    }
    if (isKeyExhausted()) wantsPause = 'key-exhausted'
    else for (const delivery of deliveries) start(delivery)
  }

  function listUnfinished() {
    return [...inFlight, ...unrecorded.keys()]
  }

  async function pollNow() {
    await buffer.poll(listUnfinished)
    health.reloadIfReset(buffer.target())
  }

  function isKeyExhausted() {
    return (
      buffer.format().encryption &&
      Number(buffer.target().key_messages) + uncountedMessages >= keyMessagesLimit
    )
  }

  function start(delivery: DueDelivery) {
    inFlight.add(delivery.id)
    attempt(delivery)
      .catch((error) => {
        if (signal.aborted) return
        // This is an internal error, not one of the receiver, so the delivery is postponed without using up an
        // attempt.
        courier.log().error({ err: error, delivery: delivery.id }, 'could not attempt delivery')
        unrecorded.set(delivery.id, postponeDelivery(delivery, now()))
      })
      .finally(() => {
        inFlight.delete(delivery.id)
        recordUnlessRecording()
        wake()
      })
  }

  async function attempt(delivery: DueDelivery) {
    const requestedAt = performance.now()
    const key = await openUserKey(tenant.keys, delivery)
    const content = await retryDuringOutage(() =>
      tools.eventContents.contentOf(queue.clientId, delivery, key),
    )
    const releaseSlot = await tools.sendSlots.acquire(queue.clientId)
    try {
      if (performance.now() - requestedAt > maxReadAgeMs) return buffer.giveBack(delivery)
      const { id: deliveryId, attempts, tries, sequence, due, kind: event, trace } = delivery
      const { url } = buffer.target()
      const format = buffer.format()
      if (format.encryption) uncountedMessages++
      const outcome = await makeAttempt(
        {
          deliveryId,
          attempt: attempts + 1,
          tries,
          due,
          sequence,
          url,
          format,
          content,
          webhookId,
          event,
          trace,
        },
        { outbound: tools.outbound, signal, answerKey: key, now, tracer: tools.tracer },
      )
      handleOutcome(outcome)
    } finally {
      releaseSlot()
    }
  }

  function handleOutcome(outcome: AttemptOutcome) {
    const { recorded, wantsPause: isPauseRequested } = outcome
    unrecorded.set(recorded.id, outcome)
    inFlightLimit.record({
      startedAt: recorded.startedAt.getTime(),
      durationMs: recorded.durationMs,
      status: recorded.status,
      wasFull: inFlight.size >= inFlightLimit.current(),
    })
    const wasOpen = health.isOpen()
    if (health.recordOutcome(outcome)) wantsPause = 'failing'
    if (isPauseRequested) wantsPause = 'receiver-request'
    if (wasOpen && !health.isOpen()) buffer.markMoreDue()
    const isFailed = recorded.state === 'waiting' || recorded.state === 'dead'
    tools.onAttempt(isFailed ? 'failed' : (recorded.state as 'delivered'), recorded.durationMs / 1000)
  }

  function recordUnlessRecording() {
    if (unrecorded.size > 0 && !isRecording && !recordingError) record()
  }

  /** Writes all outcomes since the last write, with those of other couriers unless health must be saved with them. */
  async function record() {
    isRecording = true
    const done = [...unrecorded]
    try {
      const records = done.map(([, { recorded }]) => recorded)
      if (health.isSaveDue()) {
        const outcomes = records.map((record) => ({ queue, record }))
        await saveWithHealth((tx) => recordOutcomes(tx, outcomes), true)
      } else await retryDuringOutage(() => tools.recorder.record(queue, records))
      for (const [id] of done) unrecorded.delete(id)
    } catch (error) {
      recordingError = error
    }
    isRecording = false
    recordUnlessRecording()
    wake()
  }

  /** Runs `work` and, if due, saves receiver health and key usage in the same transaction. */
  async function saveWithHealth<T>(work: (tx: Tx) => Promise<T>, isHealthDue: boolean): Promise<T> {
    const counted = uncountedMessages
    const [current, changeCount] = [health.current(), health.changeCount()]
    const result = await runWithRetry(async (tx) => {
      if (isHealthDue)
        await Promise.all([
          updateHealth(tx, queue, current),
          counted > 0 && countMessages(tx, queue, counted),
        ])
      return work(tx)
    })
    if (isHealthDue) {
      health.markSaved(changeCount)
      uncountedMessages -= counted
      warnAboutKeyUsage()
    }
    return result
  }

  function warnAboutKeyUsage() {
    if (Number(buffer.target().key_messages) < keyMessagesWarning || !buffer.format().encryption) return
    courier.log().warn({ webhook: webhookId }, 'encryption key used for 2^31 messages; rotate it')
  }

  async function pause(reason: PauseReason) {
    await tools.pause(tenant, webhookId, reason)
    wantsPause = undefined
    await pollNow()
  }

  /**
   * Tries to leave the queue and schedules the next run if any delivery waits. Returns true if the queue was left.
   */
  async function tryToLeave() {
    const state = {
      heldUntil: health.heldUntil(),
      version: health.current().version,
      aheadMs: now() - Date.now(),
    }
    const hasLeft = await saveWithHealth(
      async (tx) => {
        const left = await leaveQueue(tx, queue, state)
        if (left.has_left) {
          const { sleep_until: at, wakes_late: replacesTimer } = left
          if (at) await tools.scheduleNextRun(tx, queue, { at, replacesTimer })
          return true
        }
        if (!courier.isStopping() && performance.now() < endsAt) return false
        await tools.scheduleNextRun(tx, queue, { replacesTimer: false })
        return true
      },
      uncountedMessages > 0 || health.isSaveDue(),
    )
    if (!hasLeft) buffer.invalidateAndRescan()
    return hasLeft
  }

  /** Resolves on the first change since the last call, or after the timeout. */
  async function waitForChange(ms: number) {
    if (!hasChanged) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms)
        stopWaiting = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    hasChanged = false
  }

  /**
   * Retries during a database outage, and so keeps unrecorded outcomes in memory: if the courier failed, their
   * deliveries would be sent twice.
   */
  function runWithRetry<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return retryDuringOutage(() => tools.database.system(work))
  }

  function retryDuringOutage<T>(work: () => Promise<T>): Promise<T> {
    return retryWhileDatabaseUnreachable(work, { delayMs: databaseRetryDelayMs, signal })
  }
}

function postponeDelivery({ id, due }: DueDelivery, now: number): AttemptOutcome {
  const recorded: AttemptRecord = {
    id,
    due,
    number: 0,
    startedAt: new Date(now),
    durationMs: 0,
    status: null,
    failure: null,
    answer: null,
    state: 'waiting',
    spent: 0,
    dueAt: new Date(now + internalErrorDelayMs),
  }
  return { recorded, isSuccess: true, wantsPause: false }
}
