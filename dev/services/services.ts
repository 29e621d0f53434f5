import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CephS3, startS3 } from './ceph.ts'
import { lockFolder } from './lock.ts'
import { type Nats, startNats } from './nats.ts'
import { type Postgres, startPostgres } from './postgres.ts'
import { ServiceError } from './processes.ts'
import { ALL_SERVICES, missingPrograms, type ServiceName } from './programs.ts'
import { type Smtp, startSmtp } from './smtp.ts'

export { type MissingProgram, missingPrograms, type ServiceName } from './programs.ts'

type ServiceByName = { postgres: Postgres; nats: Nats; s3: CephS3; smtp: Smtp }

export type Services<Name extends ServiceName = ServiceName> = Pick<ServiceByName, Name> & {
  folder: string
  /** Returns every live process of every service. */
  pids(): number[]
  /** Stops all services; their data stays. */
  stop(): Promise<void>
  /** Stops all services and deletes their data. */
  remove(): Promise<void>
}

export type ServicesOptions<Name extends ServiceName = ServiceName> = {
  folder: string
  durable: boolean
  only?: readonly Name[]
  /** Additional PostgreSQL settings. */
  postgresSettings?: Record<string, string> | undefined
  /** Folder of PostgreSQL's programs. Defaults to the newest installed version. */
  postgresBinaries?: string | undefined
  /** Additional environment variables of PostgreSQL. */
  postgresEnv?: Record<string, string> | undefined
  /** Path of nats-server. Defaults to the installed one. */
  natsProgram?: string | undefined
  progress?: (line: string) => void
}

type Ports = Partial<
  Record<'postgres' | 'nats' | 'natsMonitor' | 's3' | 'cephCluster' | 'smtp' | 'inbox', number>
>

/** Starts the services in parallel, each in its own folder, on the ports of the last run if they are free. */
export async function startServices<Name extends ServiceName = ServiceName>(
  options: ServicesOptions<Name>,
): Promise<Services<Name>> {
  const names: readonly ServiceName[] = options.only ?? ALL_SERVICES
  requirePrograms(names)
  mkdirSync(options.folder, { recursive: true })
  const folder = realpathSync(options.folder)
  const release = lockFolder(folder)
  const started: Partial<ServiceByName> = {}
  const portsFile = join(folder, 'ports.json')
  const ports = readPorts(portsFile)
  const startedServices = () => Object.values(started)

  const stop = async () => {
    try {
      await inParallel(startedServices().map((service) => service.stop()))
    } finally {
      release()
    }
  }
  const starting = names.map(async (name) => {
    const startedAt = performance.now()
    const line = await startService(name, { ...options, folder: join(folder, name), ports, started })
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    options.progress?.(`${line} (${seconds} s)`)
  })
  try {
    await inParallel(starting)
    writePorts(portsFile, ports)
  } catch (error) {
    // The original error is thrown; an error during clean-up is only written to the progress output.
    await stop().catch((stopError: Error) => options.progress?.(stopError.message))
    throw error
  }
  return {
    ...(started as Pick<ServiceByName, Name>),
    folder,
    pids: () => startedServices().flatMap((service) => service.pids()),
    stop,
    remove: async () => {
      await inParallel(
        startedServices().map((service) => ('remove' in service ? service.remove() : service.stop())),
      )
      // Only files created here are deleted, because the folder may contain others.
      for (const name of [...ALL_SERVICES, 'ports.json']) {
        rmSync(join(folder, name), { recursive: true, force: true })
      }
      release()
    },
  }
}

type StartOptions = Pick<
  ServicesOptions,
  'folder' | 'durable' | 'postgresSettings' | 'postgresBinaries' | 'postgresEnv' | 'natsProgram'
> & {
  ports: Ports
  started: Partial<ServiceByName>
}

async function startService(name: ServiceName, options: StartOptions): Promise<string> {
  const { folder, durable, ports, started, postgresSettings: settings = {}, postgresEnv: env = {} } = options
  if (name === 'postgres') {
    const { postgresBinaries: binaries } = options
    const postgres = await startPostgres({
      folder,
      durable,
      port: ports.postgres,
      settings,
      binaries,
      env,
    })
    started.postgres = postgres
    ports.postgres = postgres.port
    return `postgres ${postgres.version} ready on 127.0.0.1:${postgres.port}`
  }
  if (name === 'nats') {
    const { natsProgram: program } = options
    const nats = await startNats({ folder, port: ports.nats, monitorPort: ports.natsMonitor, program })
    started.nats = nats
    ports.nats = nats.port
    ports.natsMonitor = nats.monitorPort
    return `nats ${nats.version} ready on 127.0.0.1:${nats.port}`
  }
  if (name === 's3') {
    const s3 = await startS3({ folder, port: ports.s3, firstClusterPort: ports.cephCluster })
    started.s3 = s3
    ports.s3 = s3.port
    ports.cephCluster = s3.firstClusterPort
    return `s3 (Ceph ${s3.version}) ready on 127.0.0.1:${s3.port}`
  }
  const smtp = await startSmtp({ folder, port: ports.smtp, inboxPort: ports.inbox })
  started.smtp = smtp
  ports.smtp = smtp.port
  ports.inbox = smtp.inboxPort
  return `smtp ready on 127.0.0.1:${smtp.port}, inbox at ${smtp.inboxUrl}`
}

function requirePrograms(names: readonly ServiceName[]): void {
  const missing = missingPrograms(names)
  if (missing.length === 0) return
  const list = missing.map((entry) => `${entry.program} (Debian package ${entry.debianPackage})`).join(', ')
  throw new ServiceError(`Not installed: ${list}. npm run setup installs what is missing.`)
}

/** Waits for all tasks to settle even if one fails, so that nothing is still starting when the error is handled. */
async function inParallel(tasks: Promise<unknown>[]): Promise<void> {
  const errors = (await Promise.allSettled(tasks)).flatMap((result) =>
    result.status === 'rejected' ? [result.reason] : [],
  )
  if (errors.length > 1) throw new AggregateError(errors, errors.map((error) => error.message).join('\n'))
  if (errors.length === 1) throw errors[0]
}

function readPorts(file: string): Ports {
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Ports
  } catch {
    return {}
  }
}

function writePorts(file: string, ports: Ports): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(ports, null, 2)}\n`)
  renameSync(`${file}.new`, file)
}
