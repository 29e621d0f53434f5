import type { Arrival, Inbox } from './inboxes.ts'
import { read } from './inspect-delivery.ts'

/** An arrival and what a receiver makes of it, as JSON. */
export function present(arrival: Arrival, inbox: Inbox) {
  const reading = read(arrival, inbox.keys)
  return {
    number: arrival.number,
    received_at: arrival.receivedAt.toISOString(),
    answered: arrival.answered,
    webhook_id: reading.webhookId ?? null,
    event: reading.event ?? null,
    attempt: reading.attempt ?? null,
    sequence: reading.sequence ?? null,
    is_test: reading.isTest,
    is_tombstone: reading.isTombstone,
    is_accepted: reading.isAccepted,
    signatures: reading.signatures,
    is_encrypted: reading.isEncrypted,
    is_decrypted: reading.isDecrypted,
    body: reading.text,
    problems: reading.problems,
    raw_body: arrival.body.toString('base64'),
    headers: arrival.headers,
  }
}
