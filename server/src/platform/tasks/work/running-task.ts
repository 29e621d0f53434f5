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
  startedAt: number
  leaseRenewedAt: number
}
