import {
  type Delivery,
  decrypt,
  receive,
  verifySignature,
  verifyStandardWebhook,
  WebhookError,
} from '@payproof/sdk/webhooks'
import type { InboxDelivery, InboxKeys } from './inboxes.ts'

export type SignatureVerdict = 'verified' | 'refused' | 'not-sent' | 'not-checked'

/** Result of verifying and decrypting a delivery with the inbox's current keys. */
export type DeliveryReport = {
  webhookId: string | undefined
  event: string | undefined
  attempt: string | undefined
  sequence: string | undefined
  isTest: boolean
  isTombstone: boolean
  /** Whether the SDK accepts the delivery. */
  isAccepted: boolean
  signatures: { standard: SignatureVerdict; hexadecimal: SignatureVerdict; next: SignatureVerdict }
  isEncrypted: boolean
  isDecrypted: boolean
  /** Decrypted body, indented if it is JSON; null if it cannot be decrypted. */
  text: string | null
  problems: string[]
}

export function inspectDelivery(
  { headers, body, receivedAt }: InboxDelivery,
  keys: InboxKeys,
): DeliveryReport {
  const { signingSecrets: secrets } = keys
  const freshness = { now: () => receivedAt }
  const verdict = (header: string, isMadeWith: (secret: string) => boolean): SignatureVerdict => {
    if (headers[header] === undefined) return 'not-sent'
    if (secrets.length === 0) return 'not-checked'
    return secrets.some(isMadeWith) ? 'verified' : 'refused'
  }
  const hexadecimal = (header: string) =>
    verdict(header, (secret) => verifySignature(body, headers[header], secret))
  const signatures = {
    standard: verdict('webhook-signature', (secret) =>
      verifyStandardWebhook(body, headers, secret, freshness),
    ),
    hexadecimal: hexadecimal('x-svc-signature'),
    next: hexadecimal('x-svc-signature-next'),
  }

  const encryptionKeys = keys.encryptionKeys.length > 0 ? { encryptionKeys: keys.encryptionKeys } : {}
  const arrival = { body, headers, ...freshness }
  const strict = attempt(() => receive({ ...arrival, secrets, ...encryptionKeys }))
  // The delivery is also parsed without verification, so that the content of a rejected delivery can be shown for
  // debugging.
  const lenient = attempt(() => receive({ ...arrival, secrets: null, ...encryptionKeys }))
  const isEncrypted = headers['x-svc-encryption-iv'] !== undefined
  const shown = attempt(() => receive({ ...arrival, secrets: null, ...(isEncrypted && encryptionKeys) }))
  const delivery = shown instanceof WebhookError ? undefined : shown
  const text = isEncrypted ? decryptBody(body, headers, keys) : body.toString()

  return {
    webhookId: headers['webhook-id'],
    event: delivery?.event,
    attempt: headers['x-svc-attempt'],
    sequence: headers['x-svc-sequence'],
    isTest: headers['x-svc-test'] === 'true',
    isTombstone: delivery?.isTombstone ?? false,
    isAccepted: !(strict instanceof WebhookError),
    signatures,
    isEncrypted,
    isDecrypted: isEncrypted && text !== null,
    text: indented(text),
    problems: listProblems({ strict, lenient, signatures, secrets }),
  }
}

function attempt(work: () => Delivery): Delivery | WebhookError {
  try {
    return work()
  } catch (error) {
    if (error instanceof WebhookError) return error
    throw error
  }
}

/** Decrypts any body, even one that is not an event known to the SDK. */
function decryptBody(
  body: Buffer,
  headers: InboxDelivery['headers'],
  { encryptionKeys }: InboxKeys,
): string | null {
  for (const key of encryptionKeys) {
    try {
      return decrypt(body, headers['x-svc-encryption-iv'] ?? '', key)
    } catch {
      // Try the next key; a failure of all keys is reported among the problems.
    }
  }
  return null
}

type VerificationResults = {
  strict: Delivery | WebhookError
  lenient: Delivery | WebhookError
  signatures: DeliveryReport['signatures']
  secrets: string[]
}

/** Lists problems in plain language, with advice on how to solve them. */
function listProblems({ strict, lenient, signatures, secrets }: VerificationResults): string[] {
  const problems: string[] = []
  if (secrets.length === 0) problems.push('No signing secret is set in this inbox, so nothing was verified')
  else if (strict instanceof WebhookError) problems.push(strict.message)
  if (lenient instanceof WebhookError && !problems.includes(lenient.message)) problems.push(lenient.message)
  if (signatures.hexadecimal === 'refused')
    problems.push('X-Svc-Signature does not match this body with any of the secrets')
  if (signatures.next === 'refused')
    problems.push('X-Svc-Signature-Next does not match this body with any of the secrets: add the new secret')
  return problems
}

function indented(text: string | null): string | null {
  if (text === null) return null
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
