import pg from 'pg'
import { expect, test } from 'vitest'
import { atEnd } from '../../../test/at-end.ts'
import { eventually, startEngine } from '../../../test/engine.ts'
import { rotateEventWeeks } from './maintenance.ts'

const engine = await startEngine({ LOG_LEVEL: 'silent' })
const { sql, database, log } = engine

const countWeeks = async (parent: string) =>
  (await sql('select count(*)::int as count from pg_inherits where inhparent = $1::regclass', [parent]))[0]
    .count as number

/** Opens a session in which deadlock detection does not help, as after a step back of the clock. */
async function openSession() {
  const session = new pg.Client({
    connectionString: engine.superuserUrl,
    options: '-c deadlock_timeout=1h -c lock_timeout=0',
  })
  session.on('error', () => {})
  await session.connect()
  atEnd(() => session.end())
  return session
}

test.each([
  ['deliveries', 'events'],
  ['events', 'deliveries'],
  ['delivery_attempts', 'deliveries'],
  ['deliveries', 'delivery_attempts'],
])('rotation never deadlocks with a transaction that uses %s and then %s', async (first, second) => {
  const weeks = await countWeeks(second)
  const user = await openSession()
  await user.query(`begin; select from ${first} limit 1`)
  const rotating = rotateEventWeeks(database, log, { ahead: 4 + weeks, kept: 30 })
  // The rotation waits for the table that the transaction has used, or has given up waiting.
  await eventually(async () => {
    const [row] = await sql("select from pg_locks where not granted and mode = 'AccessExclusiveLock'")
    return row ?? ((await countWeeks(second)) > weeks || undefined)
  })
  await user.query(`select from ${second} limit 1`)
  await user.query('commit')
  await rotating
  await eventually(
    async () => (await rotateEventWeeks(database, log, { ahead: 4 + weeks, kept: 30 })) || undefined,
  )
  expect(await countWeeks(first)).toBe(await countWeeks(second))
})

test('a long reader delays only the rotation of its table, and for no longer than a moment', async () => {
  const weeks = await countWeeks('events')
  const reader = await openSession()
  await reader.query('begin; select from deliveries limit 1')
  expect(await rotateEventWeeks(database, log, { ahead: 4 + weeks, kept: 30 })).toBe(false)
  expect(await countWeeks('events')).toBeGreaterThan(weeks)
  await reader.query('commit')
  expect(await rotateEventWeeks(database, log, { ahead: 4 + weeks, kept: 30 })).toBe(true)
  expect(await countWeeks('deliveries')).toBe(await countWeeks('events'))
})
