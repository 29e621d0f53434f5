import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Checks on the database of a test file, made just before the database is dropped. */

const closingDeadlineMs = 20_000
const pollMs = 20

const openDatabases = new Set<string>()
const found: string[] = []

export const registerDatabase = (name: string) => void openDatabases.add(name)

/** Returns the leaks since the last call, including databases that were never dropped. */
export function takeDatabaseLeaks() {
  const leaks = found.splice(0)
  for (const name of openDatabases) leaks.push(`database ${name} was not dropped`)
  openDatabases.clear()
  return leaks
}

/** Records connections that are still open, and rows that refer to a row of another client. */
export async function inspectBeforeDrop(name: string, superuserUrl: string) {
  openDatabases.delete(name)
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  try {
    found.push(...(await listConnections(client, name)), ...(await listCrossTenantRows(client, name)))
  } finally {
    await client.end()
  }
}

async function listConnections(client: pg.Client, name: string) {
  const until = performance.now() + closingDeadlineMs
  for (;;) {
    const { rows } = await client.query(
      `select usename, left(query, 120) as query from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    if (rows.length === 0) return []
    if (performance.now() > until) {
      return [`${rows.length} connection(s) to ${name}, one of ${rows[0]?.usename}: ${rows[0]?.query}`]
    }
    await sleep(pollMs)
  }
}

/**
 * Lists references to rows of another client. Most references are foreign keys that include client_id. This also
 * covers the others: any uuid column `*_id` of a client's row whose value is the id of a row of another client.
 */
async function listCrossTenantRows(client: pg.Client, name: string) {
  // Written for each database, because some tests add a table of their own.
  const statement = await writeStatement(client)
  if (!statement) return []
  const { rows } = await client.query<{ reference: string; count: number }>(statement)
  return rows.map(({ reference, count }) => `${count} row(s) in ${name} cross clients: ${reference}`)
}

/** Empty tables are left out: planning a query over all tables and their partitions takes most of the time. */
async function writeStatement(client: pg.Client) {
  const { rows } = await client.query<{ path: string; table: string; columns: string[] }>(
    `select c.oid::regclass::text as path, coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as table,
         array_agg(a.attname::text) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and pg_relation_size(c.oid) > 0
         and a.attnum > 0 and not a.attisdropped and a.atttypid = 'uuid'::regtype
       group by c.oid`,
  )
  const tables = rows.filter(({ columns }) => columns.includes('client_id'))
  const owners = tables
    .filter(({ columns }) => columns.includes('id'))
    .map(({ path, table }) => `select '${table}' as owner, id, client_id from ${path}`)
  const references = tables.flatMap(({ path, table, columns }) =>
    columns
      .filter((column) => column.endsWith('_id') && column !== 'client_id')
      .map((column) => `select '${table}.${column}' as reference, ${column} as id, client_id from ${path}`),
  )
  if (owners.length === 0 || references.length === 0) return undefined
  return `with owned as materialized (${owners.join(' union all ')}),
    referring as (${references.join(' union all ')})
    select reference || ' -> ' || owner as reference, count(*)::int as count
      from referring join owned using (id) where referring.client_id <> owned.client_id group by 1 order by 1`
}
