import { randomBytes, randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { expect, expectTypeOf, test } from 'vitest'
import { encrypt, standardHeaders } from '../test/sender.ts'
import type { PayrollSubmissionForWebhook } from './types.ts'
import { type AccountStatusChanged, type Arrival, type Delivery, receive, WebhookError } from './webhooks.ts'

const id = randomUUID()
const sentAt = new Date('2027-03-01T12:00:00Z')
const now = () => sentAt
const secret = 'a signing secret'
const key = randomBytes(32).toString('base64')

const about = { user_id: randomUUID(), timestamp: '2027-03-01T11:59:58.000Z' }
const [entry_id, account_id] = [randomUUID(), randomUUID()]
const payroll = { event: 'user-payroll-submitted', ...about, entry_id, account_id }
const statement = { event: 'user-bank-statement-submitted', ...about, document_external_ids: ['Zoë 🧾', 'b'] }
const tax = { event: 'user-taxauth-data-submitted', ...about, entry_id, account_id }
const optIn = [
  {
    event: 'account-status-changed',
    ...about,
    account_id,
    from_status: null,
    status: 'PENDING',
    reason: 'mfa',
  },
  {
    event: 'authorisation-revoked',
    ...about,
    authorisation_id: randomUUID(),
    term_id: randomUUID(),
    withdrawn_by: 'person',
    revoked_at: about.timestamp,
  },
  {
    event: 'journey-ended',
    ...about,
    journey_id: randomUUID(),
    outcome: 'expired',
    reason: 'x',
    account_id: null,
  },
  {
    event: 'document-flagged',
    ...about,
    document_id: randomUUID(),
    type: 'payslip',
    trust_score: 'Low',
    finding_codes: ['BOX_OVER_TEXT'],
  },
  { event: 'income-summary-updated', ...about, model_id: 'income-1', as_of: '2026-06-30', status: 'ready' },
  {
    event: 'identity-mismatch',
    ...about,
    account_id,
    document_id: null,
    identity_match: 'none',
    differences: ['name'],
  },
  {
    event: 'review-status-changed',
    ...about,
    from_status: 'in_review',
    status: 'decided',
    decision: 'approve',
    assignee_id: null,
  },
]
const tombstone = { event: 'user-payroll-submitted', ...about }

type Headers = Record<string, string>

/** Builds a delivery as the API sends it. By default it is signed, a first attempt and not encrypted. */
function arrivalOf(
  content: object | string,
  { secrets = [secret], key = '', headers = {} as Headers } = {},
): Arrival {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  const sealed = key ? encrypt(text, key) : undefined
  const body = Buffer.from(sealed?.body ?? text)
  const signed: Headers = standardHeaders(body, secrets, id, sentAt)
  if (secrets.length === 0) delete signed['webhook-signature']
  return {
    body,
    headers: {
      ...signed,
      ...(sealed && { 'x-svc-encryption-iv': sealed.iv, 'x-svc-key-id': randomUUID() }),
      'x-svc-delivery-id': id,
      'x-svc-attempt': '1',
      'x-svc-sequence': '7',
      ...headers,
    },
    secrets: [secret],
    now,
  }
}

function refusal(arrival: Arrival) {
  try {
    receive(arrival)
  } catch (error) {
    if (error instanceof WebhookError) return error.reason
    throw error
  }
  return 'accepted'
}

test.each([payroll, { ...payroll, account_id: null }, statement, tax, ...optIn])(
  'a delivery of $event is read',
  (event) => {
    const expectedFields = { id, attempt: 1, sequence: 7, isTest: false, isPayloadOmitted: false }
    const marks = { isTombstone: false, isUnknown: false }
    expect(receive(arrivalOf(event))).toEqual({
      ...event,
      ...expectedFields,
      ...marks,
      body: JSON.stringify(event),
    })
    const text = { ...arrivalOf(event), body: JSON.stringify(event) }
    expect(receive(text)).toEqual(receive(arrivalOf(event)))
  },
)

test('a payload arrives with its event and the facts from the headers', () => {
  const payload = { entry_id, account_id, payroll_submissions: [{ gross_pay: 2_450.5 }] }
  expect(receive(arrivalOf({ ...payroll, payload }))).toMatchObject({ payload })
  const headers = {
    'x-svc-attempt': '12',
    'x-svc-sequence': '90071992547409',
    'x-svc-payload-omitted': 'size',
    'x-svc-test': 'true',
  }
  expect(receive(arrivalOf(payroll, { headers }))).toMatchObject({
    attempt: 12,
    sequence: 90_071_992_547_409,
    isPayloadOmitted: true,
    isTest: true,
  })
  const uncounted = arrivalOf(payroll)
  expect(
    receive({ ...uncounted, headers: { ...uncounted.headers, 'x-svc-sequence': undefined } }).sequence,
  ).toBe(undefined)
})

test('the event tells which fields there are', () => {
  const read = (delivery: Delivery) => {
    if (delivery.isTombstone) return expectTypeOf(delivery).not.toHaveProperty('entry_id')
    if (delivery.isUnknown) {
      expectTypeOf(delivery.event).toEqualTypeOf<string>()
      return expectTypeOf(delivery.document_id).toEqualTypeOf<unknown>()
    }
    switch (delivery.event) {
      case 'user-payroll-submitted':
        expectTypeOf(delivery.account_id).toEqualTypeOf<string | null>()
        return expectTypeOf(delivery.payload?.payroll_submissions).toEqualTypeOf<
          PayrollSubmissionForWebhook[] | undefined
        >()
      case 'user-bank-statement-submitted':
        return expectTypeOf(delivery.document_external_ids).toEqualTypeOf<string[]>()
      case 'user-taxauth-data-submitted':
        return expectTypeOf(delivery.account_id).toEqualTypeOf<string>()
      case 'account-status-changed':
        return expectTypeOf(delivery.from_status).toEqualTypeOf<AccountStatusChanged['from_status']>()
      case 'authorisation-revoked':
        return expectTypeOf(delivery.withdrawn_by).toEqualTypeOf<'person' | 'client'>()
      case 'journey-ended':
        return expectTypeOf(delivery.outcome).toEqualTypeOf<'finished' | 'abandoned' | 'expired'>()
      case 'document-flagged':
        return expectTypeOf(delivery.finding_codes).toEqualTypeOf<string[]>()
      case 'income-summary-updated':
        return expectTypeOf(delivery.status).toEqualTypeOf<'none' | 'partial' | 'ready'>()
      case 'identity-mismatch':
        return expectTypeOf(delivery.identity_match).toEqualTypeOf<'none'>()
      case 'review-status-changed':
        return expectTypeOf(delivery.assignee_id).toEqualTypeOf<string | null>()
      default:
        return expectTypeOf(delivery).toBeNever()
    }
  }
  read(receive(arrivalOf(payroll)))
})

test('values in the body cannot replace those of the headers', () => {
  const boasting = {
    ...payroll,
    id: 'x',
    attempt: 9,
    isTest: true,
    isTombstone: true,
    body: 'x',
    sequence: 9,
  }
  expect(receive(arrivalOf(boasting))).toMatchObject({
    id,
    attempt: 1,
    isTest: false,
    isTombstone: false,
    sequence: 7,
  })
})

test('during a rotation a receiver verifies with the old secret, the new one or both', () => {
  const arrival = arrivalOf(payroll, { secrets: ['the old secret', 'the new secret'] })
  for (const secrets of [['the old secret'], ['the new secret'], ['another', 'the new secret']])
    expect(refusal({ ...arrival, secrets }), secrets.join()).toBe('accepted')
  for (const secrets of [[], [''], ['another'], ['the old secret the new secret']])
    expect(refusal({ ...arrival, secrets }), secrets.join()).toBe('wrong-signature')
})

test('an encrypted delivery opens with any of the keys, and only then', () => {
  const arrival = arrivalOf(statement, { key })
  const other = randomBytes(32).toString('base64')
  for (const encryptionKeys of [[key], [other, key], ['no key at all', key]])
    expect(receive({ ...arrival, encryptionKeys })).toMatchObject(statement)
  expect(refusal({ ...arrival, encryptionKeys: [other] })).toBe('undecryptable')
  expect(refusal({ ...arrival, encryptionKeys: [] })).toBe('undecryptable')
  expect(refusal(arrival)).toBe('no-key')
  expect(refusal({ ...arrivalOf(statement), encryptionKeys: [key] })).toBe('not-encrypted')
  const wrongIv = { ...arrival.headers, 'x-svc-encryption-iv': randomBytes(12).toString('base64') }
  expect(refusal({ ...arrival, headers: wrongIv, encryptionKeys: [key] })).toBe('undecryptable')
})

test('an unsigned delivery is accepted only if configured, and must still be complete', () => {
  const arrival = arrivalOf(payroll, { secrets: [] })
  expect(refusal(arrival)).toBe('unsigned')
  expect(receive({ ...arrival, secrets: null })).toMatchObject({ ...payroll, id })
  const nameless = { ...arrival.headers, 'webhook-id': undefined }
  expect(refusal({ ...arrival, headers: nameless, secrets: null })).toBe('malformed')
  expect(() => receive({ ...arrival, secrets: undefined as unknown as null })).toThrow()
  const signed = arrivalOf(payroll)
  expect(() => receive({ ...signed, secrets: undefined as unknown as null })).toThrow()
  const forgotten = [undefined] as unknown as string[]
  expect(refusal({ ...signed, secrets: forgotten })).toBe('wrong-signature')
  const encrypted = { ...arrivalOf(payroll, { secrets: [], key }), secrets: null, encryptionKeys: [key] }
  expect(receive(encrypted)).toMatchObject(payroll)
  const altered = Buffer.from(encrypted.body)
  altered[8] = altered[8] === 65 ? 66 : 65
  expect(refusal({ ...encrypted, body: altered })).toBe('undecryptable')
})

test('an altered, old or early delivery is refused with its reason', () => {
  const arrival = arrivalOf(payroll)
  const at = (seconds: number) => () => new Date(sentAt.getTime() + seconds * 1_000)
  expect(refusal({ ...arrival, body: Buffer.from(`${JSON.stringify(payroll)} `) })).toBe('wrong-signature')
  expect(refusal({ ...arrival, headers: { ...arrival.headers, 'webhook-id': randomUUID() } })).toBe(
    'wrong-signature',
  )
  expect([-301, -300, 300, 301].map((seconds) => refusal({ ...arrival, now: at(seconds) }))).toEqual([
    'wrong-time',
    'accepted',
    'accepted',
    'wrong-time',
  ])
  expect(refusal({ ...arrival, now: at(60), toleranceSeconds: 30 })).toBe('wrong-time')
  expect(refusal({ ...arrival, secrets: ['another'], now: at(301) })).toBe('wrong-signature')
})

test('a tombstone names the erased user, and no header turns another delivery into one', () => {
  const headers = { 'x-svc-tombstone': 'erased' }
  const { body, ...delivery } = receive(arrivalOf(tombstone, { headers }))
  expect(JSON.parse(body)).toEqual(tombstone)
  const expectedFields = { id, attempt: 1, sequence: 7, isTest: false, isPayloadOmitted: false }
  expect(delivery).toEqual({ ...tombstone, ...expectedFields, isTombstone: true, isUnknown: false })
  expect(refusal(arrivalOf(payroll, { headers }))).toBe('malformed')
  expect(refusal(arrivalOf(tombstone))).toBe('malformed')
  expect(receive({ ...arrivalOf(tombstone, { headers, key }), encryptionKeys: [key] }).isTombstone).toBe(true)
})

test.each(['user-account-linked', 'constructor', '__proto__'])(
  'an event of the unknown kind %s is delivered as it is',
  (event) => {
    const unknown = { event, ...about, colour: { red: 1 } }
    const expectedFields = { id, attempt: 1, sequence: 7, isTest: false, isPayloadOmitted: false }
    const marks = { isTombstone: false, isUnknown: true }
    expect(receive(arrivalOf(unknown))).toEqual({
      ...unknown,
      ...expectedFields,
      ...marks,
      body: JSON.stringify(unknown),
    })
    expect(receive(arrivalOf({ event }))).toMatchObject({ event, ...marks })
    const headers = { 'x-svc-tombstone': 'erased' }
    expect(receive(arrivalOf({ ...tombstone, event }, { headers }))).toMatchObject({
      event,
      isTombstone: true,
      isUnknown: true,
    })
    expect(refusal(arrivalOf(unknown, { headers }))).toBe('malformed')
    expect(refusal({ ...arrivalOf(unknown), secrets: ['another'] })).toBe('wrong-signature')
  },
)

test('a body that is not an event is rejected even if it is signed', () => {
  const without = (event: object, field: string) => ({ ...event, [field]: undefined })
  const bodies: (object | string)[] = [
    '',
    'null',
    '7',
    '"text"',
    '[]',
    '{}',
    '{',
    `${JSON.stringify(payroll)}x`,
    `\uFEFF${JSON.stringify(payroll)}`,
    ...['event', 'user_id', 'timestamp', 'entry_id', 'account_id'].map((field) => without(payroll, field)),
    ...['event', 'user_id', 'document_external_ids'].map((field) => without(statement, field)),
    ...['event', 'timestamp', 'entry_id', 'account_id'].map((field) => without(tax, field)),
    ...optIn.flatMap((event) => Object.keys(event).map((field) => without(event, field))),
    ...['', 7, null, {}].map((event) => ({ ...payroll, event })),
    ...[7, {}, null].map((user_id) => ({ ...payroll, user_id })),
    ...['text', [7], null, { 0: 'a' }].map((ids) => ({ ...statement, document_external_ids: ids })),
    ...['text', null, [], 7].map((payload) => ({ ...payroll, payload })),
    { ...tax, account_id: null },
    { ...payroll, account_id: 7 },
    { ...payroll, entry_id: null },
  ]
  for (const body of bodies) expect(refusal(arrivalOf(body)), JSON.stringify(body)).toBe('malformed')
  const invalidText = Buffer.from(JSON.stringify({ ...statement, document_external_ids: ['\xff'] }), 'latin1')
  const headers = { ...arrivalOf(payroll).headers, ...standardHeaders(invalidText, [secret], id, sentAt) }
  expect(refusal({ body: invalidText, headers, secrets: [secret], now })).toBe('malformed')
})

test('counts are whole numbers from 1', () => {
  for (const name of ['x-svc-attempt', 'x-svc-sequence'])
    for (const value of ['0', '-1', '01', '1.5', '1e3', 'x', '', ' 1', '1, 1', '9'.repeat(16)])
      expect(refusal(arrivalOf(payroll, { headers: { [name]: value } })), `${name}: ${value}`).toBe(
        'malformed',
      )
  const { headers, ...arrival } = arrivalOf(payroll)
  expect(refusal({ ...arrival, headers: { ...headers, 'x-svc-attempt': undefined } })).toBe('malformed')
})

test('no error shows a secret, a key or anything of the body', () => {
  const secretive = '{"NI_number":"AB123456C", "name": Zoë'
  const other = randomBytes(32).toString('base64')
  const arrivals: Arrival[] = [
    arrivalOf(secretive),
    { ...arrivalOf(secretive), secrets: ['another secret'] },
    { ...arrivalOf(secretive, { key }), encryptionKeys: [key] },
    { ...arrivalOf(secretive, { key }), encryptionKeys: [other] },
    { ...arrivalOf(secretive, { key }), encryptionKeys: ['half a key'] },
    { ...arrivalOf(secretive), encryptionKeys: [key] },
    { ...arrivalOf(secretive), headers: {} },
  ]
  for (const arrival of arrivals) {
    let shown = 'accepted'
    try {
      receive(arrival)
    } catch (error) {
      shown = inspect(error, { depth: 9 })
    }
    expect(shown).toMatch(/^WebhookError: [A-Z][^\n]+\n/)
    const body = Buffer.from(arrival.body).toString()
    for (const text of ['AB123456C', 'Zoë', 'NI_n', secret, 'another secret', key, other, 'half a key', body])
      expect(shown).not.toContain(text)
  }
})
