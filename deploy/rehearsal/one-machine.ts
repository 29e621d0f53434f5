import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { startServices } from '../../dev/services/services.ts'
import { aUser } from '../../server/test/people.ts'
import { type ImageStage, print, runInRoot, sandboxOptions } from './stage.ts'

// Runs compose.yaml without Docker: the same commands, settings, secrets and order, as an unprivileged user on a
// read-only root. PostgreSQL, NATS and Ceph are Debian packages instead of images. rehearse.ts starts it in a
// separate network namespace.

type Service = {
  image: string
  command?: string[]
  entrypoint?: string[]
  environment?: Record<string, string>
  env_file?: string[]
  secrets?: string[]
  volumes?: string[]
  restart: string
}

const [stagesFile = ''] = process.argv.slice(2)
const stages: Record<string, ImageStage> = JSON.parse(readFileSync(stagesFile, 'utf8'))
const deploy = fileURLToPath(new URL('..', import.meta.url))
const compose: { services: Record<string, Service> } = parse(
  readFileSync(join(deploy, 'compose.yaml'), 'utf8'),
  {
    merge: true,
  },
)
const dependencies = ['postgres', 'nats', 's3', 'clamav']
const ours = Object.entries(compose.services).filter(([name]) => !dependencies.includes(name))

execFileSync('ip', ['link', 'set', 'lo', 'up'])
const folder = mkdtempSync(join(tmpdir(), 'payproof-machine-'))
chmodSync(folder, 0o755)
const secrets = join(folder, 'secrets')
const hosts = join(folder, 'hosts')
/** The volume `browser`, which the unprivileged user of the images owns. */
const browserVolume = join(folder, 'browser')
mkdirSync(browserVolume, { mode: 0o700 })
chownSync(browserVolume, 10_001, 10_001)
writeFileSync(hosts, `127.0.0.1 localhost ${dependencies.join(' ')}\n`)
writeFileSync(join(folder, 'ports.json'), JSON.stringify({ postgres: 5432, s3: 8333, smtp: 1025 }))
const services = await startServices({ folder, durable: false, only: ['postgres', 's3', 'smtp'] })
let nats: ChildProcess | undefined
try {
  makeSecrets()
  prepareDatabase()
  nats = await startNats()
  await rehearse()
} finally {
  nats?.kill()
  await services.remove()
  rmSync(folder, { recursive: true, force: true })
}

/** Runs make-secrets.sh twice, as an operator may. Ceph's keys are written first, because Ceph generated them. */
function makeSecrets() {
  mkdirSync(secrets, { mode: 0o700 })
  writeFileSync(join(secrets, 's3-access-key'), services.s3.accessKeyId)
  writeFileSync(join(secrets, 's3-secret-key'), services.s3.secretAccessKey)
  cpSync(join(deploy, 'make-secrets.sh'), join(folder, 'make-secrets.sh'))
  const addresses = ['https://payproof.example', `smtp://127.0.0.1:${services.smtp.port}`]
  for (let run = 0; run < 2; run++)
    execFileSync('sh', [join(folder, 'make-secrets.sh'), ...addresses], { stdio: 'ignore' })
}

/** Runs first-start.sh as the PostgreSQL image does on empty data, then requires passwords. */
function prepareDatabase() {
  const { host, port, dataFolder } = services.postgres
  const script = readFileSync(join(deploy, 'postgres/first-start.sh'), 'utf8')
  execFileSync('bash', ['-c', script.replaceAll('/run/secrets', secrets)], {
    env: { PATH: '/usr/bin:/bin', POSTGRES_USER: 'postgres', PGHOST: host, PGPORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const rules = ['host all postgres 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 scram-sha-256', '']
  writeFileSync(join(dataFolder, 'pg_hba.conf'), rules.join('\n'))
  execFileSync('psql', ['-qAt', '-c', 'select pg_reload_conf()', services.postgres.superuserUrl()], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function startNats() {
  const command = compose.services.nats?.command ?? []
  const args = command.map((word) =>
    word.replace('/run/secrets', secrets).replace('=/data', `=${join(folder, 'jetstream')}`),
  )
  const running = spawn('nats-server', args, { stdio: 'ignore' })
  await waitForHttp('http://127.0.0.1:8222/healthz')
  return running
}

async function rehearse() {
  const admin = (...args: string[]) => runOnce('admin', args)
  await admin('create-root-key')
  for (const name of ['migrate', 'prepare-cell', 'prepare-bucket']) await runOnce(name)
  // These services run again, as in a second `docker compose up`.
  for (const name of ['migrate', 'prepare-cell', 'prepare-bucket']) await runOnce(name)
  const options = ['--name', 'acme', '--owner-email', 'olive@acme.example', '--owner-name', 'Olive']
  const client: { apiKey: string } = JSON.parse(await admin('create-client', ...options))

  const running = ours
    .filter(([, { restart }]) => restart === 'unless-stopped')
    .map(([name], n) => {
      const port = 8080 + n
      return { name, port, child: startContainer(name, [], { PORT: String(port) }) }
    })
  for (const { name, port } of running) {
    await waitUntilHealthy(name, port)
    print(`${name}: healthy as an unprivileged user on a read-only root`)
  }
  const api = running.find(({ name }) => name === 'api')
  await callApi(`http://127.0.0.1:${api?.port}`, client.apiKey)
  for (const { child } of running) terminate(child)
  for (const { name, child } of running) await waitForExit(child, name)
  print('all processes stopped on SIGTERM')
  for (const [name, program] of [
    ['reader', 'qpdf'],
    ['reader', 'tesseract'],
    ['reader', 'bwrap'],
    ['browser', 'chromium-headless-shell'],
  ] as const)
    runInRoot(stageOf(name).root, [program, '--version'])
  const sizes = ['service', 'reader', 'browser'].map((name) => {
    const [megabytes] = execFileSync('du', ['-sm', stageOf(name).root])
      .toString()
      .split('\t')
    return `${name} ${megabytes} MB`
  })
  print(sizes.join(', '))
}

/** Creates and reads a user, and loads the hosted pages. */
async function callApi(address: string, apiKey: string) {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const created = await fetch(`${address}/users`, { method: 'POST', headers, body: JSON.stringify(aUser()) })
  if (created.status !== 201) throw new Error(`POST /users: ${created.status} ${await created.text()}`)
  const { user_id } = (await created.json()) as { user_id: string }
  for (const path of [`/users/${user_id}`, '/openapi.json', '/console/signin', '/docs/', '/journey.js']) {
    const reply = await fetch(address + path, { headers: { 'x-api-key': apiKey } })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  }
  print('client created, user created and read, pages served')
}

async function runOnce(name: string, args: string[] = []) {
  const child = startContainer(name, args)
  let output = ''
  child.stdout?.on('data', (text) => {
    output += text
  })
  await waitForExit(child, [name, ...args.slice(0, 1)].join(' '))
  return output
}

function startContainer(name: string, args: string[], env: Record<string, string> = {}) {
  const service = serviceOf(name)
  const stage = stageOf(service.image.replace('payproof/', ''))
  const command = [
    ...(service.entrypoint ?? stage.commands.ENTRYPOINT ?? []),
    ...(service.command ?? []),
    ...args,
  ]
  const [uid, gid] = stage.user.split(':')
  const dropPrivileges = [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--no-new-privs',
    '--pdeathsig',
    'KILL',
  ]
  return spawn('bwrap', [...containerOptions(name, stage, env), ...dropPrivileges, ...command], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/**
 * Returns Bubblewrap options: the image's root, only the service's own secrets, and host names of the other services.
 */
function containerOptions(name: string, stage: ImageStage, overrides: Record<string, string>) {
  const service = serviceOf(name)
  const defaults = Object.entries(service.environment ?? {}).map(([key, value]) => [
    key,
    String(value).replace(/\$\{\w+:-(.*?)\}/, '$1'),
  ])
  const fromFile = service.env_file
    ? [readFileSync(join(secrets, 'settings.env'), 'utf8').trim().split('=', 2)]
    : []
  const env = { ...Object.fromEntries([...fromFile, ...defaults]), ...overrides }
  const secretMounts = (service.secrets ?? []).flatMap((file) => [
    '--ro-bind',
    join(secrets, file),
    `/run/secrets/${file}`,
  ])
  // Docker creates mount points even on a read-only root; bubblewrap needs them to exist.
  mkdirSync(join(stage.root, 'keys'), { recursive: true })
  writeFileSync(join(stage.root, 'etc/hosts'), '')
  const hasKeys = service.volumes?.some((volume) => volume.includes(':/keys'))
  const keys = hasKeys ? [name === 'admin' ? '--bind' : '--ro-bind', join(secrets, 'keys'), '/keys'] : []
  return [
    ...sandboxOptions(stage, env, true),
    '--tmpfs',
    '/run',
    '--dir',
    '/run/secrets',
    ...secretMounts,
    ...keys,
    ...browserMount(service),
    '--ro-bind',
    hosts,
    '/etc/hosts',
  ]
}

const browserMount = ({ volumes }: Service) =>
  volumes?.some((volume) => volume.startsWith('browser:')) ? ['--bind', browserVolume, '/run/browser'] : []

/** Sends SIGTERM to the child of bubblewrap, which does not forward signals. */
function terminate({ pid }: ChildProcess) {
  const [childPid = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
  process.kill(Number(childPid), 'SIGTERM')
}

async function waitUntilHealthy(name: string, port: number) {
  const service = serviceOf(name)
  const stage = stageOf(service.image.replace('payproof/', ''))
  const check = stage.commands.HEALTHCHECK ?? []
  for (let attempt = 0; attempt < 60; attempt++) {
    await sleep(500)
    try {
      const options = sandboxOptions(stage, { PORT: String(port) }, true)
      execFileSync('bwrap', [...options, '--tmpfs', '/run', ...browserMount(service), ...check], {
        stdio: 'ignore',
      })
      return
    } catch {
      // The service is not healthy yet.
    }
  }
  throw new Error(`${name} does not become healthy`)
}

async function waitForHttp(url: string) {
  for (let attempt = 0; attempt < 60; attempt++) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await sleep(250)
  }
  throw new Error(`${url} does not respond`)
}

function serviceOf(name: string): Service {
  const service = compose.services[name]
  if (!service) throw new Error(`compose.yaml has no ${name}`)
  return service
}

function stageOf(name: string): ImageStage {
  const stage = stages[name]
  if (!stage) throw new Error(`There is no image ${name}`)
  return stage
}

function waitForExit(child: ChildProcess, name: string) {
  return new Promise<void>((resolve, reject) => {
    const settle = (code: number | null) =>
      code === 0 ? resolve() : reject(new Error(`${name} exited with ${code ?? child.signalCode}`))
    if (child.exitCode !== null || child.signalCode !== null) settle(child.exitCode)
    else child.once('exit', settle)
  })
}
