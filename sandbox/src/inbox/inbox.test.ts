import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openHttp } from '../http-server.ts'
import { openInboxes } from './inboxes.ts'
import type { present } from './presentation.ts'
import { inboxRoutes } from './routes.ts'

const inboxes = openInboxes()
const server = openHttp({ host: '127.0.0.1' })
let url = ''
beforeAll(async () => {
  const addressOf = () => url
  await server.register(inboxRoutes, { inboxes, controlKey: undefined, addressOf })
  url = await server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())
beforeEach(() => inboxes.reset())

const secret = 'between the two of us'
const key = randomBytes(32).toString('base64')
const event = {
  event: 'user-payroll-submitted',
  user_id: '0190a6e2-1111-7000-8000-000000000001',
  timestamp: '2026-06-15T09:00:00Z',
  entry_id: 'entry-1',
  account_id: null,
}

type DeliveryOptions = { secret?: string; encryptionKey?: string; at?: number; id?: string; text?: string }

/** Builds a signed delivery by hand, independently of the SDK. */
function sign({
  secret: by = secret,
  encryptionKey,
  at = Date.now(),
  id = 'msg_1',
  text,
}: DeliveryOptions = {}) {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'x-svc-attempt': '1' }
  let body = text ?? JSON.stringify(event)
  if (encryptionKey) {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(encryptionKey, 'base64'), iv)
    body = Buffer.concat([cipher.update(body), cipher.final(), cipher.getAuthTag()]).toString('base64')
    Object.assign(headers, { 'content-type': 'text/plain', 'x-svc-encryption-iv': iv.toString('base64') })
  }
  const timestamp = String(Math.floor(at / 1_000))
  const mac = createHmac('sha256', by).update(`${id}.${timestamp}.${body}`).digest('base64')
  Object.assign(headers, {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${mac}`,
    'x-svc-signature': createHmac('sha512', by).update(body).digest('hex'),
    'x-svc-sequence': '7',
  })
  return { headers, body }
}

const deliver = ({ headers, body }: { headers: Record<string, string>; body: string }, name = 'acme') =>
  fetch(`${url}/inbox/${name}`, { method: 'POST', headers, body })
const put = (path: string, body: unknown) =>
  fetch(`${url}/inbox/${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
type Listed = { deliveries: ReturnType<typeof present>[]; total_count: number }
const list = async (path = 'acme/deliveries') =>
  (await fetch(`${url}/inbox/${path}`)).json() as Promise<Listed>
const latest = async () => (await list()).deliveries[0] as ReturnType<typeof present>
const getPage = async (path = 'acme') => (await fetch(`${url}/inbox/${path}`)).text()

describe('with signing secret and encryption key', () => {
  beforeEach(() => put('acme/keys', { signing_secrets: [secret], encryption_keys: [] }))

  test('a signed delivery is accepted, verified and shown', async () => {
    expect((await deliver(sign())).status).toBe(200)
    expect(await latest()).toMatchObject({
      is_accepted: true,
      event: event.event,
      webhook_id: 'msg_1',
      attempt: '1',
      sequence: '7',
      problems: [],
      is_encrypted: false,
      answered: 200,
      signatures: { standard: 'verified', hexadecimal: 'verified', next: 'not-sent' },
    })
    const page = await getPage()
    expect(page).toContain('user-payroll-submitted')
    expect(page).toContain('accepted</span>')
    expect(page.match(/verified<\/span>/g)).toHaveLength(2)
  })

  test('an encrypted delivery is decrypted', async () => {
    await put('acme/keys', {
      signing_secrets: [secret],
      encryption_keys: [randomBytes(32).toString('base64'), key],
    })
    await deliver(sign({ encryptionKey: key }))
    const shown = await latest()
    expect(shown).toMatchObject({ is_accepted: true, is_encrypted: true, is_decrypted: true, problems: [] })
    expect(JSON.parse(String(shown.body))).toEqual(event)
    expect(await getPage()).toContain('&quot;entry_id&quot;: &quot;entry-1&quot;')
  })

  test.each<[string, DeliveryOptions | undefined]>([
    ['plain', undefined],
    ['encrypted', { encryptionKey: key }],
  ])('rejects a %s body with one flipped bit', async (_kind, making) => {
    await put('acme/keys', { signing_secrets: [secret], encryption_keys: making ? [key] : [] })
    const { headers, body } = sign(making)
    const flipped = Buffer.from(body)
    flipped[10] = (flipped[10] as number) ^ 1
    await deliver({ headers, body: flipped.toString() })
    const shown = await latest()
    expect(shown.is_accepted).toBe(false)
    expect(shown.signatures).toMatchObject({ standard: 'refused', hexadecimal: 'refused' })
    expect(shown.problems).toContain(
      'No signature was made of this id, time and body with one of the secrets',
    )
    expect(shown.is_decrypted).toBe(false)
    expect(await getPage()).toContain('refused</span>')
  })

  test('distinguishes an outdated delivery from a forged one', async () => {
    await deliver(sign({ at: Date.now() - 86_400_000 }))
    const shown = await latest()
    expect(shown.signatures).toMatchObject({ standard: 'refused', hexadecimal: 'verified' })
    expect(shown.problems).toEqual([
      'The delivery is signed, but too old or from the future; compare the clocks',
    ])
  })

  test('during a rotation both secrets verify, and so does the header of the new one', async () => {
    const { headers, body } = sign({ secret: 'the old one' })
    headers['x-svc-signature-next'] = createHmac('sha512', secret).update(body).digest('hex')
    await put('acme/keys', { signing_secrets: [secret, 'the old one'] })
    await deliver({ headers, body })
    expect(await latest()).toMatchObject({
      is_accepted: true,
      signatures: { standard: 'verified', hexadecimal: 'verified', next: 'verified' },
    })
  })

  test('an unknown event is shown unmodified', async () => {
    await deliver(sign({ text: '<b>not & json</b>' }))
    expect(await latest()).toMatchObject({ is_accepted: false, event: null, body: '<b>not & json</b>' })
    expect(await getPage()).toContain('&lt;b&gt;not &amp; json&lt;/b&gt;')
  })
})

test('without secrets a delivery is shown but not marked as verified', async () => {
  await deliver(sign())
  expect(await latest()).toMatchObject({
    is_accepted: false,
    event: event.event,
    signatures: { standard: 'not-checked', hexadecimal: 'not-checked' },
    problems: ['No signing secret is set in this inbox, so nothing was verified'],
  })
})

test('an encrypted delivery without a key reports the missing key', async () => {
  await put('acme/keys', { signing_secrets: [secret] })
  await deliver(sign({ encryptionKey: key }))
  expect(await latest()).toMatchObject({
    is_accepted: false,
    is_decrypted: false,
    body: null,
    problems: ['The delivery is encrypted, but there are no encryption keys'],
  })
})

test('an unencrypted delivery to an inbox with a key is rejected but still shown', async () => {
  await put('acme/keys', { signing_secrets: [secret], encryption_keys: [key] })
  await deliver(sign())
  expect(await latest()).toMatchObject({
    is_accepted: false,
    event: event.event,
    problems: ['There are encryption keys, but the delivery is not encrypted'],
  })
})

test('raw bytes are stored unmodified', async () => {
  const body = randomBytes(5_000)
  await fetch(`${url}/inbox/acme`, { method: 'POST', headers: { 'content-type': 'image/png' }, body })
  await fetch(`${url}/inbox/acme`, { method: 'POST' })
  const { deliveries } = await list()
  expect(deliveries.map((delivery) => delivery.raw_body)).toEqual(['', body.toString('base64')])
  expect(await getPage()).toContain('5,000 bytes')
})

test('replies as configured, as many times as configured', async () => {
  const told = { status: 503, delay_seconds: 0.2, times: 2, retry_after_seconds: 9 }
  expect((await put('acme/behaviour', told)).status).toBe(200)
  const startedAt = performance.now()
  const answers = [await deliver(sign()), await deliver(sign()), await deliver(sign())]
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 200])
  expect(answers[0]?.headers.get('retry-after')).toBe('9')
  expect(performance.now() - startedAt).toBeGreaterThan(390)
  await put('acme/behaviour', { status: 410, webhook_delivery: 'disable' })
  expect(await getPage()).toContain('This inbox replies with <strong>410</strong>')
  expect((await deliver(sign())).headers.get('webhook-delivery')).toBe('disable')
  await fetch(`${url}/inbox/acme/behaviour`, { method: 'DELETE' })
  expect((await deliver(sign())).status).toBe(200)
})

test('a repeated delivery is marked as such', async () => {
  await deliver(sign())
  await deliver(sign())
  expect(await getPage()).toContain('seen 1 time before')
})

test('deliveries are listed newest first, in pages, and can be deleted', async () => {
  for (let n = 1; n <= 12; n++) await deliver(sign({ id: `msg_${n}` }))
  const second = await list('acme/deliveries?limit=5&offset=5')
  expect(second).toMatchObject({ total_count: 12, offset: 5, limit: 5 })
  expect(second.deliveries.map((delivery) => delivery.webhook_id)).toEqual(
    [7, 6, 5, 4, 3].map((n) => `msg_${n}`),
  )
  expect(await getPage('acme?page=2')).toContain('msg_1<')
  expect((await fetch(`${url}/inbox/acme/deliveries`, { method: 'DELETE' })).status).toBe(204)
  expect(await list()).toMatchObject({ total_count: 0 })
  expect((await fetch(`${url}/inbox/acme`, { method: 'DELETE' })).status).toBe(204)
  expect((await fetch(`${url}/inbox/acme`, { method: 'DELETE' })).status).toBe(404)
})

test('keeps the last 100 deliveries and 200 inboxes, and rejects bodies over 1 MiB', async () => {
  for (let n = 1; n <= 103; n++) await deliver(sign({ id: `msg_${n}` }))
  const { total_count, deliveries } = await list('acme/deliveries?offset=99')
  expect([total_count, deliveries[0]?.webhook_id]).toEqual([100, 'msg_4'])
  for (let n = 1; n <= 200; n++) await deliver(sign(), `inbox-${n}`)
  expect(await list()).toMatchObject({ total_count: 0 })
  expect(await list('inbox-1/deliveries')).toMatchObject({ total_count: 1 })
  const body = 'x'.repeat(2 ** 20)
  expect((await deliver({ headers: {}, body }, 'large')).status).toBe(200)
  const tooLarge = await deliver({ headers: {}, body: `${body}x` }, 'large')
  expect([tooLarge.status, await tooLarge.json()]).toEqual([413, { errors: ['The body is too large'] }])
})

test('all inboxes together keep at most 128 MiB, evicting the oldest first', () => {
  const body = Buffer.alloc(2 ** 20)
  for (let n = 0; n < 130; n++) inboxes.receive(n % 2 ? 'odd' : 'even', { headers: {}, body })
  expect([inboxes.find('odd').deliveries.length, inboxes.find('even').deliveries.length]).toEqual([64, 64])
})

describe('the form for secrets', () => {
  const form = (headers: Record<string, string>, fields: Record<string, string>) =>
    fetch(`${url}/inbox/acme/keys`, {
      method: 'POST',
      redirect: 'manual' as const,
      headers,
      body: new URLSearchParams(fields),
    })

  test('accepts one secret per line from its own origin', async () => {
    await deliver(sign({ encryptionKey: key }))
    const reply = await form(
      { origin: url },
      { signing_secrets: `the old one\r\n${secret}\r\n`, encryption_keys: key },
    )
    expect([reply.status, reply.headers.get('location')]).toEqual([303, '/inbox/acme'])
    expect(await latest()).toMatchObject({ is_accepted: true, is_decrypted: true })
    expect(await getPage()).not.toContain(secret)
  })

  test.each<[string, Record<string, string>]>([
    ['another origin', { origin: 'http://evil.example' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['a hidden origin', { origin: 'null' }],
    ['no origin', {}],
  ])('rejects %s', async (_name, headers) => {
    expect((await form(headers, { signing_secrets: 'mine' })).status).toBe(403)
    expect((await fetch(`${url}/inbox/acme/empty`, { method: 'POST', headers })).status).toBe(403)
  })

  test('rejects an invalid key with a plain message', async () => {
    const reply = await form({ origin: url }, { encryption_keys: 'mysecret' })
    expect([reply.status, await reply.json()]).toEqual([
      400,
      { errors: ['[encryption_keys.0] must be the Base64 text of 32 bytes'] },
    ])
  })
})

test.each<[string, unknown, string]>([
  ['acme/keys', { signing_secrets: 'text' }, '[signing_secrets] must be a list'],
  ['acme/behaviour', { status: 700 }, '[status] must be at most 599'],
  ['acme/behaviour', { delay_seconds: 61 }, '[delay_seconds] must be at most 60'],
  ['no%20name/keys', {}, '[name] must have up to 64 letters, digits, _ or -'],
])('rejects PUT /inbox/%s with %j', async (path, body, text) => {
  const reply = await put(path, body)
  expect([reply.status, await reply.json()]).toEqual([400, { errors: [text] }])
})

test('the list of inboxes links to each', async () => {
  await deliver(sign())
  expect(await (await fetch(`${url}/inbox`)).text()).toContain('href="/inbox/acme"')
  const opened = await fetch(`${url}/inbox?name=other`, { redirect: 'manual' })
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/inbox/other'])
})
