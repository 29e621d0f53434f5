import type { Offer } from '../queries.ts'
import type { Interruption } from './interruption.ts'
import type { QueueMessage } from './queue-message.ts'

export type RunningTask = {
  offer: Offer
  message: QueueMessage
  interruption: Interruption
  lane: string
  /** Frees the worker's slot for the next message. */
  freeSlot(): void
  timeoutMs: number
  /** By the monotonic clock, so that a jump of the time of day neither interrupts the task nor ends its lease. */
  startedAt: number
  /** Whether this run has recorded its start, see migration 0035. */
  hasRecordedStart?: boolean
  /** Ends the turn of a task that may have crashed a worker. */
  endTurn?(): void
  /** By the monotonic clock. */
  leaseRenewedAt: number
}
