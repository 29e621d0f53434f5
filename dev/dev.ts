import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import {
  callerVariables,
  databaseName,
  environmentOf,
  type FirstClient,
  owner,
  prepareClient,
  prepareDatabase,
  sandboxMain,
  sandboxSettings,
  serviceMain,
  unassigned,
  writeVariables,
} from '../payproof-sandbox/src/instance.ts'
import { connectCompose, type DevServices, isComposeRequested } from './compose-services.ts'
import { prepareDemoJourney } from './demo-journey.ts'
import { waitForOwnReply } from './readiness.ts'
import { choosePort } from './services/ports.ts'
import { missingPrograms, startServices } from './services/services.ts'

// `npm run dev`: starts all services, the sandbox and the API. Data is kept in .dev/, or in the folder after --folder; Ctrl-C
// stops everything. With PAYPROOF_SERVICES=compose, it uses the services of dev/compose.yaml instead of starting its own.
const project = dirname(dirname(fileURLToPath(import.meta.url)))
const { values } = parseArgs({ options: { folder: { type: 'string' } } })
const folder = values.folder === undefined ? join(project, '.dev') : resolve(values.folder)
const webBuild = join(project, 'web/build.ts')
const docsBuild = join(project, 'docs/site/build.ts')
const defaultPorts = { api: 8080, sandbox: 8090 }

async function start() {
  const startedAt = performance.now()
  const usesCompose = isComposeRequested()
  if (usesCompose) warnAboutMissingTools()
  else exitIfProgramsMissing()
  mkdirSync(folder, { recursive: true })
  const building = buildPages()
  const services: DevServices = usesCompose
    ? await connectCompose(printDone)
    : await startServices({ folder, durable: true, progress: printDone })
  const children: ChildProcess[] = []
  const stop = createStop(services, children)
  try {
    const preparation = environmentOf(serviceSettings(services, unassigned))
    await prepareDatabase(folder, preparation)
    printDone('database migrated')
    const client = await prepareClient(folder, preparation)
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
    // `. .dev/env` sets the variables needed to call the API, `. .dev/operator` those for the operator's commands.
    writeVariables(join(folder, 'env'), callerVariables({ baseUrl, sandboxUrl, client }))
    writeVariables(join(folder, 'operator'), own)
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
    `Not installed yet: ${programs}.\nThis installs them on Debian:\n\n  npm run setup\n\nOn other systems, start them with Docker:\n\n  docker compose -f dev/compose.yaml up --wait\n  PAYPROOF_SERVICES=compose npm run dev`,
  )
  process.exit(1)
}

/** The services are in containers, but the browser and the PDF tools run on this machine. */
function warnAboutMissingTools() {
  const missing = missingPrograms(['chromium', 'documents']).map(({ program }) => program)
  if (missing.length > 0)
    print(`  Not installed: ${missing.join(', ')}. Website providers and uploaded documents need them.`)
}

function serviceSettings(
  { postgres, nats, smtp, s3 }: DevServices,
  addresses: { baseUrl: string; port: number; sandboxUrl: string },
) {
  const login = new URL(postgres.superuserUrl(databaseName))
  login.username = 'payproof_login'
  return {
    ...sandboxSettings(folder, addresses),
    DATABASE_URL: login.href,
    MIGRATION_DATABASE_URL: postgres.superuserUrl(databaseName),
    NATS_URL: nats.url,
    SMTP_URL: smtp.url,
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region,
    S3_ACCESS_KEY: s3.accessKeyId,
    S3_SECRET_KEY: s3.secretAccessKey,
    CHECK_REPLIES: 'true',
  }
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
  return startWatched('api', [serviceMain, 'all'], environment, stop)
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

function createStop(services: DevServices, children: ChildProcess[]): Stop {
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

type Welcome = { baseUrl: string; sandboxUrl: string; client: FirstClient; journey: string }

function welcome({ smtp, s3, postgres }: DevServices, { baseUrl, sandboxUrl, client, journey }: Welcome) {
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
  Database   ${postgres.superuserUrl(databaseName)}
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
