import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { aUser } from '../../server/test/people.ts'
import { awaitFirstWebhook, callApi } from './first-webhook.ts'
import { dropPrivileges, openMachine, terminate, waitForExit, waitForHttp } from './machine.ts'
import { treeMegabytes } from './memory.ts'
import { print, sandboxOptions } from './stage.ts'

// Rehearses docs/operations/small-install.md with compose.small.yaml: memory at rest, backup and restore by the commands of
// the page, and then, as a sandbox, the time to the first webhook.

const [stagesFile = ''] = process.argv.slice(2)
const page = readFileSync(
  fileURLToPath(new URL('../../docs/operations/small-install.md', import.meta.url)),
  'utf8',
)
const url = 'http://127.0.0.1:8080'
const restSeconds = 60
const ownerOptions = ['--owner-email', 'olive@acme.example', '--owner-name', 'Olive']
const preparations = ['migrate', 'prepare-cell', 'prepare-bucket']

const machine = await openMachine('compose.small.yaml', stagesFile)
const work = mkdtempSync(join(tmpdir(), 'payproof-small-'))
const running = new Map<string, ChildProcess>()
try {
  const bucket = {
    S3_ENDPOINT: 'http://127.0.0.1:8333',
    S3_BUCKET: 'documents',
    S3_UPLOADS_BUCKET: 'uploads',
  }
  const lines = Object.entries(bucket).map(([name, value]) => `${name}=${value}\n`)
  writeFileSync(join(machine.secrets, 'bucket.env'), lines.join(''))
  await machine.runOnce('admin', ['create-root-key'])
  for (const name of preparations) await machine.runOnce(name)
  const client = await createClient('acme')
  await startAll()
  await measureAtRest()
  await rehearseBackup(client.apiKey)
  await stopAll()
  await measureFirstWebhook()
} finally {
  for (const child of running.values()) child.kill('SIGKILL')
  await machine.close()
  rmSync(work, { recursive: true, force: true })
}

async function createClient(name: string, env: Record<string, string> = {}): Promise<{ apiKey: string }> {
  return JSON.parse(await machine.runOnce('admin', ['create-client', '--name', name, ...ownerOptions], env))
}

async function startAll(env: Record<string, string> = {}) {
  for (const [n, name] of machine.longRunning.entries()) {
    const port = 8080 + n
    running.set(name, machine.startContainer(name, [], { ...env, PORT: String(port) }))
    await machine.waitUntilHealthy(name, port)
  }
  print(`healthy: ${machine.longRunning.join(', ')}`)
}

async function stopAll(names: readonly string[] = machine.longRunning) {
  for (const name of names) {
    const child = running.get(name)
    if (!child) throw new Error(`${name} is not running`)
    terminate(child)
    await waitForExit(child, name)
    running.delete(name)
  }
}

async function measureAtRest() {
  await sleep(restSeconds * 1000)
  const postmaster = Number(
    readFileSync(join(machine.services.postgres.dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0],
  )
  const trees = {
    ...Object.fromEntries([...running].map(([name, { pid = 0 }]) => [name, pid])),
    postgres: postmaster,
    nats: machine.natsPid(),
  }
  const measured = Object.entries(trees).map(([name, pid]) => ({ name, ...treeMegabytes([pid]) }))
  for (const { name, processes, megabytes } of measured)
    print(`at rest: ${name} ${megabytes} MB, ${processes} processes`)
  const sum = (key: 'processes' | 'megabytes') => measured.reduce((total, row) => total + row[key], 0)
  print(`at rest: ${sum('megabytes')} MB (sum of PSS), ${sum('processes')} processes`)
}

/** Runs the page's commands: a user made before the backup comes back, and one erased after it stays erased. */
async function rehearseBackup(apiKey: string) {
  const caller = { url, apiKey }
  const createUser = async () => (await callApi(caller, 'POST', '/users', aUser())).user_id as string
  const [kept, erased] = [await createUser(), await createUser()]
  await runPage('Back up')
  await callApi(caller, 'DELETE', `/users/${erased}`)
  const later = await createUser()
  await runPage('Restore')
  await waitForHttp(`${url}/readyz`, 240)
  const statusOf = async (id: string) =>
    (await fetch(`${url}/users/${id}`, { headers: { 'x-api-key': apiKey } })).status
  const statuses = [await statusOf(kept), await statusOf(erased), await statusOf(later)]
  if (statuses.join() !== '200,404,404') throw new Error(`After the restore, the users return ${statuses}`)
  print('restored: the kept user is back, the erased one stays erased, the later one is lost')
}

/** Runs the `docker compose` commands of a section of the page, in order. */
async function runPage(title: string) {
  const section = page.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? ''
  const commands = [...section.matchAll(/^ *docker compose -f deploy\/compose\.small\.yaml (.+)$/gm)]
  if (commands.length === 0) throw new Error(`The page has no commands under ${title}`)
  for (const [, command = ''] of commands) {
    const startedAt = performance.now()
    await runCompose(command)
    print(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${command}`)
  }
}

async function runCompose(command: string) {
  const [verb = '', ...words] = command.split(' ')
  switch (verb) {
    case 'stop':
      return stopAll(words)
    case 'rm':
      return machine.emptyNats()
    case 'up':
      for (const name of preparations) await machine.runOnce(name)
      return startAll()
    case 'run': {
      const report = await machine.runOnce('admin', words.slice(words.indexOf('admin') + 1))
      if (words.includes('finish-restore') && !report.includes('"passed":true')) throw new Error(report)
      return
    }
    case 'exec': {
      const { host, port } = machine.services.postgres
      const shell = words.slice(words.indexOf('postgres') + 1).join(' ')
      const env = { PATH: '/usr/bin:/bin', PGHOST: host, PGPORT: String(port) }
      execFileSync('sh', ['-c', shell], { cwd: work, env, stdio: ['ignore', 'ignore', 'inherit'] })
      return
    }
    default:
      throw new Error(`This script does not support docker compose ${verb}`)
  }
}

/** Starts the same two processes as a sandbox, because a first webhook needs a fictional provider. */
async function measureFirstWebhook() {
  const stage = machine.stageOf('sandbox')
  const settings = {
    ENVIRONMENT: 'sandbox',
    OUTBOUND_LOOPBACK: 'true',
    CATALOGUE: '/payproof/server/catalogues/sandbox.json',
  }
  const startedAt = performance.now()
  const options = sandboxOptions(stage, { PORT: '8090', HOST: '127.0.0.1' }, true)
  const world = spawn('bwrap', [...options, ...dropPrivileges(stage.user), 'node', 'sandbox/src/main.ts'], {
    stdio: 'ignore',
  })
  try {
    for (const name of preparations) await machine.runOnce(name, [], settings)
    const client = await createClient('sandbox', settings)
    await startAll(settings)
    await waitForHttp('http://127.0.0.1:8090/')
    await awaitFirstWebhook({ url, apiKey: client.apiKey })
    print(`first webhook ${((performance.now() - startedAt) / 1000).toFixed(0)} s after the first command`)
    await stopAll()
  } finally {
    world.kill('SIGKILL')
  }
}
