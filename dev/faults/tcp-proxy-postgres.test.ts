import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Postgres, startPostgres } from '../services/postgres.ts'
import { makeTestFolder } from '../services/test-folder.ts'
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts'

const folder = makeTestFolder()
const clients: pg.Client[] = []
let postgres: Postgres
let proxy: TcpProxy

beforeAll(async () => {
  postgres = await startPostgres({ folder, durable: false })
  proxy = await startTcpProxy(postgres)
})

afterEach(async () => {
  proxy.pass()
  await Promise.all(clients.splice(0).map((client) => client.end().catch(() => {})))
})

afterAll(async () => {
  await proxy?.close()
  await postgres?.remove()
  rmSync(folder, { recursive: true, force: true })
})

const sum = 'select sum(n)::int as answer from generate_series(1, 1000) n'

it('a healthy connection works and goes through the proxy', async () => {
  const client = await connect()
  expect(await answerOf(client)).toBe(500500)
  expect(proxy.counts().open).toBe(1)
  expect(proxy.counts().toTarget).toBeGreaterThan(sum.length)
  expect(proxy.counts().fromTarget).toBeGreaterThan(100)
})

it('a black hole holds a query until traffic passes again', async () => {
  const client = await connect()
  const before = proxy.counts()
  proxy.blackHole()
  const answer = answerOf(client)
  const connecting = connect()
  expect(await Promise.race([answer, connecting, sleep(400, 'nothing')])).toBe('nothing')
  expect(proxy.counts()).toMatchObject({ toTarget: before.toTarget, fromTarget: before.fromTarget })
  // The two backends are those of the first client and of the counting query; the third client has not reached
  // PostgreSQL.
  await expect.poll(() => countBackends('true')).toBe(2)
  proxy.pass()
  expect(await answer).toBe(500500)
  expect(await answerOf(await connecting)).toBe(500500)
})

it('a black hole holds a response in flight', async () => {
  const [client, holder] = [await connect(), await connect(postgres.superuserUrl())]
  await holder.query('select pg_advisory_lock(1)')
  const answer = client.query('select pg_advisory_lock(1), 1 as answer')
  const waiting = `wait_event_type = 'Lock'`
  await expect.poll(() => countBackends(waiting)).toBe(1)
  proxy.blackHole()
  await holder.query('select pg_advisory_unlock(1)')
  await expect.poll(() => countBackends(waiting)).toBe(0)
  expect(await Promise.race([answer, sleep(200, 'nothing')])).toBe('nothing')
  proxy.pass()
  expect((await answer).rows).toMatchObject([{ answer: 1 }])
})

it('a reset fails the query, and the next connection works', async () => {
  const client = await connect()
  const failure = client.query('select pg_sleep(60)').catch((error: NodeJS.ErrnoException) => error.code)
  await expect.poll(() => countBackends(`wait_event = 'PgSleep'`)).toBe(1)
  proxy.cut()
  expect(await failure).toBe('ECONNRESET')
  expect(await answerOf(await connect())).toBe(500500)
})

it('a refused connection fails', async () => {
  proxy.refuse()
  await expect(connect()).rejects.toThrow()
  expect(proxy.counts().refused).toBe(1)
})

it('a slow drip delivers the complete result', async () => {
  const client = await connect()
  proxy.drip(7, 2)
  const { rows } = await client.query('select n, md5(n::text) as hash from generate_series(1, 20) n')
  const { rows: expected } = await direct('select n, md5(n::text) as hash from generate_series(1, 20) n')
  expect(rows).toEqual(expected)
})

it('a delay postpones the result', async () => {
  const client = await connect()
  proxy.delay(120)
  const startedAt = performance.now()
  expect(await answerOf(client)).toBe(500500)
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(239)
})

async function connect(url = proxy.through(postgres.superuserUrl())): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  clients.push(client)
  return client
}

async function answerOf(client: pg.Client): Promise<number> {
  return (await client.query(sum)).rows[0].answer
}

/** Runs a query without the proxy. */
async function direct(query: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: postgres.superuserUrl() })
  await client.connect()
  try {
    return await client.query(query)
  } finally {
    await client.end()
  }
}

async function countBackends(condition: string): Promise<number> {
  const backends = `select from pg_stat_activity where backend_type = 'client backend' and ${condition}`
  return (await direct(backends)).rowCount ?? 0
}
