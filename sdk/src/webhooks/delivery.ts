import { decrypt, textOf } from './encryption.ts'
import { type EventContent, readEvent } from './event.ts'
import { headerOf, type WebhookHeaders } from './headers.ts'
import { type Freshness, type RawBody, standardFault } from './signature.ts'

const faults = {
  unsigned: 'The headers webhook-id, webhook-timestamp and webhook-signature are not all there',
  'wrong-signature': 'No signature was made of this id, time and body with one of the secrets',
  'wrong-time': 'The delivery is signed, but too old or from the future; compare the clocks',
  'not-encrypted': 'There are encryption keys, but the delivery is not encrypted',
  'no-key': 'The delivery is encrypted, but there are no encryption keys',
  undecryptable: 'None of the encryption keys opens the body',
  malformed: 'The delivery is not a Payproof event, or lacks a field of its kind',
} as const

/** Reason why a delivery was rejected: a code, and a message that contains no data of the delivery. */
export class WebhookError extends Error {
  readonly reason: keyof typeof faults

  constructor(reason: keyof typeof faults, options?: ErrorOptions) {
    super(faults[reason], options)
    this.name = 'WebhookError'
    this.reason = reason
  }
}

export type Arrival = Freshness & {
  body: RawBody
  headers: WebhookHeaders
  /**
   * All currently valid signing secrets; there are two during a rotation. Unsigned deliveries are accepted only if
   * this is null.
   */
  secrets: readonly string[] | null
  /** All currently valid encryption keys. If there are keys, deliveries in plain text are rejected. */
  encryptionKeys?: readonly string[]
}

export type Delivery = {
  /** Id for deduplication; it is the same for every attempt and replay. */
  id: string
  attempt: number
  /** Sequence number of the delivery among those about one user to one webhook, from 1; undefined if not numbered. */
  sequence: number | undefined
  isTest: boolean
  /** Whether the payload was omitted, because it would exceed 1 MiB. Fetch it by its ids. */
  isPayloadOmitted: boolean
  /** The JSON text, after decryption. */
  body: string
} & EventContent

/** Verifies, decrypts and parses one delivery, or throws a WebhookError. */
export function receive({ body: raw, headers, secrets, encryptionKeys, ...freshness }: Arrival): Delivery {
  const fault = secrets === null ? undefined : standardFault(raw, headers, secrets, freshness)
  if (fault) throw new WebhookError(fault)
  const body = open(raw, headerOf(headers, 'x-svc-encryption-iv'), encryptionKeys)

  const isTombstone = headerOf(headers, 'x-svc-tombstone') === 'erased'
  const id = headerOf(headers, 'webhook-id')
  const attempt = countOf(headers, 'x-svc-attempt')
  const content = readEvent(body, isTombstone)
  if (!id || !attempt || !content) throw new WebhookError('malformed')
  return {
    ...content,
    id,
    attempt,
    sequence: countOf(headers, 'x-svc-sequence'),
    isTest: headerOf(headers, 'x-svc-test') === 'true',
    isPayloadOmitted: headerOf(headers, 'x-svc-payload-omitted') !== undefined,
    body,
  }
}

function open(rawBody: RawBody, iv: string | undefined, keys: readonly string[] | undefined) {
  if (iv === undefined && keys) throw new WebhookError('not-encrypted')
  if (iv === undefined) return plainText(rawBody)
  if (!keys) throw new WebhookError('no-key')
  let cause: unknown
  for (const key of keys) {
    try {
      return decrypt(rawBody, iv, key)
    } catch (error) {
      cause = error
    }
  }
  throw new WebhookError('undecryptable', { cause })
}

function plainText(rawBody: RawBody) {
  if (typeof rawBody === 'string') return rawBody
  try {
    return textOf(rawBody)
  } catch (cause) {
    throw new WebhookError('malformed', { cause })
  }
}

function countOf(headers: WebhookHeaders, name: string) {
  const text = headerOf(headers, name)
  if (text !== undefined && !/^[1-9]\d{0,14}$/.test(text)) throw new WebhookError('malformed')
  return text === undefined ? undefined : Number(text)
}
