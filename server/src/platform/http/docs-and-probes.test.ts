import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'

const { nobody, callWith } = await startApi({ METRICS_TOKEN: 'a token of at least 16 letters' })

type Operation = { operationId: string; summary?: string; tags?: string[]; responses: Record<string, object> }
type Document = { paths: Record<string, Record<string, Operation>>; tags: { name: string }[] }

const readDocument = async () => (await nobody('GET', '/openapi.json')).body as Document

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

test('the reference page loads scripts and assets from this server only', async () => {
  const page = await nobody('GET', '/docs/reference/')
  expect(page.status).toBe(200)
  const addresses = page.text.match(/(?:https?:)?\/\/[a-z0-9.-]+\.[a-z]{2,}[^"'\s]*/gi) ?? []
  expect(addresses).toEqual([])
  const scripts = [...page.text.matchAll(/<(?:script|link|img|iframe)[^>]+(?:src|href)="([^"]+)"/g)]
  expect(scripts.length).toBeGreaterThan(0)
  for (const [, source = ''] of scripts) {
    const { pathname, host } = new URL(source, 'http://this.server/docs/reference/')
    expect(host).toBe('this.server')
    expect((await nobody('GET', pathname)).status, pathname).toBe(200)
  }
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/https?:|\*/)
  expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]{43}='; /)
})

test('requires the bearer token for /metrics', async () => {
  const withToken = (token: string) => callWith({ authorization: `Bearer ${token}` })
  expect((await nobody('GET', '/metrics')).status).toBe(401)
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
  const { acme, world, nobody: anybody } = await startApi()
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
  expect(await nobody('GET', '/livez')).toMatchObject({ status: 200, body: { status: 'alive' } })
  expect(await nobody('GET', '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
})

test('is ready if the database has newer migrations, and not ready if it lacks one', async () => {
  const { nobody: anybody, sql } = await startApi()
  await sql("insert into migrations (name, hash) values ('9999-later.sql', '')")
  expect((await anybody('GET', '/readyz')).status).toBe(200)
  const names = (await sql('select name from migrations order by name')).map(({ name }) => name)
  await sql(`delete from migrations where name in ('${names.at(-1)}', '${names.at(-2)}')`)
  const reply = await anybody('GET', '/readyz')
  expect(reply.status).toBe(503)
  expect(reply.body.errors).toEqual([
    `The database is at ${names.at(-3)}, this process needs ${names.at(-2)}`,
  ])
})
