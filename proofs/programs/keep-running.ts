import { setTimeout as sleep } from 'node:timers/promises'
import { type Program, type ProgramOptions, startProgram } from '../../dev/faults/processes.ts'
import { nowMs } from './journal.ts'

/**
 * Killed by us: between the first two times it may or may not have lived, after the second it certainly did not. At the
 * third its successor was ready, if it ever was.
 */
export type Death = { name: string; pid: number; sentAt: number; goneAt: number; backAt: number }

export type Kept<Message> = Awaited<ReturnType<typeof keepRunning<Message>>>

const pauseMs = 200
// The first start has no excuse; later ones may fail while PostgreSQL is away, but not as often as this.
const firstTries = 2
const laterTries = 100

/** Keeps one process of a program running, as Kubernetes would: whatever ends is started again at once. */
export async function keepRunning<Message>(options: ProgramOptions) {
  let current: Program<Message> | undefined
  let closed = false
  const killed = new Set<number>()
  const deaths: Death[] = []
  /** Ends that nobody asked for. */
  const accidents: string[] = []

  async function start(mostTries: number) {
    for (let tries = 1; ; tries++) {
      try {
        return await startProgram<Message>(options)
      } catch (error) {
        if (closed || tries >= mostTries) throw error
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
          `${options.name} ended by itself (${signal ?? `exit code ${code}`}): ${program.output().slice(-2_000)}`,
        )
      }
      program = await start(laterTries)
      const death = deaths.at(-1)
      if (death) death.backAt = Math.min(death.backAt, nowMs())
    }
    await program.kill()
  }

  const keeping = keep(await start(firstTries)).catch((error: Error) => {
    if (!closed) accidents.push(`${options.name} cannot be started: ${error.message.slice(-2_000)}`)
  })

  return {
    name: options.name,
    deaths,
    accidents,
    /** What it said when it was ready; undefined while it is being started. */
    message: () => (current?.isAlive() ? current.message : undefined),
    /** kill -9; undefined when it was not running. */
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
    async close() {
      closed = true
      await current?.kill()
      await keeping
    },
  }
}

/** Several, side by side. If one of them cannot be started, none is left. */
export async function keepAllRunning<Message>(all: readonly ProgramOptions[]): Promise<Kept<Message>[]> {
  const starts = await Promise.allSettled(all.map((options) => keepRunning<Message>(options)))
  const running = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const failure = starts.find((start) => start.status === 'rejected')
  if (!failure) return running
  await Promise.all(running.map((kept) => kept.close()))
  throw failure.reason
}
