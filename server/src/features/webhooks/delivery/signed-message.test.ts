import { createHash, createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { decrypt, receive, verifySignature } from '@payproof/sdk/webhooks'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { hmacsByOpenssl } from '../../../../../sdk/test/openssl.ts'
import { composeMessage, type DeliveryContent, type DeliveryFormat } from './signed-message.ts'

// Checks our messages against three independent implementations: the SDK, the OpenSSL command line and the npm
// package standardwebhooks.

const now = Date.now()
const encryptionKey = randomBytes(32)
const envelope = { deliveryId: randomUUID(), attempt: 1, sequence: '7' }
const encryption = {
  key: createSecretKey(encryptionKey),
  keyId: randomUUID(),
  contentType: 'text/plain',
}

const contentOf = (thin: string): DeliveryContent => ({
  thin: Buffer.from(thin),
  payload: undefined,
  isPayloadOmitted: false,
  isTombstone: false,
  isTest: false,
})

const signingWith = (...secrets: string[]): DeliveryFormat['signing'] => {
  const all = secrets.map((secret) => Buffer.from(secret))
  return { primary: all[0], next: all[1], all }
}

function compose(text: string, format: Partial<DeliveryFormat> = {}) {
  const { headers, body } = composeMessage(
    { includesPayload: false, signing: signingWith('mysecret'), encryption: undefined, ...format },
    contentOf(text),
    envelope,
    now,
  )
  return { headers, body: body.toString() }
}

const bodies: [name: string, body: string][] = [
  ['empty', ''],
  ['UTF-8', '{"forename":"Zoë 🐝 Łukasz","pay":"£1,234.56"}'],
  ['1 MiB', randomBytes((1024 ** 2 * 3) / 4).toString('base64')],
]

test.each(bodies)('OpenSSL and the SDK verify the signature of the %s body', (_name, body) => {
  const { headers, body: sent } = compose(body)
  expect(sent).toBe(body)
  expect(headers['x-svc-signature']).toBe(hmacsByOpenssl('sha512', 'mysecret', [body])[0])
  expect(verifySignature(sent, headers['x-svc-signature'], 'mysecret')).toBe(true)
})

test.each(bodies)('the SDK decrypts and OpenSSL verifies the encrypted %s body', (_name, body) => {
  const { headers, body: sent } = compose(body, { encryption })
  expect(decrypt(sent, headers['x-svc-encryption-iv'] ?? '', encryptionKey.toString('base64'))).toBe(body)
  expect(headers['x-svc-signature']).toBe(hmacsByOpenssl('sha512', 'mysecret', [sent])[0])
})

test('signs 1,000 encrypted bodies verifiably and never repeats an IV', () => {
  // The bodies are deterministic.
  const plain = Array.from({ length: 1_000 }, (_, n) =>
    createHash('shake256', { outputLength: 1 + ((n * 997) % 3_000) })
      .update(`body ${n}`)
      .digest('base64'),
  )
  const messages = plain.map((text) => compose(text, { encryption }))
  const sent = messages.map(({ body }) => body)
  const signatures = hmacsByOpenssl('sha512', 'mysecret', sent)
  const vectors = new Set<string>()
  for (const [n, { headers, body }] of messages.entries()) {
    const iv = headers['x-svc-encryption-iv'] ?? ''
    vectors.add(iv)
    expect(headers['x-svc-signature']).toBe(signatures[n])
    expect(verifySignature(body, headers['x-svc-signature'], 'mysecret')).toBe(true)
    expect(decrypt(body, iv, encryptionKey.toString('base64'))).toBe(plain[n])
  }
  expect(vectors.size).toBe(1_000)
})

test('standardwebhooks verifies our messages with the old and with the new secret', () => {
  const { headers, body } = compose('{"event":"user-payroll-submitted"}', {
    signing: signingWith('the old one', 'the new one'),
  })
  for (const secret of ['the old one', 'the new one']) {
    expect(new Webhook(Buffer.from(secret), { format: 'raw' }).verify(body, headers)).toEqual({
      event: 'user-payroll-submitted',
    })
  }
  expect(() => new Webhook(Buffer.from('another'), { format: 'raw' }).verify(body, headers)).toThrow()
  expect(verifySignature(body, headers['x-svc-signature'], 'the old one')).toBe(true)
  expect(verifySignature(body, headers['x-svc-signature-next'], 'the new one')).toBe(true)
})

test('the SDK rejects any flipped bit of body, signature, id, timestamp or IV', () => {
  const text = JSON.stringify({
    event: 'user-payroll-submitted',
    user_id: randomUUID(),
    timestamp: new Date(now).toISOString(),
    entry_id: randomUUID(),
    account_id: null,
  })
  const { headers, body } = compose(text, { encryption })
  const arrival = { body, headers, secrets: ['mysecret'], encryptionKeys: [encryptionKey.toString('base64')] }
  expect(receive(arrival)).toMatchObject({ event: 'user-payroll-submitted', sequence: 7 })
  const flips = (value: string) =>
    Array.from({ length: value.length * 8 }, (_, bit) => {
      const bytes = Buffer.from(value)
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      return bytes.toString('latin1')
    })
  for (const changed of flips(body)) expect(() => receive({ ...arrival, body: changed })).toThrow()
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'x-svc-encryption-iv'] as const
  for (const name of names) {
    for (const value of flips(headers[name] ?? '')) {
      expect(() => receive({ ...arrival, headers: { ...headers, [name]: value } })).toThrow()
    }
  }
})

test('does not sign without a secret, and adds the payload only if configured', () => {
  const content = { ...contentOf('{"event":"e"}'), payload: Buffer.from('{"amounts":[12.5]}') }
  const format: DeliveryFormat = { includesPayload: true, signing: signingWith(), encryption: undefined }
  const full = composeMessage(format, content, envelope, now)
  expect(JSON.parse(full.body.toString())).toEqual({ event: 'e', payload: { amounts: [12.5] } })
  expect(Object.keys(full.headers).filter((name) => name.includes('signature'))).toEqual([])
  const thin = composeMessage({ ...format, includesPayload: false }, content, envelope, now)
  expect(thin.body.toString()).toBe('{"event":"e"}')
})

test('sends attempt, sequence, omitted payload, tombstone and test as headers', () => {
  const content = { ...contentOf('{}'), isPayloadOmitted: true, isTombstone: true, isTest: true }
  const format: DeliveryFormat = { includesPayload: true, signing: signingWith(), encryption }
  expect(composeMessage(format, content, { ...envelope, attempt: 3 }, now).headers).toMatchObject({
    'content-type': 'text/plain',
    'webhook-id': envelope.deliveryId,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'x-svc-delivery-id': envelope.deliveryId,
    'x-svc-attempt': '3',
    'x-svc-sequence': '7',
    'x-svc-payload-omitted': 'size',
    'x-svc-tombstone': 'erased',
    'x-svc-test': 'true',
    'x-svc-key-id': encryption.keyId,
  })
})
