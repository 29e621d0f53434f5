import type { Bus } from '../../bus/bus.ts'
import { createBatcher } from '../../concurrency/batcher.ts'
import { databaseOf, type Tenancy, type Tx } from '../../database/tenancy.ts'
import { type Offer, releaseLeases } from '../queries.ts'
import { publishOffers } from './publish-offers.ts'

/** Subject of messages that contain the name of a lane with a due task. */
export const wakeSubject = 'tasks.due'

/**
 * Subject of messages that contain the free capacity of each lane. Every dispatcher sends them several times a
 * second.
 */
export const capacitySubject = 'tasks.room'

/** Hands the tasks of committed transactions over to NATS or to the dispatchers. */
export type Handover = {
  /** Reserves capacity in the lane's stream. If it returns false, the task must be left to the dispatchers. */
  tryReserve(lane: string): boolean
  /** Publishes a task that was inserted in the state `offered`. */
  offer(lane: string, offer: Offer): void
  wakeDispatchers(lane: string): void
  /** Notifies the subscribers of a subject. Repeated calls within the interval, a few milliseconds, are merged. */
  notify(subject: string, message?: string, intervalMs?: number): void
}

const notifyIntervalMs = 4
const maxPublishDelayMs = 20
const capacityValidMs = 1_000
// Longer than the dispatcher's timeout: an offer that arrived late is already running and would run twice if it were
// offered again.
const confirmTimeoutMs = 4_000

const noHandover: Handover = {
  tryReserve: () => false,
  offer: () => {},
  wakeDispatchers: () => {},
  notify: () => {},
}
const handovers = new WeakMap<object, Handover>()

export const handoverOf = (tx: Tx) => handoverFor(databaseOf(tx))
export const handoverFor = (database: object) => handovers.get(database) ?? noHandover

/**
 * A task that is due now and has neither a key nor a rate limit is inserted in the state `offered`, with a lease, and
 * published by this process after the commit, which saves the claim. This requires free capacity in the task's lane,
 * as reported by the dispatchers. If the process dies before publishing, the lease expires and a dispatcher offers
 * the task again. For all other tasks, the dispatchers are woken.
 */
export function openHandover({ database, bus }: { database: Tenancy; bus: Bus }) {
  const capacities = new Map<string, { free: number; receivedAt: number }>()
  /**
   * Notifications sent within the last interval. The value is true if another notification must be sent at the end of
   * the interval.
   */
  const throttled = new Map<string, boolean>()
  bus.subscribe(capacitySubject, (message) => {
    const receivedAt = performance.now()
    // Only half of the capacity is used, because other processes receive the same figure.
    for (const [lane, free] of message as [string, number][])
      capacities.set(lane, { free: free / 2, receivedAt })
  })

  // Throttles on the leading and trailing edge: the first notification is sent immediately, later ones once at the
  // end of the interval.
  function notify(subject: string, message: string | null, intervalMs = notifyIntervalMs) {
    const key = `${subject} ${message}`
    if (throttled.has(key)) {
      throttled.set(key, true)
      return
    }
    bus.publish(subject, message)
    throttled.set(key, false)
    setTimeout(() => {
      if (throttled.get(key)) bus.publish(subject, message)
      throttled.delete(key)
    }, intervalMs)
  }

  // The batcher does not wait for the confirmation of NATS, so that the next batch can be published in the meantime.
  const publications = createBatcher(
    async (entries: { lane: string; offer: Offer }[]) => {
      for (const [lane, group] of Map.groupBy(entries, ({ lane }) => lane))
        publish(
          lane,
          group.map(({ offer }) => offer),
        )
      return () => {}
    },
    { maxDelayMs: maxPublishDelayMs },
  )

  /**
   * Publishes offers. Their transaction is already committed, so there is no caller to report an error to; at worst
   * the leases expire.
   */
  async function publish(lane: string, offers: Offer[]) {
    const error = await publishOffers(bus, lane, offers, confirmTimeoutMs)
    if (error === undefined) return
    capacities.delete(lane)
    await database.system((tx) => releaseLeases(tx, offers)).catch(() => {})
    notify(wakeSubject, lane)
  }

  handovers.set(database, {
    tryReserve(lane) {
      const capacity = capacities.get(lane)
      if (!capacity || capacity.free < 1 || performance.now() - capacity.receivedAt > capacityValidMs)
        return false
      if (!bus.connection()) return false
      capacity.free--
      return true
    },
    offer(lane, offer) {
      publications.add({ lane, offer })
    },
    wakeDispatchers: (lane) => notify(wakeSubject, lane),
    notify: (subject, message, intervalMs) => notify(subject, message ?? null, intervalMs),
  })
  return { close: publications.flush }
}
