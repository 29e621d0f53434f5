import pg from 'pg'
import type { ClientName, TenantFixture } from './fixture.ts'

export type Rows = Awaited<ReturnType<typeof openRows>>

// Tables that are not compared: the audit log also records rejected reads, stored replies are not data, mail is sent
// by tasks, the request log records rejected requests too, activity counts are updated every minute, and a task derives search terms from income data. Terms of a
// person change only with the user's row.
const ignoredTables =
  /^(audit_|idempotent_replies|outgoing_mails|activity_counts|request_log|user_search_terms|(ended_|dead_)?tasks)/

const ignoredColumns = [
  'last_used_at',
  'work_at',
  'timer_at',
  'review_status',
  'review_status_at',
  'review_announced',
  'review_updated_at',
  'review_gross',
  'review_severity',
  'review_finding',
  'review_advice',
  'sealed_figures',
]

/** Rows of one client in one table: their content as JSON, and when they expire. */
type TableContent = Map<string, string | null>
type StoredRow = { name: string; client_id: string; content: string; expires_at: string | null }

/** Compares every row of both clients in the database, to check that rejected requests changed nothing. */
export async function openRows({ api, clientIds }: TenantFixture) {
  const { host, port } = api.world.postgres
  const client = new pg.Client({
    connectionString: `postgres://postgres@${host}:${port}/${api.databaseName}`,
  })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_name)
       where column_name = 'client_id' and table_type = 'BASE TABLE' and tables.table_schema = 'public'`,
  )
  const watched = tables.map(({ name }) => name).filter((name) => !ignoredTables.test(name))
  const clients = [Object.values(clientIds)]
  // Row versions are cheap to query, and if they are unchanged, so is the content.
  const versions = watched.map(
    (
      name,
    ) => `select '${name}' as name, client_id, sum(hashtextextended(ctid::text || ' ' || xmin, 0))::text as found
      from ${name} where client_id = any($1) group by client_id`,
  )
  const allVersions = { name: 'versions', text: versions.join(' union all '), values: clients }
  // The columns that change without a request are ignored: last-used times of keys are updated every half minute, and
  // an idle delivery worker releases its queue a second after it was started. A task copies figures and the status that
  // follows from them to the review, seconds after income data has changed.
  const contentQuery = (
    name: string,
  ) => `select '${name}' as name, client_id, content::text, content->>'expires_at' as expires_at
      from (select client_id, to_jsonb(t) - array[${ignoredColumns.map((column) => `'${column}'`)}] as content from ${name} t
            where client_id = any($1)) rows`

  async function findVersions() {
    const { rows } = await client.query<{ name: string; client_id: string; found: string }>(allVersions)
    return new Map(rows.map(({ name, client_id, found }) => [`${client_id} ${name}`, found]))
  }

  /** Reads the rows of these tables. The result is keyed by client and table, then by content. */
  async function read(names: string[]) {
    const found = new Map<string, TableContent>(names.flatMap(keysOf).map((key) => [key, new Map()]))
    if (names.length === 0) return found
    const { rows } = await client.query<StoredRow>(names.map(contentQuery).join(' union all '), clients)
    for (const { name, client_id, content, expires_at } of rows)
      found.get(`${client_id} ${name}`)?.set(content, expires_at)
    return found
  }
  const keysOf = (table: string) => Object.values(clientIds).map((id) => `${id} ${table}`)

  let seen = await findVersions()
  const contents = await read(watched)

  return {
    tables: watched.length,
    /** Lists tables in which a row of these clients was added, changed or removed since the last comparison. */
    async changed(...names: ClientName[]) {
      const versionsNow = await findVersions()
      const moved = watched.filter((table) =>
        keysOf(table).some((key) => seen.get(key) !== versionsNow.get(key)),
      )
      const now = await read(moved)
      const differs = new Set([...now.keys()].filter((key) => hasChanged(contents.get(key), now.get(key))))
      seen = versionsNow
      for (const [key, content] of now) contents.set(key, content)
      return names.flatMap((name) =>
        watched
          .filter((table) => differs.has(`${clientIds[name]} ${table}`))
          .map((table) => `${table} of ${name}`),
      )
    },
    close: () => client.end(),
  }
}

/** Whether a row was added, changed or removed. Housekeeping may remove a row once it has expired. */
function hasChanged(before: TableContent = new Map(), after: TableContent = new Map()) {
  const isExpired = (at: string | null) => at !== null && Date.parse(at) < Date.now()
  return (
    [...after.keys()].some((content) => !before.has(content)) ||
    [...before].some(([content, expires_at]) => !after.has(content) && !isExpired(expires_at))
  )
}
