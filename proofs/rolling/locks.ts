import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { runSql } from '../../server/test/open-test-api.ts'
import type { Site } from './setup.ts'

const ours = fileURLToPath(new URL('../../server/migrations/', import.meta.url))
const oldest = '0012'
/** The usual one, and what an operator would allow step by step to a file that cannot be applied with it. */
const holdsMs = [100, 300, 1_000, 60_000]
const limitMs = 30_000

export type FileFigures = {
  file: string
  ms: number
  /** The longest that any statement on a table in use took meanwhile, and that the database saw one wait for us. */
  longestMs: number
  seenMs: number
  gaveWay: number
  /** How long others had to be allowed to wait for it. */
  holdMs: number
}

/**
 * Applies the migrations since an old schema one by one to tables with rows, which others use all the time, now and then
 * in long transactions. What anybody waits is measured by statements of our own and, apart from them, in pg_locks.
 */
export async function measureLocks({ services }: Site, rows: number): Promise<FileFigures[]> {
  const database = 'locks'
  const url = services.postgres.superuserUrl(database)
  await runSql(services.postgres.superuserUrl('postgres'), `create database ${database}`)
  const folder = join(services.folder, 'migrations')
  mkdirSync(folder)
  const files = readdirSync(ours)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  const add = (file: string) => cpSync(join(ours, file), join(folder, file))
  for (const file of files.filter((file) => file.slice(0, 4) <= oldest)) add(file)
  await migrate(url, undefined, pathToFileURL(`${folder}/`))
  await runSql(url, filling(rows))
  await runSql(url, 'vacuum analyze')

  const users = await startUsers(url)
  const figures: FileFigures[] = []
  try {
    for (const file of files.filter((file) => file.slice(0, 4) > oldest)) {
      add(file)
      const startedAt = performance.now()
      let gaveWay = 0
      const apply = (holdMs: number) =>
        migrate(url, undefined, pathToFileURL(`${folder}/`), { holdMs, limitMs, onWait: () => gaveWay++ })
      const holdMs = await firstThatWorks(apply, users.reset)
      const ms = performance.now() - startedAt
      await sleep(200)
      figures.push({ file, ms, gaveWay, holdMs, ...users.worst() })
    }
  } finally {
    await users.stop()
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

// Clients without keys: nobody opens these rows. What counts is how many there are.
const filling = (rows: number) => `
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

/** As requests have them, on the tables that they need. */
const inUse = [
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
const lookEveryMs = 20

async function startUsers(url: string) {
  let isOver = false
  let longestMs = 0
  let seenMs = 0
  const open = async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    return client
  }
  const use = async (statement: string) => {
    const client = await open()
    while (!isOver) {
      const startedAt = performance.now()
      await client.query(statement)
      longestMs = Math.max(longestMs, performance.now() - startedAt)
      await sleep(2)
    }
    await client.end()
  }
  const dawdle = async () => {
    const client = await open()
    while (!isOver) {
      await client.query('begin; select from users limit 1; select from tasks limit 1')
      await sleep(longTransactionMs)
      await client.query('commit')
      await sleep(longTransactionMs)
    }
    await client.end()
  }
  const watch = async () => {
    const client = await open()
    while (!isOver) {
      const { rows } = await client.query<{ ms: number | null }>(
        `select max(extract(epoch from clock_timestamp() - l.waitstart) * 1000)::float as ms from pg_locks l
           where not l.granted and l.locktype = 'relation' and l.mode in ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock')`,
      )
      seenMs = Math.max(seenMs, rows[0]?.ms ?? 0)
      await sleep(lookEveryMs)
    }
    await client.end()
  }
  const all = Promise.all([...inUse.map(use), dawdle(), watch()])
  // A failure is told when it is stopped.
  all.catch(() => {})
  return {
    reset() {
      longestMs = 0
      seenMs = 0
    },
    worst: () => ({ longestMs, seenMs }),
    async stop() {
      isOver = true
      await all
    },
  }
}
