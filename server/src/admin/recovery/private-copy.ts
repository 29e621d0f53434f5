import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, open, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openDatabase } from '../../platform/database/tenancy.ts'

/** Location of the pgBackRest configuration. */
export type BackupRepository = { config: string; includes: string; stanza: string }

export type PrivateCopy = Awaited<ReturnType<typeof restoreCopy>>

type CopyOptions = {
  repository: BackupRepository
  folder: string
  databaseUrl: string
  to?: string | undefined
}

const maxRecoveryMs = 3_600_000

/**
 * Restores a backup into its own folder and starts PostgreSQL there. The server listens only on a socket in that
 * folder and archives nothing. `to` is a time with time zone and defaults to the end of the archive.
 */
export async function restoreCopy({ repository, folder: parent, databaseUrl, to }: CopyOptions) {
  const folder = await mkdtemp(join(parent, 'restore-'))
  const [data, socket, logFile] = ['data', 'socket', 'postgres.log'].map((name) => join(folder, name)) as [
    ...[string, string, string],
  ]
  let server: ChildProcess | undefined
  const remove = async () => {
    await stopServer(server)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    for (const path of [folder, data, socket]) await createForPostgres(path)
    await pgbackrest(repository, 'restore', [
      `--pg1-path=${data}`,
      `--lock-path=${join(folder, 'lock')}`,
      `--tablespace-map-all=${join(folder, 'spaces')}`,
      // Without this option, the copy would write its WAL into the archive of the cell.
      '--archive-mode=off',
      '--log-level-file=off',
      ...(to ? ['--type=time', `--target=${targetOf(to)}`, '--target-action=promote'] : []),
    ])
    server = await startServer({ folder, data, socket, logFile })
    const url = socketUrl(databaseUrl, socket)
    await waitUntilOpen(url, server, logFile)
    return { databaseUrl: url, folder, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/**
 * Converts a time such as `2026-11-15T03:18:06.123Z` to the format of pgBackRest. Other formats are passed on
 * unchanged.
 */
const targetOf = (time: string) => time.replace('T', ' ').replace(/Z$/, '+00')

/** Runs pgBackRest as the postgres user. */
export async function pgbackrest(
  { config, includes, stanza }: BackupRepository,
  command: string,
  more: string[],
) {
  const options = [`--config=${config}`, `--config-include-path=${includes}`, `--stanza=${stanza}`]
  const [program = '', ...args] = [...asPostgres(), 'pgbackrest', ...options, command, ...more]
  try {
    return (await promisify(execFile)(program, args, { cwd: '/', maxBuffer: 256 * 1024 ** 2 })).stdout
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string }
    throw new Error(`pgbackrest ${command} failed: ${`${stdout}${stderr}`.trim() || message}`)
  }
}

/**
 * Returns the age of the newest WAL segment in the archive, which is about how much would be lost in a disaster now.
 */
export async function archiveAgeSeconds(repository: BackupRepository) {
  const more = [`archive/${repository.stanza}`, '--recurse', '--output=json', '--filter=/[0-9A-F]{24}-']
  const files = JSON.parse(await pgbackrest(repository, 'repo-ls', more)) as Record<string, { time?: number }>
  const newest = Math.max(...Object.values(files).map(({ time = 0 }) => time))
  return Number.isFinite(newest) ? Math.max(0, Math.round(Date.now() / 1000 - newest)) : undefined
}

// PostgreSQL refuses to run as root, so it runs as the user postgres.
const asPostgres = (onParentDeath: string[] = []) => {
  const user = process.getuid?.() === 0 ? ['--reuid=postgres', '--regid=postgres', '--clear-groups'] : []
  return user.length + onParentDeath.length > 0 ? ['setpriv', ...user, ...onParentDeath, '--'] : []
}

async function createForPostgres(path: string) {
  await mkdir(path, { recursive: true })
  await chmod(path, 0o700)
  if (process.getuid?.() !== 0) return
  const { stdout } = await promisify(execFile)('getent', ['passwd', 'postgres'])
  const [, , uid, gid] = stdout.split(':')
  await chown(path, Number(uid), Number(gid))
}

type CopyPaths = { folder: string; data: string; socket: string; logFile: string }

async function startServer({ folder, data, socket, logFile }: CopyPaths) {
  const version = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
  const debianBinary = `/usr/lib/postgresql/${version}/bin/postgres`
  const confFile = join(folder, 'private.conf')
  const hbaFile = join(folder, 'hba.conf')
  // Access is controlled by the permissions of the folder, so no password is needed.
  await write(hbaFile, 'local all all trust\n')
  await write(confFile, '')
  // These settings are passed on the command line, because settings of ALTER SYSTEM are part of the backup and
  // override configuration files.
  const settings = {
    config_file: confFile,
    hba_file: hbaFile,
    ident_file: confFile,
    listen_addresses: '',
    unix_socket_directories: socket,
    port: '5432',
    ssl: 'off',
    // The copy allows no reads during recovery, so limits such as max_connections may be lower than on the primary.
    hot_standby: 'off',
    archive_mode: 'off',
    synchronous_standby_names: '',
    max_connections: '50',
    shared_preload_libraries: '',
    logging_collector: 'off',
    fsync: 'off',
    full_page_writes: 'off',
  }
  const log = await open(logFile, 'a', 0o600)
  const [program = '', ...args] = [
    // The server must not outlive this process.
    ...asPostgres(['--pdeathsig', 'INT']),
    existsSync(debianBinary) ? debianBinary : 'postgres',
    '-D',
    data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const server = spawn(program, args, { cwd: '/', stdio: ['ignore', log.fd, log.fd] })
  server.on('error', () => {})
  await log.close()
  return server
}

async function write(file: string, text: string) {
  const handle = await open(file, 'w', 0o644)
  await handle.writeFile(text)
  await handle.close()
}

function socketUrl(databaseUrl: string, socket: string) {
  const { username, pathname } = new URL(databaseUrl)
  return `postgres://${username}@localhost:5432${pathname}?host=${encodeURIComponent(socket)}`
}

/** Waits until the server accepts connections, which it does only after recovery has reached its target. */
async function waitUntilOpen(url: string, server: ChildProcess, logFile: string) {
  for (const deadline = Date.now() + maxRecoveryMs; ; await sleep(200)) {
    if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined)
      throw new Error(`the restored copy did not start:\n${await tailOf(logFile)}`)
    const database = openDatabase({ url, connections: 1, acquireTimeoutMs: 2_000 })
    const isOpen = await database
      .system(async () => true)
      .catch(() => false)
      .finally(() => database.close())
    if (isOpen) return
    if (Date.now() > deadline) throw new Error(`the restored copy is not ready:\n${await tailOf(logFile)}`)
  }
}

async function tailOf(file: string) {
  const { size } = await stat(file)
  const text = await readFile(file, 'utf8')
  return text.slice(Math.max(0, size - 2_000))
}

async function stopServer(server: ChildProcess | undefined) {
  if (!server || server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGINT')
  await ended
}
