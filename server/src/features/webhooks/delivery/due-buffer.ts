import { setTimeout as sleep } from 'node:timers/promises'
import type { Tenant, Tx } from '../../../platform/database/tenancy.ts'
import { createFormatReader } from './content.ts'
import { addTraces, type DueDelivery, findTarget, listDue, type QueueId } from './queue.ts'

const batchSize = 64
/** With this many deliveries left in the buffer, the next ones are read while these are being sent. */
const readAheadBelow = 32
/**
 * Maximum age of deliveries in the buffer. Older ones are reloaded before they are sent: the webhook may have been
 * paused or deleted, or the user erased.
 */
export const maxReadAgeMs = 250
/**
 * Time between two polls, for each delivery that the first one found, and at most. A poll costs as much for one delivery
 * as for ten, so at a high rate a courier waits for more of them. After a quiet moment it polls at once.
 */
const pollGapPerDeliveryMs = 4
const maxPollGapMs = 20
const pollOverlapMs = 10_000
const fullScanIntervalMs = 5_000

type DueBufferDeps = {
  tenant: Tenant
  queue: QueueId
  now(): number
  runWithRetry<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Starts loading the contents of deliveries that will be taken soon. */
  preload(deliveries: readonly DueDelivery[]): void
  /** Called when deliveries were read ahead. */
  onReadAhead(): void
  /** Whether to load the trace context of each delivery. */
  isTraced: boolean
}

export type DueBuffer = NonNullable<Awaited<ReturnType<typeof openDueBuffer>>>

/**
 * Opens the read-ahead buffer of a courier: the due deliveries of its queue, with the webhook's settings from the same
 * read. Returns undefined if the webhook was deleted.
 */
export async function openDueBuffer({
  tenant,
  queue,
  now,
  runWithRetry,
  preload,
  onReadAhead,
  isTraced,
}: DueBufferDeps) {
  const openedAt = performance.now()
  const first = await readQueue('-infinity', [])
  if (!first.target) return undefined
  let { target } = first
  const readFormat = createFormatReader(tenant.keys)
  let format = readFormat(target, now())
  let waiting: { delivery: DueDelivery; readAt: number }[] = []
  let nextPollAt = 0
  let fullScanAt = openedAt
  /** Due time of the last row that was read, if the end of the queue was not reached. */
  let readTo: string | undefined
  let mayHaveMore = false
  let isStale = false
  let polling: Promise<void> | undefined
  accept(first.due, openedAt)

  /** Adds due deliveries to the buffer, except those in it and those that were taken and are not recorded yet. */
  function startPoll(listUnfinished: () => string[]) {
    // Deliveries that stay in the buffer are as stale as before.
    if (waiting.length === 0) isStale = false
    const knownIds = listUnfinished()
    for (const { delivery } of waiting) knownIds.push(delivery.id)
    const poll = pollOnce(knownIds).finally(() => {
      polling = undefined
    })
    polling = poll
    return poll
  }

  async function pollOnce(knownIds: string[]) {
    mayHaveMore = false
    const pollStartedAt = performance.now()
    const isFullScan = pollStartedAt - fullScanAt > fullScanIntervalMs
    // Dead index entries of finished rows make scans from the start slow, so most polls continue from the last
    // position or from just before now. Rows that a slow transaction commits behind this position are found by the
    // next full scan.
    const from = isFullScan ? '-infinity' : (readTo ?? new Date(now() - pollOverlapMs).toISOString())
    const { target: fresh, due } = await readQueue(from, knownIds)
    if (isFullScan) fullScanAt = pollStartedAt
    // A deleted webhook is treated as paused: nothing more is sent to it.
    target = fresh ?? { ...target, paused_at: new Date() }
    format = readFormat(target, now())
    accept(due, pollStartedAt)
  }

  function readQueue(from: string, knownIds: string[]) {
    const aheadMs = now() - Date.now()
    return runWithRetry(async (tx) => {
      const [target, due] = await Promise.all([
        findTarget(tx, queue),
        listDue(tx, queue, { from, knownIds, limit: batchSize, aheadMs }),
      ])
      if (isTraced) await addTraces(tx, queue, due)
      return { target, due }
    })
  }

  function accept(due: DueDelivery[], pollStartedAt: number) {
    const readAt = performance.now()
    if (target.paused_at) waiting = []
    else {
      for (const delivery of due) waiting.push({ delivery, readAt })
      preload(due)
    }
    readTo = due.length === batchSize ? due.at(-1)?.due : undefined
    if (readTo) mayHaveMore = true
    nextPollAt = readTo ? 0 : pollStartedAt + Math.min(maxPollGapMs, due.length * pollGapPerDeliveryMs)
  }

  return {
    target: () => target,
    format: () => format,
    isEmpty: () => waiting.length === 0 && !mayHaveMore && !polling,
    /** Marks that the queue may contain more due deliveries than were read. */
    markMoreDue() {
      mayHaveMore = true
    },
    /** Makes the next poll read a delivery again that was taken and not sent. */
    giveBack({ due }: DueDelivery) {
      // Due times have the same format, so they can be compared as text.
      if (readTo === undefined || due < readTo) readTo = due
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
      fullScanAt = Number.NEGATIVE_INFINITY
      isStale = true
      mayHaveMore = true
    },
    /** Discards the buffer and polls. */
    async poll(listUnfinished: () => string[]) {
      await discard()
      await startPoll(listUnfinished)
    },
    /**
     * Takes up to `max` due deliveries. `listUnfinished` returns the ids of those that were taken before and are not
     * recorded yet.
     */
    async take(max: number, listUnfinished: () => string[]): Promise<DueDelivery[]> {
      const [oldest] = waiting
      if (oldest && performance.now() - oldest.readAt > maxReadAgeMs) await discard()
      if (waiting.length === 0) {
        if (polling) await polling
        else if (mayHaveMore) {
          const gapMs = nextPollAt - performance.now()
          if (gapMs > 0) await sleep(gapMs)
          await startPoll(listUnfinished)
        }
      } else if (waiting.length <= readAheadBelow && mayHaveMore && !polling && isPollDue()) {
        // If this fails, the poll with an empty buffer reports it.
        startPoll(listUnfinished).then(onReadAhead, () => {
          mayHaveMore = true
          onReadAhead()
        })
      }
      return waiting.splice(0, max).map(({ delivery }) => delivery)
    },
  }

  /** Empties the buffer, so that the next poll reads its deliveries again. */
  async function discard() {
    // A poll that is running does not return the deliveries of the buffer.
    await polling?.catch(() => {})
    readTo = waiting[0]?.delivery.due ?? readTo
    waiting = []
    mayHaveMore = true
  }

  function isPollDue() {
    return performance.now() >= nextPollAt
  }
}
