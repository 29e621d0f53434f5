import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '../../bus/bus.ts'
import { gather } from '../../concurrency/batcher.ts'
import type { Tenancy } from '../../database/tenancy.ts'
import { isAway, isBusy } from '../../database/transient-errors.ts'
import { Problem } from '../../problem.ts'
import type { Keyring } from '../../secrets/keyring.ts'
import { RootKeyUnavailable } from '../../secrets/root-key.ts'
import type { Log } from '../../telemetry/log.ts'
import type { Metrics } from '../../telemetry/metrics.ts'
import { type Tracer, within } from '../../telemetry/tracing.ts'
import { handoverFor } from '../dispatch/handover.ts'
import { type Lane, leaseMs } from '../lanes.ts'
import { buryTasks, endTasks, keepTasks, type Offer, type Outcome, postponeTasks } from '../queries.ts'
import { nextAttempt } from '../retry.ts'
import { type Ending, type Runnable, TaskFailure } from '../task.ts'
import { endedSubject } from '../wait-for-end.ts'
import { type Interruption, openInterruption } from './interruption.ts'
import type { Held } from './queue-message.ts'
import { openPull } from './pull-consumer.ts'

export type Worker = ReturnType<typeof openWorker>

type Running = {
  offer: Offer
  held: Held
  interruption: Interruption
  lane: string
  /** Frees the hand for the next message. */
  letGo(): void
  timeoutMs: number
  startedAt: number
  keptAt: number
}

const signOfLifeMs = 1_500
const keepLeaseMs = 5_000
const gathering = { most: 200, isOfOne: (error: unknown) => !isAway(error) && !isBusy(error) }
// An offer this young is run without asking whether it still stands; its end will ask.
const freshMs = 3_000
// A task whose workers keep dying is the likely cause of it.
const deliveriesLimit = 5
const awayWaitMs = 500
const arrivingMs = 500
const unknownWaitMs = 1_000
const awayTries = 120
const busyTries = 20

/** Thrown inside the ending transaction, so that nothing of it stays. */
class Superseded extends Error {}

/**
 * Pulls tasks of its lanes, runs them, and stores each result together with the end of its task. It asks the database
 * nothing while there is nothing to do.
 */
export function openWorker(parts: {
  bus: Bus
  database: Tenancy
  keyring: Keyring
  lanes: readonly Lane[]
  tasks: readonly Runnable[]
  replicas: number
  log: Log
  metrics: Metrics
  tracer?: Tracer | undefined
}) {
  const { bus, database, keyring, log, metrics, tracer } = parts
  const kinds = new Map(parts.tasks.map((task) => [task.kind, task]))
  const running = new Set<Running>()
  let closed = false

  // With a new lease: the one it came with may end before the first renewal, and the task would be offered twice.
  const isStanding = gather(async (offers: Offer[]) => {
    const standing = await database.system((tx) => keepTasks(tx, offers, leaseMs))
    return (offer: Offer) => standing.has(offer)
  }, gathering)
  const end = gather(async (ends: { offer: Offer; outcome: Outcome | undefined }[]) => {
    const ended = await database.system((tx) => endTasks(tx, ends))
    return ({ offer }) => ended.has(offer.id)
  }, gathering)
  const postpone = gather(async (failures: { offer: Offer; wakeAt: Date; reason: string }[]) => {
    const postponed = await database.system((tx) => postponeTasks(tx, failures))
    return ({ offer }) => postponed.has(offer.id)
  }, gathering)
  const bury = gather(async (failures: { offer: Offer; reason: string }[]) => {
    const buried = await database.system((tx) => buryTasks(tx, failures))
    return ({ offer }) => buried.has(offer.id)
  }, gathering)

  const pulls = parts.lanes.map((lane) => {
    let busy = 0
    const pull = openPull({
      bus,
      log,
      lane: lane.name,
      replicas: parts.replicas,
      hands: lane.concurrency,
      freeHands: () => (closed ? 0 : lane.concurrency - busy),
      async onMessage(held) {
        busy++
        let isBusy = true
        const letGo = () => {
          if (isBusy) busy--
          isBusy = false
          pull.ask()
        }
        try {
          await take(held, lane.name, letGo)
        } catch (error) {
          log.error({ err: error, lane: lane.name }, 'a message could not be dealt with')
        } finally {
          letGo()
        }
      },
    })
    return pull
  })

  async function take(held: Held, lane: string, letGo: () => void) {
    const offer = readOffer(held)
    const task = offer && kinds.get(offer.kind)
    if (!offer) return held.acknowledge()
    // A NATS that was restarted may not know that it has heard from us, and hand us what is in our hands already.
    if ((held.deliveries > 1 || !held.isSentToUs) && isRunning(offer)) return
    if (closed) return held.giveBack()
    if (!task) {
      // Perhaps of a newer version: another worker may know it. A new offer, because deliveries of this one are counted.
      log.warn({ kind: offer.kind, task: offer.id }, 'a task of an unknown kind was given back')
      await database.system((tx) => keepTasks(tx, [offer], unknownWaitMs))
      return held.acknowledge()
    }
    const now = Date.now()
    const { timeoutMs } = task
    const job: Running = {
      offer,
      held,
      lane,
      timeoutMs,
      letGo,
      interruption: openInterruption(),
      startedAt: now,
      keptAt: now,
    }
    running.add(job)
    if (held.deliveries > 1) metrics.taskRedeliveries.inc({ lane })
    const span = tracer?.start(`task ${offer.kind}`, 'consumer', attributesOf(offer, lane), {
      trace: offer.trace,
    })
    try {
      const outcome = await within(span, () => work(job, task))
      span?.end({ 'payproof.outcome': outcome }, outcome === 'dead' || outcome === 'postponed')
    } finally {
      span?.end({}, true)
      running.delete(job)
    }
  }

  function isRunning({ id, offers }: Offer) {
    for (const { offer } of running) if (offer.id === id && offer.offers === offers) return true
    return false
  }

  async function work(job: Running, task: Runnable) {
    const { offer, held, lane } = job
    const outcome = await attempt(job, task)
    if (outcome === 'given back') {
      held.giveBack()
      return outcome
    }
    held.acknowledge()
    if (offer.awaited && outcome !== 'postponed') bus.tell(endedSubject(offer.id), {})
    // The next of its key may go.
    if (offer.keyed) handoverFor(database).wake(lane)
    metrics.tasks.observe({ kind: offer.kind, outcome }, (Date.now() - job.startedAt) / 1000)
    return outcome
  }

  async function attempt(job: Running, task: Runnable) {
    const { offer, held, lane } = job
    try {
      const isYoung = Math.abs(job.startedAt - held.sentAt) < freshMs
      const isFresh = isYoung && held.isSentToUs && held.deliveries === 1
      if (!isFresh && !(await untilReached(job, () => isStanding(offer)))) return 'superseded'
      // Asking may have taken a while, and whoever stops begins nothing.
      if (closed) return 'given back'
      job.startedAt = Date.now()
      metrics.taskDelay.observe({ lane }, Math.max(0, job.startedAt - Date.parse(offer.due_at)) / 1000)
      if (held.deliveries > deliveriesLimit) {
        throw new TaskFailure(`its worker ended or stalled ${held.deliveries - 1} times`)
      }
      const ending = await rerunWhileAway(job, task)
      const isEnded = await untilReached(job, () => finish(job, ending))
      return isEnded ? 'done' : 'superseded'
    } catch (error) {
      // Whoever stops is not a failure of the task, and a task that is gone cannot fail.
      const { reason } = job.interruption
      if (reason === stopping) return 'given back'
      if (error instanceof Superseded || reason === superseded) return 'superseded'
      return untilReached(job, () => fail(offer, task, error))
    }
  }

  async function run({ offer, interruption }: Running, task: Runnable): Promise<Ending> {
    const tenant = await tenantOf(offer)
    // Since we have it the process may have begun to stop.
    if (interruption.reason) throw interruption.reason
    const working = task.run({
      input: offer.input,
      tenant,
      taskId: offer.id,
      attempt: offer.attempts + 1,
      get signal() {
        return interruption.signal()
      },
      isStopping: () => closed,
      log: () => log.child({ task: offer.id, kind: offer.kind, client: offer.client_id }),
    })
    return new Promise((resolve, reject) => {
      working.then(resolve, reject)
      // A run that does not look at its signal is left alone; whatever it comes to is not used.
      interruption.onInterrupt = reject
    })
  }

  async function tenantOf({ client_id, kind, id }: Offer) {
    const actor = { kind: 'task', id: kind, requestId: `task_${id}` } as const
    return database.tenant(client_id, actor, await keyring.of(client_id))
  }

  /** The result and the end of the task, in one transaction. */
  async function finish({ offer, letGo }: Running, ending: Ending) {
    if (typeof ending !== 'function') {
      // Its end travels with others; meanwhile the hand is free.
      letGo()
      return end({ offer, outcome: ending })
    }
    const tenant = await tenantOf(offer)
    await tenant.transaction(async (tx) => {
      const outcome = await ending(tx)
      const ended = await endTasks(tx, [{ offer, outcome }])
      if (!ended.has(offer.id)) throw new Superseded()
    })
    return true
  }

  async function fail(offer: Offer, task: Runnable, error: unknown) {
    const reason = reasonOf(error)
    const failure = error instanceof TaskFailure ? error : undefined
    const plannedMs = nextAttempt(task.retry, offer.attempts + 1)
    const waitMs = failure?.retryAfterMs ?? plannedMs
    const isLast = failure?.isFinal || plannedMs === undefined
    log.warn(
      { err: error, task: offer.id, kind: offer.kind, attempt: offer.attempts + 1, isLast },
      'a task failed',
    )
    if (isLast || waitMs === undefined) {
      await bury({ offer, reason })
      return 'dead'
    }
    await postpone({ offer, wakeAt: new Date(Date.now() + waitMs), reason })
    return 'postponed'
  }

  /** While the database is away a task waits in our hands; that is no failure of its own. */
  async function untilReached<T>({ interruption }: Running, ask: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await ask()
      } catch (error) {
        if (!isAway(error) && !(isBusy(error) && tries < busyTries)) throw error
        await sleep(awayWaitMs)
        if (interruption.reason) throw interruption.reason
      }
    }
  }

  // Of what a run throws only our own 503 tells that a part of us is away; a refused connection may be a provider's.
  async function rerunWhileAway(job: Running, task: Runnable) {
    for (let tries = 1; ; tries++) {
      try {
        return await run(job, task)
      } catch (error) {
        const isOurs = error instanceof Problem ? error.status === 503 : error instanceof RootKeyUnavailable
        if (!isOurs || tries >= awayTries) throw error
        await sleep(awayWaitMs)
        if (job.interruption.reason) throw job.interruption.reason
      }
    }
  }

  // NATS hears of every message in our hands, the database of those that take longer.
  const signs = setInterval(() => {
    const now = Date.now()
    for (const { held, interruption, startedAt, timeoutMs } of running) {
      held.keep()
      if (now - startedAt > timeoutMs) interruption.interrupt(new TaskFailure('it took too long'))
    }
    keepLeases().catch((error) => log.warn({ err: error }, 'leases could not be renewed'))
  }, signOfLifeMs)

  async function keepLeases() {
    const now = Date.now()
    const due = [...running].filter(({ keptAt }) => now - keptAt >= keepLeaseMs)
    if (due.length === 0) return
    for (const job of due) job.keptAt = now
    const offers = due.map(({ offer }) => offer)
    const kept = await database
      .system((tx) => keepTasks(tx, offers, leaseMs))
      .catch((error) => {
        // At the next sign of life again, not only when the next renewal is due: a lease hardly outlasts two of them.
        for (const job of due) job.keptAt = 0
        throw error
      })
    for (const { offer, interruption, lane } of due) {
      if (kept.has(offer)) continue
      metrics.taskLeasesLost.inc({ lane })
      interruption.interrupt(superseded)
    }
  }

  return {
    running: () => running.size,
    runningIn(name: string) {
      let count = 0
      for (const { lane } of running) if (lane === name) count++
      return count
    },
    /** Takes nothing new, lets running tasks end for a while, and gives the rest back for others. */
    async close(graceMs: number) {
      closed = true
      await Promise.race([Promise.all(pulls.map((pull) => pull.close())), sleep(arrivingMs)])
      const deadline = Date.now() + graceMs
      while (running.size > 0 && Date.now() < deadline) await sleep(20)
      for (const { interruption } of running) interruption.interrupt(stopping)
      const last = Date.now() + 2_000
      while (running.size > 0 && Date.now() < last) await sleep(20)
      clearInterval(signs)
    },
  }
}

const stopping = new Error('the process stops')
const superseded = new Error('the task was cancelled or offered to another worker')

const attributesOf = ({ id, kind, attempts }: Offer, lane: string) => ({
  'payproof.task.id': id,
  'payproof.task.kind': kind,
  'payproof.lane': lane,
  'payproof.task.attempt': attempts + 1,
})

function readOffer({ body }: Held): Offer | undefined {
  try {
    return JSON.parse(Buffer.from(body).toString())
  } catch {
    return undefined
  }
}

// Only a foreseen failure may speak for itself: any other text could hold a name or a number of a person. And anything
// can be thrown, not only errors.
function reasonOf(error: unknown) {
  // The database takes every character but this one.
  if (error instanceof TaskFailure) return error.message.replaceAll('\0', ' ').slice(0, 500)
  if (!(error instanceof Error)) return 'Error'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return `${error.name} ${code}`.trim().slice(0, 500)
}
