import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The unprivileged user who tries the package: a new one if the tests run as root, or else the user of the tests. */
export type TrialUser = {
  uid: number
  gid: number
  run(program: string, args: string[], cwd: string): Promise<void>
  /** Starts a program in its own process group, as a terminal does. */
  spawn(program: string, args: string[], cwd: string, env?: object): ChildProcess
  /** Lists the command lines of processes that the sandbox has started. */
  processes(): string[]
  remove(): void
}

/** Creates the user's home and, as root, the user. */
export function createUser(root: string): TrialUser {
  const home = join(root, 'home')
  mkdirSync(home)
  const isRoot = process.getuid?.() === 0
  const name = `trial-${randomBytes(3).toString('hex')}`
  if (isRoot) execFileSync('useradd', ['--no-create-home', '--home-dir', home, name])
  const id = (option: string) => Number(execFileSync('id', isRoot ? [option, name] : [option]).toString())
  const [uid, gid] = [id('-u'), id('-g')]
  chownSync(home, uid, gid)
  const settings = (key: string) => execFileSync('npm', ['config', 'get', key]).toString().trim()
  const certificates = settings('cafile')
  const environment = {
    HOME: home,
    PATH: '/usr/local/bin:/usr/bin:/bin',
    LANG: 'C.UTF-8',
    npm_config_registry: settings('registry'),
    npm_config_update_notifier: 'false',
    ...(certificates !== 'null' && { npm_config_cafile: certificates, NODE_EXTRA_CA_CERTS: certificates }),
  }
  const identity = isRoot ? { uid, gid } : {}
  return {
    uid,
    gid,
    async run(program, args, cwd) {
      await promisify(execFile)(program, args, { cwd, env: environment, ...identity })
    },
    spawn: (program, args, cwd, env = {}) =>
      spawn(program, args, {
        cwd,
        env: { ...environment, ...env },
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        ...identity,
      }),
    processes: () => listProcesses(uid, isRoot ? '' : root),
    remove() {
      if (!isRoot) return
      execFileSync('userdel', [name], { stdio: 'ignore' })
    },
  }
}

/** Command lines of the user's processes that contain the text. A process may end while it is read. */
function listProcesses(uid: number, text: string) {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => {
      try {
        if (statSync(`/proc/${pid}`).uid !== uid) return []
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return command.includes(text) && command !== '' ? [command] : []
      } catch {
        return []
      }
    })
}
