import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'

// Prepares a sandbox instance of the service: settings, database, first client. `npm run dev` and `payproof-sandbox` share it.

export const serviceMain = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
export const sandboxMain = fileURLToPath(new URL('../../sandbox/src/main.ts', import.meta.url))
export const databaseName = 'payproof'
export const owner = { email: 'owner@acme.example', name: 'Olive Owner' }

export type FirstClient = { clientId: string; apiKey: string; ownerPassword: string }

type Addresses = { baseUrl: string; port: number; sandboxUrl: string }

/** Addresses for commands that serve no requests. */
export const unassigned: Addresses = { baseUrl: 'http://127.0.0.1', port: 0, sandboxUrl: 'http://127.0.0.1' }

/** Settings of every sandbox instance on a developer's machine. */
export const sandboxSettings = (folder: string, { baseUrl, port, sandboxUrl }: Addresses) => ({
  ENVIRONMENT: 'sandbox',
  // A webhook receiver under development listens on loopback.
  OUTBOUND_LOOPBACK: 'true',
  PORT: String(port),
  BASE_URL: baseUrl,
  // With SANDBOX_CLOCK, moving the sandbox clock by a month runs the recurring checks of that month.
  SANDBOX_URL: sandboxUrl,
  SANDBOX_CLOCK: 'true',
  SMS_GATEWAY_URL: `${sandboxUrl}/sms/messages`,
  SMS_GATEWAY_TOKEN: 'sandbox-sms',
  ROOT_KEY: `file://${join(folder, 'root.key')}`,
  DRAIN_SECONDS: '0',
  DATABASE_WAIT_MS: '5000',
})

export const environmentOf = <Settings extends Record<string, string>>(settings: Settings) => ({
  // biome-ignore lint/style/noProcessEnv: our processes need PATH and the like.
  ...process.env,
  ...settings,
})

type PreparationEnvironment = NodeJS.ProcessEnv & Record<'DATABASE_URL' | 'MIGRATION_DATABASE_URL', string>

/** Runs a command of the service to its end, and returns its output. */
export async function runService(environment: NodeJS.ProcessEnv, ...args: string[]) {
  const { stdout } = await promisify(execFile)(process.execPath, [serviceMain, ...args], { env: environment })
  return stdout.trim()
}

/** Creates the database if it is missing, migrates it, and creates the root key and the bucket. */
export async function prepareDatabase(folder: string, environment: PreparationEnvironment) {
  const server = new URL(environment.MIGRATION_DATABASE_URL)
  server.pathname = '/postgres'
  const databases = await query(server.href, 'select from pg_database where datname = $1', [databaseName])
  if (databases.rowCount === 0) await query(server.href, `create database ${databaseName}`)
  await runService(environment, 'migrate')
  if (!existsSync(join(folder, 'root.key'))) await runService(environment, 'admin', 'create-root-key')
  const { password } = new URL(environment.DATABASE_URL)
  if (password)
    await query(
      environment.MIGRATION_DATABASE_URL,
      `alter role payproof_login password ${pg.escapeLiteral(decodeURIComponent(password))}`,
    )
  await Promise.all([
    runService(environment, 'admin', 'prepare-cell'),
    runService(environment, 'admin', 'prepare-bucket'),
  ])
}

/** Creates the client on the first start; its API key and password are kept in client.json. */
export async function prepareClient(
  folder: string,
  environment: PreparationEnvironment,
): Promise<FirstClient> {
  const file = join(folder, 'client.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  // An interrupted first start may have left a client whose key was lost, so the name may be taken.
  const taken = await query(environment.MIGRATION_DATABASE_URL, `select from clients where name = 'acme'`)
  const name = taken.rowCount === 0 ? 'acme' : `acme-${randomBytes(2).toString('hex')}`
  const options = [
    '--name',
    name,
    '--owner-email',
    owner.email,
    '--owner-name',
    owner.name,
    '--owner-mfa',
    'disabled',
    '--first-password',
    'keep',
  ]
  const client = await runService(environment, 'admin', 'create-client', ...options)
  writeFileSync(file, client, { mode: 0o600 })
  return JSON.parse(client)
}

/** Variables that a caller of the API needs. */
export const callerVariables = ({
  baseUrl,
  sandboxUrl,
  client,
}: Omit<Addresses, 'port'> & { client: FirstClient }) => ({
  PAYPROOF_URL: baseUrl,
  PAYPROOF_API_KEY: client.apiKey,
  PAYPROOF_OWNER_EMAIL: owner.email,
  PAYPROOF_OWNER_PASSWORD: client.ownerPassword,
  SANDBOX_URL: sandboxUrl,
})

/** Writes a file for shells to source. */
export function writeVariables(file: string, variables: Record<string, string>) {
  const quote = (value: string) => `'${value.replaceAll("'", `'\\''`)}'`
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}=${quote(value)}\n`)
  writeFileSync(file, lines.join(''), { mode: 0o600 })
}

async function query(url: string, text: string, values: string[] = []) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(text, values)
  } finally {
    await client.end()
  }
}
