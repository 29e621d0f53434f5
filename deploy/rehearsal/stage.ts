import { execFileSync } from 'node:child_process'

/** A stage of the Dockerfile as a folder, and what the file says of it. */
export type Stage = {
  root: string
  env: Record<string, string>
  cwd: string
  user: string
  says: Record<string, string[]>
}

/** A process of its own root; the network is the machine's. */
export function walls({ root, cwd, env }: Stage, more: Record<string, string>, isReadOnly: boolean) {
  const given = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    ...env,
    ...more,
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
    ...Object.entries(given).flatMap(([name, value]) => ['--setenv', name, value]),
  ]
}

/** As root, with the machine's way into the network: its names, and the certificates that it trusts. */
export function inside(root: string, command: string[], { cwd = '/', env = {} }: Partial<Stage> = {}) {
  const trusted = '/etc/ssl/certs/ca-certificates.crt'
  const lent = ['/etc/resolv.conf', trusted].flatMap((path) => ['--ro-bind', path, path])
  const more = { DEBIAN_FRONTEND: 'noninteractive', NODE_EXTRA_CA_CERTS: trusted }
  run('bwrap', [...walls({ root, cwd, env, user: '0:0', says: {} }, more, false), ...lent, ...command])
}

export function run(program: string, args: string[]) {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'], maxBuffer: 1e8 })
}

export function tell(line: string) {
  process.stdout.write(`${line}\n`)
}
