import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '../../../platform/bus/bus.ts'
import type { Tenancy, Tenant, Tx } from '../../../platform/database/tenancy.ts'
import { isAway, isBusy } from '../../../platform/database/transient-errors.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { Log } from '../../../platform/telemetry/log.ts'
import type { Tracer } from '../../../platform/telemetry/tracing.ts'
import { makeAttempt, type Outcome } from './attempt.ts'
import { contentOf, userKeyOf } from './content.ts'
import { freshMs, openStock } from './due-buffer.ts'
import { openHealth } from './health.ts'
import {
  countMessages,
  type DueDelivery,
  findTarget,
  leaveQueue,
  type QueueId,
  type Recorded,
  recordAttempts,
  updateHealth,
} from './queue.ts'
import type { Senders } from '../../../platform/concurrency/keyed-semaphore.ts'

export type PauseReason = 'asked' | 'failing' | 'key-spent'

export type CourierTools = {
  database: Tenancy
  bus: Bus
  outbound: Pick<Outbound, 'post'>
  senders: Senders
  /** How many attempts may be under way to one webhook. */
  mostInFlight: number
  now(): number
  /** None while tracing is off. */
  tracer?: Tracer | undefined
  /** Counts what was sent, by how it ended. */
  onAttempt(outcome: 'delivered' | 'failed' | 'dropped', seconds: number): void
  /** Called when the receiver has to be left alone until somebody resumes it. */
  pause(tenant: Tenant, webhookId: string, reason: PauseReason): Promise<void>
  /** In the transaction in which the courier leaves: have somebody look again. */
  lookAgain(tx: Tx, queue: QueueId, when: { at?: Date; replacesTimer: boolean }): Promise<void>
}

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

const lingerMs = 1_000
const sliceMs = 25_000
const unrecordedLimit = 256
const awayWaitMs = 500
const troubleWaitMs = 60_000
const keyMessagesWarned = 2 ** 31
const keyMessagesLimit = 2 ** 32

/**
 * Carries the deliveries of one webhook until none is due. The key of its task makes sure that there is one courier per
 * webhook, so nothing has to be claimed; if it dies, the next one begins where the records end.
 */
export async function carry(courier: Courier, tools: CourierTools): Promise<void> {
  const { tenant, webhookId, signal } = courier
  const { now } = tools
  const queue: QueueId = { clientId: tenant.clientId, webhookId }
  const target = await reach((tx) => findTarget(tx, queue))
  if (!target) return
  const stock = openStock({ tenant, queue, target, now, reach, isTraced: tools.tracer !== undefined })
  const health = openHealth(target, now)
  const inFlight = new Set<string>()
  const unrecorded = new Map<string, Outcome>()
  const endsAt = performance.now() + sliceMs
  let idleSince = performance.now()
  let wantsPause: PauseReason | undefined
  let messages = 0
  let isRecording = false
  let trouble: unknown
  let wakeUp = () => {}

  const stopHearing = tools.bus.hear(courier.dueSubject, (message) => {
    if (message === changed) stock.forget()
    else stock.notice()
    wakeUp()
  })
  try {
    while (!signal.aborted) {
      // Before anything is decided: one that was paused may have been resumed since.
      if (stock.isForgotten()) await look()
      const isLeaving = isTimeToLeave()
      if (!isLeaving) await startAttempts()
      if (unrecorded.size > 0 && !isRecording) record()
      if (trouble) throw trouble
      if (inFlight.size > 0 || unrecorded.size > 0) await nextChange(freshMs)
      else if (wantsPause) await pause(wantsPause)
      else if (!isLeaving && stock.isEmpty() && isLingering()) await nextChange(lingerMs / 10)
      else if (isLeaving || stock.isEmpty() || health.allowance(0, 1) === 0) {
        if (await leave()) return
        await nextChange(10)
      }
    }
  } finally {
    stopHearing()
  }

  function isTimeToLeave() {
    return (
      courier.isStopping() ||
      performance.now() >= endsAt ||
      stock.target().paused_at ||
      wantsPause !== undefined
    )
  }

  /** More often comes soon after some, and a courier that is there is faster than one that must be called. */
  function isLingering() {
    return performance.now() - idleSince < lingerMs && !health.isOpen()
  }

  async function startAttempts() {
    const free = health.allowance(inFlight.size, tools.mostInFlight)
    if (free === 0 || unrecorded.size >= unrecordedLimit) return
    const taken = await stock.take(free, inHand())
    health.catchUp(stock.target())
    if (taken.length > 0) idleSince = performance.now()
    if (isKeySpent()) wantsPause = 'key-spent'
    else for (const delivery of taken) start(delivery)
  }

  function inHand() {
    return [...inFlight, ...unrecorded.keys()]
  }

  async function look() {
    await stock.look(inHand())
    health.catchUp(stock.target())
  }

  function isKeySpent() {
    return stock.form().encryption && Number(stock.target().key_messages) + messages >= keyMessagesLimit
  }

  function start(delivery: DueDelivery) {
    inFlight.add(delivery.id)
    attempt(delivery)
      .catch((error) => {
        if (signal.aborted) return
        // Our own fault, whatever it is: the delivery waits, and none of its attempts is spent.
        courier.log().error({ err: error, delivery: delivery.id }, 'a delivery could not be attempted')
        unrecorded.set(delivery.id, postponed(delivery, now()))
      })
      .finally(() => {
        inFlight.delete(delivery.id)
        wakeUp()
      })
  }

  async function attempt(delivery: DueDelivery) {
    const askedAt = performance.now()
    const giveBack = await tools.senders.place(queue.clientId)
    try {
      if (performance.now() - askedAt > freshMs) return stock.notice()
      const { id: deliveryId, attempts, tries, sequence, due, kind: event, trace } = delivery
      const { url } = stock.target()
      const form = stock.form()
      const key = await userKeyOf(tenant.keys, delivery)
      const content = contentOf(delivery, key)
      if (form.encryption) messages++
      const outcome = await makeAttempt(
        {
          deliveryId,
          attempt: attempts + 1,
          tries,
          due,
          sequence,
          url,
          form,
          content,
          webhookId,
          event,
          trace,
        },
        { outbound: tools.outbound, signal, answerKey: key, now, tracer: tools.tracer },
      )
      take(outcome)
    } finally {
      giveBack()
    }
  }

  function take(outcome: Outcome) {
    const { recorded, wantsPause: isAsked } = outcome
    unrecorded.set(recorded.id, outcome)
    const wasOpen = health.isOpen()
    if (health.note(outcome)) wantsPause = 'failing'
    if (isAsked) wantsPause = 'asked'
    if (wasOpen && !health.isOpen()) stock.notice()
    const isFailed = recorded.state === 'waiting' || recorded.state === 'dead'
    tools.onAttempt(isFailed ? 'failed' : (recorded.state as 'delivered'), recorded.durationMs / 1000)
  }

  /** Writes what has come back since the last time, all of it in one go. */
  async function record() {
    isRecording = true
    const done = [...unrecorded]
    try {
      const results = done.map(([, { recorded }]) => recorded)
      await keep((tx) => recordAttempts(tx, queue, results), health.isDue())
      for (const [id] of done) unrecorded.delete(id)
    } catch (error) {
      trouble = error
    }
    isRecording = false
    wakeUp()
  }

  /** Does this and, if it is time, also writes down how the receiver is doing and how much its key was used. */
  async function keep<T>(work: (tx: Tx) => Promise<T>, isHealthDue: boolean): Promise<T> {
    const counted = messages
    const [current, mark] = [health.current(), health.mark()]
    const result = await reach(async (tx) => {
      if (isHealthDue) await updateHealth(tx, queue, current)
      if (isHealthDue && counted > 0) await countMessages(tx, queue, counted)
      return work(tx)
    })
    if (isHealthDue) {
      health.kept(mark)
      messages -= counted
      warnOfKey()
    }
    return result
  }

  function warnOfKey() {
    if (Number(stock.target().key_messages) < keyMessagesWarned || !stock.form().encryption) return
    courier.log().warn({ webhook: webhookId }, 'an encryption key has been used for 2^31 messages; rotate it')
  }

  async function pause(reason: PauseReason) {
    await tools.pause(tenant, webhookId, reason)
    wantsPause = undefined
    await look()
  }

  /** True if from here on somebody else looks after the queue. */
  async function leave() {
    const state = {
      heldUntil: health.heldUntil(),
      version: health.current().version,
      aheadMs: now() - Date.now(),
    }
    const hasLeft = await keep(
      async (tx) => {
        const left = await leaveQueue(tx, queue, state)
        if (left.has_left) {
          const { sleep_until: at, wakes_late: replacesTimer } = left
          if (at) await tools.lookAgain(tx, queue, { at, replacesTimer })
          return true
        }
        if (!courier.isStopping() && performance.now() < endsAt) return false
        await tools.lookAgain(tx, queue, { replacesTimer: false })
        return true
      },
      messages > 0 || health.isDue(),
    )
    if (!hasLeft) stock.forgetPlace()
    return hasLeft
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
        await sleep(awayWaitMs, undefined, { signal })
      }
    }
  }
}

function postponed({ id, due }: DueDelivery, now: number): Outcome {
  const recorded: Recorded = {
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
    dueAt: new Date(now + troubleWaitMs),
  }
  return { recorded, isSuccess: true, wantsPause: false }
}
