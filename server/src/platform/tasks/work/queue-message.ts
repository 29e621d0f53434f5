/** A task message being processed. Without an acknowledgement or heartbeat, NATS redelivers it to another worker. */
export type QueueMessage = {
  body: Uint8Array
  /** Number of times NATS has delivered the message, including this delivery. */
  deliveryCount: number
  /** Time at which the sender signed the message, by its own clock. */
  signedAt: number
  /**
   * False if the message is older than our current subscription: when NATS is killed, it forgets its deliveries and
   * may send a message twice.
   */
  isSentAfterSubscribing: boolean
  ack(): void
  /** Sends a heartbeat, which resets the redelivery timer of NATS. */
  markInProgress(): void
  /** Returns the message to the queue. */
  nak(delayMs?: number): void
}
