import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Tenancy } from '../../platform/database/tenancy.ts'
import type { Log } from '../../platform/telemetry/log.ts'

/** The client of a request, and the provider's rate limit for all clients together. */
export type SlotRequest = { provider: string; perSecond: number; clientId: string; isUrgent: boolean }

export type RequestSlots = {
  /**
   * Sends a request when it gets a slot, across all processes and clients. Slots rotate between clients, so a client
   * with a thousand queued requests does not delay the others. Urgent requests precede the other requests of their
   * client.
   */
  take<T>(turn: SlotRequest, signal: AbortSignal, send: () => Promise<T>): Promise<T>
  waiting(): number
  close(): Promise<void>
}

type QueuedRequest = { clientId: string; isUrgent: boolean; go(): void }
type ProviderQueue = {
  provider: string
  slotIntervalMs: number
  waiters: Map<string, QueuedRequest>
  isPolling: boolean
}

/** Safety margin, so that network jitter does not push an extra request into the same second. */
const intervalMargin = 1.02
/** Maximum age of a granted slot. An older slot is not used, because it may have been granted to another process. */
const maxSlotAgeMs = 1_500
const slotTimeoutMs = 3_000
/** Poll interval of a queue. Waiters that have not polled for `goneMs` are presumed dead, like their process. */
const pollIntervalMs = 400
const goneMs = 1_600
const retryDelayMs = 500
/**
 * Maximum attempts to record a used slot. Each attempt takes a quarter of a second to fail if the connection pool is
 * exhausted.
 */
const maxAttempts = 8

export function openRequestSlots({ database, log }: { database: Tenancy; log: Log }): RequestSlots {
  const queues = new Map<string, ProviderQueue>()
  const polling = new Set<Promise<void>>()
  let isClosed = false

  async function pollSlots(queue: ProviderQueue) {
    queue.isPolling = true
    while (queue.waiters.size > 0 && !isClosed) {
      try {
        const waitMs = await claimSlot(queue)
        if (waitMs > 0) await sleep(Math.min(waitMs, pollIntervalMs))
      } catch (error) {
        log.warn({ err: error }, 'could not claim request slot, will retry')
        await sleep(retryDelayMs)
      }
    }
    queue.isPolling = false
  }

  /** Claims a slot and sends one request. Returns how long to wait before the next claim. */
  async function claimSlot(queue: ProviderQueue) {
    const claimedAt = performance.now()
    const { turn, wait_ms } = await database.system((tx) => {
      const waiters = [...queue.waiters.values()]
      return sql<{ turn: string | null; wait_ms: number }>`
        select * from take_turn(${queue.provider}, ${[...queue.waiters.keys()]}::uuid[],
          ${waiters.map(({ clientId }) => clientId)}::uuid[], ${waiters.map(({ isUrgent }) => isUrgent)}::boolean[],
          ${slotTimeoutMs}, ${goneMs})`
        .execute(tx)
        .then(({ rows }) => rows[0] ?? { turn: null, wait_ms: pollIntervalMs })
    })
    if (turn === null) return wait_ms
    const waiter = queue.waiters.get(turn)
    if (waiter && performance.now() - claimedAt < maxSlotAgeMs) {
      queue.waiters.delete(turn)
      waiter.go()
    }
    await markSlotUsed(queue)
    return queue.slotIntervalMs
  }

  /** Marks the slot as used. Otherwise all waiters would wait until it times out. */
  async function markSlotUsed({ provider, slotIntervalMs }: ProviderQueue) {
    for (let tries = 1; ; tries++) {
      try {
        return await database.system((tx) =>
          sql`select spend_turn(${provider}, ${slotIntervalMs})`.execute(tx),
        )
      } catch (error) {
        if (tries >= maxAttempts) throw error
      }
    }
  }

  function queueOf(provider: string, perSecond: number) {
    const known = queues.get(provider)
    if (known) return known
    const slotIntervalMs = (1_000 / perSecond) * intervalMargin
    const queue: ProviderQueue = { provider, slotIntervalMs, waiters: new Map(), isPolling: false }
    queues.set(provider, queue)
    return queue
  }

  /** Removes an aborted waiter from the queue, so that it does not delay others. */
  const removeWaiter = (provider: string, id: string) =>
    database
      .system((tx) =>
        sql`delete from turn_waiters where payroll_provider = ${provider} and id = ${id}`.execute(tx),
      )
      .catch(() => {})

  return {
    take<T>(
      { provider, perSecond, clientId, isUrgent }: SlotRequest,
      signal: AbortSignal,
      send: () => Promise<T>,
    ) {
      const queue = queueOf(provider, perSecond)
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      const id = randomUUID()
      const onAbort = () => {
        queue.waiters.delete(id)
        removeWaiter(provider, id)
        reject(signal.reason)
      }
      if (signal.aborted) return Promise.reject(signal.reason)
      signal.addEventListener('abort', onAbort, { once: true })
      queue.waiters.set(id, {
        clientId,
        isUrgent,
        go() {
          signal.removeEventListener('abort', onAbort)
          resolve(send())
        },
      })
      if (!queue.isPolling) {
        const run: Promise<void> = pollSlots(queue).finally(() => polling.delete(run))
        polling.add(run)
      }
      return promise
    },
    waiting: () => [...queues.values()].reduce((sum, { waiters }) => sum + waiters.size, 0),
    async close() {
      isClosed = true
      await Promise.all(polling)
    },
  }
}
