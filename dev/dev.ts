import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import pg from 'pg'
import { prepareDemoJourney } from './demo-journey.ts'
import { waitForOwnReply } from './readiness.ts'
import { choosePort } from './services/ports.ts'
import { missingPrograms, type Services, startServices } from './services/services.ts'

// `npm run dev`: starts all services, the sandbox and the API. Data is kept in .dev/, or in the folder after --folder; Ctrl-C
// stops everything.
const project = dirname(dirname(fileURLToPath(import.meta.url)))
const { values } = parseArgs({ options: { folder: { type: 'string' } } })
const folder = values.folder === undefined ? join(project, '.dev') : resolve(values.folder)
const main = join(project, 'server/src/main.ts')
const webBuild = join(project, 'web/build.ts')
const docsBuild = join(project, 'docs/site/build.ts')
const sandboxMain = join(project, 'sandbox/src/main.ts')
const database = 'payproof'
const defaultPorts = { api: 8080, sandbox: 8090 }

type Client = { clientId: string; apiKey: string; ownerPassword: string }
const owner = { email: 'owner@acme.example', name: 'Olive Owner' }

async function start() {
  const startedAt = performance.now()
  exitIfProgramsMissing()
  mkdirSync(folder, { recursive: true })
  const building = buildPages()
  const services = await startServices({ folder, durable: true, progress: printDone })
  const children: ChildProcess[] = []
  const stop = createStop(services, children)
  try {
    const preparation = environmentOf(serviceSettings(services, unassigned))
    await prepareDatabase(services, preparation)
    printDone('database migrated')
    const client = await prepareClient(preparation)
    printDone('sandbox client acme with an owner and an API key ready')
    await building
    // Chosen last: another program could take a port while the database is prepared and the pages are built.
    const sandboxPort = await choosePreferredPort('sandbox')
    const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
    const port = await choosePreferredPort('api')
    const baseUrl = `http://127.0.0.1:${port}`
    const own = serviceSettings(services, { baseUrl, port, sandboxUrl })
    const sandbox = startSandbox({ port: sandboxPort, serviceUrl: baseUrl }, stop)
    const api = startApi(environmentOf(own), stop)
    children.push(sandbox, api)
    writeEnv('env', {
      PAYPROOF_URL: baseUrl,
      PAYPROOF_API_KEY: client.apiKey,
      PAYPROOF_OWNER_EMAIL: owner.email,
      PAYPROOF_OWNER_PASSWORD: client.ownerPassword,
      SANDBOX_URL: sandboxUrl,
    })
    writeEnv('operator', own)
    await waitForOwnReply(programOf('sandbox', sandbox, sandboxUrl), '/')
    printDone(`sandbox ready on ${sandboxUrl}`)
    await waitForOwnReply(programOf('api', api, baseUrl), '/readyz')
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    printDone(`api ready on ${baseUrl}; it restarts when a file changes (${seconds} s in total)`)
    const journey = await prepareDemoJourney({ baseUrl, sandboxUrl, apiKey: client.apiKey })
    print(welcome(services, { baseUrl, sandboxUrl, client, journey }))
  } catch (error) {
    print(`\n${(error as Error).message}`)
    await stop('start failed', 1)
  }
}

function exitIfProgramsMissing() {
  const missing = missingPrograms()
  if (missing.length === 0) return
  const programs = missing.map(({ program }) => program).join(', ')
  print(
    `Not installed yet: ${programs}.\nThis installs them on Debian:\n\n  npm run setup\n\nOn other systems, use a Debian container: docs/guides/quickstart.md shows how.`,
  )
  process.exit(1)
}

function serviceSettings(
  { postgres, nats, smtp, s3 }: Services,
  { baseUrl, port, sandboxUrl }: { baseUrl: string; port: number; sandboxUrl: string },
) {
  return {
    ENVIRONMENT: 'sandbox',
    // A webhook receiver under development listens on loopback.
    OUTBOUND_LOOPBACK: 'true',
    PORT: String(port),
    BASE_URL: baseUrl,
    // With SANDBOX_CLOCK, moving the sandbox clock by a month runs the recurring checks of that month.
    SANDBOX_URL: sandboxUrl,
    SANDBOX_CLOCK: 'true',
    DATABASE_URL: `postgres://payproof_login@${postgres.host}:${postgres.port}/${database}`,
    MIGRATION_DATABASE_URL: postgres.superuserUrl(database),
    NATS_URL: nats.url,
    SMTP_URL: smtp.url,
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_ACCESS_KEY: s3.accessKeyId,
    S3_SECRET_KEY: s3.secretAccessKey,
    ROOT_KEY: `file://${join(folder, 'root.key')}`,
    CHECK_REPLIES: 'true',
    DRAIN_SECONDS: '0',
    DATABASE_WAIT_MS: '5000',
  }
}

// biome-ignore lint/style/noProcessEnv: our processes need PATH and the like.
const environmentOf = (settings: Record<string, string>) => ({ ...process.env, ...settings })

/** Addresses for commands that serve no requests. */
const unassigned = { baseUrl: 'http://127.0.0.1', port: 0, sandboxUrl: 'http://127.0.0.1' }

async function prepareDatabase({ postgres }: Services, environment: NodeJS.ProcessEnv) {
  const client = new pg.Client({ connectionString: postgres.superuserUrl('postgres') })
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
  if (rowCount === 0) await client.query(`create database ${database}`)
  await client.end()
  await run(environment, 'migrate')
  if (!existsSync(join(folder, 'root.key'))) await run(environment, 'admin', 'create-root-key')
  await run(environment, 'admin', 'prepare-cell')
  await run(environment, 'admin', 'prepare-bucket')
}

/** Creates the client on the first start; its API key and password are kept in .dev/client.json. */
async function prepareClient(environment: NodeJS.ProcessEnv): Promise<Client> {
  const file = join(folder, 'client.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  // An interrupted first start may have left a client whose key was lost, so the name may be taken.
  const name = (await isNameTaken(environment)) ? `acme-${randomBytes(2).toString('hex')}` : 'acme'
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
  const client = await run(environment, 'admin', 'create-client', ...options)
  writeFileSync(file, client, { mode: 0o600 })
  return JSON.parse(client)
}

/**
 * Writes a file for shells to source. `. .dev/env` sets the variables needed to call the API, `. .dev/operator` those
 * for the operator's commands.
 */
function writeEnv(file: 'env' | 'operator', variables: Record<string, string>) {
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'\n`)
  writeFileSync(join(folder, file), lines.join(''), { mode: 0o600 })
}

async function isNameTaken({ MIGRATION_DATABASE_URL }: NodeJS.ProcessEnv) {
  const client = new pg.Client({ connectionString: MIGRATION_DATABASE_URL })
  await client.connect()
  const { rowCount } = await client.query(`select from clients where name = 'acme'`)
  await client.end()
  return rowCount !== 0
}

async function run(environment: NodeJS.ProcessEnv, ...args: string[]) {
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...args], { env: environment })
  return stdout.trim()
}

/**
 * Builds the pages, which the API reads at start. If a build fails, the API still runs and shows a notice instead of
 * the pages.
 */
async function buildPages() {
  await Promise.all([
    build('pages of the journey', [webBuild]),
    build('documentation', [docsBuild, '--if-changed']),
  ])
}

async function build(name: string, command: string[]) {
  try {
    await promisify(execFile)(process.execPath, command)
    printDone(`${name} built`)
  } catch (error) {
    print(`  ✗ ${name}: npm run build failed: ${(error as Error).message.slice(0, 2_000)}`)
  }
}

type Stop = (reason: string, code?: number) => Promise<void>

function startApi(environment: NodeJS.ProcessEnv, stop: Stop) {
  return startWatched('api', [main, 'all'], environment, stop)
}

/**
 * Starts the sandbox, which simulates the outside world. Of the service it knows only the URL, for its demo lender
 * that embeds the journey.
 */
function startSandbox({ port, serviceUrl }: { port: number; serviceUrl: string }, stop: Stop) {
  // biome-ignore lint/style/noProcessEnv: its process needs PATH and the like.
  const env = { ...process.env, PORT: String(port), SERVICE_URL: serviceUrl }
  return startWatched('sandbox', [sandboxMain], env, stop)
}

function startWatched(name: Program, command: string[], env: NodeJS.ProcessEnv, stop: Stop) {
  const log = openSync(logFileOf(name), 'a')
  const watch = ['--watch', '--watch-preserve-output']
  const child = spawn(process.execPath, [...watch, ...command], { env, stdio: ['ignore', log, 'inherit'] })
  closeSync(log)
  child.once('exit', () => stop(`the ${name} ended`))
  return child
}

type Program = keyof typeof defaultPorts
const logFileOf = (name: Program) => join(folder, `${name}.log`)

/** Chooses the port of the last run, else the default, else any free port. */
async function choosePreferredPort(name: Program) {
  const file = join(folder, `${name}-port`)
  const preferred = existsSync(file) ? Number(readFileSync(file, 'utf8')) : defaultPorts[name]
  const port = await choosePort(preferred)
  writeFileSync(file, String(port))
  return port
}

const programOf = (name: Program, child: ChildProcess, url: string) => ({
  name,
  child,
  url,
  logFile: relative(process.cwd(), logFileOf(name)),
})

function createStop(services: Services, children: ChildProcess[]): Stop {
  let stopping = false
  const stop: Stop = async (reason, code = 0) => {
    if (stopping) return
    stopping = true
    print(`\nstopping (${reason})`)
    await Promise.all(children.map(terminate))
    await services.stop()
    print(`everything is stopped; the data stays in ${relative(process.cwd(), folder)}/`)
    process.exit(code)
  }
  process.on('SIGINT', () => stop('Ctrl-C'))
  process.on('SIGTERM', () => stop('SIGTERM'))
  return stop
}

async function terminate(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

type Welcome = { baseUrl: string; sandboxUrl: string; client: Client; journey: string }

function welcome({ smtp, s3, postgres }: Services, { baseUrl, sandboxUrl, client, journey }: Welcome) {
  const { apiKey, ownerPassword } = client
  return `
  Payproof is running, as a sandbox.

  API        ${baseUrl}
  Docs       ${baseUrl}/docs
  Sandbox    ${sandboxUrl}
  Lender     ${sandboxUrl}/demo
  API key    ${apiKey}
  Owner      ${owner.email}  ${ownerPassword}
  Mail       ${smtp.inboxUrl}
  Database   ${postgres.superuserUrl(database)}
  S3         ${s3.endpoint}
  Logs       ${relative(process.cwd(), logFileOf('api'))}, ${relative(process.cwd(), logFileOf('sandbox'))}

  Journey of wilhelmina.oakapple, password pass (after a change in web/: npm run build, then restart):

  ${journey}

  Try it, in another terminal (docs/guides/quickstart.md continues from there):

  . ${relative(process.cwd(), folder)}/env
  curl -H "X-API-KEY: $PAYPROOF_API_KEY" $PAYPROOF_URL/users
  npm run lender                # an example lender, examples/lender

  Ctrl-C stops everything.
`
}

const printDone = (line: string) => print(`  ✓ ${line}`)

function print(text: string) {
  process.stdout.write(`${text}\n`)
}

await start()
