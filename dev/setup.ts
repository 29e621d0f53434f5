import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { findProgram, type MissingProgram, missingPrograms } from './services/programs.ts'

const POLICY_FILE = '/usr/sbin/policy-rc.d'
const NO_CLUSTER_FILE = '/etc/postgresql-common/createcluster.d/payproof-setup.conf'
const BOOT_UNITS = [
  { debianPackage: 'nats-server', name: 'nats-server.service' },
  { debianPackage: 'ceph-mon', name: 'ceph-crash.service' },
]

process.exitCode = setUp()

function setUp(): number {
  const missing = missingPrograms()
  if (missing.length === 0) {
    print(
      'Everything is installed: PostgreSQL, NATS, Ceph, Chromium and the tools for PDFs are ready for npm run dev.',
    )
    return 0
  }
  const packages = [...new Set(missing.map((entry) => entry.debianPackage))]
  if (!isDebian()) return explainOtherSystem(missing)
  if (process.getuid?.() !== 0) {
    print(`Missing: ${missing.map((entry) => entry.program).join(', ')}. Install them with:`)
    print(`  sudo ${process.execPath} ${process.argv[1]}`)
    print('or, with the system services that these packages start by default:')
    print(`  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`)
    return 1
  }
  print(`Installing ${packages.join(' ')} (about a minute) ...`)
  if (!apt(['update', '-q']) || !installQuietly(packages)) {
    print('apt-get failed; its output is above.')
    return 1
  }
  const stillMissing = missingPrograms()
  if (stillMissing.length > 0) {
    const list = stillMissing.map((entry) => `${entry.program} (${entry.debianPackage})`).join(', ')
    print(`Still missing after the installation: ${list}.`)
    return 1
  }
  print(
    'Done: PostgreSQL, NATS, Ceph, Chromium and the tools for PDFs are installed, and none of them was started.',
  )
  return 0
}

/** Installs packages without letting them start a system daemon or create a default database cluster. */
function installQuietly(packages: string[]): boolean {
  const undo = [
    createTemporarily(POLICY_FILE, '#!/bin/sh\nexit 101\n', 0o755),
    createTemporarily(NO_CLUSTER_FILE, 'create_main_cluster = false\n', 0o644),
  ]
  // Ctrl-C ends apt-get, which shares our terminal; this process must survive it to remove the two files.
  const ignoreInterrupt = () => {}
  process.on('SIGINT', ignoreInterrupt)
  try {
    const installed = apt(['install', '-q', '-y', '--no-install-recommends', ...packages])
    if (installed) disableAtBoot(packages)
    return installed
  } finally {
    for (const remove of undo) remove()
    process.off('SIGINT', ignoreInterrupt)
  }
}

/** Disables the installed services, which Debian would start at the next boot; we start our own on private ports. */
function disableAtBoot(packages: string[]): void {
  const units = BOOT_UNITS.filter((unit) => packages.includes(unit.debianPackage)).map((unit) => unit.name)
  if (units.length > 0 && findProgram('systemctl')) spawnSync('systemctl', ['disable', '--quiet', ...units])
}

/** Creates a file unless it exists; returns a function that removes what was created. */
function createTemporarily(path: string, text: string, mode: number): () => void {
  if (existsSync(path)) return () => {}
  const firstCreatedFolder = mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text, { mode })
  return () => {
    rmSync(path, { force: true })
    if (firstCreatedFolder) removeEmptyFolders(dirname(path), firstCreatedFolder)
  }
}

function removeEmptyFolders(from: string, upTo: string): void {
  for (let folder = from; folder.startsWith(upTo); folder = dirname(folder)) {
    try {
      rmdirSync(folder)
    } catch {
      return
    }
  }
}

function apt(args: string[]): boolean {
  // No package may prompt, so apt-get runs noninteractively. env(1) sets the variable for apt-get alone.
  const run = spawnSync('env', ['DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args], { stdio: 'inherit' })
  return run.status === 0
}

function isDebian(): boolean {
  if (!existsSync('/etc/os-release')) return false
  return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync('/etc/os-release', 'utf8'))
}

function explainOtherSystem(missing: MissingProgram[]): number {
  print('This is not a Debian system. Either put these programs on the PATH:')
  for (const entry of missing) print(`  ${entry.program}  (for ${entry.service})`)
  print('PostgreSQL must be version 15 or newer, Ceph version 16 or newer.')
  print('Or start them with Docker, and let npm run dev use them:')
  print('  docker compose -f dev/compose.yaml up --wait')
  print('  PAYPROOF_SERVICES=compose npm run dev')
  return 1
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
