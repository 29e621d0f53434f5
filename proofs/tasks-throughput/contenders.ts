import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Outcome, Settings } from './two-processes.ts'

export type ContenderName = 'engine' | 'bare-jetstream' | 'hand-written' | 'graphile-worker' | 'pg-boss'

/**
 * Runs one contender on a database of its own, which is made and dropped beside the one in `databaseUrl`
 * (a superuser's). Fails unless every task ended in time and the receiver saw as many calls.
 */
export async function runContender(name: ContenderName, settings: Settings) {
  const database = `throughput_${randomBytes(6).toString('hex')}`
  await runSql(settings.databaseUrl, `create database ${database}`)
  const own = new URL(settings.databaseUrl)
  own.pathname = `/${database}`
  const child = start(name, { ...settings, databaseUrl: own.href })
  try {
    await hear(child, name, 60_000)
    await fetch(`${settings.receiverUrl}/reset`, { method: 'POST' })
    child.send({ start: true })
    const { seconds, perSecond } = (await hear(child, name, 180_000)) as Outcome
    const received = await countReceived(settings.receiverUrl)
    if (received < settings.tasks)
      throw new Error(`${name} ended ${settings.tasks} tasks with ${received} calls`)
    return { tasks: settings.tasks, seconds, perSecond, received }
  } finally {
    await stop(child)
    await runSql(settings.databaseUrl, `drop database ${database} with (force)`)
  }
}

function start(name: ContenderName, settings: Settings) {
  const { databaseUrl, natsUrl, receiverUrl, tasks, producers, executors } = settings
  const words = { database: databaseUrl, nats: natsUrl, receiver: receiverUrl, tasks, producers, executors }
  const program = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
  return fork(
    program,
    Object.entries(words).map(([word, value]) => `--${word}=${value}`),
    { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  )
}

/** The next message of the program, which must come in time. */
function hear(child: ChildProcess, name: string, withinMs: number) {
  return new Promise<unknown>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${name} said nothing for ${withinMs} ms`)), withinMs)
    const died = (code: number | null) => reject(new Error(`${name} ended with ${code}`))
    child.once('exit', died)
    child.once('message', (message) => {
      clearTimeout(late)
      child.off('exit', died)
      resolve(message)
    })
  })
}

/** Its producer hears that the channel is gone, and goes too. */
async function stop(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

async function countReceived(receiverUrl: string) {
  const answer = await fetch(`${receiverUrl}/count`)
  return ((await answer.json()) as { count: number }).count
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
