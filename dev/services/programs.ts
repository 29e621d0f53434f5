import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export type ServiceName = 'postgres' | 'nats' | 's3' | 'smtp'

/** The purpose of a program: a service, the browser, the document reader, or only the proofs. */
type Purpose = ServiceName | 'chromium' | 'documents' | 'proofs'
export type MissingProgram = { service: Purpose; program: string; debianPackage: string }

export const ALL_SERVICES: readonly ServiceName[] = ['postgres', 'nats', 's3', 'smtp']

const OLDEST_POSTGRES = 15

const PROGRAMS: readonly MissingProgram[] = [
  { service: 'nats', program: 'nats-server', debianPackage: 'nats-server' },
  { service: 's3', program: 'ceph-mon', debianPackage: 'ceph-mon' },
  { service: 's3', program: 'monmaptool', debianPackage: 'ceph-mon' },
  { service: 's3', program: 'ceph-osd', debianPackage: 'ceph-osd' },
  { service: 's3', program: 'radosgw', debianPackage: 'radosgw' },
  { service: 's3', program: 'ceph', debianPackage: 'ceph-common' },
  { service: 's3', program: 'radosgw-admin', debianPackage: 'ceph-common' },
  { service: 'chromium', program: 'chromium-headless-shell', debianPackage: 'chromium-headless-shell' },
  { service: 'documents', program: 'qpdf', debianPackage: 'qpdf' },
  { service: 'documents', program: 'pdftotext', debianPackage: 'poppler-utils' },
  { service: 'documents', program: 'tesseract', debianPackage: 'tesseract-ocr' },
  { service: 'documents', program: 'bwrap', debianPackage: 'bubblewrap' },
  // Only proofs and their tests need these programs; `npm run setup` does not install them.
  { service: 'proofs', program: 'cc', debianPackage: 'gcc' },
  { service: 'proofs', program: 'nft', debianPackage: 'nftables' },
  { service: 'proofs', program: 'haproxy', debianPackage: 'haproxy' },
  { service: 'proofs', program: 'patroni', debianPackage: 'patroni' },
  { service: 'proofs', program: 'etcd', debianPackage: 'etcd-server' },
]

// On Debian, a normal user's PATH lacks sbin, which contains nats-server.
const STANDARD_FOLDERS = ['/usr/local/bin', '/usr/local/sbin', '/usr/bin', '/usr/sbin', '/bin', '/sbin']

// biome-ignore lint/style/noProcessEnv: the variables with which dev/nats-release.ts and dev/postgres-release.ts test other releases.
const { PAYPROOF_NATS_SERVER: natsServer, PAYPROOF_POSTGRES: postgresFolder } = process.env

/** Returns the full path of a program, or undefined. PAYPROOF_NATS_SERVER replaces the installed nats-server. */
export function findProgram(name: string): string | undefined {
  if (name === 'nats-server' && natsServer) return natsServer
  const folder = STANDARD_FOLDERS.find((candidate) => existsSync(join(candidate, name)))
  if (folder) return join(folder, name)
  const lookup = spawnSync('sh', ['-c', 'command -v "$1"', 'sh', name], { encoding: 'utf8' })
  return lookup.status === 0 ? lookup.stdout.trim() || undefined : undefined
}

export function requireProgram(name: string): string {
  const path = findProgram(name)
  if (path) return path
  const row = PROGRAMS.find((entry) => entry.program === name)
  const debianPackage = row?.debianPackage ?? name
  const command = row && row.service !== 'proofs' ? 'npm run setup' : `apt-get install ${debianPackage}`
  throw new Error(`${name} is not installed (Debian package ${debianPackage}); ${command} installs it`)
}

export type PostgresBinaries = { major: number; folder: string }

/**
 * Lists installed PostgreSQL servers that are new enough, newest first. PAYPROOF_POSTGRES, the folder of a server's
 * programs, replaces them.
 */
export function listPostgres(): PostgresBinaries[] {
  if (postgresFolder) {
    const major = Number.parseInt(versionOf(join(postgresFolder, 'postgres')), 10)
    return [{ major, folder: postgresFolder }]
  }
  const root = '/usr/lib/postgresql'
  const candidates = existsSync(root) ? readdirSync(root).map((major) => join(root, major, 'bin')) : []
  const configured = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' })
  if (configured.status === 0) candidates.push(configured.stdout.trim())
  const usable = new Map<number, string>()
  for (const folder of candidates) {
    if (!existsSync(join(folder, 'postgres')) || !existsSync(join(folder, 'initdb'))) continue
    const version = versionOf(join(folder, 'postgres'))
    const major = Number.parseInt(version, 10)
    if (major >= OLDEST_POSTGRES && !usable.has(major)) usable.set(major, folder)
  }
  return [...usable].map(([major, folder]) => ({ major, folder })).sort((a, b) => b.major - a.major)
}

/** Returns the first version number in the output of `--version`, e.g. "15.18". */
export function versionOf(program: string): string {
  const printed = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return /\d+(\.\d+)+/.exec(`${printed.stdout} ${printed.stderr}`)?.[0] ?? 'unknown version'
}

/** Lists programs that must be installed for these purposes; by default, for everything except the proofs. */
export function missingPrograms(
  only: readonly Purpose[] = [...ALL_SERVICES, 'chromium', 'documents'],
): MissingProgram[] {
  const missing = PROGRAMS.filter((entry) => only.includes(entry.service) && !findProgram(entry.program))
  if (only.includes('postgres') && listPostgres().length === 0) {
    missing.unshift({ service: 'postgres', program: 'postgres', debianPackage: 'postgresql' })
  }
  return missing
}
