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
import { type ImageStage, sandboxOptions } from './stage.ts'

// Runs the services of a Compose file without Docker: the same commands, settings, secrets and order, as an unprivileged
// user on a read-only root. PostgreSQL, NATS and Ceph are Debian packages instead of images. rehearse.ts starts each
// rehearsal in a separate network namespace.

type ComposeService = {
  image: string
  command?: string[]
  entrypoint?: string[]
  env_file?: string[]
  environment?: Record<string, string>
  secrets?: string[]
  volumes?: string[]
  restart: string
}

export type Machine = Awaited<ReturnType<typeof openMachine>>

const deploy = fileURLToPath(new URL('..', import.meta.url))
const dependencies = ['postgres', 'nats', 's3', 'clamav']
/** Timeouts for a machine on which other tests run at the same time. */
const busyMachine = { DATABASE_WAIT_MS: '10000', DATABASE_QUERY_MS: '30000' }

export const readStages = (file: string): Record<string, ImageStage> => JSON.parse(readFileSync(file, 'utf8'))

/** Starts the services that the Compose file needs, with secrets made by make-secrets.sh. */
export async function openMachine(composeFile: string, stagesFile: string) {
  const stages = readStages(stagesFile)
  const text = readFileSync(join(deploy, composeFile), 'utf8')
  const compose: { services: Record<string, ComposeService> } = parse(text, { merge: true })
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
  const close = async () => {
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

  /** Replaces NATS by one with empty data, as after `docker compose rm` and `docker volume rm`. */
  async function emptyNats() {
    const old = nats
    const ended = new Promise((resolve) => old?.once('exit', resolve))
    old?.kill()
    await ended
    rmSync(join(folder, 'jetstream'), { recursive: true, force: true })
    nats = await startNats()
  }

  function serviceOf(name: string): ComposeService {
    const service = compose.services[name]
    if (!service) throw new Error(`${composeFile} has no ${name}`)
    return service
  }

  function stageOf(name: string): ImageStage {
    const stage = stages[name]
    if (!stage) throw new Error(`There is no image ${name}`)
    return stage
  }

  const imageOf = (name: string) => stageOf(serviceOf(name).image.replace('payproof/', ''))

  /**
   * Returns Bubblewrap options: the image's root, only the service's own secrets, and host names of the other services.
   */
  function containerOptions(name: string, stage: ImageStage, overrides: Record<string, string>) {
    const service = serviceOf(name)
    const defaults = Object.entries(service.environment ?? {}).map(([key, value]) => [
      key,
      String(value).replace(/\$\{\w+:-(.*?)\}/, '$1'),
    ])
    const fromFiles = (service.env_file ?? []).flatMap((file) => readVariables(join(folder, file)))
    const env = {
      ...(service.env_file && busyMachine),
      ...Object.fromEntries([...fromFiles, ...defaults]),
      ...overrides,
    }
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

  const browserMount = ({ volumes }: ComposeService) =>
    volumes?.some((volume) => volume.startsWith('browser:')) ? ['--bind', browserVolume, '/run/browser'] : []

  function startContainer(name: string, args: string[] = [], env: Record<string, string> = {}) {
    const service = serviceOf(name)
    const stage = imageOf(name)
    const command = [
      ...(service.entrypoint ?? stage.commands.ENTRYPOINT ?? []),
      ...(service.command ?? []),
      ...args,
    ]
    return spawn(
      'bwrap',
      [...containerOptions(name, stage, env), ...dropPrivileges(stage.user), ...command],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
  }

  async function runOnce(name: string, args: string[] = [], env: Record<string, string> = {}) {
    const child = startContainer(name, args, env)
    let output = ''
    child.stdout?.on('data', (text) => {
      output += text
    })
    await waitForExit(child, [name, ...args.slice(0, 1)].join(' '))
    return output
  }

  async function waitUntilHealthy(name: string, port: number) {
    const stage = imageOf(name)
    const check = stage.commands.HEALTHCHECK ?? []
    for (let attempt = 0; attempt < 120; attempt++) {
      await sleep(500)
      try {
        const options = sandboxOptions(stage, { PORT: String(port) }, true)
        const mounts = ['--tmpfs', '/run', ...browserMount(serviceOf(name))]
        execFileSync('bwrap', [...options, ...mounts, ...check], { stdio: 'ignore' })
        return
      } catch {
        // The service is not healthy yet.
      }
    }
    throw new Error(`${name} does not become healthy`)
  }

  try {
    makeSecrets()
    prepareDatabase()
    nats = await startNats()
  } catch (error) {
    await close()
    throw error
  }
  /** The service's own long-running processes, without PostgreSQL, NATS and the store. */
  const longRunning = Object.entries(compose.services)
    .filter(([name, { restart }]) => !dependencies.includes(name) && restart === 'unless-stopped')
    .map(([name]) => name)
  return {
    services,
    natsPid: () => nats?.pid ?? 0,
    emptyNats,
    secrets,
    longRunning,
    stageOf,
    startContainer,
    runOnce,
    waitUntilHealthy,
    close,
  }
}

/** Reads a file of NAME=value lines, as Compose does for env_file. */
function readVariables(file: string) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes('='))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
}

/** Returns a command prefix that runs as the image's user. */
export function dropPrivileges(user: string) {
  const [uid, gid] = user.split(':')
  return [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--no-new-privs',
    '--pdeathsig',
    'KILL',
  ]
}

/** Sends SIGTERM to the child of bubblewrap, which does not forward signals. */
export function terminate({ pid }: ChildProcess) {
  const [childPid = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ')
  process.kill(Number(childPid), 'SIGTERM')
}

export async function waitForHttp(url: string, attempts = 60) {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const isOk = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isOk) return
    await sleep(250)
  }
  throw new Error(`${url} does not respond`)
}

export function waitForExit(child: ChildProcess, name: string) {
  return new Promise<void>((resolve, reject) => {
    const settle = (code: number | null) =>
      code === 0 ? resolve() : reject(new Error(`${name} exited with ${code ?? child.signalCode}`))
    if (child.exitCode !== null || child.signalCode !== null) settle(child.exitCode)
    else child.once('exit', settle)
  })
}
