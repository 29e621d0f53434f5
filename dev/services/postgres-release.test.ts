import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { installPostgres, type PostgresMajor, postgresReleases } from '../postgres-release.ts'
import { startPostgres } from './postgres.ts'
import { makeTestFolder } from './test-folder.ts'

const folder = makeTestFolder()
const majors = Object.keys(postgresReleases).map(Number) as PostgresMajor[]

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(majors)('PostgreSQL %s is downloaded, starts and keeps its data', async (major) => {
  const options = { folder: join(folder, String(major)), durable: false, binaries: installPostgres(major) }
  const first = await startPostgres(options)
  expect(first.version.split('.')[0]).toBe(String(major))
  await query(first.superuserUrl(), "create table kept as select 'before the stop' as note")
  await first.stop()
  const again = await startPostgres(options)
  try {
    const [row] = await query(
      again.superuserUrl(),
      "select note, current_setting('server_version_num')::int / 10000 as major from kept",
    )
    expect(row).toEqual({ note: 'before the stop', major })
  } finally {
    await again.remove()
  }
})

async function query(connectionString: string, text: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
