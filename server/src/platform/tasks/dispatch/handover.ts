import type { Bus } from '../../bus/bus.ts'
import { databaseOf, type Tenancy, type Tx } from '../../database/tenancy.ts'
import { subjectOf } from '../lanes.ts'
import { type Offer, releaseTasks } from '../queries.ts'
import { publishOffers } from './publish-offers.ts'

/** Carries the name of a lane in which something is due. */
export const wakeSubject = 'tasks.due'

/** Carries how many more messages each lane may hold, from every dispatcher, several times a second. */
export const roomSubject = 'tasks.room'

/** What this process does with tasks once their transaction is committed. */
export type Handover = {
  /** True if a task may be put into the lane's stream by us; each yes takes a place. */
  hasRoom(lane: string): boolean
  offer(lane: string, offer: Offer): void
  wake(lane: string): void
  /** Tells whoever listens to the subject that it should look; many in one moment become two. */
  nudge(subject: string, message?: string): void
}

const gatherMs = 4
const longestMs = 20
const believedMs = 1_000
// Longer than a dispatcher waits: what arrived after all is being run already, and would be run twice.
const confirmedMs = 4_000

const none: Handover = { hasRoom: () => false, offer: () => {}, wake: () => {}, nudge: () => {} }
const handovers = new WeakMap<object, Handover>()

export const handoverOf = (tx: Tx) => handoverFor(databaseOf(tx))
export const handoverFor = (database: object) => handovers.get(database) ?? none

/**
 * A task that is due at once, and free of keys and limits, is born offered: its row has a lease, and we publish it
 * ourselves, which saves the claim. That needs room in its lane, of which dispatchers tell; should we die before we
 * publish, the lease ends and a dispatcher offers it again. Of any other task only the dispatchers are woken.
 */
export function openHandover({ database, bus }: { database: Tenancy; bus: Bus }) {
  const rooms = new Map<string, { left: number; heardAt: number }>()
  const gathering = new Map<string, boolean>()
  bus.hear(roomSubject, (message) => {
    const heardAt = Date.now()
    // Half of it: other processes hear the same.
    for (const [lane, room] of message as [string, number][]) rooms.set(lane, { left: room / 2, heardAt })
  })

  // At once for the first, then gathered for a moment.
  function tell(subject: string, message: string | null) {
    const said = `${subject} ${message}`
    if (gathering.has(said)) {
      gathering.set(said, true)
      return
    }
    bus.tell(subject, message)
    gathering.set(said, false)
    setTimeout(() => {
      if (gathering.get(said)) bus.tell(subject, message)
      gathering.delete(said)
    }, gatherMs)
  }

  let ready: { lane: string; offer: Offer }[] = []
  let lastCount = 0
  let leftAt = 0
  function leave() {
    for (const [lane, some] of Map.groupBy(ready, ({ lane }) => lane))
      publish(
        lane,
        some.map(({ offer }) => offer),
      )
    lastCount = ready.length
    leftAt = performance.now()
    ready = []
  }

  /** The transaction is committed, so nobody may hear of a failure; at worst the leases end. */
  async function publish(lane: string, offers: Offer[]) {
    const refusal = await publishOffers(bus.connection(), subjectOf(bus.prefix, lane), offers, confirmedMs)
    if (refusal === undefined) return
    rooms.delete(lane)
    await database.system((tx) => releaseTasks(tx, offers)).catch(() => {})
    tell(wakeSubject, lane)
  }

  handovers.set(database, {
    hasRoom(lane) {
      const room = rooms.get(lane)
      if (!room || room.left < 1 || Date.now() - room.heardAt > believedMs || !bus.connection()) return false
      room.left--
      return true
    },
    offer(lane, offer) {
      ready.push({ lane, offer })
      if (ready.length > 1) return
      // A write to NATS costs the same for one as for fifty: the more left together last time, the longer we gather.
      const waitMs = Math.min(longestMs, lastCount / 2) - (performance.now() - leftAt)
      if (waitMs > 0) setTimeout(leave, waitMs)
      else queueMicrotask(leave)
    },
    wake: (lane) => tell(wakeSubject, lane),
    nudge: (subject, message) => tell(subject, message ?? null),
  })
  return { close: leave }
}
