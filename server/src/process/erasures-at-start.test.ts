import { expect, test } from 'vitest'
import { startApi } from '../../test/api.ts'
import { unavailable } from '../platform/problem.ts'
import { openLog } from '../platform/telemetry/log.ts'
import { openDependencies } from './dependencies.ts'
import { repeatErasures } from './erasures-at-start.ts'

const api = await startApi()

type Ledger = NonNullable<Awaited<ReturnType<typeof openDependencies>>['ledger']>

const ledgerWith = (since: Ledger['since']): Ledger => ({
  since,
  record: async () => undefined,
  isGenuine: async () => true,
})
const empty = ledgerWith(async function* () {})
const refusing = ledgerWith(async function* () {
  yield* []
  throw unavailable(new Error('connection refused'))
})
const stalled = ledgerWith(async function* () {
  yield* []
  await new Promise(() => {})
})
const forged = ledgerWith(async function* () {
  yield* []
  throw new Error('1 erasures in the ledger have no valid signature')
})

/** Starts a process with this ledger. Returns whether it applied the ledger before it served. */
async function start(ledger: Ledger) {
  const deps = await openDependencies(api.config, openLog('silent'))
  try {
    const later = await repeatErasures({ ...deps, ledger })
    later?.stop()
    return later === undefined
  } finally {
    await deps.close()
  }
}

const forgetChecks = () => api.sql('delete from ledger_checks')

test('does not start without the ledger if it was never applied to this database', async () => {
  await forgetChecks()
  await expect(start(refusing)).rejects.toMatchObject({ status: 503 })
})

test.each([
  ['refuses connections', refusing],
  ['does not respond', stalled],
])('starts if the store %s and the ledger was applied to this database', async (_, ledger) => {
  expect(await start(empty)).toBe(true)
  expect(await start(ledger)).toBe(false)
})

test.each([
  [
    'the server was restarted',
    "update ledger_checks set server_started_at = server_started_at - interval '1 second'",
  ],
  ['the database is a copy', 'update ledger_checks set database_oid = 1'],
  ['the table was restored from a dump', 'update ledger_checks set table_oid = 1'],
  ['its rows were restored from a dump', 'update ledger_checks set file_node = 1'],
])('does not start without the ledger if %s', async (_, change) => {
  expect(await start(empty)).toBe(true)
  await api.sql(change)
  await expect(start(refusing)).rejects.toMatchObject({ status: 503 })
})

test('a forged entry stops the start, even if the ledger was applied before', async () => {
  expect(await start(empty)).toBe(true)
  await expect(start(forged)).rejects.toThrow('no valid signature')
})
