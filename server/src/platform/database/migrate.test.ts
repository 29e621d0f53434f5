import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { startServices } from '../../../../dev/services/services.ts'
import { makeTestFolder } from '../../../../dev/services/test-folder.ts'
import { runSql } from '../../../test/api.ts'
import { atEnd } from '../../../test/at-end.ts'
import { listMigrations, migrate } from './migrate.ts'

const { host, port } = inject('world').postgres
const migrationsFolder = new URL('../../../migrations/', import.meta.url)
const shipped = (await listMigrations()).map(({ name }) => name)

async function newDatabase(server = `postgres://postgres@${host}:${port}`) {
  const name = `migrate_${randomBytes(6).toString('hex')}`
  await runSql(`${server}/postgres`, `create database ${name}`)
  atEnd(() => runSql(`${server}/postgres`, `drop database if exists ${name} with (force)`).catch(() => {}))
  const url = `${server}/${name}`
  return { url, sql: (text: string) => runSql(url, text) }
}

/** Copies our migrations to a folder where a test can change them. */
async function copyMigrations() {
  const path = await mkdtemp(join(tmpdir(), 'payproof-migrations-'))
  atEnd(() => rm(path, { recursive: true, force: true }))
  await cp(migrationsFolder, path, { recursive: true })
  return {
    folder: pathToFileURL(`${path}/`),
    write: (name: string, sql: string) => writeFile(join(path, name), sql),
    remove: (name: string) => rm(join(path, name)),
  }
}

async function run(url: string, folder?: URL, giveUpAfterMs?: number) {
  const applied: string[] = []
  await migrate(url, (name) => applied.push(name), folder, { ...(giveUpAfterMs && { giveUpAfterMs }) })
  return applied
}

async function connect(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  atEnd(() => client.end())
  return client
}

test('applies every migration once, in order', async () => {
  const { url, sql } = await newDatabase()
  expect(await run(url)).toEqual(shipped)
  expect(await run(url)).toEqual([])
  const { folder, write } = await copyMigrations()
  await write('9001-more.sql', 'create table more (id integer)')
  await write('9002-and-more.sql', 'insert into more values (1)')
  expect(await run(url, folder)).toEqual(['9001-more.sql', '9002-and-more.sql'])
  expect(await run(url, folder)).toEqual([])
  expect(await sql('select id from more')).toEqual([{ id: 1 }])
  expect((await sql('select name from migrations order by name')).map(({ name }) => name)).toEqual([
    ...shipped,
    '9001-more.sql',
    '9002-and-more.sql',
  ])
})

test('fails if a file was changed after it was applied', async () => {
  const { url, sql } = await newDatabase()
  const { folder, write } = await copyMigrations()
  await write('9001-more.sql', 'create table more (id integer)')
  await run(url, folder)
  await write('9001-more.sql', 'create table more (id bigint)')
  await write('9002-later.sql', 'create table later (id integer)')
  await expect(run(url, folder)).rejects.toThrow('Migration 9001-more.sql was changed after it was applied')
  expect(await sql("select to_regclass('later') as later")).toEqual([{ later: null }])
})

test('leaves a database that is ahead of the code untouched, so that a release can be rolled back', async () => {
  const { url, sql } = await newDatabase()
  const { folder, write, remove } = await copyMigrations()
  await write('9001-more.sql', 'create table more (id integer)')
  await run(url, folder)
  await remove('9001-more.sql')
  expect(await run(url, folder)).toEqual([])
  expect(await sql("select to_regclass('more')::text as more")).toEqual([{ more: 'more' }])
})

test('fails if an applied file is missing or a new one sorts before an applied one', async () => {
  const { url, sql } = await newDatabase()
  const { folder, write, remove } = await copyMigrations()
  await write('9002-more.sql', 'create table more (id integer)')
  await write('9004-yet-more.sql', 'create table yet_more (id integer)')
  await run(url, folder)
  await remove('9002-more.sql')
  await expect(run(url, folder)).rejects.toThrow(
    '9002-more.sql was applied but is not in this version of the code',
  )
  await write('9002-more.sql', 'create table more (id integer)')
  await write('9003-late.sql', 'create table late (id integer)')
  await expect(run(url, folder)).rejects.toThrow(
    '9003-late.sql comes before 9004-yet-more.sql, which is already',
  )
  await remove('9004-yet-more.sql')
  await expect(run(url, folder)).rejects.toThrow(
    '9003-late.sql comes before 9004-yet-more.sql, which is already',
  )
  expect(await sql("select to_regclass('late') as late")).toEqual([{ late: null }])
})

test('rolls back a failed migration and keeps those before it', async () => {
  const { url, sql } = await newDatabase()
  const { folder, write } = await copyMigrations()
  await write('9001-good.sql', 'create table good (id integer)')
  await write('9002-bad.sql', 'create table bad (id integer); insert into bad values (1); select 1 / 0;')
  await write('9003-never.sql', 'create table never (id integer)')
  await expect(run(url, folder)).rejects.toThrow('Migration 9002-bad.sql failed: division by zero')
  expect(
    await sql("select to_regclass('good') as good, to_regclass('bad') as bad, to_regclass('never') as never"),
  ).toEqual([{ good: 'good', bad: null, never: null }])
  expect((await sql("select name from migrations where name like '9%'")).map(({ name }) => name)).toEqual([
    '9001-good.sql',
  ])
  await write('9002-bad.sql', 'create table bad (id integer)')
  expect(await run(url, folder)).toEqual(['9002-bad.sql', '9003-never.sql'])
})

test('retries a migration that cannot get its lock until it can or the time limit is reached', async () => {
  const { url } = await newDatabase()
  const { folder, write } = await copyMigrations()
  await run(url, folder)
  await write('9001-blocked.sql', 'alter table users add column blocked integer')
  const reader = await connect(url)
  await reader.query('begin; select from users')
  await expect(run(url, folder, 1_000)).rejects.toThrow(
    'Migration 9001-blocked.sql failed: it timed out waiting for a lock on every attempt for 1 s',
  )
  const retries: string[] = []
  const migrating = migrate(url, undefined, folder, { onRetry: (line) => retries.push(line) })
  await expect.poll(() => retries.length).toBeGreaterThan(1)
  await reader.query('commit')
  await migrating
  expect(retries[0]).toBe('9001-blocked.sql will be retried: it timed out waiting for a lock')
  expect(await run(url, folder)).toEqual([])
})

test('cancels a migration that blocks other sessions, however long it would take', async () => {
  const { url } = await newDatabase()
  const { folder, write } = await copyMigrations()
  await run(url, folder)
  // This migration locks the table and would hold the lock for a minute.
  await write('9001-slow.sql', 'alter table users add column slow integer; select pg_sleep(60)')
  const reader = await connect(url)
  const retries: string[] = []
  const failing = migrate(url, undefined, folder, {
    giveUpAfterMs: 3_000,
    onRetry: (line) => retries.push(line),
  })
  const outcome = failing.then(
    () => 'applied',
    (error: Error) => error.message,
  )
  let isOver = false
  const over = outcome.finally(() => {
    isOver = true
  })
  const took: number[] = []
  while (!isOver) {
    const startedAt = performance.now()
    await reader.query('select from users limit 1')
    took.push(performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect(await over).toBe(
    'Migration 9001-slow.sql failed: it blocked other sessions for 100 ms on every attempt for 3 s',
  )
  expect(retries.length).toBeGreaterThan(1)
  expect(Math.max(...took)).toBeGreaterThan(90)
  // If the migration were not cancelled, a reader would wait for the whole minute.
  expect(Math.max(...took)).toBeLessThan(45_000)
})

test('a migration in steps builds its index without blocking writers and can be resumed after a failure', async () => {
  const { url, sql } = await newDatabase()
  const { folder, write } = await copyMigrations()
  await run(url, folder)
  const steps = (last: string) => `-- In steps
alter table users add column if not exists shade text;
-- step: the index
drop index concurrently if exists users_shade;
-- step
create index concurrently users_shade on users (client_id, shade);
-- step
${last}
`
  await write('9001-shade.sql', steps('select 1 / 0;'))
  await expect(run(url, folder)).rejects.toThrow('9001-shade.sql, step 4, failed: division by zero')
  const isValid = "select indisvalid from pg_index where indexrelid = 'users_shade'::regclass"
  expect(await sql(isValid)).toEqual([{ indisvalid: true }])
  await write('9001-shade.sql', steps('select 1;'))
  expect(await run(url, folder)).toEqual(['9001-shade.sql'])
  expect(await sql(isValid)).toEqual([{ indisvalid: true }])
  expect(await run(url, folder)).toEqual([])
})

test('when several migrators start at once, each migration is applied once', async () => {
  const { url, sql } = await newDatabase()
  const outcomes = await Promise.all([run(url), run(url), run(url)])
  expect(outcomes.flat().sort()).toEqual(shipped)
  expect(await sql('select name from migrations')).toHaveLength(shipped.length)
})

test('migrates several databases of a new cluster concurrently', async () => {
  const folder = makeTestFolder()
  const services = await startServices({ folder, durable: false, only: ['postgres'] })
  atEnd(async () => {
    await services.remove()
    await rm(folder, { recursive: true, force: true })
  })
  const server = services.postgres.superuserUrl('').replace(/\/$/, '')
  const databases = await Promise.all(Array.from({ length: 4 }, () => newDatabase(server)))
  const outcomes = await Promise.all(databases.map(({ url }) => run(url)))
  for (const applied of outcomes) expect(applied).toEqual(shipped)
})
