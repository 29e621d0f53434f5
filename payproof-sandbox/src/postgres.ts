import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { listPostgres, versionOf } from '../../dev/services/programs.ts'
import { packageOfThisMachine, postgresPackages } from './platform-packages.ts'
import { startSupervised, waitUntilReady } from './supervised.ts'

type PostgresOptions = { folder: string; port: number; password: string }

/** The first major version with a locale that is the same on every operating system. */
const firstWithBuiltinLocale = 17

/** Starts PostgreSQL on the loopback address, and creates its data on the first start. */
export async function startPostgres({ folder, port, password }: PostgresOptions) {
  if (process.getuid?.() === 0)
    throw new Error('PostgreSQL refuses to run as root: start payproof-sandbox as another user')
  const { binaries, major } = findBinaries()
  const data = join(folder, 'data')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!existsSync(data)) await createData({ data, binaries, major, password })
  requireSameVersion(data, major)
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    // The path of a Unix socket is limited to about 100 characters, and all clients use TCP.
    unix_socket_directories: '',
    shared_buffers: '64MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
  }
  const program = startSupervised({
    name: 'PostgreSQL',
    program: join(binaries, 'postgres'),
    args: ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    logFile: join(folder, 'postgres.log'),
    stopSignal: 'INT',
  })
  const urlOf = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
  try {
    await waitUntilReady(program, () => isReachable(urlOf('postgres')))
  } catch (error) {
    await program.stop()
    throw error
  }
  return { program, urlOf, version: versionOf(join(binaries, 'postgres')) }
}

/** Finds the server of the npm package for this platform, or else one that is installed on the machine. */
function findBinaries() {
  const name = packageOfThisMachine(postgresPackages)
  try {
    const main = fileURLToPath(import.meta.resolve(name ?? ''))
    const root = dirname(dirname(main))
    createLibraryLinks(root)
    return {
      binaries: join(root, 'native', 'bin'),
      major: Number.parseInt(postgresPackages.version, 10),
    }
  } catch (error) {
    const [installed] = listPostgres()
    if (installed) return { binaries: installed.folder, major: installed.major }
    throw new Error(
      `PostgreSQL was not found: npm did not install ${name ?? `a server for ${process.platform}-${process.arch}`}, and the machine has none. ` +
        'Install again without --omit=optional, or install PostgreSQL 15 or newer',
      { cause: error },
    )
  }
}

/**
 * npm packages cannot contain symbolic links. The package creates them in an install script, which `npm install
 * --ignore-scripts` does not run.
 */
function createLibraryLinks(root: string) {
  const list = join(root, 'native', 'pg-symlinks.json')
  const links: { source: string; target: string }[] = existsSync(list)
    ? JSON.parse(readFileSync(list, 'utf8'))
    : []
  for (const { source, target } of links) {
    const path = join(root, target)
    if (!existsSync(path)) symlinkSync(basename(source), path)
  }
}

/** Creates the data under another name first, so that an interrupted start leaves no partial data. */
async function createData(options: { data: string; binaries: string; major: number; password: string }) {
  const { data, binaries, major, password } = options
  const [draft, passwordFile] = [`${data}.new`, `${data}.password`]
  rmSync(draft, { recursive: true, force: true })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  const locale =
    major >= firstWithBuiltinLocale
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : ['--locale=C.UTF-8']
  const access = ['-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
  try {
    const args = ['-D', draft, '--encoding=UTF8', ...locale, ...access]
    await promisify(execFile)(join(binaries, 'initdb'), args)
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(draft, data)
}

function requireSameVersion(data: string, major: number) {
  const created = Number.parseInt(readFileSync(join(data, 'PG_VERSION'), 'utf8'), 10)
  if (created !== major)
    throw new Error(
      `${data} was created by PostgreSQL ${created}, and this is ${major}: choose another folder with --data, or delete it`,
    )
}

async function isReachable(url: string) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
