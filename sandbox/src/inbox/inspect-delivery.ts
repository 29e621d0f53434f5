import {
  type Delivery,
  decrypt,
  receive,
  verifySignature,
  verifyStandardWebhook,
  WebhookError,
} from '@payproof/sdk/webhooks'
import type { Arrival, Keys } from './inboxes.ts'

export type Verdict = 'verified' | 'refused' | 'not-sent' | 'not-checked'

/** What a client's receiver makes of an arrival, with the keys that it has now. */
export type Reading = {
  webhookId: string | undefined
  event: string | undefined
  attempt: string | undefined
  sequence: string | undefined
  isTest: boolean
  isTombstone: boolean
  /** Whether the kit takes it without a complaint. */
  isAccepted: boolean
  signatures: { standard: Verdict; hexadecimal: Verdict; next: Verdict }
  isEncrypted: boolean
  isDecrypted: boolean
  /** Decrypted, and indented if it is JSON; null when it cannot be read. */
  text: string | null
  problems: string[]
}

export function read({ headers, body, receivedAt }: Arrival, keys: Keys): Reading {
  const { signingSecrets: secrets } = keys
  const freshness = { now: () => receivedAt }
  const verdict = (header: string, isMadeWith: (secret: string) => boolean): Verdict => {
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
  // Whoever looks for a fault wants to see the text all the same; the page says that it was not verified.
  const lenient = attempt(() => receive({ ...arrival, secrets: null, ...encryptionKeys }))
  const isEncrypted = headers['x-svc-encryption-iv'] !== undefined
  const shown = attempt(() => receive({ ...arrival, secrets: null, ...(isEncrypted && encryptionKeys) }))
  const delivery = shown instanceof WebhookError ? undefined : shown
  const text = isEncrypted ? opened(body, headers, keys) : body.toString()

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
    problems: problemsOf({ strict, lenient, signatures, secrets }),
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

/** Also of a body that is no event that the kit knows. */
function opened(body: Buffer, headers: Arrival['headers'], { encryptionKeys }: Keys): string | null {
  for (const key of encryptionKeys) {
    try {
      return decrypt(body, headers['x-svc-encryption-iv'] ?? '', key)
    } catch {
      // Another key may open it; that none did is told among the problems.
    }
  }
  return null
}

type Findings = {
  strict: Delivery | WebhookError
  lenient: Delivery | WebhookError
  signatures: Reading['signatures']
  secrets: string[]
}

/** In plain words, each with what to do about it. */
function problemsOf({ strict, lenient, signatures, secrets }: Findings): string[] {
  const problems: string[] = []
  if (secrets.length === 0) problems.push('No signing secret is set in this inbox, so nothing was verified')
  else if (strict instanceof WebhookError) problems.push(strict.message)
  if (lenient instanceof WebhookError && !problems.includes(lenient.message)) problems.push(lenient.message)
  if (signatures.hexadecimal === 'refused')
    problems.push('X-Svc-Signature was not made of this body with one of the secrets')
  if (signatures.next === 'refused')
    problems.push(
      'X-Svc-Signature-Next was not made of this body with one of the secrets: add the new secret',
    )
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
