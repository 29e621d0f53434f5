import { openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** One execution of a task, as the process that ran it wrote it down. Times are of nowMs. */
export type Run = {
  pid: number
  taskId: string
  /** What the task was about, in the words of the proof. */
  label: string
  startedAt: number
  /** Undefined if it was cut off. */
  endedAt: number | undefined
  outcome: Word | undefined
}

export type Word = 'ended' | 'failed'

export type Journal = ReturnType<typeof openJournal>

/** Milliseconds of CLOCK_MONOTONIC: every process of this machine reads the same clock. */
export const nowMs = () => Number(process.hrtime.bigint()) / 1e6

/**
 * What this process does, line by line in a file of its own. Each line is written before the next step is taken, so
 * kill -9 takes none of them, and nothing of it passes through what is being proved.
 */
export function openJournal(folder: string) {
  const file = openSync(join(folder, `${process.pid}.journal`), 'a')
  const write = (word: string, taskId: string, label: string) =>
    void writeSync(file, `${word} ${nowMs()} ${taskId} ${label}\n`)
  return {
    started: (taskId: string, label: string) => write('started', taskId, label),
    ended: (taskId: string, label: string) => write('ended', taskId, label),
    failed: (taskId: string, label: string) => write('failed', taskId, label),
  }
}

/** The runs of all processes, in the order of their start. */
export function readRuns(folder: string): Run[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.journal'))
  const runs = files.flatMap((name) =>
    runsIn(Number.parseInt(name, 10), readFileSync(join(folder, name), 'utf8')),
  )
  return runs.sort((a, b) => a.startedAt - b.startedAt)
}

function runsIn(pid: number, text: string): Run[] {
  const runs: Run[] = []
  const latest = new Map<string, Run>()
  for (const line of text.split('\n')) {
    const [word, time, taskId, label] = line.split(' ')
    // The last line may have been cut.
    if (!taskId || label === undefined) continue
    const at = Number(time)
    if (word === 'started') {
      const run: Run = { pid, taskId, label, startedAt: at, endedAt: undefined, outcome: undefined }
      runs.push(run)
      latest.set(taskId, run)
      continue
    }
    const run = latest.get(taskId)
    if (run) Object.assign(run, { endedAt: at, outcome: word })
  }
  return runs
}
