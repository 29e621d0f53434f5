import { createHash, createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { decrypt, receive, verifySignature } from '@payproof/sdk/webhooks'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { hmacsByOpenssl } from '../../../../../sdk/test/openssl.ts'
import { type Content, composeMessage, type Form } from './signed-message.ts'

// What we send, held against three who do not share a line with us: the receiver's kit, the OpenSSL command line and
// the npm package standardwebhooks.

const now = Date.now()
const encryptionKey = randomBytes(32)
const envelope = { deliveryId: randomUUID(), attempt: 1, sequence: '7' }
const encryption = {
  key: createSecretKey(encryptionKey),
  keyId: randomUUID(),
  contentType: 'text/plain',
}

const saying = (thin: string): Content => ({
  thin,
  payload: undefined,
  isPayloadOmitted: false,
  isTombstone: false,
  isTest: false,
})

const signed = (...secrets: string[]): Form['signing'] => {
  const all = secrets.map((secret) => Buffer.from(secret))
  return { fixed: all[0], next: all[1], all }
}

const compose = (text: string, form: Partial<Form> = {}) =>
  composeMessage(
    { includesPayload: false, signing: signed('mysecret'), encryption: undefined, ...form },
    saying(text),
    envelope,
    now,
  )

const bodies: [name: string, body: string][] = [
  ['empty', ''],
  ['UTF-8', '{"forename":"Zoë 🐝 Łukasz","pay":"£1,234.56"}'],
  ['1 MiB', randomBytes((1024 ** 2 * 3) / 4).toString('base64')],
]

test.each(bodies)('the %s body: OpenSSL and the kit find our signature right', (_name, body) => {
  const { headers, body: sent } = compose(body)
  expect(sent).toBe(body)
  expect(headers['x-svc-signature']).toBe(hmacsByOpenssl('sha512', 'mysecret', [body])[0])
  expect(verifySignature(sent, headers['x-svc-signature'], 'mysecret')).toBe(true)
})

test.each(bodies)(
  'the %s body, encrypted: the kit opens it, OpenSSL finds its signature right',
  (_name, body) => {
    const { headers, body: sent } = compose(body, { encryption })
    expect(decrypt(sent, headers['x-svc-encryption-iv'] ?? '', encryptionKey.toString('base64'))).toBe(body)
    expect(headers['x-svc-signature']).toBe(hmacsByOpenssl('sha512', 'mysecret', [sent])[0])
  },
)

test('1,000 random bodies, encrypted, then signed: OpenSSL agrees, the kit reads them, no vector comes twice', () => {
  // The same in every run.
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

test('the package standardwebhooks verifies what we send, with the old secret and with the new one', () => {
  const { headers, body } = compose('{"event":"user-payroll-submitted"}', {
    signing: signed('the old one', 'the new one'),
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

test('every flipped bit of body, signature, id, time and vector is refused', () => {
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

test('without a secret nothing is signed; the payload is added only where it is wanted', () => {
  const content = { ...saying('{"event":"e"}'), payload: '{"amounts":[12.5]}' }
  const form: Form = { includesPayload: true, signing: signed(), encryption: undefined }
  const full = composeMessage(form, content, envelope, now)
  expect(JSON.parse(full.body)).toEqual({ event: 'e', payload: { amounts: [12.5] } })
  expect(Object.keys(full.headers).filter((name) => name.includes('signature'))).toEqual([])
  expect(composeMessage({ ...form, includesPayload: false }, content, envelope, now).body).toBe(
    '{"event":"e"}',
  )
})

test('headers say what the body cannot: attempt, number, omission, tombstone, test', () => {
  const content = { ...saying('{}'), isPayloadOmitted: true, isTombstone: true, isTest: true }
  const form: Form = { includesPayload: true, signing: signed(), encryption }
  expect(composeMessage(form, content, { ...envelope, attempt: 3 }, now).headers).toMatchObject({
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
