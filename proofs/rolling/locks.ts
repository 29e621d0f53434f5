import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { runSql } from '../../server/test/open-test-api.ts'
import type { RollingSetup } from './setup.ts'

const ours = fileURLToPath(new URL('../../server/migrations/', import.meta.url))
const oldest = '0012'
/**
 * Lock hold times to try, in milliseconds: the default, and longer ones that an operator may allow for a migration
 * that needs them.
 */
const holdsMs = [100, 300, 1_000, 60_000]
const limitMs = 30_000

export type FileFigures = {
  file: string
  ms: number
  /** Longest duration of a concurrent statement, and longest lock wait that pg_locks showed. */
  longestMs: number
  seenMs: number
  gaveWay: number
  /** Lock hold time with which the migration could be applied. */
  holdMs: number
}

/**
 * Applies the migrations since an old schema one by one to tables that contain rows and are constantly in use, partly
 * by long transactions. Lock waits are measured by our own statements and, independently, in pg_locks.
 */
export async function measureLocks({ services }: RollingSetup, rows: number): Promise<FileFigures[]> {
  const database = 'locks'
  const url = services.postgres.superuserUrl(database)
  await runSql(services.postgres.superuserUrl('postgres'), `create database ${database}`)
  const folder = join(services.folder, 'migrations')
  mkdirSync(folder)
  const files = readdirSync(ours)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  const copyMigration = (file: string) => cpSync(join(ours, file), join(folder, file))
  for (const file of files.filter((file) => file.slice(0, 4) <= oldest)) copyMigration(file)
  await migrate(url, undefined, pathToFileURL(`${folder}/`))
  await runSql(url, seedSql(rows))
  await runSql(url, 'vacuum analyze')

  const queries = await startQueries(url)
  const figures: FileFigures[] = []
  try {
    for (const file of files.filter((file) => file.slice(0, 4) > oldest)) {
      copyMigration(file)
      const startedAt = performance.now()
      let gaveWay = 0
      const apply = (holdMs: number) =>
        migrate(url, undefined, pathToFileURL(`${folder}/`), {
          maxBlockingMs: holdMs,
          giveUpAfterMs: limitMs,
          onRetry: () => gaveWay++,
        })
      const holdMs = await firstThatWorks(apply, queries.reset)
      const ms = performance.now() - startedAt
      await sleep(200)
      figures.push({ file, ms, gaveWay, holdMs, ...queries.worst() })
    }
  } finally {
    await queries.stop()
  }
  return figures
}

async function firstThatWorks(apply: (holdMs: number) => Promise<unknown>, before: () => void) {
  for (const holdMs of holdsMs) {
    before()
    const isApplied = await apply(holdMs).then(
      () => true,
      () => false,
    )
    if (isApplied) return holdMs
  }
  throw new Error('a migration could not be applied')
}

// The clients have no keys, because these rows are never decrypted; only their number matters.
const seedSql = (rows: number) => `
  insert into clients (id, name) select gen_random_uuid(), 'seeded ' || n from generate_series(0, 19) n;
  create table seeded as select id as client_id, row_number() over () - 1 as n from clients;
  create unique index on seeded (n);
  insert into users (client_id, id, position, created_at, sealed, payroll_period_months)
    select s.client_id, gen_random_uuid(), 1000000 + n.n, now(), decode(repeat('ab', 200), 'hex'), 12
    from generate_series(1, ${rows}) n join seeded s on s.n = n.n % 20;
  insert into journey_links (client_id, user_id, code_hash, token_version, expires_at)
    select client_id, id, sha256(id::text::bytea), 1, now() from users;
  insert into audit_lines (client_id, at, lane, seq, actor_kind, actor_id, action, subject_id, request_id, hash)
    select client_id, now(), 0, position * 3 + n, 'api_key', 'seeded', 'user.read', id, 'seeded', sha256('')
    from users, generate_series(0, 2) n;
`

/** Statements like those of API requests, on the tables that API requests use. */
const statements = [
  'select id, sealed from users where client_id = (select client_id from seeded where n = 1) order by position limit 5',
  `update users set payroll_period_months = 12
     where client_id = (select client_id from seeded where n = 1) and position = 1000001`,
  ...[
    'tasks',
    'webhooks',
    'events',
    'authorisations',
    'configurations',
    'audit_lines',
    'outgoing_mails',
    'journey_links',
  ].map((table) => `select from ${table} limit 1`),
]

const longTransactionMs = 1_500
const sampleMs = 20

async function startQueries(url: string) {
  let isStopped = false
  let longestMs = 0
  let seenMs = 0
  const open = async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return client
  }
  const repeat = async (statement: string) => {
    const client = await open()
    while (!isStopped) {
      const startedAt = performance.now()
      await client.query(statement)
      longestMs = Math.max(longestMs, performance.now() - startedAt)
      await sleep(2)
    }
    await client.end()
  }
  const holdTransactions = async () => {
    const client = await open()
    while (!isStopped) {
      await client.query('begin; select from users limit 1; select from tasks limit 1')
      await sleep(longTransactionMs)
      await client.query('commit')
      await sleep(longTransactionMs)
    }
    await client.end()
  }
  const watch = async () => {
    const client = await open()
    while (!isStopped) {
      const { rows } = await client.query<{ ms: number | null }>(
        `select max(extract(epoch from clock_timestamp() - l.waitstart) * 1000)::float as ms from pg_locks l
           where not l.granted and l.locktype = 'relation' and l.mode in ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock')`,
      )
      seenMs = Math.max(seenMs, rows[0]?.ms ?? 0)
      await sleep(sampleMs)
    }
    await client.end()
  }
  const all = Promise.all([...statements.map(repeat), holdTransactions(), watch()])
  // stop() reports the error; this avoids an unhandled rejection until then.
  all.catch(() => {})
  return {
    reset() {
      longestMs = 0
      seenMs = 0
    },
    worst: () => ({ longestMs, seenMs }),
    async stop() {
      isStopped = true
      await all
    },
  }
}
