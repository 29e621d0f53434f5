import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type LockBackoff, runWithLockBackoff } from './lock-backoff.ts'

const migrationsFolder = new URL('../../../migrations/', import.meta.url)

type Migration = { name: string; hash: string; sql: string }

/** First line of a migration whose steps run one by one outside a transaction. Each step must be safe to repeat. */
const stepsMarker = '-- In steps'
const stepSeparator = /^-- step\b.*$/m

const defaultBackoff: LockBackoff = { maxBlockingMs: 100, giveUpAfterMs: 300_000 }
const migratorLockPollMs = 200

/** Lists the migrations of this version of the code, in order. */
export async function listMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Applies pending migrations while the service runs, each file in its own transaction. A migration that would block
 * live traffic is cancelled and retried. Fails if a file was changed after it was applied. A newer schema is left
 * untouched.
 */
export async function migrate(
  url: string,
  onApplied: (name: string) => void = () => {},
  folder = migrationsFolder,
  { onRetry = () => {}, ...backoff }: Partial<LockBackoff> & { onRetry?: (line: string) => void } = {},
) {
  const [client, watcher] = [
    new pg.Client({ connectionString: url }),
    new pg.Client({ connectionString: url }),
  ]
  try {
    await client.connect()
    await watcher.connect()
    const withBackoff: RunWithBackoff = (name, work) => {
      const reportRetry = (reason: string) => onRetry(`${name} will be retried: ${reason}`)
      return withMigrationName(
        name,
        runWithLockBackoff(client, watcher, { ...defaultBackoff, ...backoff }, work, reportRetry),
      )
    }
    await acquireMigratorLock(client)
    await client.query(`create table if not exists migrations (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`)
    const applied = await client.query<{ name: string; hash: string }>('select name, hash from migrations')
    const appliedHashes = new Map(applied.rows.map(({ name, hash }) => [name, hash]))
    const migrations = await listMigrations(folder)
    checkHistory(migrations, appliedHashes)
    for (const migration of migrations.filter(({ name }) => !appliedHashes.has(name))) {
      if (migration.sql.startsWith(stepsMarker)) await applySteps(client, migration, withBackoff)
      else await withBackoff(migration.name, () => apply(client, migration))
      onApplied(migration.name)
    }
    await withBackoff('of future audit months', () => inTransaction(client, 'call prepare_audit_months(24)'))
    await client.query('grant select on migrations to payproof_system')
  } finally {
    await Promise.all([client.end(), watcher.end()])
  }
}

// Polls for the lock. CREATE INDEX CONCURRENTLY waits for all open snapshots, so a statement that blocks here would
// deadlock with it.
async function acquireMigratorLock(client: pg.Client) {
  for (;;) {
    const { rows } = await client.query<{ acquired: boolean }>(
      "select pg_try_advisory_lock(hashtext('payproof migrate')) as acquired",
    )
    if (rows[0]?.acquired) return
    await sleep(migratorLockPollMs)
  }
}

function checkHistory(migrations: Migration[], appliedHashes: Map<string, string>) {
  const names = migrations.map(({ name }) => name)
  const newest = names.at(-1) ?? ''
  for (const name of appliedHashes.keys()) {
    // A migration with a later name belongs to a newer version of the code. This version can run on its schema, so a
    // release can be rolled back.
    if (!names.includes(name) && name < newest)
      throw new Error(`Migration ${name} was applied but is not in this version of the code`)
  }
  for (const { name, hash } of migrations) {
    if (appliedHashes.has(name) && appliedHashes.get(name) !== hash) {
      throw new Error(`Migration ${name} was changed after it was applied; add a new one instead`)
    }
  }
  const firstMissing = names.findIndex((name) => !appliedHashes.has(name))
  const laterApplied =
    firstMissing < 0
      ? undefined
      : [...appliedHashes.keys()].find((name) => name > (names[firstMissing] ?? ''))
  if (laterApplied)
    throw new Error(`Migration ${names[firstMissing]} comes before ${laterApplied}, which is already applied`)
}

const recordMigrationSql = 'insert into migrations (name, hash) values ($1, $2)'

function apply(client: pg.Client, { name, hash, sql }: Migration) {
  return inTransaction(client, sql, () => client.query(recordMigrationSql, [name, hash]))
}

type RunWithBackoff = (name: string, work: () => Promise<unknown>) => Promise<unknown>

const withMigrationName = (name: string, work: Promise<unknown>) =>
  work.catch((error: Error) => {
    throw new Error(`Migration ${name} failed: ${error.message}`, { cause: error })
  })

async function applySteps(client: pg.Client, { name, hash, sql }: Migration, withBackoff: RunWithBackoff) {
  for (const [n, step] of sql.split(stepSeparator).entries()) {
    const isConcurrent = /\bconcurrently\b/i.test(step)
    const label = `${name}, step ${n + 1},`
    if (isConcurrent) await withMigrationName(label, runConcurrently(client, step))
    else await withBackoff(label, () => inTransaction(client, step))
  }
  await client.query(recordMigrationSql, [name, hash])
}

/** CREATE INDEX CONCURRENTLY blocks no writes, so it may wait for locks without a limit. */
async function runConcurrently(client: pg.Client, statement: string) {
  await client.query("set lock_timeout = 0; set statement_timeout = '6h'")
  await client.query(statement)
}

async function inTransaction(client: pg.Client, sql: string, then: () => Promise<unknown> = async () => {}) {
  await client.query('begin')
  try {
    // Other sessions queue behind a lock request that is waiting, so the wait must be short.
    await client.query("set local lock_timeout = '150ms'; set local statement_timeout = '15min'")
    await client.query(sql)
    await then()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
