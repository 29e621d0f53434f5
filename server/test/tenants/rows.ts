import pg from 'pg'
import type { ClientName, TenantFixture } from './fixture.ts'

export type Rows = Awaited<ReturnType<typeof openRows>>

// Tables that are not compared: the audit log also records rejected reads, stored replies are not data, mail is sent
// by tasks, and activity counts are updated every minute.
const ignoredTables = /^(audit_|idempotent_replies|outgoing_mails|activity_counts|(ended_|dead_)?tasks)/

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
  // an idle delivery worker releases its queue a second after it was started.
  const contentQuery = (
    name: string,
  ) => `select '${name}' as name, client_id, md5(string_agg(line, ',' order by line)) as found
      from (select client_id, (to_jsonb(t) - array['last_used_at', 'work_at', 'timer_at'])::text as line from ${name} t
            where client_id = any($1)) lines group by client_id`

  async function find(query: { text: string; name?: string; values: unknown[] }) {
    const { rows } = await client.query<{ name: string; client_id: string; found: string }>(query)
    return new Map(rows.map(({ name, client_id, found }) => [`${client_id} ${name}`, found]))
  }
  const read = async (names: string[]) =>
    names.length === 0
      ? new Map<string, string>()
      : find({ text: names.map(contentQuery).join(' union all '), values: clients })
  const keysOf = (table: string) => Object.values(clientIds).map((id) => `${id} ${table}`)

  let seen = await find(allVersions)
  const contents = new Map<string, string | undefined>(await read(watched))

  return {
    tables: watched.length,
    /** Lists tables in which a row of these clients was added, changed or removed since the last comparison. */
    async changed(...names: ClientName[]) {
      const versionsNow = await find(allVersions)
      const moved = watched.filter((table) =>
        keysOf(table).some((key) => seen.get(key) !== versionsNow.get(key)),
      )
      const now = await read(moved)
      const differs = new Set(moved.flatMap(keysOf).filter((key) => contents.get(key) !== now.get(key)))
      seen = versionsNow
      for (const key of differs) contents.set(key, now.get(key))
      return names.flatMap((name) =>
        watched
          .filter((table) => differs.has(`${clientIds[name]} ${table}`))
          .map((table) => `${table} of ${name}`),
      )
    },
    close: () => client.end(),
  }
}
