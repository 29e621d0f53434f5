/** A task message being processed. Without an ack or heartbeat, NATS redelivers it to another worker. */
export type QueueMessage = {
  body: Uint8Array
  /** How often NATS has delivered it, including this delivery. */
  deliveryCount: number
  /** When NATS received it, by its own clock. */
  sentAt: number
  /** False if it is older than our current subscription: a killed NATS forgets its deliveries and may send it twice. */
  addressedToUs: boolean
  ack(): void
  /** Heartbeat: resets the redelivery timer of NATS. */
  markInProgress(): void
  /** Returns the message to the queue. */
  nak(delayMs?: number): void
}
