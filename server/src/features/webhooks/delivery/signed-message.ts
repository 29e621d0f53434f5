import { createCipheriv, createHmac, type KeyObject, randomBytes } from 'node:crypto'
import type { Signing } from '../signing-secrets.ts'

/** How a webhook wants its deliveries. */
export type Form = {
  includesPayload: boolean
  signing: Signing
  encryption: { key: KeyObject; keyId: string; contentType: string } | undefined
}

/** What is to be said in one delivery: JSON texts, as they are stored. */
export type Content = {
  thin: string
  payload: string | undefined
  isPayloadOmitted: boolean
  isTombstone: boolean
  isTest: boolean
}

export type Envelope = {
  deliveryId: string
  attempt: number
  sequence: string | null
  /** Random numbers by which a receiver can join our trace; left out while tracing is off. */
  traceparent?: string | undefined
}

export type Message = { headers: Record<string, string>; body: string }

/** The request of one attempt: encrypted first, then signed, as the interface fixes it. New facts are headers. */
export function composeMessage(form: Form, content: Content, envelope: Envelope, now: number): Message {
  const { deliveryId, attempt, sequence, traceparent } = envelope
  const json = bodyOf(form, content)
  const { body, headers } = form.encryption ? encrypt(form.encryption, json) : plain(json)
  const timestamp = String(Math.floor(now / 1000))
  headers['user-agent'] = 'Payproof-Webhooks/1'
  headers['webhook-id'] = deliveryId
  headers['webhook-timestamp'] = timestamp
  headers['x-svc-delivery-id'] = deliveryId
  headers['x-svc-attempt'] = String(attempt)
  if (sequence !== null) headers['x-svc-sequence'] = sequence
  if (traceparent !== undefined) headers.traceparent = traceparent
  if (form.includesPayload && content.isPayloadOmitted) headers['x-svc-payload-omitted'] = 'size'
  if (content.isTombstone) headers['x-svc-tombstone'] = 'erased'
  if (content.isTest) headers['x-svc-test'] = 'true'
  sign(headers, form.signing, `${deliveryId}.${timestamp}.`, body)
  return { headers, body }
}

/** What is said, before it is encrypted. */
export function bodyOf(
  { includesPayload }: Pick<Form, 'includesPayload'>,
  { thin, payload }: Pick<Content, 'thin' | 'payload'>,
) {
  return includesPayload && payload !== undefined ? `${thin.slice(0, -1)},"payload":${payload}}` : thin
}

const plain = (body: string): Message => ({ body, headers: { 'content-type': 'application/json' } })

// The vector is made here and nowhere else, so that none can ever be used twice with a key.
function encrypt({ key, keyId, contentType }: NonNullable<Form['encryption']>, json: string): Message {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const sealed = Buffer.concat([cipher.update(json, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return {
    body: sealed.toString('base64'),
    headers: {
      'content-type': contentType,
      'x-svc-encryption-iv': iv.toString('base64'),
      'x-svc-key-id': keyId,
    },
  }
}

function sign(headers: Record<string, string>, signing: Signing, prefix: string, body: string) {
  if (signing.fixed) headers['x-svc-signature'] = hmac('sha512', signing.fixed, body).digest('hex')
  if (signing.next) headers['x-svc-signature-next'] = hmac('sha512', signing.next, body).digest('hex')
  const standard = signing.all.map(
    (secret) => `v1,${hmac('sha256', secret, prefix).update(body).digest('base64')}`,
  )
  if (standard.length > 0) headers['webhook-signature'] = standard.join(' ')
}

const hmac = (hash: string, secret: Buffer, text: string) => createHmac(hash, secret).update(text)
