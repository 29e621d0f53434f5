import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '../../platform/bus/bus.ts'
import { isAway, isBusy } from '../../platform/database/passing.ts'
import type { Tenancy, Tenant, Tx } from '../../platform/database/tenancy.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import { contentOf, formOf, makeAttempt, type Outcome, userKeyOf } from './attempt.ts'
import { afterFailure, afterSuccess, allowance, isOpen } from './breaker.ts'
import type { Form } from './message.ts'
import {
  type DueDelivery,
  findTarget,
  type Health,
  leaveQueue,
  listDue,
  type QueueId,
  type Recorded,
  recordAttempts,
  type Target,
  updateHealth,
} from './queue.ts'
import type { Senders } from './senders.ts'

export type CourierTools = {
  database: Tenancy
  bus: Bus
  outbound: Outbound
  senders: Senders
  /** How many attempts may be under way to one webhook. */
  mostInFlight: number
  /** Counts what was sent, by how it ended. */
  onAttempt(outcome: 'delivered' | 'failed' | 'dropped', seconds: number): void
  /** Called when the receiver has to be left alone until somebody resumes it. */
  pause(tenant: Tenant, webhookId: string, reason: PauseReason): Promise<void>
  /** In the transaction in which the courier leaves: have somebody look again. */
  lookAgain(tx: Tx, queue: QueueId, when: { at?: Date; replacesTimer: boolean }): Promise<void>
}

export type PauseReason = 'asked' | 'failing' | 'key-spent'

export type Courier = {
  tenant: Tenant
  webhookId: string
  dueSubject: string
  signal: AbortSignal
  isStopping(): boolean
  log(): Log
}

/** What the bus says when not only deliveries are due, but the webhook itself is no longer what it was. */
export const changed = 'changed'

const batch = 64
/** What was read longer ago is read again before it is sent: it may have been paused, deleted or erased since. */
const freshMs = 250
const lingerMs = 1_000
const sliceMs = 25_000
const lookBackMs = 10_000
const wholeLookEveryMs = 5_000
const unrecordedLimit = 256
const healthEveryMs = 5_000
const troubleWaitMs = 60_000
const pausedAfterMs = 5 * 86_400_000
const keyMessagesWarned = 2 ** 31
export const keyMessagesLimit = 2 ** 32

/**
 * Carries the deliveries of one webhook until none is due. The key of its task makes sure that there is one courier per
 * webhook, so nothing has to be claimed; if it dies, the next one begins where the records end.
 */
export async function carry(courier: Courier, tools: CourierTools): Promise<void> {
  const { tenant, webhookId, signal } = courier
  const queue: QueueId = { clientId: tenant.clientId, webhookId }
  const inFlight = new Set<string>()
  const unrecorded = new Map<string, Outcome>()
  let waiting: DueDelivery[] = []
  let readAt = 0
  let wakeUp = () => {}
  let isNudged = true
  let wantsPause: PauseReason | undefined
  let lastWholeLook = 0
  let isRecording = false
  let trouble: unknown
  const endsAt = Date.now() + sliceMs

  const stopHearing = tools.bus.hear(courier.dueSubject, (message) => {
    isNudged = true
    if (message === changed) readAt = 0
    wakeUp()
  })
  const found = await reach((tx) => findTarget(tx, queue))
  if (!found) return stopHearing()
  let target: Target = found
  let form: Form = formOf(tenant.keys, target, Date.now())
  let health: Health = {
    breaker: target.breaker,
    failingSince: target.failing_since,
    lastSuccessAt: target.last_success_at,
  }
  let healthKeptAt = Date.now()
  let messages = 0
  let idleSince = Date.now()

  try {
    for (;;) {
      if (signal.aborted) return
      if (trouble) throw trouble
      const now = Date.now()
      const isLeaving = courier.isStopping() || now >= endsAt || target.paused_at !== null || wantsPause
      if (!isLeaving) await work()
      if (unrecorded.size > 0 && !isRecording) record()
      if (inFlight.size > 0 || unrecorded.size > 0) {
        await nextChange(freshMs)
        continue
      }
      if (wantsPause) {
        await tools.pause(tenant, webhookId, wantsPause)
        wantsPause = undefined
        await look()
        continue
      }
      const isIdle = waiting.length === 0 && !isNudged
      if (!isLeaving && isIdle && now - idleSince < lingerMs && !isOpen(health.breaker)) {
        await nextChange(100)
        continue
      }
      if (!isLeaving && !isIdle && allowance(health.breaker, situation()) > 0) continue
      if (await leave()) return
      await nextChange(10)
    }
  } finally {
    stopHearing()
  }

  function situation() {
    return { now: Date.now(), underWay: inFlight.size, most: tools.mostInFlight }
  }

  /** Starts what may be started. */
  async function work() {
    let free = allowance(health.breaker, situation())
    if (free === 0 || unrecorded.size >= unrecordedLimit) return
    if (waiting.length > 0 && Date.now() - readAt > freshMs) waiting = []
    if (waiting.length === 0 && isNudged) await look()
    free = Math.min(allowance(health.breaker, situation()), waiting.length)
    if (free > 0) idleSince = Date.now()
    for (const delivery of waiting.splice(0, free)) start(delivery)
  }

  /** Reads what is due now, and the webhook itself: it may have been changed. */
  async function look() {
    isNudged = false
    const now = Date.now()
    const isWhole = now - lastWholeLook > wholeLookEveryMs
    const from = isWhole ? ('-infinity' as const) : new Date(now - lookBackMs)
    const inHand = [...inFlight, ...unrecorded.keys()]
    const read = await reach(async (tx) => {
      const [fresh, due] = await Promise.all([
        findTarget(tx, queue),
        listDue(tx, queue, { from, inHand, most: batch }),
      ])
      return { fresh, due }
    })
    if (isWhole) lastWholeLook = now
    if (!read.fresh) {
      // It was deleted; what was waiting for it is nobody's any more.
      target = { ...target, paused_at: new Date() }
      waiting = []
      return
    }
    target = read.fresh
    form = formOf(tenant.keys, target, now)
    waiting = target.paused_at ? [] : read.due
    readAt = Date.now()
    // A full page may have more behind it.
    if (read.due.length === batch) isNudged = true
    if (Number(target.key_messages) + messages >= keyMessagesLimit && form.encryption) {
      waiting = []
      wantsPause = 'key-spent'
    }
  }

  function start(delivery: DueDelivery) {
    inFlight.add(delivery.id)
    attempt(delivery)
      .catch((error) => {
        if (signal.aborted) return
        if (trouble) throw trouble
        // Our own fault, whatever it is: the delivery waits, and none of its attempts is spent.
        courier.log().error({ err: error, delivery: delivery.id }, 'a delivery could not be attempted')
        unrecorded.set(delivery.id, postponed(delivery))
      })
      .finally(() => {
        inFlight.delete(delivery.id)
        wakeUp()
      })
  }

  async function attempt(delivery: DueDelivery) {
    const askedAt = Date.now()
    const giveBack = await tools.senders.place(queue.clientId)
    try {
      if (Date.now() - askedAt > freshMs) {
        isNudged = true
        return
      }
      const key = await userKeyOf(tenant.keys, delivery)
      const { id: deliveryId, attempts, tries, sequence } = delivery
      const outcome = await makeAttempt(
        {
          ...{ deliveryId, attempt: attempts + 1, tries, sequence, url: target.url, form },
          content: contentOf(delivery, key),
        },
        { outbound: tools.outbound, signal, answerKey: key },
      )
      if (form.encryption) messages++
      take(delivery, outcome)
    } finally {
      giveBack()
    }
  }

  function take(delivery: DueDelivery, outcome: Outcome) {
    const { recorded, isSuccess, wish } = outcome
    const now = Date.now()
    unrecorded.set(delivery.id, outcome)
    const wasOpen = isOpen(health.breaker)
    if (isSuccess) {
      health = {
        breaker: afterSuccess(health.breaker, now),
        failingSince: null,
        lastSuccessAt: new Date(now),
      }
      if (wasOpen) isNudged = true
    } else {
      const failingSince = health.failingSince ?? recorded.startedAt
      health = { ...health, breaker: afterFailure(health.breaker, now), failingSince }
      if (now - failingSince.getTime() >= pausedAfterMs) wantsPause = 'failing'
    }
    if (wish === 'pause') wantsPause = 'asked'
    if (wasOpen !== isOpen(health.breaker) || !isSuccess) healthKeptAt = 0
    const ending = recorded.state === 'waiting' || recorded.state === 'dead' ? 'failed' : recorded.state
    tools.onAttempt(ending, recorded.durationMs / 1000)
  }

  /** Writes what has come back since the last time, all of it in one go. */
  async function record() {
    isRecording = true
    const done = [...unrecorded]
    const isHealthDue = Date.now() - healthKeptAt >= healthEveryMs
    const counted = isHealthDue ? messages : 0
    try {
      await reach(async (tx) => {
        await recordAttempts(
          tx,
          queue,
          done.map(([, { recorded }]) => recorded),
        )
        if (isHealthDue) await updateHealth(tx, queue, { ...health, messages: counted })
      })
      for (const [id, outcome] of done) if (unrecorded.get(id) === outcome) unrecorded.delete(id)
      if (isHealthDue) {
        healthKeptAt = Date.now()
        messages -= counted
        warnOfKey()
      }
    } catch (error) {
      trouble = error
    }
    isRecording = false
    wakeUp()
  }

  function warnOfKey() {
    if (Number(target.key_messages) < keyMessagesWarned || !form.encryption) return
    courier.log().warn({ webhook: webhookId }, 'an encryption key has been used for 2^31 messages; rotate it')
  }

  /** True if somebody else will look after the queue from here on. */
  async function leave() {
    const heldUntil = health.breaker.probeAt ? new Date(health.breaker.probeAt) : null
    return reach(async (tx) => {
      if (messages > 0 || healthKeptAt === 0) await updateHealth(tx, queue, { ...health, messages })
      messages = 0
      const { has_left, sleep_until, wakes_late } = await leaveQueue(tx, queue, heldUntil)
      if (has_left) {
        if (sleep_until) await tools.lookAgain(tx, queue, { at: sleep_until, replacesTimer: wakes_late })
        return true
      }
      isNudged = true
      lastWholeLook = 0
      if (!courier.isStopping() && Date.now() < endsAt) return false
      await tools.lookAgain(tx, queue, { replacesTimer: false })
      return true
    })
  }

  /** Resolves when something happened, or after a while. */
  function nextChange(ms: number) {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      wakeUp = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  /** While the database is away, what we know stays in our hands: a delivery must not be made twice for that. */
  async function reach<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await tools.database.system(work)
      } catch (error) {
        if ((!isAway(error) && !isBusy(error)) || signal.aborted) throw error
        await sleep(500, undefined, { signal })
      }
    }
  }
}

function postponed({ id }: DueDelivery): Outcome {
  const now = Date.now()
  const recorded: Recorded = {
    ...{ id, number: 0, startedAt: new Date(now), durationMs: 0, status: null, failure: null, answer: null },
    ...{ state: 'waiting', spent: 0, dueAt: new Date(now + troubleWaitMs) },
  }
  return { recorded, isSuccess: false, wish: 'none' }
}
