import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

export type Settings = {
  databaseUrl: string
  natsUrl: string
  receiverUrl: string
  tasks: number
  producers: number
  executors: number
}

/** What a contender has to say about itself; the rest of the race is the same for all. */
export type Contender = {
  /** Makes the tables or streams. Runs once, before anything else. */
  prepare(settings: Settings): Promise<void>
  /** In the producing process. A schedule has happened when it is durable; each producer waits for its own. */
  openProducer(settings: Settings): Promise<{ schedule(producer: number, number: number): Promise<unknown> }>
  /** In the executing process, which works from now on. */
  openExecutor(settings: Settings): Promise<{
    /** How many tasks have been carried out, ended or not. */
    executed(): number
    /** Asks the store, never itself, how many of those scheduled have their end on record. */
    countEnded(scheduled: number): Promise<number>
  }>
}

export type Outcome = { done: true; tasks: number; seconds: number; perSecond: number }

// Enough for the compiler, the caches and the connections of everybody.
const warming = 1_000
const patience = 170_000

/** The program of a contender is started twice: it executes, and forks itself once more to produce. */
export async function race(contender: Contender) {
  process.on('disconnect', () => process.exit(0))
  const settings = readSettings()
  if (settings.role === 'produce') return produce(contender, settings)

  await contender.prepare(settings)
  const { executed, countEnded } = await contender.openExecutor(settings)
  const producer = fork(process.argv[1] ?? '', ['--role', 'produce', ...process.argv.slice(2)])
  // The producer goes first: whoever stops this program takes the database away next.
  process.on('SIGTERM', () => {
    producer
      .removeAllListeners('exit')
      .once('exit', () => process.exit(0))
      .kill('SIGKILL')
  })
  await answerOf(producer)
  await complete(0, warming)
  process.send?.({ ready: true })
  await new Promise((resolve) => process.once('message', resolve))
  const startedAt = performance.now()
  await complete(warming, settings.tasks)
  const seconds = (performance.now() - startedAt) / 1_000
  const { tasks } = settings
  process.send?.({ done: true, tasks, seconds, perSecond: tasks / seconds } satisfies Outcome)

  /** Returns when this many more have been scheduled and every end is on record. */
  async function complete(before: number, count: number) {
    const total = before + count
    producer.send({ from: before, to: total })
    await answerOf(producer)
    const until = Date.now() + patience
    while (Date.now() < until) {
      if (executed() >= total && (await countEnded(total)) === total) return
      await sleep(2)
    }
    throw new Error(`Not all of ${total} tasks ended in time; ${executed()} were executed`)
  }
}

async function produce({ openProducer }: Contender, settings: Settings) {
  const { schedule } = await openProducer(settings)
  process.on('message', async ({ from, to }: { from: number; to: number }) => {
    let next = from
    const lane = async (producer: number) => {
      while (next < to) await schedule(producer, next++)
    }
    await Promise.all(Array.from({ length: settings.producers }, (_, producer) => lane(producer)))
    process.send?.('produced')
  })
  process.send?.('ready')
}

function answerOf(child: ChildProcess) {
  return new Promise<void>((resolve, reject) => {
    const died = (code: number | null) => reject(new Error(`The producer ended with ${code}`))
    child.once('exit', died)
    child.once('message', () => {
      child.off('exit', died)
      resolve()
    })
  })
}

function readSettings() {
  const text = { type: 'string', default: '' } as const
  const { values } = parseArgs({
    options: {
      role: { type: 'string', default: 'execute' },
      database: text,
      nats: text,
      receiver: text,
      tasks: text,
      producers: text,
      executors: text,
    },
  })
  return {
    role: values.role,
    databaseUrl: values.database,
    natsUrl: values.nats,
    receiverUrl: values.receiver,
    tasks: Number(values.tasks),
    producers: Number(values.producers),
    executors: Number(values.executors),
  }
}
