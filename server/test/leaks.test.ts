import { createServer } from 'node:net'
import { expect, inject, test, vi } from 'vitest'
import { cloneDatabase, runSql } from './api.ts'
import { describeLeaks, snapshot } from './leaks.ts'
import { takeDatabaseLeaks } from './leaks-database.ts'

// Each test leaks on purpose, reads the report, and cleans up.

test('a file that leaves nothing behind passes', async () => {
  expect(await snapshot()()).toEqual([])
})

test('a timer is reported until it is cleared', async () => {
  const listLeaks = snapshot()
  const timer = setInterval(() => {}, 1_000)
  expect(await listLeaks(0)).toEqual([expect.stringMatching(/^1 timer\(s\) still running/)])
  clearInterval(timer)
  expect(await listLeaks()).toEqual([])
})

test('an open server is reported with its address, and closing may take a moment', async () => {
  const listLeaks = snapshot()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  expect(await listLeaks(0)).toEqual([expect.stringMatching(/^server listening on .*"127\.0\.0\.1"/)])
  setTimeout(() => server.close(), 50)
  expect(await listLeaks()).toEqual([])
})

test('fake timers and changed variables are reported and restored, so that the next file has neither', async () => {
  const listLeaks = snapshot()
  vi.useFakeTimers()
  // biome-ignore lint/style/noProcessEnv: the leak under test.
  process.env.LEAKED = 'yes'
  expect(await listLeaks(0)).toEqual([
    'fake timers are still on: call vi.useRealTimers()',
    'process.env.LEAKED was changed and not restored',
  ])
  expect(vi.isFakeTimers()).toBe(false)
  expect(await listLeaks(0)).toEqual([])
})

test('a replaced global and a listener on the process are reported', async () => {
  const listLeaks = snapshot()
  const { fetch } = globalThis
  const listen = () => {}
  globalThis.fetch = vi.fn()
  process.on('SIGUSR2', listen)
  try {
    expect(await listLeaks(0)).toEqual([
      'fetch was replaced and not restored',
      "1 listener(s) on process for 'SIGUSR2'",
    ])
  } finally {
    globalThis.fetch = fetch
    process.off('SIGUSR2', listen)
  }
})

test('a database that was not dropped is reported', async () => {
  const { name, drop } = await cloneDatabase(inject('world'))
  expect(takeDatabaseLeaks()).toEqual([`database ${name} was not dropped`])
  await drop()
  expect(takeDatabaseLeaks()).toEqual([])
})

test('a row that refers to a row of another client is reported, with table and column', async () => {
  const { clients } = inject('world')
  const { name, superuserUrl, drop } = await cloneDatabase(inject('world'))
  const userId = '00000000-0000-4000-8000-000000000001'
  await runSql(superuserUrl, `insert into users (client_id, id, sealed) values ($1, $2, '')`, [
    clients.rival.clientId,
    userId,
  ])
  // events.user_id is not a foreign key, so the database accepts the row.
  await runSql(
    superuserUrl,
    `insert into events (client_id, id, kind, user_id, at) values ($1, gen_random_uuid(), 'user-payroll-submitted', $2, now())`,
    [clients.acme.clientId, userId],
  )
  await drop()
  expect(takeDatabaseLeaks()).toEqual([`1 row(s) in ${name} cross clients: events.user_id -> users`])
})

test('the message names the file and the way out', () => {
  expect(describeLeaks('some.test.ts', ['1 timer(s) still running'])).toBe(
    `some.test.ts leaves behind:
  - 1 timer(s) still running
Release it in the test, or register the release with atEnd(...) from server/test/at-end.ts.`,
  )
})
