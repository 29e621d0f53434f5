import type { Inbox, InboxDelivery } from './inboxes.ts'
import { inspectDelivery } from './inspect-delivery.ts'

/** Formats a received delivery and its verification result as JSON. */
export function present(arrival: InboxDelivery, inbox: Inbox) {
  const reading = inspectDelivery(arrival, inbox.keys)
  return {
    number: arrival.number,
    received_at: arrival.receivedAt.toISOString(),
    answered: arrival.repliedStatus,
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
