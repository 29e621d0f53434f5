import { execFile, spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { choosePort } from './ports.ts'
import {
  findProcesses,
  markOf,
  runAs,
  ServiceError,
  startProcess,
  stopProcesses,
  waitUntilReady,
} from './processes.ts'
import { listPostgres, versionOf } from './programs.ts'

export type Postgres = {
  version: string
  folder: string
  durable: boolean
  host: string
  port: number
  dataFolder: string
  binaries: string
  superuserUrl(database?: string): string
  pids(): number[]
  /** Shuts down fast: closes open connections and flushes everything to disk. */
  stop(): Promise<void>
  /** Sends SIGKILL to every process, as a power cut would. */
  kill(): Promise<void>
  /** Stops and deletes all data. */
  remove(): Promise<void>
}

export type PostgresOptions = {
  folder: string
  /** Preferred port; another is chosen if it is taken. */
  port?: number | undefined
  /** Whether data survives a crash. False is faster (fsync off) and only for tests. */
  durable: boolean
  /** Server settings that add to or override ours. */
  settings?: Record<string, string>
  /** Folder of PostgreSQL's programs. Defaults to the newest installed version, or that of existing data. */
  binaries?: string | undefined
  /** Additional environment variables of the server. */
  env?: Record<string, string>
}

/** PostgreSQL's data folders and the user that it runs as. */
export type Home = {
  dataFolder: string
  newDataFolder: string
  removeFolder: string
  user: string | undefined
}

export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  mkdirSync(options.folder, { recursive: true })
  const folder = realpathSync(options.folder)
  const home = chooseHome(folder)
  const { dataFolder, user } = home
  await endEarlierRun(dataFolder)
  const binaries = options.binaries ?? chooseBinaries(dataFolder)
  if (!existsSync(dataFolder)) await createData(home, binaries, options.durable)

  const port = await choosePort(options.port)
  const logFile = join(folder, 'postgres.log')
  const server = startProcess({
    program: join(binaries, 'postgres'),
    args: ['-D', dataFolder, ...settings({ ...options, port, dataFolder })],
    folder: '/',
    logFile,
    deathSignal: 'SIGINT',
    ...(options.env && { env: options.env }),
    ...(user ? { user } : {}),
  })
  try {
    await waitUntilReady('postgres', server, 60_000, () => isReady(dataFolder, server.pid))
  } catch (error) {
    await stopAll(dataFolder)
    throw error
  }
  return {
    version: versionOf(join(binaries, 'postgres')),
    folder,
    durable: options.durable,
    host: '127.0.0.1',
    port,
    dataFolder,
    binaries,
    superuserUrl: (database = 'postgres') => `postgres://postgres@127.0.0.1:${port}/${database}`,
    pids: () => processesOn(dataFolder),
    stop: () => stopAll(dataFolder),
    kill: () => killAll(dataFolder),
    remove: async () => {
      await killAll(dataFolder)
      for (const path of [home.removeFolder, dataFolder, logFile, `${logFile}.previous`]) {
        rmSync(path, { recursive: true, force: true })
      }
    },
  }
}

function settings(
  options: Pick<PostgresOptions, 'durable' | 'settings'> & { port: number; dataFolder: string },
): string[] {
  const values: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    port: options.port,
    // There is no Unix socket, because its path is limited to about 100 characters and all clients use TCP.
    unix_socket_directories: '',
    // The name is part of every process title, by which processes of an earlier run are found.
    cluster_name: markOf(options.dataFolder),
    max_connections: 200,
    shared_buffers: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] %d ',
  }
  if (!options.durable)
    Object.assign(values, {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // Compiling a query costs more than running it on the few rows of a test.
      jit: 'off',
    })
  Object.assign(values, options.settings)
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/**
 * Chooses the data folders. PostgreSQL refuses to run as root, so root runs it as another user, who must be able to
 * access the data. This user cannot access a checkout under /root or a 0700 folder; the data is then stored in a
 * separate folder in /var/tmp.
 */
export function chooseHome(folder: string): Home {
  const ids = postgresUser()
  const user = ids?.name
  const inside = {
    dataFolder: join(folder, 'data'),
    newDataFolder: join(folder, 'data.new'),
    removeFolder: '',
    user,
  }
  if (!ids) return inside
  const [enter = 'setpriv', ...args] = runAs(user)
  const reachable = spawnSync(enter, [...args, 'test', '-x', folder]).status === 0
  if (reachable) {
    chownSync(folder, ids.uid, ids.gid)
    return inside
  }
  const outside = join('/var/tmp', markOf(folder))
  if (!existsSync(outside)) mkdirSync(outside, { mode: 0o700 })
  const stats = lstatSync(outside)
  // /var/tmp is world-writable, so a folder that another user created is rejected.
  if (!stats.isDirectory() || (stats.uid !== 0 && stats.uid !== ids.uid)) {
    throw new ServiceError(`postgres: ${outside} belongs to another user; remove it and start again`)
  }
  chownSync(outside, ids.uid, ids.gid)
  writeFileSync(join(folder, 'data-is-elsewhere.txt'), `${outside}\n`)
  return {
    dataFolder: join(outside, 'data'),
    newDataFolder: join(outside, 'data.new'),
    removeFolder: outside,
    user,
  }
}

/** Returns the user that PostgreSQL and its tools run as; undefined unless this process runs as root. */
export function postgresUser(): { name: string; uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const user = 'postgres'
  const line = spawnSync('getent', ['passwd', user], { encoding: 'utf8' }).stdout.split(':')
  if (line.length < 4) {
    throw new ServiceError(`postgres: there is no user ${user} to run as; PostgreSQL refuses to run as root`)
  }
  return { name: user, uid: Number(line[2]), gid: Number(line[3]) }
}

function chooseBinaries(dataFolder: string): string {
  const installed = listPostgres()
  const versionFile = join(dataFolder, 'PG_VERSION')
  if (!existsSync(versionFile)) {
    const newest = installed[0]
    if (!newest)
      throw new ServiceError('postgres: PostgreSQL 15 or newer is not installed; npm run setup installs it')
    return newest.folder
  }
  const major = Number.parseInt(readFileSync(versionFile, 'utf8'), 10)
  const same = installed.find((candidate) => candidate.major === major)
  if (same) return same.folder
  throw new ServiceError(
    `postgres: ${dataFolder} was made by PostgreSQL ${major}, which is no longer installed`,
  )
}

/**
 * Creates the data under a temporary name and renames it when complete, so that an interrupted start leaves no
 * partial data.
 */
async function createData(home: Home, binaries: string, durable: boolean): Promise<void> {
  rmSync(home.newDataFolder, { recursive: true, force: true })
  const command = [...runAs(home.user), join(binaries, 'initdb'), '-D', home.newDataFolder]
  command.push('-A', 'trust', '-U', 'postgres', '--locale=C.UTF-8', '--encoding=UTF8')
  if (!durable) command.push('--no-sync')
  try {
    await promisify(execFile)(command[0] ?? 'initdb', command.slice(1), { cwd: '/' })
  } catch (error) {
    throw new ServiceError(`postgres: initdb failed: ${(error as Error).message.trim()}`)
  }
  renameSync(home.newDataFolder, home.dataFolder)
}

// Like pg_ctl, checks the eighth line of the pid file; the server may also be a standby.
function isReady(dataFolder: string, pid: number): boolean {
  const lines = readPidFile(dataFolder)
  return lines[0]?.trim() === String(pid) && ['ready', 'standby'].includes(lines[7]?.trim() ?? '')
}

function readPidFile(dataFolder: string): string[] {
  try {
    return readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

function processesOn(dataFolder: string): number[] {
  const title = `postgres: ${markOf(dataFolder)}:`
  return [...serversOn(dataFolder), ...findProcesses((args) => args[0]?.startsWith(title) ?? false)]
}

// The result may briefly include a forked child that has not set its process title yet.
function serversOn(dataFolder: string): number[] {
  return findProcesses((args) => (args[0]?.endsWith('/postgres') ?? false) && args.includes(dataFolder))
}

/**
 * Stops processes of a killed run, then removes its pid file. The order matters: while an old process is alive, the
 * pid file prevents two servers from writing the same data.
 */
async function endEarlierRun(dataFolder: string): Promise<void> {
  await stopAll(dataFolder)
  rmSync(join(dataFolder, 'postmaster.pid'), { force: true })
}

// stopAll and killAll list all processes before the server exits, because an exiting process no longer has a command
// line and would not be found, although it is still alive.
async function stopAll(dataFolder: string): Promise<void> {
  const before = processesOn(dataFolder)
  await stopProcesses(serversOn(dataFolder), 'SIGINT', 30_000)
  // Backends exit when the server does, except during a long query.
  await stopProcesses([...before, ...processesOn(dataFolder)], 'SIGTERM', 5_000)
}

async function killAll(dataFolder: string): Promise<void> {
  await stopProcesses(processesOn(dataFolder), 'SIGKILL', 10_000)
  // A second round kills processes that the server forked meanwhile.
  await stopProcesses(processesOn(dataFolder), 'SIGKILL', 10_000)
}
