import pg from 'pg'
import { openTestApi } from '../server/test/open-test-api.ts'
import { openSandboxProcess } from '../server/test/sandbox-process.ts'
import { seedUsers } from '../server/test/seed-users.ts'
import { makeWorld } from '../server/test/template.ts'

// Measures bytes per row, including indexes, of the largest tables after a vacuum, for docs/operations/sizing.md.

const users = 20_000
const connectedUsers = 120
const reads = 5_000
const tables = [
  'users',
  'user_keys',
  'authorisations',
  'accounts',
  'payroll_entries',
  'payroll_submissions',
  'events',
  'deliveries',
  'delivery_attempts',
  'ended_tasks',
  'audit_lines',
]

const { world, stop } = await makeWorld({ durable: false })
const sandbox = await openSandboxProcess()
const api = await openTestApi(world, {
  SANDBOX_URL: sandbox.url,
  OUTBOUND_LOOPBACK: 'true',
  CHECK_REPLIES: 'false',
  LOG_LEVEL: 'fatal',
})
const { host, port } = world.postgres
const databaseUrl = `postgres://postgres@${host}:${port}/${api.databaseName}`

/** Returns the size and row count of each table, including partitions. */
async function measure() {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('vacuum analyze')
  const figures = []
  for (const name of tables) {
    const { rows } = await client.query(
      `select coalesce(sum(pg_total_relation_size(relid)), pg_total_relation_size($1))::float8 as bytes, (select count(*) from ${name})::int as rows
         from pg_partition_tree($1) where isleaf`,
      [name],
    )
    const [{ bytes = 0, rows: count = 0 } = {}] = rows
    figures.push({ name, bytes, count })
  }
  await client.end()
  return figures
}

async function call(method: string, path: string, body?: unknown) {
  const reply = await api.acme(method, path, body)
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`)
  return reply.body
}

/**
 * Creates a user who gives an authorisation and connects an account, which produces payslips, an event and a
 * delivery.
 */
async function connect() {
  const user = {
    forename: 'Wilhelmina',
    surname: 'Oakapple',
    date_of_birth: '1988-05-14',
    post_codes: ['BS6 9ZX'],
  }
  const { user_id } = await call('POST', '/users', {
    ...user,
    ni_number: 'QQ474852A',
    payroll_period_months: 12,
  })
  await call('POST', '/authorisations', { user_id, user_agent: 'sizing' })
  const user_name = 'wilhelmina.oakapple'
  await call('POST', '/accounts', {
    user_id,
    payroll_provider: 'sandbox-payroll',
    user_name,
    password: 'pass',
  })
}

// Empty partitions also occupy pages, so the size before filling is subtracted.
const empty = await measure()
await call('POST', '/webhooks', {
  name: 'sizing',
  events: ['user-payroll-submitted'],
  url: `${sandbox.url}/inbox/sizing`,
  signing_secret: 'between the two of us',
})
for (let n = 0; n < connectedUsers; n++) await connect()
for (let attempt = 0; attempt < 120; attempt++) {
  const [{ done }] = (await api.sql(
    `select (select count(*) from payroll_entries) >= ${connectedUsers} and not exists (select from tasks where kind = 'payroll.retrieve') as done`,
  )) as [{ done: boolean }]
  if (done) break
  await new Promise((resolve) => setTimeout(resolve, 500))
}
const ids = await seedUsers(world, databaseUrl, world.clients.rival.clientId, users)
for (let n = 0; n < reads; n += 50) {
  await Promise.all(ids.slice(n, n + 50).map((id) => api.rival('GET', `/users/${id}`)))
}
const filled = await measure()
for (const [n, { name, bytes, count }] of filled.entries()) {
  const bytesPerRow = (bytes - (empty[n]?.bytes ?? 0)) / (count - (empty[n]?.count ?? 0))
  process.stdout.write(`${name}: ${count} rows, ${Math.round(bytesPerRow)} bytes each\n`)
}
await api.close()
await sandbox.stop()
await stop()
process.exit(0)
