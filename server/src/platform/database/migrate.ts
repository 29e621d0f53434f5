import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Patience, runPatiently } from './lock-backoff.ts'

const ours = new URL('../../../migrations/', import.meta.url)

type Migration = { name: string; hash: string; sql: string }

/** The first line of a file whose steps run one by one, outside a transaction, each of which may run again. */
const inSteps = '-- In steps'
const betweenSteps = /^-- step\b.*$/m

const usual: Patience = { holdMs: 100, limitMs: 300_000 }
const otherMigratorMs = 200

/** The migrations of this version of the code, in order. */
export async function listMigrations(folder = ours): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Applies what is missing, each file in its own transaction, while the service runs: whatever would make others wait is
 * tried again a little later. Refuses a file that changed after it was applied. A database of a newer version stays as it is.
 */
export async function migrate(
  url: string,
  progress: (name: string) => void = () => {},
  folder = ours,
  { onWait = () => {}, ...patience }: Partial<Patience> & { onWait?: (line: string) => void } = {},
) {
  const [client, watcher] = [
    new pg.Client({ connectionString: url }),
    new pg.Client({ connectionString: url }),
  ]
  try {
    await client.connect()
    await watcher.connect()
    const patiently: Patiently = (name, work) => {
      const waiting = (reason: string) => onWait(`${name} will be tried again: ${reason}`)
      return naming(name, runPatiently(client, watcher, { ...usual, ...patience }, work, waiting))
    }
    await untilAlone(client)
    await client.query(`create table if not exists migrations (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`)
    const applied = await client.query<{ name: string; hash: string }>('select name, hash from migrations')
    const known = new Map(applied.rows.map(({ name, hash }) => [name, hash]))
    const migrations = await listMigrations(folder)
    refuseSurprises(migrations, known)
    for (const migration of migrations.filter(({ name }) => !known.has(name))) {
      if (migration.sql.startsWith(inSteps)) await applySteps(client, migration, patiently)
      else await patiently(migration.name, () => apply(client, migration))
      progress(migration.name)
    }
    await patiently('of the months to come', () => inTransaction(client, 'call prepare_audit_months(24)'))
    await client.query('grant select on migrations to payproof_system')
  } finally {
    await Promise.all([client.end(), watcher.end()])
  }
}

// Asked again and again, and not waited for: whoever waits in a statement is waited for by an index that is built concurrently.
async function untilAlone(client: pg.Client) {
  for (;;) {
    const { rows } = await client.query<{ alone: boolean }>(
      "select pg_try_advisory_lock(hashtext('payproof migrate')) as alone",
    )
    if (rows[0]?.alone) return
    await sleep(otherMigratorMs)
  }
}

function refuseSurprises(migrations: Migration[], known: Map<string, string>) {
  const names = migrations.map(({ name }) => name)
  const newest = names.at(-1) ?? ''
  for (const name of known.keys()) {
    // After ours it is of a newer version, whose schema we can work with: that is how a release is taken back.
    if (!names.includes(name) && name < newest)
      throw new Error(`Migration ${name} was applied but is not in this version of the code`)
  }
  for (const { name, hash } of migrations) {
    if (known.has(name) && known.get(name) !== hash) {
      throw new Error(`Migration ${name} was changed after it was applied; add a new one instead`)
    }
  }
  const missing = names.findIndex((name) => !known.has(name))
  const late = missing < 0 ? undefined : [...known.keys()].find((name) => name > (names[missing] ?? ''))
  if (late) throw new Error(`Migration ${names[missing]} comes before ${late}, which is already applied`)
}

const recording = 'insert into migrations (name, hash) values ($1, $2)'

function apply(client: pg.Client, { name, hash, sql }: Migration) {
  return inTransaction(client, sql, () => client.query(recording, [name, hash]))
}

type Patiently = (name: string, work: () => Promise<unknown>) => Promise<unknown>

const naming = (name: string, work: Promise<unknown>) =>
  work.catch((error: Error) => {
    throw new Error(`Migration ${name} failed: ${error.message}`, { cause: error })
  })

async function applySteps(client: pg.Client, { name, hash, sql }: Migration, patiently: Patiently) {
  for (const [n, step] of sql.split(betweenSteps).entries()) {
    const isConcurrent = /\bconcurrently\b/i.test(step)
    const label = `${name}, step ${n + 1},`
    if (isConcurrent) await naming(label, concurrently(client, step))
    else await patiently(label, () => inTransaction(client, step))
  }
  await client.query(recording, [name, hash])
}

/** Waits for others as long as it takes, and nobody waits for it. */
async function concurrently(client: pg.Client, statement: string) {
  await client.query("set lock_timeout = 0; set statement_timeout = '6h'")
  await client.query(statement)
}

async function inTransaction(client: pg.Client, sql: string, then: () => Promise<unknown> = async () => {}) {
  await client.query('begin')
  try {
    // Whoever comes after a lock that is waited for waits as well.
    await client.query("set local lock_timeout = '150ms'; set local statement_timeout = '15min'")
    await client.query(sql)
    await then()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
