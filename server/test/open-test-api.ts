import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { readConfig } from '../src/config.ts'
import { openLog } from '../src/platform/telemetry/log.ts'
import { openRole, type ProcessRole } from '../src/process/roles.ts'
import { recordExchange, saveExchanges } from './examples/record.ts'
import { inspectBeforeDrop, registerDatabase } from './leaks-database.ts'
import { environmentFor, type World } from './template.ts'

// biome-ignore lint/suspicious/noExplicitAny: a reply's body is whatever the test says it should be.
export type ApiReply = { status: number; body: any; headers: Record<string, string>; text: string }
export type Headers = Record<string, string>
export type Call = (method: string, path: string, body?: unknown, headers?: Headers) => Promise<ApiReply>

/** Clones a database for this test file from the template. */
export async function cloneDatabase(world: World) {
  const name = `test_${randomBytes(6).toString('hex')}`
  const superuser = `postgres://postgres@${world.postgres.host}:${world.postgres.port}`
  // Copying files takes a quarter of the time of writing the copy to the WAL, which is the default.
  const copy = `create database ${name} template ${world.template} strategy file_copy`
  await runSql(`${superuser}/postgres`, copy)
  registerDatabase(name)
  const superuserUrl = `${superuser}/${name}`
  const session = openSqlSession(superuserUrl)
  return {
    name,
    superuserUrl,
    sql: session.run,
    async drop() {
      await session.close()
      // Only in tests: databases of proofs have up to millions of rows.
      // biome-ignore lint/style/noProcessEnv: set by Vitest alone.
      if (process.env.VITEST) await inspectBeforeDrop(name, superuserUrl)
      await runSql(`${superuser}/postgres`, `drop database ${name} with (force)`)
    },
  }
}

/** Runs SQL as a superuser, to inspect or tamper with data behind the API. */
export async function runSql(url: string, text: string, values?: unknown[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

// Statements that leave nothing behind in their session.
const isPlain = (text: string) => /^\s*(select|insert|update|delete|with)\b[^;]*$/i.test(text)

/**
 * As runSql, but plain statements share a connection while it is free: tests run thousands, and a new connection costs
 * more than the statement.
 */
function openSqlSession(url: string) {
  let kept: pg.Client | undefined
  let isBusy = false

  async function connect() {
    const client = new pg.Client({ connectionString: url })
    // Some tests end all sessions of the database.
    client.on('error', () => {})
    client.on('end', () => {
      if (kept === client) kept = undefined
    })
    await client.connect()
    kept = client
    return client
  }

  return {
    async run(text: string, values?: unknown[]) {
      if (isBusy || !isPlain(text)) return runSql(url, text, values)
      isBusy = true
      try {
        const client = kept ?? (await connect())
        return (await client.query(text, values)).rows
      } finally {
        isBusy = false
      }
    },
    close: async () => void (await kept?.end()),
  }
}

/** Creates a function that calls a server without a network, with this credential. */
export const callerOf =
  (server: Awaited<ReturnType<typeof openRole>>['server']) =>
  (credential: Headers): Call =>
  async (method, path, body, headers = {}) => {
    const reply = await server.inject({
      method: method as 'GET',
      url: path,
      headers: { ...credential, ...headers },
      ...(body !== undefined && { payload: body as object }),
    })
    const text = reply.body
    const isJson = text !== '' && String(reply.headers['content-type']).startsWith('application/json')
    const parsed = isJson ? JSON.parse(text) : undefined
    recordExchange(server.operations, {
      method,
      path,
      request: body,
      status: reply.statusCode,
      response: parsed,
    })
    return {
      status: reply.statusCode,
      body: parsed,
      headers: reply.headers as Record<string, string>,
      text,
    }
  }

/** Opens the real API on its own database, for tests and proofs. The caller closes it. */
export async function openTestApi(
  world: World,
  settings: Record<string, string> = {},
  role: ProcessRole = 'all',
) {
  const database = await cloneDatabase(world)
  const environment = { ...environmentFor(world, database.name), ...settings }
  const config = readConfig(environment)
  const api = await openRole(role, config, openLog(config.LOG_LEVEL))

  const callWith = callerOf(api.server)
  const withKey = (key: string) => callWith({ 'x-api-key': key })
  const withToken = (token: string) => callWith({ authorization: `Bearer ${token}` })
  return {
    world,
    environment,
    config,
    server: api.server,
    cellListener: api.cellListener,
    acme: withKey(world.clients.acme.apiKey),
    rival: withKey(world.clients.rival.apiKey),
    anonymous: callWith({}),
    withKey,
    withToken,
    callWith,
    sql: database.sql,
    databaseName: database.name,
    async close() {
      saveExchanges()
      await api.close()
      await database.drop()
    },
  }
}

export type Api = Omit<Awaited<ReturnType<typeof openTestApi>>, 'close'>
