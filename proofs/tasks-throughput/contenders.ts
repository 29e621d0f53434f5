import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { ContenderResult, ContenderSettings } from './two-processes.ts'

export type ContenderName = 'engine' | 'bare-jetstream' | 'hand-written' | 'graphile-worker' | 'pg-boss'

/**
 * Runs one contender on a new database on the server of `databaseUrl` (a superuser's URL), and drops the database
 * afterwards. Fails unless every task finished in time and the receiver counted as many calls.
 */
export async function runContender(name: ContenderName, settings: ContenderSettings) {
  const database = `throughput_${randomBytes(6).toString('hex')}`
  await runSql(settings.databaseUrl, `create database ${database}`)
  const own = new URL(settings.databaseUrl)
  own.pathname = `/${database}`
  const child = start(name, { ...settings, databaseUrl: own.href })
  try {
    await nextMessage(child, name, 60_000)
    await fetch(`${settings.receiverUrl}/reset`, { method: 'POST' })
    child.send({ start: true })
    const { seconds, perSecond } = (await nextMessage(child, name, 180_000)) as ContenderResult
    const received = await countReceived(settings.receiverUrl)
    if (received < settings.tasks)
      throw new Error(`${name} finished ${settings.tasks} tasks with ${received} calls`)
    return { tasks: settings.tasks, seconds, perSecond, received }
  } finally {
    await stop(child)
    await runSql(settings.databaseUrl, `drop database ${database} with (force)`)
  }
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
