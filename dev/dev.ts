import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { prepareTraveller } from './demo-journey.ts'
import { choosePort } from './services/ports.ts'
import { missingPrograms, type Services, startServices } from './services/services.ts'

// `npm run dev`: everything a newcomer needs, in one command, kept in .dev/ and gone with Ctrl-C.
const project = dirname(dirname(fileURLToPath(import.meta.url)))
const folder = join(project, '.dev')
const main = join(project, 'server/src/main.ts')
const webBuild = join(project, 'web/build.ts')
const docsBuild = join(project, 'docs/site/build.ts')
const sandboxMain = join(project, 'sandbox/src/main.ts')
const database = 'payproof'
const usualPorts = { api: 8080, sandbox: 8090 }

type Client = { clientId: string; apiKey: string; ownerPassword: string }
const owner = { email: 'owner@acme.example', name: 'Olive Owner' }

async function start() {
  const startedAt = performance.now()
  refuseMissing()
  mkdirSync(folder, { recursive: true })
  const building = buildPages()
  const services = await startServices({ folder, durable: true, progress: tell })
  const children: ChildProcess[] = []
  const stop = onceStopped(services, children)
  try {
    const sandboxPort = await portOfLastTime('sandbox')
    const sandboxUrl = `http://127.0.0.1:${sandboxPort}`
    const port = await portOfLastTime('api')
    const baseUrl = `http://127.0.0.1:${port}`
    children.push(startSandbox({ port: sandboxPort, serviceUrl: baseUrl }, stop))
    const own = settings(services, { baseUrl, port, sandboxUrl })
    // biome-ignore lint/style/noProcessEnv: the API's process needs PATH and the like.
    const environment = { ...process.env, ...own }
    await prepareDatabase(services, environment)
    tell('database migrated')
    const client = await prepareClient(environment)
    tell('sandbox client acme with an owner and an API key ready')
    writeEnv('env', { PAYPROOF_URL: baseUrl, PAYPROOF_API_KEY: client.apiKey, SANDBOX_URL: sandboxUrl })
    writeEnv('operator', own)
    await building
    children.push(startApi(environment, stop))
    await answers(`${sandboxUrl}/`, 'sandbox')
    tell(`sandbox world ready on ${sandboxUrl}`)
    await answers(`${baseUrl}/readyz`, 'api')
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    tell(`api ready on ${baseUrl}; it restarts when a file changes (${seconds} s in all)`)
    const journey = await prepareTraveller({ baseUrl, sandboxUrl, apiKey: client.apiKey })
    print(welcome(services, { baseUrl, sandboxUrl, client, journey }))
  } catch (error) {
    print(`\n${(error as Error).message}`)
    await stop('start failed', 1)
  }
}

function refuseMissing() {
  const missing = missingPrograms()
  if (missing.length === 0) return
  const programs = missing.map(({ program }) => program).join(', ')
  print(
    `Not installed yet: ${programs}.\nThis installs them on Debian:\n\n  npm run setup\n\nWith Docker instead: dev/compose.yaml gives the same services.`,
  )
  process.exit(1)
}

function settings(
  { postgres, nats, smtp, s3 }: Services,
  { baseUrl, port, sandboxUrl }: { baseUrl: string; port: number; sandboxUrl: string },
) {
  return {
    ENVIRONMENT: 'sandbox',
    // A receiver under development listens here.
    OUTBOUND_LOOPBACK: 'true',
    PORT: String(port),
    BASE_URL: baseUrl,
    // Whoever moves the sandbox's clock by a month sees the recurring checks of that month.
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

/** The client is made once; its key and password are kept beside the data they open. */
async function prepareClient(environment: NodeJS.ProcessEnv): Promise<Client> {
  const file = join(folder, 'client.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  // A first start that was cut short left a client whose key nobody has; its name is taken.
  const name = (await knownClient(environment)) ? `acme-${randomBytes(2).toString('hex')}` : 'acme'
  const words = [
    '--name',
    name,
    '--owner-email',
    owner.email,
    '--owner-name',
    owner.name,
    '--owner-mfa',
    'disabled',
  ]
  const client = await run(environment, 'admin', 'create-client', ...words)
  writeFileSync(file, client, { mode: 0o600 })
  return JSON.parse(client)
}

/**
 * What a shell needs to call the API, for `. .dev/env`, and to run the operator's commands, for `. .dev/operator`: nothing has to
 * be copied by hand.
 */
function writeEnv(file: 'env' | 'operator', variables: Record<string, string>) {
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}='${value}'\n`)
  writeFileSync(join(folder, file), lines.join(''), { mode: 0o600 })
}

async function knownClient({ MIGRATION_DATABASE_URL }: NodeJS.ProcessEnv) {
  const client = new pg.Client({ connectionString: MIGRATION_DATABASE_URL })
  await client.connect()
  const { rowCount } = await client.query(`select from clients where name = 'acme'`)
  await client.end()
  return rowCount !== 0
}

async function run(environment: NodeJS.ProcessEnv, ...words: string[]) {
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...words], { env: environment })
  return stdout.trim()
}

/** The API reads them when it starts. Without them it runs too, and says so where they would be. */
async function buildPages() {
  await Promise.all([
    build('pages of the journey', [webBuild]),
    build('documentation', [docsBuild, '--if-changed']),
  ])
}

async function build(what: string, words: string[]) {
  try {
    await promisify(execFile)(process.execPath, words)
    tell(`${what} built`)
  } catch (error) {
    print(`  ✗ ${what}: npm run build failed: ${(error as Error).message.slice(0, 2_000)}`)
  }
}

type Stop = (why: string, code?: number) => Promise<void>

function startApi(environment: NodeJS.ProcessEnv, stop: Stop) {
  return startWatched('api', [main, 'all'], environment, stop)
}

/** The outside world, which knows nothing of ours but where it is: a lender there embeds the journey. */
function startSandbox({ port, serviceUrl }: { port: number; serviceUrl: string }, stop: Stop) {
  // biome-ignore lint/style/noProcessEnv: its process needs PATH and the like.
  const env = { ...process.env, PORT: String(port), SERVICE_URL: serviceUrl }
  return startWatched('sandbox', [sandboxMain], env, stop)
}

function startWatched(name: Program, words: string[], env: NodeJS.ProcessEnv, stop: Stop) {
  const log = openSync(logOf(name), 'a')
  const watch = ['--watch', '--watch-preserve-output']
  const child = spawn(process.execPath, [...watch, ...words], { env, stdio: ['ignore', log, 'inherit'] })
  closeSync(log)
  child.once('exit', () => stop(`the ${name} ended`))
  return child
}

type Program = keyof typeof usualPorts
const logOf = (name: Program) => join(folder, `${name}.log`)

/** The port of last time, or the usual one, or any other that is free. */
async function portOfLastTime(name: Program) {
  const file = join(folder, `${name}-port`)
  const wanted = existsSync(file) ? Number(readFileSync(file, 'utf8')) : usualPorts[name]
  const port = await choosePort(wanted)
  writeFileSync(file, String(port))
  return port
}

async function answers(url: string, name: Program) {
  for (let tries = 0; tries < 200; tries++) {
    const reply = await fetch(url).catch(() => undefined)
    if (reply?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`The ${name} does not answer at ${url}; its log is ${relative(project, logOf(name))}`)
}

function onceStopped(services: Services, children: ChildProcess[]): Stop {
  let stopping = false
  const stop: Stop = async (why, code = 0) => {
    if (stopping) return
    stopping = true
    print(`\nstopping (${why})`)
    await Promise.all(children.map(end))
    await services.stop()
    print('everything is stopped; the data stays in .dev/')
    process.exit(code)
  }
  process.on('SIGINT', () => stop('Ctrl-C'))
  process.on('SIGTERM', () => stop('SIGTERM'))
  return stop
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

type Addresses = { baseUrl: string; sandboxUrl: string; client: Client; journey: string }

function welcome({ smtp, s3, postgres }: Services, { baseUrl, sandboxUrl, client, journey }: Addresses) {
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
  Logs       ${relative(process.cwd(), logOf('api'))}, ${relative(process.cwd(), logOf('sandbox'))}

  Journey of wilhelmina.oakapple, password pass (after a change in web/: npm run build, and start this again):

  ${journey}

  Try it, in another terminal (docs/guides/quickstart.md goes on from there):

  . .dev/env
  curl -H "X-API-KEY: $PAYPROOF_API_KEY" $PAYPROOF_URL/users
  npm run lender                # an example lender, examples/lender

  Ctrl-C stops everything.
`
}

const tell = (line: string) => print(`  ✓ ${line}`)

function print(text: string) {
  process.stdout.write(`${text}\n`)
}

await start()
