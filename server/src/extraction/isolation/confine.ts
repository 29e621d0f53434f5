import { realpathSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { maxReadingMs } from './limits.ts'
import { compileReaderFilter } from './seccomp/reader-filter.ts'

/** How a child process is sandboxed, so that a file that exploits a parser bug cannot reach other data. */
export type Confinement = {
  name: 'own-user' | 'namespaces' | 'none'
  program: string
  args: string[]
  /** User id of the child; set only if the service runs as root. */
  uid?: number
  /** Filter of system calls, which bubblewrap reads from descriptor 4. */
  filter?: Buffer | undefined
}

/** Descriptor on which bubblewrap expects the filter of system calls. */
export const filterDescriptor = 4

type NamespaceOptions = { uid: number; hostname: string; tmpBytes: number; allowNested: boolean }

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// An unassigned user id. It owns no files, and no other process uses it.
const ownUid = 64_934

const mebibyte = 1_048_576
const tmpBytes = 64 * mebibyte

/**
 * Files of this project that the child may read: the extraction code, the API schemas and the package.json files that
 * mark them as ES modules.
 */
const ownFiles = ['..', '../../vocabulary', '../../../package.json', '../../../../package.json'].map(
  resolvePath,
)
const packages = ['@hyzyla/pdfium', 'zod']

// Fonts and encoding tables are in /usr; their configuration is in /etc.
const systemPaths = ['/usr', '/etc/ld.so.cache', '/etc/fonts', '/etc/alternatives']
const symlinkArgs = ['lib', 'lib32', 'lib64', 'bin', 'sbin'].flatMap((name) => [
  '--symlink',
  `usr/${name}`,
  `/${name}`,
])

/**
 * Lists the sandboxes from the strongest to none. The pool uses the first one in which a child becomes ready.
 * `niceness` is the nice(1) value of the child; `scanMs` is the time limit for a file that needs OCR.
 */
export function listConfinements(
  mode: 'required' | 'preferred',
  { niceness = 0, scanMs = maxReadingMs }: { niceness?: number | undefined; scanMs?: number } = {},
): Confinement[] {
  const filter = compileReaderFilter()
  const packageFolders = packages.map(findPackageFolder)
  const readable = [...ownFiles, ...packageFolders]
  const node = realpathSync(process.execPath)
  const childCommand = [
    node,
    ...nodeFlags(readable),
    resolvePath('./child.ts'),
    String(niceness),
    String(scanMs),
  ]
  const bubblewrapCommand = [
    'bwrap',
    ...createNamespaceArgs({ uid: ownUid, hostname: 'reader', tmpBytes, allowNested: false }),
    ...[...readable, node].flatMap((path) => ['--ro-bind', path, path]),
    ...(filter ? ['--seccomp', String(filterDescriptor)] : []),
    '--',
  ]
  const niceArgs = ['-n', String(niceness)]
  const limitArgs = [...niceArgs, 'prlimit', '--core=0', '--nofile=256', `--fsize=${tmpBytes}`]
  const isRoot = process.getuid?.() === 0
  const confinements: Confinement[] = [
    {
      name: 'own-user',
      program: 'nice',
      args: [...limitArgs, '--nproc=512', ...bubblewrapCommand, ...childCommand],
      uid: ownUid,
      filter,
    },
    {
      name: 'namespaces',
      program: 'nice',
      args: [...limitArgs, ...bubblewrapCommand, ...childCommand],
      filter,
    },
    { name: 'none', program: 'nice', args: [...niceArgs, ...childCommand] },
  ]
  return confinements.filter(
    ({ name }) => (isRoot || name !== 'own-user') && (mode === 'preferred' || name !== 'none'),
  )
}

/**
 * Arguments for bubblewrap: no network, no other processes, only the system's programs, a small writable /tmp, and no
 * capabilities. Nested namespaces are allowed only to programs that make a sandbox of their own.
 */
export const createNamespaceArgs = ({ uid, hostname, tmpBytes, allowNested }: NamespaceOptions) => [
  '--unshare-all',
  '--unshare-user',
  ...(allowNested ? [] : ['--disable-userns']),
  '--die-with-parent',
  '--new-session',
  '--uid',
  String(uid),
  '--gid',
  String(uid),
  '--cap-drop',
  'ALL',
  '--hostname',
  hostname,
  '--clearenv',
  ...Object.entries({ PATH: '/usr/bin', HOME: '/tmp', LANG: 'C.UTF-8', OMP_THREAD_LIMIT: '1' }).flatMap(
    ([name, value]) => ['--setenv', name, value],
  ),
  ...systemPaths.flatMap((path) => ['--ro-bind-try', path, path]),
  ...symlinkArgs,
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

/**
 * Flags of Node's permission model. It is a second layer inside the sandbox, and the only one if bubblewrap is
 * unavailable.
 */
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
  // Objects are short-lived, so background compiler and GC threads would use more CPU time than they save.
  '--single-threaded',
  '--min-semi-space-size=16',
  '--max-semi-space-size=16',
]

function findPackageFolder(name: string): string {
  const packageJson = findPackageJSON(name, import.meta.url)
  if (!packageJson) throw new Error(`The package ${name} is not installed`)
  return dirname(realpathSync(packageJson))
}
