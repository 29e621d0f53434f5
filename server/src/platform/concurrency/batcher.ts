const defaultMaxDelayMs = 40
const defaultDelayPerEntryMs = 0.5

export type BatcherOptions = {
  maxBatch?: number
  /** Maximum time that entries wait for others to join the batch. */
  maxDelayMs?: number
  /** Time between two batches for each entry of the first one. */
  delayPerEntryMs?: number
  /** Whether an error may be caused by a single entry. If so, every entry of the batch is sent again on its own. */
  isEntryError?(error: unknown): boolean
}

/**
 * Adaptive batching: a single call is sent immediately. After a large batch, the next one waits longer for more
 * entries, because a round trip costs about the same for one entry as for fifty. Each caller gets the result for its
 * own entry.
 */
export function createBatcher<Entry, Result>(
  send: (entries: Entry[]) => Promise<(entry: Entry) => Result>,
  {
    maxBatch = Infinity,
    maxDelayMs = defaultMaxDelayMs,
    delayPerEntryMs = defaultDelayPerEntryMs,
    isEntryError = () => false,
  }: BatcherOptions = {},
) {
  type QueuedEntry = { entry: Entry; resolve(result: Result): void; reject(error: unknown): void }
  let queued: QueuedEntry[] = []
  /** True from the moment a batch is scheduled until it has been sent. */
  let isSending = false
  let lastSentAt = 0
  let lastBatchSize = 0

  async function sendNextBatch() {
    const batch = queued.slice(0, maxBatch)
    queued = queued.slice(maxBatch)
    lastSentAt = performance.now()
    lastBatchSize = batch.length
    if (batch.length > 0) await sendBatch(batch)
    isSending = false
    scheduleNextBatch()
  }

  async function sendBatch(batch: QueuedEntry[]): Promise<void> {
    try {
      const resultFor = await send(batch.map(({ entry }) => entry))
      for (const { entry, resolve } of batch) resolve(resultFor(entry))
    } catch (error) {
      if (batch.length === 1 || !isEntryError(error)) for (const { reject } of batch) reject(error)
      else for (const single of batch) await sendBatch([single])
    }
  }

  function scheduleNextBatch() {
    if (isSending || queued.length === 0) return
    isSending = true
    const intervalMs = Math.min(maxDelayMs, lastBatchSize * delayPerEntryMs)
    const delayMs = queued.length >= maxBatch ? 0 : intervalMs - (performance.now() - lastSentAt)
    if (delayMs > 0) setTimeout(sendNextBatch, delayMs)
    // Calls made synchronously after this one still join the batch.
    else queueMicrotask(sendNextBatch)
  }

  return {
    add: (entry: Entry) =>
      new Promise<Result>((resolve, reject) => {
        queued.push({ entry, resolve, reject })
        scheduleNextBatch()
      }),
    /** Sends all queued entries now, without waiting for more. */
    async flush() {
      const batch = queued
      queued = []
      if (batch.length > 0) await sendBatch(batch)
    },
  }
}
