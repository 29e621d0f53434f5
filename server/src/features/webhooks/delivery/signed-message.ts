import { createCipheriv, createHmac, type KeyObject, randomBytes } from 'node:crypto'
import type { SigningSecrets } from '../signing-secrets.ts'

/** Settings of a webhook that determine the form of its messages. */
export type DeliveryFormat = {
  includesPayload: boolean
  signing: SigningSecrets
  encryption: { key: KeyObject; keyId: string; contentType: string } | undefined
}

/** Content of one delivery, as stored JSON texts in UTF-8. `thin` is the body without `payload`. */
export type DeliveryContent = {
  thin: Buffer
  payload: Buffer | undefined
  isPayloadOmitted: boolean
  isTombstone: boolean
  isTest: boolean
}

export type Envelope = {
  deliveryId: string
  attempt: number
  sequence: string | null
  /** W3C trace context for the receiver; undefined while tracing is off. */
  traceparent?: string | undefined
}

export type SignedMessage = { headers: Record<string, string>; body: Buffer }

/**
 * Returns the headers and body of one attempt. The body is encrypted first, and the signature covers the encrypted
 * body.
 */
export function composeMessage(
  format: DeliveryFormat,
  content: DeliveryContent,
  envelope: Envelope,
  now: number,
): SignedMessage {
  const { deliveryId, attempt, sequence, traceparent } = envelope
  const json = composeBody(format, content)
  const { body, headers } = format.encryption ? encrypt(format.encryption, json) : plainMessage(json)
  const timestamp = String(Math.floor(now / 1000))
  headers['user-agent'] = 'Payproof-Webhooks/1'
  headers['webhook-id'] = deliveryId
  headers['webhook-timestamp'] = timestamp
  headers['x-svc-delivery-id'] = deliveryId
  headers['x-svc-attempt'] = String(attempt)
  if (sequence !== null) headers['x-svc-sequence'] = sequence
  if (traceparent !== undefined) headers.traceparent = traceparent
  if (format.includesPayload && content.isPayloadOmitted) headers['x-svc-payload-omitted'] = 'size'
  if (content.isTombstone) headers['x-svc-tombstone'] = 'erased'
  if (content.isTest) headers['x-svc-test'] = 'true'
  sign(headers, format.signing, `${deliveryId}.${timestamp}.`, body)
  return { headers, body }
}

const payloadField = Buffer.from(',"payload":')
const closingBrace = Buffer.from('}')

/** Returns the body before encryption. */
export function composeBody(
  { includesPayload }: Pick<DeliveryFormat, 'includesPayload'>,
  { thin, payload }: Pick<DeliveryContent, 'thin' | 'payload'>,
): Buffer {
  if (!includesPayload || payload === undefined) return thin
  return Buffer.concat([thin.subarray(0, -closingBrace.length), payloadField, payload, closingBrace])
}

const plainMessage = (body: Buffer): SignedMessage => ({
  body,
  headers: { 'content-type': 'application/json' },
})

// GCM is insecure if an IV is reused with the same key, so the IV is always generated here and never passed in.
function encrypt(
  { key, keyId, contentType }: NonNullable<DeliveryFormat['encryption']>,
  json: Buffer,
): SignedMessage {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const sealed = Buffer.concat([cipher.update(json), cipher.final(), cipher.getAuthTag()])
  return {
    // One buffer for both signatures and the socket: each would otherwise encode the text again.
    body: Buffer.from(sealed.toString('base64'), 'latin1'),
    headers: {
      'content-type': contentType,
      'x-svc-encryption-iv': iv.toString('base64'),
      'x-svc-key-id': keyId,
    },
  }
}

function sign(headers: Record<string, string>, signing: SigningSecrets, prefix: string, body: Buffer) {
  if (signing.primary) headers['x-svc-signature'] = hmac('sha512', signing.primary, body).digest('hex')
  if (signing.next) headers['x-svc-signature-next'] = hmac('sha512', signing.next, body).digest('hex')
  const standard = signing.all.map(
    (secret) => `v1,${hmac('sha256', secret, prefix).update(body).digest('base64')}`,
  )
  if (standard.length > 0) headers['webhook-signature'] = standard.join(' ')
}

const hmac = (hash: string, secret: Buffer, text: string | Buffer) => createHmac(hash, secret).update(text)
