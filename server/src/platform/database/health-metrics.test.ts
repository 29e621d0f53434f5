import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { eventually } from '../../../test/eventually.ts'
import { openCoreDependencies } from '../../process/dependencies.ts'

const readMetric = (text: string, name: string) => {
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? []
  return value === undefined ? undefined : Number(value)
}

test('a dispatcher exposes the health of PostgreSQL', async () => {
  const { anonymous, sql } = await startApi({}, 'all')
  const { text } = await anonymous('GET', '/metrics')
  expect(readMetric(text, 'payproof_database_xid_age')).toBeGreaterThan(0)
  expect(readMetric(text, 'payproof_database_checksum_failures')).toBe(0)
  expect(readMetric(text, 'payproof_database_archive_failures')).toBe(0)
  expect(readMetric(text, 'payproof_clock_skew_seconds')).toBeLessThan(1)
  const [{ mode }] = await sql(`select current_setting('archive_mode') as mode`)
  expect([mode, readMetric(text, 'payproof_database_archive_age_seconds')]).toEqual(['off', undefined])
})

test('the age of an open transaction of the service is visible', async () => {
  const { anonymous, config } = await startApi({}, 'all')
  const { database } = await openCoreDependencies(config)
  try {
    await database.system(async (tx) => {
      await tx.selectFrom('clients').select('id').execute()
      await eventually(async () => {
        const { text } = await anonymous('GET', '/metrics')
        return (readMetric(text, 'payproof_database_oldest_transaction_seconds') ?? 0) > 1
      })
    })
  } finally {
    await database.close()
  }
})

test('WAL that is kept for a standby is visible', async () => {
  const { anonymous, sql } = await startApi({}, 'all')
  const slot = `slot_${randomBytes(4).toString('hex')}`
  await sql(`select pg_create_physical_replication_slot('${slot}', true)`)
  try {
    await sql('create table written (content text)')
    await sql(`insert into written select repeat('x', 1000) from generate_series(1, 1000)`)
    await eventually(async () => {
      const { text } = await anonymous('GET', '/metrics')
      return (readMetric(text, 'payproof_database_slot_lag_bytes') ?? 0) > 1_000_000
    })
  } finally {
    await sql(`select pg_drop_replication_slot('${slot}')`)
  }
})
