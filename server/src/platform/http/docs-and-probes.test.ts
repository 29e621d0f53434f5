import { readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { startApi } from '../../../test/api.ts'

const { anonymous, callWith, server } = await startApi({ METRICS_TOKEN: 'a token of at least 16 letters' })

type Operation = { operationId: string; summary?: string; tags?: string[]; responses: Record<string, object> }
type Document = { paths: Record<string, Record<string, Operation>>; tags: { name: string }[] }

const readDocument = async () => (await anonymous('GET', '/openapi.json')).body as Document

test('the committed openapi.json equals the one that the server generates', async () => {
  const committed = await readFile(new URL('../../../openapi.json', import.meta.url), 'utf8')
  expect(JSON.parse(committed), 'run `npm run generate` and commit').toEqual(await readDocument())
})

test('every operation has a summary, a known tag and a unique id', async () => {
  const { paths, tags } = await readDocument()
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  expect(operations.length).toBeGreaterThan(20)
  const knownTags = tags.map(({ name }) => name)
  for (const { operationId, summary, tags: own, responses } of operations) {
    expect(summary, operationId).toMatch(/^[A-Z].{5,}/)
    expect(knownTags, operationId).toEqual(expect.arrayContaining(own ?? ['none']))
    expect(Object.keys(responses), operationId).toContain('429')
  }
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
})

test('compresses openapi.json and replies 304 to a client that has it', async () => {
  const plain = await anonymous('GET', '/openapi.json')
  expect(plain.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Accept-Encoding' })
  const read = (headers: Record<string, string>) => server.inject({ url: '/openapi.json', headers })
  const brotli = await read({ 'accept-encoding': 'br' })
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(Number(brotli.headers['content-length'])).toBeLessThan(100_000)
  expect((await read({ 'if-none-match': String(plain.headers.etag) })).statusCode).toBe(304)
})

test('serves security.txt if there is a contact', async () => {
  expect((await anonymous('GET', '/.well-known/security.txt')).status).toBe(404)
  const contact = 'mailto:security@acme.example'
  const { anonymous: anybody, config } = await startApi({ SECURITY_CONTACT: contact }, 'api')
  const { status, text, headers } = await anybody('GET', '/.well-known/security.txt')
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const fields = Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/)),
  )
  expect(fields).toEqual({
    Contact: contact,
    Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00Z$/),
    'Preferred-Languages': 'en',
    Canonical: `${config.BASE_URL}/.well-known/security.txt`,
    Policy: `${config.BASE_URL}/docs/security`,
  })
  const days = (Date.parse(fields.Expires) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(88)
  expect(days).toBeLessThan(365)
})

test('requires the bearer token for /metrics', async () => {
  const withToken = (token: string) => callWith({ authorization: `Bearer ${token}` })
  expect((await anonymous('GET', '/metrics')).status).toBe(401)
  expect((await withToken('a token of at least 16 letter')('GET', '/metrics')).status).toBe(401)
  expect(
    (await callWith({ authorization: 'a token of at least 16 letters' })('GET', '/metrics')).status,
  ).toBe(401)
  const { status, text } = await withToken('a token of at least 16 letters')('GET', '/metrics')
  expect(status).toBe(200)
  expect(text).toMatch(
    /^payproof_http_request_seconds_count\{operation="\/openapi\.json",status="200"\} \d+$/m,
  )
})

test('metrics contain no client, user or key', async () => {
  const { acme, world, anonymous: anybody } = await startApi({}, 'api')
  const { body } = await acme('POST', '/users', { forename: 'x' })
  expect(body.errors).toBeDefined()
  await acme('GET', '/users/4f1e2c52-6a0f-4c7e-9a57-0d8f7f9f9b10')
  const { text } = await anybody('GET', '/metrics')
  expect(text).toContain('operation="getUser"')
  for (const secret of [world.clients.acme.clientId, world.clients.acme.apiKey, '4f1e2c52']) {
    expect(text).not.toContain(secret)
  }
})

test('a working process is alive and ready', async () => {
  expect(await anonymous('GET', '/livez')).toMatchObject({ status: 200, body: { status: 'alive' } })
  expect(await anonymous('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
})

test('is not ready while its clock and the clock of the database differ by more than two seconds', async () => {
  for (const [skewMs, status] of [
    [1_000, 200],
    [30_000, 503],
    [-30_000, 503],
  ] as const) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + skewMs })
    try {
      await expect.poll(async () => (await anonymous('GET', '/readyz')).status).toBe(status)
      if (status === 503)
        expect((await anonymous('GET', '/readyz')).body.errors).toEqual([
          expect.stringMatching(/^The clocks of this process and the database differ by \d+ ms$/),
        ])
    } finally {
      vi.useRealTimers()
    }
  }
})

test('is ready if the database has newer migrations, and not ready if it lacks one', async () => {
  const { anonymous: anybody, sql } = await startApi({}, 'api')
  await sql("insert into migrations (name, hash) values ('9999-later.sql', '')")
  expect((await anybody('GET', '/readyz')).status).toBe(200)
  const names = (await sql('select name from migrations order by name')).map(({ name }) => name)
  await sql(`delete from migrations where name in ('${names.at(-1)}', '${names.at(-2)}')`)
  await expect.poll(async () => (await anybody('GET', '/readyz')).status).toBe(503)
  expect((await anybody('GET', '/readyz')).body.errors).toEqual([
    `The database is at ${names.at(-3)}, this process needs ${names.at(-2)}`,
  ])
})
