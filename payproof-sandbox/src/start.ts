import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareDemoJourney } from '../../dev/demo-journey.ts'
import { answersHttp, choosePort } from '../../dev/services/ports.ts'
import { findProgram } from '../../dev/services/programs.ts'
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
  writeVariables,
} from './instance.ts'
import { startMail } from './mail.ts'
import { startNats } from './nats.ts'
import type { LauncherOptions, PublicPorts } from './options.ts'
import { startPostgres } from './postgres.ts'
import { failureOf, type SupervisedProgram, startSupervised, waitUntilReady } from './supervised.ts'

type PortName = keyof PublicPorts | 'postgres' | 'nats' | 'natsMonitor' | 'smtp'
type Ports = Record<PortName, number>
type Secrets = Record<'postgres' | 'login' | 'nats' | 'control', string>

const defaultPorts: Partial<Ports> = { api: 8080, sandbox: 8090, inbox: 8025 }

/**
 * Starts PostgreSQL, NATS, the mail inbox, the fictional providers and the service, prepares a client, and returns the
 * text to show. If a part fails, all are stopped.
 */
export async function startSandbox(options: LauncherOptions, progress: (line: string) => void) {
  const { folder, host } = options
  const startedAt = performance.now()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const running: SupervisedProgram[] = []
  // In reverse order: the service stops before the servers that it uses.
  const stop = async () => {
    for (const program of running.toReversed()) await program.stop()
  }
  try {
    const ports = await choosePorts(folder, options.ports)
    const secrets = readSecrets(folder)
    const postgres = await startPostgres({
      folder: join(folder, 'postgres'),
      port: ports.postgres,
      password: secrets.postgres,
    })
    running.push(postgres.program)
    progress(`PostgreSQL ${postgres.version}`)
    const nats = await startNats({
      folder: join(folder, 'nats'),
      programs: join(folder, 'programs'),
      port: ports.nats,
      monitorPort: ports.natsMonitor,
      password: secrets.nats,
    })
    running.push(nats.program)
    progress(`NATS ${nats.version}`)
    const mail = await startMail({ folder, port: ports.smtp, inboxPort: ports.inbox, host })
    running.push(mail.program)
    progress(`mail inbox at ${mail.inboxUrl}`)

    const baseUrl = `http://127.0.0.1:${ports.api}`
    const sandboxUrl = `http://127.0.0.1:${ports.sandbox}`
    const chromium = findChromium()
    const settings = {
      ...sandboxSettings(folder, { baseUrl, port: ports.api, sandboxUrl }),
      DATABASE_URL: `postgres://payproof_login:${secrets.login}@127.0.0.1:${ports.postgres}/${databaseName}`,
      MIGRATION_DATABASE_URL: postgres.urlOf(databaseName),
      NATS_URL: nats.url,
      SMTP_URL: mail.url,
      FILE_STORE: join(folder, 'files'),
      // Compiled code of the service, which saves about a second of CPU time at each start.
      NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
      HOST: host,
      SANDBOX_CONTROL_KEY: secrets.control,
      ...(chromium && { CHROMIUM: chromium }),
    }
    const preparation = environmentOf(settings)
    await prepareDatabase(folder, preparation)
    progress('database migrated')
    const client = await prepareClient(folder, preparation)
    progress('client acme with an owner and an API key')

    const isPublic = host !== '127.0.0.1'
    const sandbox = startSupervised({
      name: 'The sandbox',
      program: process.execPath,
      args: [sandboxMain],
      logFile: join(folder, 'sandbox.log'),
      env: environmentOf({
        PORT: String(ports.sandbox),
        HOST: host,
        BASE_URL: sandboxUrl,
        SERVICE_URL: baseUrl,
        ...(isPublic && { CONTROL_KEY: secrets.control }),
      }),
    })
    running.push(sandbox)
    const { MIGRATION_DATABASE_URL: _, ...serviceSettings } = settings
    const api = startSupervised({
      name: 'The API',
      program: process.execPath,
      args: [serviceMain, 'all'],
      logFile: join(folder, 'api.log'),
      env: environmentOf(serviceSettings),
    })
    running.push(api)
    await waitUntilReady(sandbox, () => answersHttp(sandboxUrl))
    progress(`fictional providers at ${sandboxUrl}`)
    await waitUntilReady(api, () => isOk(`${baseUrl}/readyz`))
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    progress(`API at ${baseUrl} (${seconds} s in total)`)
    const journey = await prepareDemoJourney({
      baseUrl,
      sandboxUrl,
      apiKey: client.apiKey,
      ...(isPublic && { controlKey: secrets.control }),
    })
    writeVariables(join(folder, 'env'), callerVariables({ baseUrl, sandboxUrl, client }))
    return {
      stop,
      /** Resolves with the reason if a program ends although it was not stopped. */
      failed: Promise.race(
        running.map((program) => program.ended.then((status) => failureOf(program, `ended (${status})`))),
      ),
      welcome: welcome({
        folder,
        baseUrl,
        sandboxUrl,
        inboxUrl: mail.inboxUrl,
        client,
        journey,
        ...(isPublic && { controlKey: secrets.control }),
      }),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Chooses the requested ports, else those of the last run, else the defaults, else any that are free. */
async function choosePorts(folder: string, requested: PublicPorts): Promise<Ports> {
  const file = join(folder, 'ports.json')
  const last: Partial<Ports> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const names: PortName[] = ['api', 'sandbox', 'inbox', 'postgres', 'nats', 'natsMonitor', 'smtp']
  const chosen: [PortName, number][] = []
  for (const name of names) {
    const wanted = (requested as Partial<Ports>)[name]
    const port = await choosePort(wanted ?? last[name] ?? defaultPorts[name])
    if (wanted !== undefined && port !== wanted) throw new Error(`Port ${wanted} is in use`)
    chosen.push([name, port])
  }
  const ports = Object.fromEntries(chosen) as Ports
  writeFileSync(file, `${JSON.stringify(ports, null, 2)}\n`)
  return ports
}

/** Reads the passwords of the local servers, which are generated on the first start. */
function readSecrets(folder: string): Secrets {
  const file = join(folder, 'secrets.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const random = () => randomBytes(24).toString('hex')
  const secrets: Secrets = { postgres: random(), login: random(), nats: random(), control: random() }
  writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}

const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

function findChromium() {
  const names = ['chromium-headless-shell', 'chromium', 'google-chrome-stable', 'google-chrome']
  const found = names.map(findProgram).find((path) => path !== undefined)
  return found ?? (existsSync(macChrome) ? macChrome : undefined)
}

/** Programs from the operating system that a part of the service needs. Without them, that part fails with an error. */
const optionalPrograms = {
  qpdf: 'uploaded PDF files',
  pdftotext: 'uploaded PDF files',
  tesseract: 'scanned documents',
}

function listMissing() {
  const missing = Object.entries(optionalPrograms).filter(([name]) => !findProgram(name))
  const lines = missing.map(([name, use]) => `${name} (${use})`)
  if (!findChromium()) lines.push('Chromium (providers that have only a website)')
  return lines
}

async function isOk(url: string) {
  const reply = await fetch(url).catch(() => undefined)
  await reply?.body?.cancel()
  return reply?.ok === true
}

type Welcome = {
  folder: string
  baseUrl: string
  sandboxUrl: string
  inboxUrl: string
  client: FirstClient
  journey: string
  controlKey?: string
}

function welcome({ folder, baseUrl, sandboxUrl, inboxUrl, client, journey, controlKey }: Welcome) {
  const missing = listMissing()
  const notice = missing.length > 0 ? `\n  Not installed, so not available: ${missing.join(', ')}\n` : ''
  const control = controlKey ? `\n  Controls   password ${controlKey} (any user name)` : ''
  return `
  Payproof is running, as a sandbox. All people, employers and providers are fictional.

  API        ${baseUrl}
  API key    ${client.apiKey}
  Docs       ${baseUrl}/docs
  Console    ${baseUrl}/console
             ${owner.email}  ${client.ownerPassword}
  Sandbox    ${sandboxUrl}${control}
  Inbox      ${inboxUrl}
  Data       ${folder}
${notice}
  The hosted journey of wilhelmina.oakapple, password pass:

  ${journey}

  In another terminal:

  . '${folder}/env'
  curl -H "X-API-KEY: $PAYPROOF_API_KEY" $PAYPROOF_URL/users

  Ctrl-C stops everything.
`
}
