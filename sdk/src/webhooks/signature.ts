import { createHmac, timingSafeEqual } from 'node:crypto'
import { headerOf, type WebhookHeaders } from './headers.ts'

/** The bytes as they arrived. A body that was parsed and written again is another body. */
export type RawBody = string | Uint8Array

export type Freshness = { toleranceSeconds?: number; now?: () => Date }

// A dot in the id or the time would let the same signed text be cut into other parts.
const idForm = /^[\w-]+$/
const timestampForm = /^[1-9]\d*$/
// Signatures of versions to come may stand beside ours. Two headers joined by a comma are no list.
const listForm = /^v\w+,[^ ,]+( v\w+,[^ ,]+)*$/

/** Whether `X-Svc-Signature` (or `X-Svc-Signature-Next`) was made of these very bytes with this secret. */
export function verifySignature(rawBody: RawBody, signature: string | undefined, secret: string): boolean {
  if (!isUsable(secret)) return false
  return isSame(signature, createHmac('sha512', secret).update(rawBody).digest('hex'))
}

/** Whether `webhook-signature` holds for id, time and body, and the time is near enough to rule out a replay. */
export function verifyStandardWebhook(
  rawBody: RawBody,
  headers: WebhookHeaders,
  secret: string,
  freshness?: Freshness,
): boolean {
  return standardFault(rawBody, headers, [secret], freshness) === undefined
}

/** What speaks against a delivery, when one of the secrets should have signed it. */
export function standardFault(
  rawBody: RawBody,
  headers: WebhookHeaders,
  secrets: readonly string[],
  { toleranceSeconds = 300, now = () => new Date() }: Freshness = {},
): 'unsigned' | 'wrong-signature' | 'wrong-time' | undefined {
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  if (!id || !timestamp || !signatures) return 'unsigned'
  if (!idForm.test(id) || !timestampForm.test(timestamp) || !listForm.test(signatures))
    return 'wrong-signature'

  const isSigned = secrets.filter(isUsable).some((secret) => {
    const mac = createHmac('sha256', secret).update(`${id}.${timestamp}.`).update(rawBody)
    const expected = `v1,${mac.digest('base64')}`
    return signatures.split(' ').some((signature) => isSame(signature, expected))
  })
  if (!isSigned) return 'wrong-signature'
  // Written so that a tolerance or a clock that is no number refuses.
  const isFresh = Math.abs(now().getTime() / 1_000 - Number(timestamp)) <= toleranceSeconds
  return isFresh ? undefined : 'wrong-time'
}

// Anybody can sign with an empty secret, which is what a forgotten setting often reads as.
const isUsable = (secret: unknown) => typeof secret === 'string' && secret !== ''

/** Compares the texts, not what they decode to: each signature has one spelling. */
function isSame(given: unknown, expected: string) {
  if (typeof given !== 'string') return false
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
