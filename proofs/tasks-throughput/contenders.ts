import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { cpuSecondsOf } from '../programs/cpu-seconds.ts'
import type { ContenderReady, ContenderResult, ContenderSettings } from './two-processes.ts'

export type ContenderName = 'engine' | 'bare-jetstream' | 'hand-written' | 'graphile-worker' | 'pg-boss'

/** Returns the processes of the servers that all contenders share. */
export type ServerPids = { postgres(): number[]; nats(): number[] }

const costNames = ['producer', 'executor', 'postgres', 'nats'] as const

/** CPU time per task in microseconds, which depends on other load of the machine far less than the rate does. */
export type TaskCosts = Record<(typeof costNames)[number], number>

/**
 * Runs one contender on a new database on the server of `databaseUrl` (a superuser's URL), and drops the database
 * afterwards. Fails unless every task finished in time and the receiver counted as many calls.
 */
export async function runContender(name: ContenderName, settings: ContenderSettings, servers: ServerPids) {
  const database = `throughput_${randomBytes(6).toString('hex')}`
  await runSql(settings.databaseUrl, `create database ${database}`)
  const own = new URL(settings.databaseUrl)
  own.pathname = `/${database}`
  const child = start(name, { ...settings, databaseUrl: own.href })
  try {
    const { producerPid, executorPid } = (await nextMessage(child, name, 60_000)) as ContenderReady
    const readCpu = (): TaskCosts => ({
      producer: cpuSecondsOf([producerPid]),
      executor: cpuSecondsOf([executorPid]),
      postgres: cpuSecondsOf(servers.postgres()),
      nats: cpuSecondsOf(servers.nats()),
    })
    await fetch(`${settings.receiverUrl}/reset`, { method: 'POST' })
    const before = readCpu()
    child.send({ start: true })
    const { seconds, perSecond } = (await nextMessage(child, name, 180_000)) as ContenderResult
    const costs = costsPerTask(before, readCpu(), settings.tasks)
    const received = await countReceived(settings.receiverUrl)
    if (received < settings.tasks)
      throw new Error(`${name} finished ${settings.tasks} tasks with ${received} calls`)
    return { tasks: settings.tasks, seconds, perSecond, received, costs }
  } finally {
    await stop(child)
    await runSql(settings.databaseUrl, `drop database ${database} with (force)`)
  }
}

function costsPerTask(before: TaskCosts, after: TaskCosts, tasks: number) {
  const perTask = costNames.map((name) => [name, ((after[name] - before[name]) * 1e6) / tasks])
  return Object.fromEntries(perTask) as TaskCosts
}

/** Lists the costs by process, with their sum. */
export function describeCosts(costs: TaskCosts) {
  const total = costNames.reduce((sum, name) => sum + costs[name], 0)
  const parts = costNames.map((name) => `${name} ${costs[name].toFixed(0)}`)
  return `${total.toFixed(0)} µs CPU per task (${parts.join(', ')})`
}

function start(name: ContenderName, settings: ContenderSettings) {
  const { databaseUrl, natsUrl, receiverUrl, tasks, producers, executors } = settings
  const options = { database: databaseUrl, nats: natsUrl, receiver: receiverUrl, tasks, producers, executors }
  const program = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
  return fork(
    program,
    Object.entries(options).map(([name, value]) => `--${name}=${value}`),
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  )
}

/** Waits for the next message of the program. */
function nextMessage(child: ChildProcess, name: string, withinMs: number) {
  return new Promise<unknown>((resolve, reject) => {
    const timeout = setTimeout(
      () => reject(new Error(`${name} sent no message for ${withinMs} ms`)),
      withinMs,
    )
    const onExit = (code: number | null) => reject(new Error(`${name} exited with ${code}`))
    child.once('exit', onExit)
    child.once('message', (message) => {
      clearTimeout(timeout)
      child.off('exit', onExit)
      resolve(message)
    })
  })
}

/** Stops the program. Its producer exits when the IPC channel closes. */
async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

async function countReceived(receiverUrl: string) {
  const reply = await fetch(`${receiverUrl}/count`)
  return ((await reply.json()) as { count: number }).count
}

async function runSql(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
