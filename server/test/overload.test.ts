import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { startApi } from './api.ts'
import { atEnd } from './at-end.ts'

// Tests admission control in the running service with a real connection pool. Order and reply format are tested in
// admission.test.ts.
const settings = { DATABASE_CONNECTIONS: '1', DATABASE_WAIT_MS: '400', DATABASE_QUERY_MS: '3000' }
const api = await startApi(settings, 'api')
const address = await api.server.listen({ host: '127.0.0.1', port: 0 })
const { postgres } = inject('world')

async function request(path: string) {
  const reply = await fetch(address + path, { headers: { 'x-api-key': api.world.clients.acme.apiKey } })
  await reply.text()
  return reply
}

const requestConcurrently = (count: number) =>
  Promise.all(Array.from({ length: count }, () => request('/users')))

async function holdUsers() {
  const owner = `postgres://postgres@${postgres.host}:${postgres.port}/${api.databaseName}`
  const holder = new pg.Client({ connectionString: owner })
  await holder.connect()
  atEnd(() => holder.end())
  await holder.query('begin; lock table users in access exclusive mode')
  return { release: () => holder.query('rollback') }
}

test('requests are shed with 503 while every database connection is busy, and served again afterwards', async () => {
  await expect.poll(async () => (await request('/users')).status).toBe(200)
  const { release } = await holdUsers()
  const replies = await requestConcurrently(12)
  expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(503))
  // All requests except the one that had the connection were refused.
  expect(await (await fetch(`${address}/metrics`)).text()).toMatch(
    /^payproof_http_refused_total (?:[89]|1[01])$/m,
  )
  await release()
  await expect.poll(async () => (await request('/users')).status).toBe(200)
})
