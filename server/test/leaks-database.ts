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
  const { rows } = await client.query<{ reference: string; count: number }>(await writeStatement(client))
  return rows.map(({ reference, count }) => `${count} row(s) in ${name} cross clients: ${reference}`)
}

async function writeStatement(client: pg.Client) {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select c.oid::regclass::text as table, array_agg(a.attname::text) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and a.attnum > 0 and not a.attisdropped and a.atttypid = 'uuid'::regtype
       group by 1`,
  )
  const tables = rows.filter(({ columns }) => columns.includes('client_id'))
  const owners = tables
    .filter(({ columns }) => columns.includes('id'))
    .map(({ table }) => `select '${table}' as owner, id, client_id from ${table}`)
  const references = tables.flatMap(({ table, columns }) =>
    columns
      .filter((column) => column.endsWith('_id') && column !== 'client_id')
      .map((column) => `select '${table}.${column}' as reference, ${column} as id, client_id from ${table}`),
  )
  return `with owned as materialized (${owners.join(' union all ')}),
    referring as (${references.join(' union all ')})
    select reference || ' -> ' || owner as reference, count(*)::int as count
      from referring join owned using (id) where referring.client_id <> owned.client_id group by 1 order by 1`
}
