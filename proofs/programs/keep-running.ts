import { setTimeout as sleep } from 'node:timers/promises'
import { type Program, type ProgramOptions, startProgram } from '../../dev/faults/processes.ts'
import { nowMs } from './journal.ts'

/**
 * A kill by the proof. The process died between sentAt and goneAt; its successor was ready at backAt, which is
 * infinite if it never was.
 */
export type Death = { name: string; pid: number; sentAt: number; goneAt: number; backAt: number }

export type SupervisedProcess<Message> = Awaited<ReturnType<typeof keepRunning<Message>>>

const pauseMs = 200
// The first start must succeed; restarts may fail while PostgreSQL is down.
const maxFirstAttempts = 2
const maxRestartAttempts = 100

/** Supervises one process of a program, as Kubernetes would: restarts it at once when it exits. */
export async function keepRunning<Message>(options: ProgramOptions) {
  let current: Program<Message> | undefined
  let closed = false
  const killed = new Set<number>()
  const deaths: Death[] = []
  /** Exits that were not caused by the proof. */
  const accidents: string[] = []

  async function start(maxAttempts: number) {
    for (let attempt = 1; ; attempt++) {
      try {
        return await startProgram<Message>(options)
      } catch (error) {
        if (closed || attempt >= maxAttempts) throw error
        await sleep(pauseMs)
      }
    }
  }

  async function keep(first: Program<Message>) {
    let program = first
    while (!closed) {
      current = program
      const { code, signal } = await program.ended
      current = undefined
      if (closed) return
      if (!killed.has(program.pid)) {
        accidents.push(
          `${options.name} crashed (${signal ?? `exit code ${code}`}): ${program.output().slice(-2_000)}`,
        )
      }
      program = await start(maxRestartAttempts)
      const death = deaths.at(-1)
      if (death) death.backAt = Math.min(death.backAt, nowMs())
    }
    await program.kill()
  }

  const keeping = keep(await start(maxFirstAttempts)).catch((error: Error) => {
    if (!closed) accidents.push(`${options.name} could not be started: ${error.message.slice(-2_000)}`)
  })

  return {
    name: options.name,
    deaths,
    accidents,
    /** Returns the message that the process sent when ready; undefined while it is starting. */
    message: () => (current?.isAlive() ? current.message : undefined),
    /** Returns the process id; undefined while the process is starting. */
    pid: () => (current?.isAlive() ? current.pid : undefined),
    /** Sends SIGKILL; returns undefined if the process was not running. */
    async kill(): Promise<Death | undefined> {
      const program = current
      if (!program?.isAlive()) return undefined
      killed.add(program.pid)
      const sentAt = nowMs()
      await program.kill()
      const death = {
        name: options.name,
        pid: program.pid,
        sentAt,
        goneAt: nowMs(),
        backAt: Number.POSITIVE_INFINITY,
      }
      deaths.push(death)
      return death
    },
    /** The next exit of the running process is the proof's doing. Returns its process id. */
    expectDeath(): number | undefined {
      const pid = current?.isAlive() ? current.pid : undefined
      if (pid !== undefined) killed.add(pid)
      return pid
    },
    async close() {
      closed = true
      await current?.kill()
      await keeping
    },
  }
}

/** Supervises several processes. If one cannot be started, stops the others. */
export async function keepAllRunning<Message>(
  all: readonly ProgramOptions[],
): Promise<SupervisedProcess<Message>[]> {
  const starts = await Promise.allSettled(all.map((options) => keepRunning<Message>(options)))
  const running = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const failure = starts.find((start) => start.status === 'rejected')
  if (!failure) return running
  await Promise.all(running.map((process) => process.close()))
  throw failure.reason
}
