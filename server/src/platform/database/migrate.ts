import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'

const ours = new URL('../../../migrations/', import.meta.url)

type Migration = { name: string; hash: string; sql: string }

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

/** Applies what is missing, each file in its own transaction. Refuses a file that changed after it was applied. */
export async function migrate(url: string, progress: (line: string) => void = () => {}, folder = ours) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("select pg_advisory_lock(hashtext('payproof migrate'))")
    await client.query(`create table if not exists migrations (
      name text primary key, hash text not null, applied_at timestamptz not null default now())`)
    const applied = await client.query<{ name: string; hash: string }>('select name, hash from migrations')
    const known = new Map(applied.rows.map(({ name, hash }) => [name, hash]))
    const migrations = await listMigrations(folder)
    refuseSurprises(migrations, known)
    for (const migration of migrations.filter(({ name }) => !known.has(name))) {
      await apply(client, migration)
      progress(migration.name)
    }
    await client.query('call prepare_audit_months(24)')
    await client.query('grant select on migrations to payproof_system')
  } finally {
    await client.end()
  }
}

function refuseSurprises(migrations: Migration[], known: Map<string, string>) {
  const names = migrations.map(({ name }) => name)
  for (const name of known.keys()) {
    if (!names.includes(name))
      throw new Error(`Migration ${name} was applied but is not in this version of the code`)
  }
  for (const { name, hash } of migrations) {
    if (known.has(name) && known.get(name) !== hash) {
      throw new Error(`Migration ${name} was changed after it was applied; add a new one instead`)
    }
  }
  const missing = names.findIndex((name) => !known.has(name))
  const late = missing < 0 ? undefined : names.slice(missing).find((name) => known.has(name))
  if (late) throw new Error(`Migration ${names[missing]} comes before ${late}, which is already applied`)
}

async function apply(client: pg.Client, { name, hash, sql }: Migration) {
  await client.query('begin')
  try {
    // A migration that cannot get its lock fails and is run again, instead of queueing every request behind it.
    await client.query("set local lock_timeout = '3s'; set local statement_timeout = '15min'")
    await client.query(sql)
    await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
