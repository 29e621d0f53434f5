import { execFileSync } from 'node:child_process'

/** A built stage of the Dockerfile: its root folder, and the settings made by its instructions. */
export type ImageStage = {
  root: string
  env: Record<string, string>
  cwd: string
  user: string
  /** Arguments of ENTRYPOINT, CMD and HEALTHCHECK. */
  commands: Record<string, string[]>
}

/** Returns Bubblewrap options that run a process in the stage's root, on the host's network. */
export function sandboxOptions(
  { root, cwd, env }: ImageStage,
  overrides: Record<string, string>,
  isReadOnly: boolean,
) {
  const variables = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    ...env,
    ...overrides,
  }
  return [
    ...(isReadOnly ? ['--ro-bind', root, '/', '--tmpfs', '/tmp'] : ['--bind', root, '/']),
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--cap-add',
    'ALL',
    '--die-with-parent',
    '--chdir',
    cwd,
    '--clearenv',
    ...Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value]),
  ]
}

/**
 * Runs a command as root in the staged root folder (chroot), with the host's DNS settings and trusted
 * certificates.
 */
export function runInRoot(
  root: string,
  command: string[],
  { cwd = '/', env = {} }: Partial<ImageStage> = {},
) {
  const trusted = '/etc/ssl/certs/ca-certificates.crt'
  const hostFiles = ['/etc/resolv.conf', trusted].flatMap((path) => ['--ro-bind', path, path])
  const overrides = { DEBIAN_FRONTEND: 'noninteractive', NODE_EXTRA_CA_CERTS: trusted }
  run('bwrap', [
    ...sandboxOptions({ root, cwd, env, user: '0:0', commands: {} }, overrides, false),
    ...hostFiles,
    ...command,
  ])
}

export function run(program: string, args: string[]) {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'], maxBuffer: 1e8 })
}

export function print(line: string) {
  process.stdout.write(`${line}\n`)
}
