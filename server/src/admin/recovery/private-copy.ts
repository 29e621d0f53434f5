import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, open, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { openDatabase } from '../../platform/database/tenancy.ts'

/** Where pgBackRest finds its repository. */
export type Repository = { config: string; includes: string; stanza: string }

export type PrivateCopy = Awaited<ReturnType<typeof restoreCopy>>

type CopyOptions = { repository: Repository; folder: string; databaseUrl: string; to?: string | undefined }

const readyMs = 3_600_000

/**
 * A backup, restored into a folder of its own and started there: it listens on no port, only on a socket in that folder,
 * and never archives anything. `to`: a time with its zone; without it everything that was archived.
 */
export async function restoreCopy({ repository, folder: parent, databaseUrl, to }: CopyOptions) {
  const folder = await mkdtemp(join(parent, 'restore-'))
  const [data, socket, logFile] = ['data', 'socket', 'postgres.log'].map((name) => join(folder, name)) as [
    ...[string, string, string],
  ]
  let server: ChildProcess | undefined
  const remove = async () => {
    await endServer(server)
    await rm(folder, { recursive: true, force: true })
  }
  try {
    for (const place of [folder, data, socket]) await giveAway(place)
    await pgbackrest(repository, 'restore', [
      `--pg1-path=${data}`,
      `--lock-path=${join(folder, 'lock')}`,
      `--tablespace-map-all=${join(folder, 'spaces')}`,
      // Otherwise the copy would write its own history into the archive of the cell.
      '--archive-mode=off',
      '--log-level-file=off',
      ...(to ? ['--type=time', `--target=${targetOf(to)}`, '--target-action=promote'] : []),
    ])
    server = await startServer({ folder, data, socket, logFile })
    const url = socketUrl(databaseUrl, socket)
    await untilOpen(url, server, logFile)
    return { databaseUrl: url, folder, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** `2026-11-15T03:18:06.123Z` as pgBackRest wants it; what has another form is left to it. */
const targetOf = (time: string) => time.replace('T', ' ').replace(/Z$/, '+00')

/** Runs pgBackRest as the user of PostgreSQL. */
export async function pgbackrest({ config, includes, stanza }: Repository, command: string, more: string[]) {
  const options = [`--config=${config}`, `--config-include-path=${includes}`, `--stanza=${stanza}`]
  const [program = '', ...args] = [...asPostgres(), 'pgbackrest', ...options, command, ...more]
  try {
    return (await promisify(execFile)(program, args, { cwd: '/', maxBuffer: 256 * 1024 ** 2 })).stdout
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string }
    throw new Error(`pgbackrest ${command} failed: ${`${stdout}${stderr}`.trim() || message}`)
  }
}

/** How long ago the newest segment arrived in the archive: what would be lost now is at most about that old. */
export async function archiveAgeSeconds(repository: Repository) {
  const more = [`archive/${repository.stanza}`, '--recurse', '--output=json', '--filter=/[0-9A-F]{24}-']
  const files = JSON.parse(await pgbackrest(repository, 'repo-ls', more)) as Record<string, { time?: number }>
  const newest = Math.max(...Object.values(files).map(({ time = 0 }) => time))
  return Number.isFinite(newest) ? Math.max(0, Math.round(Date.now() / 1000 - newest)) : undefined
}

// PostgreSQL refuses to run as root. Without us nobody needs the copy: it ends with this process.
const asPostgres = (whenWeDie: string[] = []) => {
  const user = process.getuid?.() === 0 ? ['--reuid=postgres', '--regid=postgres', '--clear-groups'] : []
  return user.length + whenWeDie.length > 0 ? ['setpriv', ...user, ...whenWeDie, '--'] : []
}

async function giveAway(place: string) {
  await mkdir(place, { recursive: true })
  await chmod(place, 0o700)
  if (process.getuid?.() !== 0) return
  const { stdout } = await promisify(execFile)('getent', ['passwd', 'postgres'])
  const [, , uid, gid] = stdout.split(':')
  await chown(place, Number(uid), Number(gid))
}

type Places = { folder: string; data: string; socket: string; logFile: string }

async function startServer({ folder, data, socket, logFile }: Places) {
  const version = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
  const debian = `/usr/lib/postgresql/${version}/bin/postgres`
  const confFile = join(folder, 'private.conf')
  const hbaFile = join(folder, 'hba.conf')
  // Whoever may enter the folder may come in; nobody else gets that far.
  await write(hbaFile, 'local all all trust\n')
  await write(confFile, '')
  // On the command line, for what the cell has set by ALTER SYSTEM comes with the backup and wins over a file.
  const settings = {
    config_file: confFile,
    hba_file: hbaFile,
    ident_file: confFile,
    listen_addresses: '',
    unix_socket_directories: socket,
    port: '5432',
    ssl: 'off',
    // Nobody reads before recovery has ended, so nothing has to be as large as it was there.
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
    ...asPostgres(['--pdeathsig', 'INT']),
    existsSync(debian) ? debian : 'postgres',
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

/** It answers only once everything that was asked for has been played back. */
async function untilOpen(url: string, server: ChildProcess, logFile: string) {
  for (const deadline = Date.now() + readyMs; ; await sleep(200)) {
    if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined)
      throw new Error(`the restored copy did not start:\n${await tailOf(logFile)}`)
    const database = openDatabase({ url, connections: 1, waitMs: 2_000 })
    const answers = await database
      .system(async () => true)
      .catch(() => false)
      .finally(() => database.close())
    if (answers) return
    if (Date.now() > deadline) throw new Error(`the restored copy is not ready:\n${await tailOf(logFile)}`)
  }
}

async function tailOf(file: string) {
  const { size } = await stat(file)
  const text = await readFile(file, 'utf8')
  return text.slice(Math.max(0, size - 2_000))
}

async function endServer(server: ChildProcess | undefined) {
  if (!server || server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGINT')
  await ended
}
