import type { Tenant, Tx } from '../../../platform/database/tenancy.ts'
import { readDeliveryFormat } from './content.ts'
import {
  addTraces,
  type DueDelivery,
  findTarget,
  listDue,
  type QueueId,
  type WebhookTarget,
} from './queue.ts'

const batchSize = 64
/**
 * Maximum age of deliveries in the buffer. Older ones are reloaded before they are sent: the webhook may have been
 * paused or deleted, or the user erased.
 */
export const maxReadAgeMs = 250
const pollOverlapMs = 10_000
const fullScanIntervalMs = 5_000

type DueBufferDeps = {
  tenant: Tenant
  queue: QueueId
  target: WebhookTarget
  now(): number
  runWithRetry<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Whether to load the trace context of each delivery. */
  isTraced: boolean
}

/**
 * Read-ahead buffer of a courier: the due deliveries of its queue, with the webhook's settings from the same read.
 */
export function createDueBuffer({ tenant, queue, now, runWithRetry, isTraced, ...initial }: DueBufferDeps) {
  let target = initial.target
  let format = readDeliveryFormat(tenant.keys, target, now())
  let waiting: DueDelivery[] = []
  let readAt = 0
  let fullScanAt = 0
  /** Due time of the last row that was read, if the end of the queue was not reached. */
  let readTo: string | undefined
  let mayHaveMore = true
  let isStale = false

  async function poll(unfinishedIds: string[]) {
    mayHaveMore = false
    isStale = false
    const pollStartedAt = performance.now()
    const isFullScan = pollStartedAt - fullScanAt > fullScanIntervalMs || fullScanAt === 0
    // Dead index entries of finished rows make scans from the start slow, so most polls continue from the last
    // position or from just before now. Rows that a slow transaction commits behind this position are found by the
    // next full scan.
    const from = isFullScan ? '-infinity' : (readTo ?? new Date(now() - pollOverlapMs).toISOString())
    const aheadMs = now() - Date.now()
    const [fresh, due] = await runWithRetry(async (tx) => {
      const results = await Promise.all([
        findTarget(tx, queue),
        listDue(tx, queue, { from, unfinishedIds, limit: batchSize, aheadMs }),
      ])
      if (isTraced) await addTraces(tx, queue, results[1])
      return results
    })
    if (isFullScan) fullScanAt = pollStartedAt
    readAt = performance.now()
    // A deleted webhook is treated as paused: nothing more is sent to it.
    target = fresh ?? { ...target, paused_at: new Date() }
    format = readDeliveryFormat(tenant.keys, target, now())
    waiting = target.paused_at ? [] : due
    readTo = due.length === batchSize ? due.at(-1)?.due : undefined
    if (readTo) mayHaveMore = true
  }

  return {
    target: () => target,
    format: () => format,
    isEmpty: () => waiting.length === 0 && !mayHaveMore,
    /** Marks that the queue may contain more due deliveries than were read. */
    markMoreDue() {
      mayHaveMore = true
    },
    /** Makes the courier reload the webhook and its deliveries before it sends anything else. */
    invalidate() {
      isStale = true
      mayHaveMore = true
    },
    isStale: () => isStale,
    /** Like invalidate, but the next poll also scans the whole queue. */
    invalidateAndRescan() {
      fullScanAt = 0
      isStale = true
      mayHaveMore = true
    },
    poll,
    /**
     * Takes up to `max` due deliveries. The deliveries in `unfinishedIds` were taken before and are not recorded yet.
     */
    async take(max: number, unfinishedIds: string[]): Promise<DueDelivery[]> {
      if (waiting.length > 0 && performance.now() - readAt > maxReadAgeMs) {
        waiting = []
        mayHaveMore = true
      }
      if (waiting.length === 0 && mayHaveMore) await poll(unfinishedIds)
      return waiting.splice(0, max)
    },
  }
}
