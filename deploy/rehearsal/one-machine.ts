import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { startServices } from '../../dev/services/services.ts'
import { aUser } from '../../server/test/people.ts'
import { inside, type Stage, tell, walls } from './stage.ts'

// compose.yaml without Docker: the same commands, settings, secrets and order, with Debian's PostgreSQL, NATS and Ceph in the place of
// images, as nobody on a read-only root. It runs in a network namespace of its own (rehearse.ts).

type Service = {
  image: string
  command?: string[]
  entrypoint?: string[]
  environment: Record<string, string>
  secrets: string[]
  restart: string
}

const [made = ''] = process.argv.slice(2)
const stages: Record<string, Stage> = JSON.parse(readFileSync(made, 'utf8'))
const deploy = fileURLToPath(new URL('..', import.meta.url))
const compose: { services: Record<string, Service> } = parse(
  readFileSync(join(deploy, 'compose.yaml'), 'utf8'),
  {
    merge: true,
  },
)
const names = ['postgres', 'nats', 's3']
const ours = Object.entries(compose.services).filter(([name]) => !names.includes(name))

execFileSync('ip', ['link', 'set', 'lo', 'up'])
const folder = mkdtempSync(join(tmpdir(), 'payproof-machine-'))
chmodSync(folder, 0o755)
const secrets = join(folder, 'secrets')
const hosts = join(folder, 'hosts')
writeFileSync(hosts, `127.0.0.1 localhost ${names.join(' ')}\n`)
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

/** The operator's own script; only Ceph has chosen its keys by itself. */
function makeSecrets() {
  mkdirSync(secrets, { mode: 0o700 })
  writeFileSync(join(secrets, 's3-access-key'), services.s3.accessKeyId)
  writeFileSync(join(secrets, 's3-secret-key'), services.s3.secretAccessKey)
  cpSync(join(deploy, 'make-secrets.sh'), join(folder, 'make-secrets.sh'))
  const addresses = ['https://payproof.example', `smtp://127.0.0.1:${services.smtp.port}`]
  for (let twice = 0; twice < 2; twice++)
    execFileSync('sh', [join(folder, 'make-secrets.sh'), ...addresses], { stdio: 'ignore' })
}

/** What PostgreSQL's image does on empty data; from then on a password is asked for. */
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
  const words = compose.services.nats?.command ?? []
  const here = words.map((word) =>
    word.replace('/run/secrets', secrets).replace('=/data', `=${join(folder, 'jetstream')}`),
  )
  const running = spawn('nats-server', here, { stdio: 'ignore' })
  await answering('http://127.0.0.1:8222/healthz')
  return running
}

async function rehearse() {
  const admin = (...words: string[]) => once('admin', words)
  await admin('create-root-key')
  for (const name of ['migrate', 'prepare-cell', 'prepare-bucket']) await once(name)
  // A second `up` runs them again.
  for (const name of ['migrate', 'prepare-cell', 'prepare-bucket']) await once(name)
  const words = ['--name', 'acme', '--owner-email', 'olive@acme.example', '--owner-name', 'Olive']
  const client: { apiKey: string } = JSON.parse(await admin('create-client', ...words))

  const running = ours
    .filter(([, { restart }]) => restart === 'unless-stopped')
    .map(([name], n) => {
      const port = 8080 + n
      return { name, port, child: begin(name, [], { PORT: String(port) }) }
    })
  for (const { name, port } of running) {
    await healthy(name, port)
    tell(`${name}: healthy as nobody on a read-only root`)
  }
  const api = running.find(({ name }) => name === 'api')
  await use(`http://127.0.0.1:${api?.port}`, client.apiKey)
  for (const { child } of running) terminate(child)
  for (const { name, child } of running) await ended(child, name)
  tell('all ended when told')
  for (const [name, program] of [
    ['reader', 'qpdf'],
    ['reader', 'tesseract'],
    ['reader', 'bwrap'],
    ['browser', 'chromium-headless-shell'],
  ] as const)
    inside(stageOf(name).root, [program, '--version'])
  const sizes = ['service', 'reader', 'browser'].map((name) => {
    const [megabytes] = execFileSync('du', ['-sm', stageOf(name).root])
      .toString()
      .split('\t')
    return `${name} ${megabytes} MB`
  })
  tell(sizes.join(', '))
}

/** One person registered and read again, and the pages. */
async function use(address: string, apiKey: string) {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' }
  const made = await fetch(`${address}/users`, { method: 'POST', headers, body: JSON.stringify(aUser()) })
  if (made.status !== 201) throw new Error(`POST /users: ${made.status} ${await made.text()}`)
  const { user_id } = (await made.json()) as { user_id: string }
  for (const path of [`/users/${user_id}`, '/openapi.json', '/console/signin', '/docs/', '/journey.js']) {
    const reply = await fetch(address + path, { headers: { 'x-api-key': apiKey } })
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  }
  tell('a client was made, a person registered and read; the pages are there')
}

async function once(name: string, words: string[] = []) {
  const child = begin(name, words)
  let said = ''
  child.stdout?.on('data', (text) => {
    said += text
  })
  await ended(child, [name, ...words.slice(0, 1)].join(' '))
  return said
}

function begin(name: string, words: string[], more: Record<string, string> = {}) {
  const service = serviceOf(name)
  const stage = stageOf(service.image.replace('payproof/', ''))
  const command = [
    ...(service.entrypoint ?? stage.says.ENTRYPOINT ?? []),
    ...(service.command ?? []),
    ...words,
  ]
  const [uid, gid] = stage.user.split(':')
  const nobody = [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--no-new-privs',
    '--pdeathsig',
    'KILL',
  ]
  return spawn('bwrap', [...room(name, stage, more), ...nobody, ...command], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Its root, its secrets and no others, the names of its neighbours. */
function room(name: string, stage: Stage, more: Record<string, string>) {
  const service = serviceOf(name)
  const defaults = Object.entries(service.environment).map(([key, value]) => [
    key,
    String(value).replace(/\$\{\w+:-(.*?)\}/, '$1'),
  ])
  const fromFile = readFileSync(join(secrets, 'settings.env'), 'utf8').trim().split('=', 2)
  const env = { ...Object.fromEntries([fromFile, ...defaults]), ...more }
  const lent = service.secrets.flatMap((file) => ['--ro-bind', join(secrets, file), `/run/secrets/${file}`])
  // Docker makes the places where something is mounted, also on a read-only root.
  mkdirSync(join(stage.root, 'keys'), { recursive: true })
  writeFileSync(join(stage.root, 'etc/hosts'), '')
  const keys = [name === 'admin' ? '--bind' : '--ro-bind', join(secrets, 'keys'), '/keys']
  return [
    ...walls(stage, env, true),
    '--tmpfs',
    '/run',
    '--dir',
    '/run/secrets',
    ...lent,
    ...keys,
    '--ro-bind',
    hosts,
    '/etc/hosts',
  ]
}

/** The wall around a process passes no signal on. */
function terminate({ pid }: ChildProcess) {
  const [inside = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
  process.kill(Number(inside), 'SIGTERM')
}

async function healthy(name: string, port: number) {
  const stage = stageOf(serviceOf(name).image.replace('payproof/', ''))
  const check = stage.says.HEALTHCHECK ?? []
  for (let tries = 0; tries < 60; tries++) {
    await sleep(500)
    try {
      execFileSync('bwrap', [...walls(stage, { PORT: String(port) }, true), ...check], { stdio: 'ignore' })
      return
    } catch {
      // Not yet.
    }
  }
  throw new Error(`${name} does not become healthy`)
}

async function answering(url: string) {
  for (let tries = 0; tries < 60; tries++) {
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await sleep(250)
  }
  throw new Error(`${url} does not answer`)
}

function serviceOf(name: string): Service {
  const service = compose.services[name]
  if (!service) throw new Error(`compose.yaml has no ${name}`)
  return service
}

function stageOf(name: string): Stage {
  const stage = stages[name]
  if (!stage) throw new Error(`There is no image ${name}`)
  return stage
}

function ended(child: ChildProcess, name: string) {
  return new Promise<void>((resolve, reject) => {
    const say = (code: number | null) =>
      code === 0 ? resolve() : reject(new Error(`${name} ended with ${code ?? child.signalCode}`))
    if (child.exitCode !== null || child.signalCode !== null) say(child.exitCode)
    else child.once('exit', say)
  })
}
