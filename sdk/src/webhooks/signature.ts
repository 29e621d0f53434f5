import { createHmac, timingSafeEqual } from 'node:crypto'
import { headerOf, type WebhookHeaders } from './headers.ts'

/** The raw bytes of a body. A body that was parsed and serialised again no longer matches its signature. */
export type RawBody = string | Uint8Array

export type Freshness = { toleranceSeconds?: number; now?: () => Date }

// A dot in the id or timestamp would make the signed text ambiguous.
const idForm = /^[\w-]+$/
const timestampForm = /^[1-9]\d*$/
// The list may also contain future signature versions. Two headers joined by a comma are not a valid list.
const listForm = /^v\w+,[^ ,]+( v\w+,[^ ,]+)*$/

/** Verifies `X-Svc-Signature` (or `X-Svc-Signature-Next`) over the raw body with this secret. */
export function verifySignature(rawBody: RawBody, signature: string | undefined, secret: string): boolean {
  if (!isUsable(secret)) return false
  return isSame(signature, createHmac('sha512', secret).update(rawBody).digest('hex'))
}

/**
 * Verifies `webhook-signature` over id, timestamp and body, and that the timestamp is recent enough to rule
 * out a replay.
 */
export function verifyStandardWebhook(
  rawBody: RawBody,
  headers: WebhookHeaders,
  secret: string,
  freshness?: Freshness,
): boolean {
  return standardFault(rawBody, headers, [secret], freshness) === undefined
}

/** Returns the reason to reject a delivery, or undefined if one of the secrets signed it. */
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
  // The comparison is written so that a tolerance or clock of NaN rejects the delivery.
  const isFresh = Math.abs(now().getTime() / 1_000 - Number(timestamp)) <= toleranceSeconds
  return isFresh ? undefined : 'wrong-time'
}

// An empty secret, often caused by an unset variable, would let anyone sign.
const isUsable = (secret: unknown) => typeof secret === 'string' && secret !== ''

/** Compares the encoded texts rather than the bytes, because each signature has exactly one encoding. */
function isSame(given: unknown, expected: string) {
  if (typeof given !== 'string') return false
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
