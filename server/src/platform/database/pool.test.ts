import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { startEngine } from '../../../test/engine.ts'
import { openDatabase } from './tenancy.ts'
import { isUnreachable } from './transient-errors.ts'

const { config } = await startEngine()
const database = openDatabase({ url: config.DATABASE_URL, connections: 1, acquireTimeoutMs: 20_000 })
atEnd(database.close)

const connectionNow = () =>
  database.system(async (tx) => {
    const { rows } = await sql<{ pid: number; port: number }>`
      select pg_backend_pid() as pid, inet_client_port() as port`.execute(tx)
    return rows[0] ?? { pid: 0, port: 0 }
  })

test('discards a read-only connection, because it leads to a former primary', async () => {
  const before = await connectionNow()
  expect((await connectionNow()).pid).toBe(before.pid)
  const error = await database
    .system(async (tx) => {
      await sql`set transaction read only`.execute(tx)
      await sql`delete from dead_tasks`.execute(tx)
    })
    .catch((failure: unknown) => failure)
  expect(error).toMatchObject({ code: '25006' })
  expect(isUnreachable(error)).toBe(true)
  expect((await connectionNow()).pid).not.toBe(before.pid)
})

test('connections use TCP keep-alive', async () => {
  const { port } = await connectionNow()
  const own = `:${port.toString(16).toUpperCase().padStart(4, '0')} `
  // In /proc/net/tcp, column 2 is the local address and column 6 the active timer; 02 means keep-alive.
  const timer = () =>
    readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .find(([, local]) => `${local} `.endsWith(own))?.[5]
  await expect.poll(timer).toMatch(/^02:/)
})

test('the server detects a vanished client within a minute', async () => {
  const { port } = await connectionNow()
  const client = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  // Column 3 is the remote address; the timer's time left, in hundredths of a second, follows its kind.
  const timer = () =>
    readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .find(([, , remote]) => remote?.endsWith(client))?.[5]
  await expect.poll(timer).toMatch(/^02:/)
  const hundredths = Number.parseInt(timer()?.split(':')[1] ?? '', 16)
  expect(hundredths).toBeLessThanOrEqual(1_000)
})
