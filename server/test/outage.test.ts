import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { startPostgres } from '../../dev/services/postgres.ts'
import { runSql } from './open-test-api.ts'
import { aUser, createUser } from './people.ts'
import { startApiProcess } from './processes.ts'
import { environmentFor, makeWorld } from './template.ts'

// This file uses a separate database server, because it stops the server.
const { world, services, stop } = await makeWorld({ durable: false })
afterAll(stop)
// A busy machine may take a while to open the first connection, without which no process starts.
const environment = {
  ...environmentFor(world, world.template),
  DATABASE_WAIT_MS: '1000',
  DATABASE_QUERY_MS: '3000',
}
const api = await startApiProcess(environment)
const acme = api.withKey(world.clients.acme.apiKey)
const { user_id } = await createUser(acme)

const start = (settings: Record<string, string> = {}) =>
  startPostgres({
    folder: join(services.folder, 'postgres'),
    durable: false,
    port: world.postgres.port,
    settings,
  })

const asSuperuser = (text: string) => runSql(services.postgres.superuserUrl(world.template), text)

const probe = async (path: string) => (await api.anonymous('GET', path)).status

async function expectUnavailable() {
  const replies = await Promise.all([
    acme('GET', `/users/${user_id}`),
    acme('POST', '/users', aUser()),
    acme('POST', '/users', aUser(), { 'idempotency-key': 'away' }),
    api.anonymous('POST', '/members/signin', { username: 'owner@acme.example', password: 'wrong' }),
  ])
  for (const { status, body, headers } of replies) {
    expect(status).toBe(503)
    expect(body).toEqual({ errors: ['The service is overloaded or partly unavailable. Please try again.'] })
    expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(headers['x-svc-error-code']).toBe('unavailable')
  }
  expect(await probe('/livez')).toBe(200)
}

/** A process leaves the load balancer only after a while, so that a short stall does not remove all of them. */
const expectRemoved = () => expect.poll(() => probe('/readyz'), { timeout: 120_000 }).toBe(503)

async function expectRecovered() {
  await expect.poll(() => probe('/readyz')).toBe(200)
  expect((await acme('GET', `/users/${user_id}`)).status).toBe(200)
  expect((await acme('POST', '/users', aUser())).status).toBe(201)
}

/** Sends requests continuously while something happens, and returns the statuses seen. */
async function sendRequestsDuring(disruption: () => Promise<unknown>) {
  const statuses = new Set<number>()
  let done = false
  const senders = Array.from({ length: 4 }, async (_, n) => {
    while (!done) {
      const reply = n % 2 ? await acme('GET', '/users?limit=5') : await acme('POST', '/users', aUser())
      statuses.add(reply.status)
    }
  })
  const has = (...wanted: number[]) => wanted.every((status) => statuses.has(status))
  // Wait until some requests have succeeded before, and some have been rejected after, however slow the machine is.
  await expect.poll(() => has(200, 201)).toBe(true)
  await disruption()
  await expect.poll(() => has(503)).toBe(true)
  await sleep(500)
  done = true
  await Promise.all(senders)
  return [...statuses].sort()
}

test('a stall of the database takes no process out of rotation', async () => {
  expect(await probe('/readyz')).toBe(200)
  const pids = services.postgres.pids()
  const statuses: number[] = []
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  let isStalled = true
  // The stall ends on time even if a busy machine is late to reply.
  const ending = sleep(3_000).finally(() => {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
    isStalled = false
  })
  while (isStalled) {
    statuses.push(await probe('/readyz'))
    await sleep(100)
  }
  await ending
  expect(new Set(statuses)).toEqual(new Set([200]))
  await expectRecovered()
})

test('while the database is unreachable requests get 503 with Retry-After, and the process recovers automatically', async () => {
  expect(await probe('/readyz')).toBe(200)
  expect(await sendRequestsDuring(() => services.postgres.stop())).toEqual([200, 201, 503])
  await expectUnavailable()
  await expectRemoved()
  await start()
  await expectRecovered()
})

test('a database that dies without warning fails no request in any other way', async () => {
  expect(await sendRequestsDuring(() => services.postgres.kill())).toEqual([200, 201, 503])
  await expectUnavailable()
  await start()
  await expectRecovered()
})

test('while the database hangs requests are refused instead of waiting for it', async () => {
  const pids = services.postgres.pids()
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  try {
    await expectUnavailable()
    await expectRemoved()
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
  await expectRecovered()
})

test('a database that became a standby is not used, and is used again when promoted', async () => {
  await services.postgres.stop()
  writeFileSync(join(services.postgres.dataFolder, 'standby.signal'), '')
  await start()
  await expectUnavailable()
  await asSuperuser('select pg_promote()')
  await expectRecovered()
})

test('a commit not confirmed by the standby is not acknowledged', async () => {
  await services.postgres.stop()
  await start({ synchronous_commit: 'on', synchronous_standby_names: 'nobody' })
  await expect.poll(() => probe('/readyz')).toBe(200)
  const user = aUser()
  const create = () => acme('POST', '/users', user, { 'idempotency-key': 'cut-off' })
  let isAnswered = false
  const creating = create().finally(() => {
    isAnswered = true
  })
  const cancelling = "select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'"
  let cancelled = 0
  while (!isAnswered) cancelled += (await asSuperuser(cancelling)).length
  expect(cancelled).toBeGreaterThan(0)
  const { status, headers } = await creating
  expect(status).toBe(503)
  expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1)

  await services.postgres.stop()
  await start()
  await expectRecovered()
  // A retry with the same Idempotency-Key returns the stored result, which the surviving server has.
  const again = await create()
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
})

test('a process shuts down gracefully while the database is unreachable', async () => {
  const other = await startApiProcess(environment)
  // This request gives the process something to flush before it ends.
  await other.withKey(world.clients.acme.apiKey)('GET', '/providers')
  await services.postgres.stop()
  other.signal('SIGTERM')
  expect(await other.ended).toEqual({ code: 0, signal: null })
})
