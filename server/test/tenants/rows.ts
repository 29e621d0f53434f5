import pg from 'pg'
import type { ClientName, Stage } from './stage.ts'

export type Rows = Awaited<ReturnType<typeof openRows>>

// The audit log tells of refused reads too, stored replies are no facts, and mail leaves by itself, as a task.
const apart = /^(audit_|idempotent_replies|outgoing_mails|(ended_|dead_)?tasks)/

/** Looks behind the API at every row of both clients, to see that what was refused changed nothing. */
export async function openRows({ api, clientIds }: Stage) {
  const { host, port } = api.world.postgres
  const client = new pg.Client({
    connectionString: `postgres://postgres@${host}:${port}/${api.databaseName}`,
  })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_name)
       where column_name = 'client_id' and table_type = 'BASE TABLE' and tables.table_schema = 'public'`,
  )
  const watched = tables.map(({ name }) => name).filter((name) => !apart.test(name))
  // When a key was last used is noted every half minute, whoever was refused meanwhile; and a courier who finds
  // nothing to carry leaves its queue a second after it was called.
  const digests = watched.map(
    (name) => `select '${name}' as name, client_id, md5(string_agg(line, ',' order by line)) as digest
      from (select client_id, (to_jsonb(t) - array['last_used_at', 'work_at', 'timer_at'])::text as line from ${name} t
            where client_id = any($1)) lines group by client_id`,
  )
  const query = { name: 'digests', text: digests.join(' union all ') }

  async function read() {
    const { rows } = await client.query({ ...query, values: [Object.values(clientIds)] })
    return new Map(rows.map(({ name, client_id, digest }) => [`${client_id} ${name}`, digest as string]))
  }
  let last = await read()

  return {
    tables: watched.length,
    /** Tables in which a row of these clients was added, changed or removed since the last look. */
    async changed(...names: ClientName[]) {
      const [before, after] = [last, await read()]
      last = after
      return names.flatMap((name) =>
        watched
          .filter(
            (table) => before.get(`${clientIds[name]} ${table}`) !== after.get(`${clientIds[name]} ${table}`),
          )
          .map((table) => `${table} of ${name}`),
      )
    },
    close: () => client.end(),
  }
}
