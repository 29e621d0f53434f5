import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { startEngine } from '../../../test/engine.ts'
import { openDatabase } from './tenancy.ts'
import { isLockOrTimeout } from './transient-errors.ts'

const { config } = await startEngine()
const database = openDatabase({
  url: config.DATABASE_URL,
  connections: 2,
  acquireTimeoutMs: 20_000,
  queryTimeoutMs: 600,
})
atEnd(database.close)

const failureOf = (text: string) =>
  database
    .system((tx) => sql.raw(text).execute(tx))
    .then(() => undefined)
    .catch((error: unknown) => error)

test('the database cancels a statement that exceeds the statement timeout', async () => {
  const error = await failureOf('select pg_sleep(30)')
  expect(error).toMatchObject({ message: expect.stringContaining('statement timeout') })
  expect(isLockOrTimeout(error)).toBe(true)
})

test('the lock timeout is a third of the statement timeout', async () => {
  const holder = new pg.Client({ connectionString: config.DATABASE_URL })
  await holder.connect()
  try {
    await holder.query('select pg_advisory_lock(7)')
    const error = await failureOf('select pg_advisory_xact_lock(7)')
    expect(error).toMatchObject({ message: expect.stringContaining('lock timeout') })
    expect(isLockOrTimeout(error)).toBe(true)
  } finally {
    await holder.end()
  }
})
