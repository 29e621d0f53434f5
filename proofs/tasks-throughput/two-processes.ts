import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

export type ContenderSettings = {
  databaseUrl: string
  natsUrl: string
  receiverUrl: string
  tasks: number
  producers: number
  executors: number
}

/** The parts of the benchmark that differ between contenders. */
export type Contender = {
  /** Creates the tables or streams. Runs once, before anything else. */
  prepare(settings: ContenderSettings): Promise<void>
  /**
   * Opens the producer, in the producing process. schedule() resolves when the task is durable; each producer waits
   * for it.
   */
  openProducer(
    settings: ContenderSettings,
  ): Promise<{ schedule(producer: number, number: number): Promise<unknown> }>
  /** Starts executing tasks, in the executing process. */
  openExecutor(settings: ContenderSettings): Promise<{
    /** Returns the number of executed tasks, whether their end is recorded or not. */
    executed(): number
    /** Returns the number of scheduled tasks whose end is recorded, read from the store and not from memory. */
    countEnded(scheduled: number): Promise<number>
  }>
}

/** Sent once the contender is warm. */
export type ContenderReady = { ready: true; producerPid: number; executorPid: number }

export type ContenderResult = { done: true; tasks: number; seconds: number; perSecond: number }

// Number of tasks that warm up the compiler, caches and connections.
const warmUpTasks = 1_000
const completionTimeoutMs = 170_000

/** Runs a contender's program in two processes: this one executes tasks, and a fork of it produces them. */
export async function runContenderProgram(contender: Contender) {
  process.on('disconnect', () => process.exit(0))
  const settings = readSettings()
  if (settings.role === 'produce') return produce(contender, settings)

  await contender.prepare(settings)
  const { executed, countEnded } = await contender.openExecutor(settings)
  const producer = fork(process.argv[1] ?? '', ['--role', 'produce', ...process.argv.slice(2)])
  // The producer is stopped first, because the database is dropped after this program exits.
  process.on('SIGTERM', () => {
    producer
      .removeAllListeners('exit')
      .once('exit', () => process.exit(0))
      .kill('SIGKILL')
  })
  await waitForMessage(producer)
  await complete(0, warmUpTasks)
  process.send?.({
    ready: true,
    producerPid: producer.pid ?? 0,
    executorPid: process.pid,
  } satisfies ContenderReady)
  await new Promise((resolve) => process.once('message', resolve))
  const startedAt = performance.now()
  await complete(warmUpTasks, settings.tasks)
  const seconds = (performance.now() - startedAt) / 1_000
  const { tasks } = settings
  process.send?.({ done: true, tasks, seconds, perSecond: tasks / seconds } satisfies ContenderResult)

  /** Schedules this many more tasks and waits until all their ends are recorded. */
  async function complete(before: number, count: number) {
    const total = before + count
    producer.send({ from: before, to: total })
    await waitForMessage(producer)
    const until = Date.now() + completionTimeoutMs
    while (Date.now() < until) {
      if (executed() >= total && (await countEnded(total)) === total) return
      await sleep(2)
    }
    throw new Error(`not all of ${total} tasks finished in time; ${executed()} were executed`)
  }
}

async function produce({ openProducer }: Contender, settings: ContenderSettings) {
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

function waitForMessage(child: ChildProcess) {
  return new Promise<void>((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`the producer exited with ${code}`))
    child.once('exit', onExit)
    child.once('message', () => {
      child.off('exit', onExit)
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
