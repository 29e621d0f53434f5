/** A message in our hands: until it is acknowledged, NATS waits for a sign of life and then offers it to another. */
export type Held = {
  body: Uint8Array
  /** How often NATS has handed it out, this time included. */
  deliveries: number
  /** When NATS got it, by its own clock. */
  sentAt: number
  /** False if NATS had it before it had our present subscription: a NATS that was killed forgets what it handed out. */
  isSentToUs: boolean
  acknowledge(): void
  keep(): void
  giveBack(delayMs?: number): void
}
