import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { flipsOf, misspellingsOf, textFlipsOf } from '../../test/alterations.ts'
import { hmacsByOpenssl } from '../../test/openssl.ts'
import { standardHeaders } from '../../test/sender.ts'
import { verifyStandardWebhook } from '../webhooks.ts'

const secret = 'a secret of £ and 🔑'
const id = '0199c82c-c001-75d1-b89f-2c95df0a7a79'
const sentAt = new Date('2027-03-01T12:00:00Z')
const body = '{"event":"user-payroll-submitted","n":"🧾"}'
const headers = standardHeaders(body, [secret], id, sentAt)
const verify = (other: Partial<Record<keyof typeof headers, string>>, bytes: string | Uint8Array = body) =>
  verifyStandardWebhook(bytes, { ...headers, ...other }, secret, { now: () => sentAt })

/** Creates the package's verifier as our guide explains: the package expects Base64, but our secret is plain text. */
const packaged = (text: string) => new Webhook(Buffer.from(text).toString('base64'))
const texts = fc.string({ unit: 'binary', maxLength: 300 })
const secrets = fc.string({ unit: 'binary', minLength: 1 })

test('the standardwebhooks package verifies our deliveries, and we verify its signatures', () => {
  fc.assert(
    fc.property(texts, secrets, fc.uuid(), (text, key, messageId) => {
      const now = new Date()
      const sent = standardHeaders(text, [key], messageId, now)
      expect(packaged(key).verify(text, sent, { jsonParse: false })).toBeUndefined()
      expect(packaged(key).sign(messageId, now, text)).toBe(sent['webhook-signature'])
      const signed = { ...sent, 'webhook-signature': packaged(key).sign(messageId, now, text) }
      expect(verifyStandardWebhook(text, signed, key)).toBe(true)
      expect(verifyStandardWebhook(`${text} `, signed, key)).toBe(false)
      expect(() => packaged(key).verify(`${text} `, sent, { jsonParse: false })).toThrow()
    }),
    { numRuns: 1_000 },
  )
})

test('the package takes a secret as raw bytes too, but as raw text only while it is ASCII', () => {
  const sent = standardHeaders(body, [secret], id, new Date())
  expect(new Webhook(Buffer.from(secret), { format: 'raw' }).verify(body, sent)).toEqual(JSON.parse(body))
  expect(() => new Webhook(secret, { format: 'raw' }).verify(body, sent)).toThrow('No matching signature')
  const prefixed = standardHeaders(body, ['whsec_plain text'], id, new Date())
  expect(packaged('whsec_plain text').verify(body, prefixed)).toEqual(JSON.parse(body))
})

test('OpenSSL makes the same signatures', () => {
  const bodies = Array.from({ length: 200 }, (_, n) => randomBytes(n * 7))
  const timestamp = String(sentAt.getTime() / 1_000)
  const signed = bodies.map((bytes) => Buffer.concat([Buffer.from(`${id}.${timestamp}.`), bytes]))
  const macs = hmacsByOpenssl('sha256', secret, signed).map((mac) =>
    Buffer.from(mac, 'hex').toString('base64'),
  )
  for (const [n, bytes] of bodies.entries()) {
    expect(verify({ 'webhook-signature': `v1,${macs[n]}` }, bytes)).toBe(true)
    expect(verify({ 'webhook-signature': `v1,${macs.at(n - 1)}` }, bytes)).toBe(false)
  }
})

test('during a rotation the old and the new secret verify, and no third', () => {
  const sent = standardHeaders(body, ['the old secret', 'the new secret'], id, new Date())
  for (const key of ['the old secret', 'the new secret']) {
    expect(verifyStandardWebhook(body, sent, key)).toBe(true)
    expect(packaged(key).verify(body, sent)).toEqual(JSON.parse(body))
  }
  expect(verifyStandardWebhook(body, sent, 'a third secret')).toBe(false)
  expect(verifyStandardWebhook(body, standardHeaders(body, [''], id, new Date()), '')).toBe(false)
})

test('signatures of other versions beside ours are passed over', () => {
  const good = headers['webhook-signature']
  const other = `v1a,${randomBytes(64).toString('base64')}`
  for (const list of [`${other} ${good}`, `${good} ${other}`, `v2,x ${good} v1,x`])
    expect(verify({ 'webhook-signature': list }), list).toBe(true)
  const junk = [`${good}  ${good}`, ` ${good}`, `${good} `, `${good} v1,`, `x ${good}`, `${good} x`]
  for (const list of [
    ...junk,
    other,
    'v1,',
    'v1',
    good.slice(3),
    good.replace('v1', 'v2'),
    good.replace(',', ' '),
  ])
    expect(verify({ 'webhook-signature': list }), list).toBe(false)
})

test('one flipped bit of body, id, time or signature is refused, wherever it is', () => {
  expect(verify({})).toBe(true)
  for (const flipped of flipsOf(Buffer.from(body))) expect(verify({}, flipped)).toBe(false)
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const)
    for (const value of textFlipsOf(headers[name])) {
      // The clock is set to the delivery's time, so that only the signature can cause the rejection.
      const now = () => new Date(Number(value) * 1_000)
      const isTime = name === 'webhook-timestamp' && Number.isFinite(now().getTime())
      const freshness = isTime ? { now } : { now: () => sentAt }
      expect(verifyStandardWebhook(body, { ...headers, [name]: value }, secret, freshness), value).toBe(false)
    }
})

test('one flipped bit is refused in any body', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 60 }),
      secrets,
      fc.uuid(),
      (bytes, key, messageId) => {
        const sent = standardHeaders(bytes, [key], messageId, sentAt)
        const isGood = (given: Uint8Array) => verifyStandardWebhook(given, sent, key, { now: () => sentAt })
        expect(isGood(bytes)).toBe(true)
        for (const flipped of flipsOf(bytes)) expect(isGood(flipped)).toBe(false)
      },
    ),
  )
})

test('id, time and signature have one spelling, and none may be missing', () => {
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const) {
    for (const value of misspellingsOf(headers[name]))
      expect(verify({ [name]: value }), `${name}: ${value}`).toBe(false)
    expect(verify({ [name]: undefined }), name).toBe(false)
    expect(verify({ [name]: '' }), name).toBe(false)
  }
})

test('a time is written in one way, even when it was signed in another', () => {
  const at = (timestamp: string) => {
    const mac = hmacsByOpenssl('sha256', secret, [`${id}.${timestamp}.${body}`])[0] as string
    const signature = `v1,${Buffer.from(mac, 'hex').toString('base64')}`
    return verify({ 'webhook-timestamp': timestamp, 'webhook-signature': signature })
  }
  const seconds = String(sentAt.getTime() / 1_000)
  expect(at(seconds)).toBe(true)
  for (const other of [
    `0${seconds}`,
    `+${seconds}`,
    `${seconds}.0`,
    `${seconds} `,
    `${Number(seconds)}e0`,
    '0x1',
    'NaN',
  ])
    expect(at(other), other).toBe(false)
})

test('the signed text cannot be cut into another id, time and body', () => {
  const seconds = String(sentAt.getTime() / 1_000)
  const sent = standardHeaders(`${seconds}.rest`, [secret], id, sentAt)
  expect(verify(sent, `${seconds}.rest`)).toBe(true)
  expect(verify({ ...sent, 'webhook-id': `${id}.${seconds}` }, 'rest')).toBe(false)
})

test('a delivery may be five minutes old or early, or as much as was said, and not a second more', () => {
  const isFresh = (seconds: number, toleranceSeconds?: number) =>
    verifyStandardWebhook(body, headers, secret, {
      now: () => new Date(sentAt.getTime() + seconds * 1_000),
      ...(toleranceSeconds !== undefined && { toleranceSeconds }),
    })
  expect([-301, -300.001, -300, 0, 300, 300.001, 301].map((seconds) => isFresh(seconds))).toEqual([
    false,
    false,
    true,
    true,
    true,
    false,
    false,
  ])
  expect([-11, -10, 10, 11].map((seconds) => isFresh(seconds, 10))).toEqual([false, true, true, false])
  expect([-1, 0, 1].map((seconds) => isFresh(seconds, 0))).toEqual([false, true, false])
  expect([isFresh(0, Number.NaN), isFresh(Number.NaN), isFresh(0, -1)]).toEqual([false, false, false])
  expect(verifyStandardWebhook(body, standardHeaders(body, [secret], id, new Date()), secret)).toBe(true)
  expect(verifyStandardWebhook(body, headers, secret)).toBe(false)
})

test("headers are accepted in Node's, a framework's or the web's form, but not duplicated", () => {
  const now = () => sentAt
  const upper = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  )
  const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]))
  for (const form of [headers, upper, lists, new Headers(headers), { ...headers, host: undefined, get: 'x' }])
    expect(verifyStandardWebhook(body, form, secret, { now })).toBe(true)
  for (const [name, value] of Object.entries(headers)) {
    const twice = new Headers(headers)
    twice.append(name, value)
    for (const form of [
      twice,
      { ...headers, [name]: [value, value] },
      { ...headers, [name.toUpperCase()]: value },
    ])
      expect(verifyStandardWebhook(body, form, secret, { now }), name).toBe(false)
  }
  expect(verifyStandardWebhook(body, {}, secret, { now })).toBe(false)
  expect(verifyStandardWebhook(body, new Headers(), secret, { now })).toBe(false)
  expect(verify({ 'webhook-id': randomUUID() })).toBe(false)
})
