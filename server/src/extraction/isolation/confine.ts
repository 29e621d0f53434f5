import { realpathSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readingMs } from './limits.ts'

/** How a child is started so that a file that takes it over has gained nothing. */
export type Confinement = {
  name: 'own-user' | 'namespaces' | 'none'
  program: string
  words: string[]
  /** Who it runs as, where we may choose. */
  uid?: number
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// Nobody has this number, so nothing belongs to it and nothing else runs as it.
const ownUid = 64_934

const mebibyte = 1_048_576
const tmpBytes = 64 * mebibyte

/** What the child reads of ours: its code, the words of the interface, and what says that they are modules. */
const ours = ['..', '../../vocabulary', '../../../package.json', '../../../../package.json'].map(here)
const packages = ['@hyzyla/pdfium', 'zod']

// Fonts and the tables of encodings are in /usr, but their settings are not.
const system = ['/usr', '/etc/ld.so.cache', '/etc/fonts', '/etc/alternatives']
const links = ['lib', 'lib32', 'lib64', 'bin', 'sbin'].flatMap((name) => [
  '--symlink',
  `usr/${name}`,
  `/${name}`,
])

/**
 * From the strongest to none; the first with which a child says that it is ready is kept. niceness: how far it yields to
 * others on a busy machine. scanMs: how long it may take with a scan.
 */
export function listConfinements(
  mode: 'required' | 'preferred',
  { niceness = 0, scanMs = readingMs }: { niceness?: number | undefined; scanMs?: number } = {},
): Confinement[] {
  const packageFolders = packages.map(folderOf)
  const readable = [...ours, ...packageFolders]
  const node = realpathSync(process.execPath)
  const child = [node, ...nodeFlags(readable), here('./child.ts'), String(niceness), String(scanMs)]
  const inside = [
    'bwrap',
    ...namespaces,
    ...[...readable, node].flatMap((path) => ['--ro-bind', path, path]),
    '--',
  ]
  const nice = ['-n', String(niceness)]
  const limits = [...nice, 'prlimit', '--core=0', '--nofile=256', `--fsize=${tmpBytes}`]
  const isRoot = process.getuid?.() === 0
  const all: Confinement[] = [
    {
      name: 'own-user',
      program: 'nice',
      words: [...limits, '--nproc=512', ...inside, ...child],
      uid: ownUid,
    },
    { name: 'namespaces', program: 'nice', words: [...limits, ...inside, ...child] },
    { name: 'none', program: 'nice', words: [...nice, ...child] },
  ]
  return all.filter(
    ({ name }) => (isRoot || name !== 'own-user') && (mode === 'preferred' || name !== 'none'),
  )
}

/** No network, no other process, no file but these, nothing to write to but a small /tmp, no rights, no way back. */
const namespaces = [
  '--unshare-all',
  '--unshare-user',
  '--disable-userns',
  '--die-with-parent',
  '--new-session',
  '--uid',
  String(ownUid),
  '--gid',
  String(ownUid),
  '--cap-drop',
  'ALL',
  '--hostname',
  'reader',
  '--clearenv',
  ...Object.entries({ PATH: '/usr/bin', HOME: '/tmp', LANG: 'C.UTF-8', OMP_THREAD_LIMIT: '1' }).flatMap(
    ([name, value]) => ['--setenv', name, value],
  ),
  ...system.flatMap((path) => ['--ro-bind-try', path, path]),
  ...links,
  '--proc',
  '/proc',
  '--dev',
  '/dev',
  '--size',
  String(tmpBytes),
  '--tmpfs',
  '/tmp',
  '--chdir',
  '/tmp',
]

/** A second fence inside the first, and what stands where the first cannot. */
const nodeFlags = (readable: string[]) => [
  '--permission',
  '--allow-child-process',
  '--allow-fs-write=/tmp',
  '--allow-fs-write=/proc',
  ...[...readable, '/usr', '/etc/fonts', '/tmp'].map((path) => `--allow-fs-read=${path}`),
  '--no-addons',
  '--disable-warning=ExperimentalWarning',
  '--disable-warning=SecurityWarning',
  '--max-old-space-size=384',
  // What a file leaves behind is short-lived, and whoever compiles or collects beside the work costs more than is won.
  '--single-threaded',
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
]

function folderOf(name: string): string {
  const found = findPackageJSON(name, import.meta.url)
  if (!found) throw new Error(`The package ${name} is not installed`)
  return dirname(realpathSync(found))
}
