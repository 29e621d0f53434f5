import type { Tenant, Tx } from '../../../platform/database/tenancy.ts'
import { formOf } from './content.ts'
import { addTraces, type DueDelivery, findTarget, listDue, type QueueId, type Target } from './queue.ts'

const batch = 64
/** What was read longer ago is read again before it is sent: it may have been paused, deleted or erased since. */
export const freshMs = 250
const lookBackMs = 10_000
const wholeLookEveryMs = 5_000

type Parts = {
  tenant: Tenant
  queue: QueueId
  target: Target
  now(): number
  reach<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Whether it matters which trace a delivery belongs to. */
  isTraced: boolean
}

/** What a courier has read of its queue, and the webhook itself as it was at that moment. */
export function openStock({ tenant, queue, now, reach, isTraced, ...parts }: Parts) {
  let target = parts.target
  let form = formOf(tenant.keys, target, now())
  let waiting: DueDelivery[] = []
  let readAt = 0
  let wholeLookAt = 0
  /** Up to where the queue was read, if not to its end. */
  let readTo: string | undefined
  let mayHaveMore = true
  let isForgotten = false

  async function look(inHand: string[]) {
    mayHaveMore = false
    isForgotten = false
    const lookedAt = performance.now()
    const isWhole = lookedAt - wholeLookAt > wholeLookEveryMs || wholeLookAt === 0
    // Rows that are done stay in the index for a while, and the way past them is long: most looks begin where the one
    // before it ended, or near now. A transaction that is slow to commit is found by the next whole look.
    const from = isWhole ? '-infinity' : (readTo ?? new Date(now() - lookBackMs).toISOString())
    const aheadMs = now() - Date.now()
    const [fresh, due] = await reach(async (tx) => {
      const found = await Promise.all([
        findTarget(tx, queue),
        listDue(tx, queue, { from, inHand, most: batch, aheadMs }),
      ])
      if (isTraced) await addTraces(tx, queue, found[1])
      return found
    })
    if (isWhole) wholeLookAt = lookedAt
    readAt = performance.now()
    // One that was deleted is like one that is paused: nothing more goes there.
    target = fresh ?? { ...target, paused_at: new Date() }
    form = formOf(tenant.keys, target, now())
    waiting = target.paused_at ? [] : due
    readTo = due.length === batch ? due.at(-1)?.due : undefined
    if (readTo) mayHaveMore = true
  }

  return {
    target: () => target,
    form: () => form,
    isEmpty: () => waiting.length === 0 && !mayHaveMore,
    /** There may be more in the queue than was seen. */
    notice() {
      mayHaveMore = true
    },
    /** What was read does not count any more, the webhook included. */
    forget() {
      isForgotten = true
      mayHaveMore = true
    },
    isForgotten: () => isForgotten,
    /** The next look goes through all of the queue. */
    forgetPlace() {
      wholeLookAt = 0
      isForgotten = true
      mayHaveMore = true
    },
    look,
    /** Up to so many that may be sent now; `inHand` are those that were taken and are not on record yet. */
    async take(most: number, inHand: string[]): Promise<DueDelivery[]> {
      if (waiting.length > 0 && performance.now() - readAt > freshMs) {
        waiting = []
        mayHaveMore = true
      }
      if (waiting.length === 0 && mayHaveMore) await look(inHand)
      return waiting.splice(0, most)
    },
  }
}
