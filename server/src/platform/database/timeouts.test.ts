import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { startEngine } from '../../../test/engine.ts'
import { openDatabase } from './tenancy.ts'
import { isBusy } from './transient-errors.ts'

const { config } = await startEngine()
const database = openDatabase({ url: config.DATABASE_URL, connections: 2, waitMs: 20_000, queryMs: 600 })
atEnd(database.close)

const failureOf = (text: string) =>
  database
    .system((tx) => sql.raw(text).execute(tx))
    .then(() => undefined)
    .catch((error: unknown) => error)

test('a statement that takes longer than it may is ended by the database', async () => {
  const error = await failureOf('select pg_sleep(30)')
  expect(error).toMatchObject({ message: expect.stringContaining('statement timeout') })
  expect(isBusy(error)).toBe(true)
})

test('a lock is waited for a third of that', async () => {
  const holder = new pg.Client({ connectionString: config.DATABASE_URL })
  await holder.connect()
  try {
    await holder.query('select pg_advisory_lock(7)')
    const error = await failureOf('select pg_advisory_xact_lock(7)')
    expect(error).toMatchObject({ message: expect.stringContaining('lock timeout') })
    expect(isBusy(error)).toBe(true)
  } finally {
    await holder.end()
  }
})
