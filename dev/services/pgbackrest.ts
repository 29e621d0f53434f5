import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Postgres, postgresUser } from './postgres.ts'
import { runAs, ServiceError } from './processes.ts'
import { requireProgram } from './programs.ts'

export type Backups = Awaited<ReturnType<typeof prepareBackups>>

export const stanza = 'payproof'

const template = (name: string) =>
  readFileSync(new URL(`../../deploy/postgres/${name}`, import.meta.url), 'utf8')

/**
 * Configures pgBackRest from the operators' files in deploy/postgres with private folders. Call this first, then start
 * PostgreSQL with the returned `settings`, then call `begin`.
 */
export async function prepareBackups(folder: string) {
  const program = requireProgram('pgbackrest')
  const owner = postgresUser()
  const folders = Object.fromEntries(
    ['repository', 'secrets', 'log', 'lock', 'spool', 'socket'].map((name) => [name, join(folder, name)]),
  ) as Record<'repository' | 'secrets' | 'log' | 'lock' | 'spool' | 'socket', string>
  for (const path of [folder, ...Object.values(folders)]) {
    mkdirSync(path, { recursive: true })
    if (owner) chownSync(path, owner.uid, owner.gid)
  }
  const configFile = join(folder, 'pgbackrest.conf')
  const passFile = join(folders.secrets, 'cipher.conf')
  write(passFile, `[global]\nrepo1-cipher-pass=${randomBytes(48).toString('base64')}\n`)
  const options = [`--config=${configFile}`, `--config-include-path=${folders.secrets}`, `--stanza=${stanza}`]

  function write(file: string, text: string) {
    writeFileSync(file, text)
    chmodSync(file, 0o600)
    if (owner) chownSync(file, owner.uid, owner.gid)
  }

  async function run(command: string, ...more: string[]) {
    const [enter = program, ...args] = [...runAs(owner?.name), program, ...options, ...more, command]
    try {
      return (await promisify(execFile)(enter, args, { cwd: '/', maxBuffer: 64 * 1024 ** 2 })).stdout
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string }
      throw new ServiceError(`pgbackrest ${command} failed: ${stdout}${stderr}`)
    }
  }

  return {
    configFile,
    secretsFolder: folders.secrets,
    repository: folders.repository,
    passFile,
    /** Settings for startPostgres: the operators' archiving settings, and the socket to which pgBackRest connects. */
    settings: {
      ...readSettings(template('archiving.conf')),
      archive_command: `${program} ${options.join(' ')} archive-push %p`,
      unix_socket_directories: folders.socket,
    } as Record<string, string>,
    /** Creates the repository and checks that a WAL segment arrives in it. */
    async begin({ port, dataFolder }: Pick<Postgres, 'port' | 'dataFolder'>) {
      write(
        configFile,
        fillIn(template('pgbackrest.conf'), {
          'repo1-path': folders.repository,
          'log-path': folders.log,
          'lock-path': folders.lock,
          'spool-path': folders.spool,
          'pg1-path': dataFolder,
          'pg1-socket-path': folders.socket,
          'pg1-port': String(port),
        }),
      )
      await run('stanza-create')
      await run('check')
    },
    back: (type: 'full' | 'diff' | 'incr') => run('backup', `--type=${type}`),
    run,
  }
}

/** Replaces the values of settings in a template; throws if the template lacks one of the settings. */
function fillIn(text: string, values: Record<string, string>) {
  let filled = text
  for (const [name, value] of Object.entries(values)) {
    const line = new RegExp(`^${name}=.*$`, 'm')
    if (!line.test(filled)) throw new ServiceError(`pgbackrest.conf has no ${name}`)
    filled = filled.replace(line, () => `${name}=${value}`)
  }
  return filled
}

function readSettings(text: string) {
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', value = ''] = line.split(/ = (.*)/s)
      return [name, value.replace(/^'(.*)'$/, '$1')]
    }),
  )
}
