import { existsSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** One execution of a task, as recorded by the process that ran it. Times are those of nowMs. */
export type Run = {
  pid: number
  taskId: string
  /** Identifies the task within the proof, e.g. act/17. */
  label: string
  startedAt: number
  /** Undefined if the run was interrupted. */
  endedAt: number | undefined
  outcome: 'ended' | 'failed' | undefined
}

export type Journal = ReturnType<typeof openJournal>

/** Returns the milliseconds of CLOCK_MONOTONIC, which all processes of a machine share. */
export const nowMs = () => Number(process.hrtime.bigint()) / 1e6

/**
 * Records the actions of this process, one line per step in its own file. Lines are written synchronously, so SIGKILL
 * loses none of them, and they do not pass through the system under test.
 */
export function openJournal(folder: string) {
  const file = openSync(join(folder, `${process.pid}.journal`), 'a')
  const write = (step: string, taskId: string, label: string) =>
    void writeSync(file, `${step} ${nowMs()} ${taskId} ${label}\n`)
  return {
    started: (taskId: string, label: string) => write('started', taskId, label),
    ended: (taskId: string, label: string) => write('ended', taskId, label),
    failed: (taskId: string, label: string) => write('failed', taskId, label),
  }
}

/** Returns the runs of all processes, sorted by start. */
export function readRuns(folder: string): Run[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.journal'))
  const runs = files.flatMap((name) =>
    runsIn(Number.parseInt(name, 10), readFileSync(join(folder, name), 'utf8')),
  )
  return runs.sort((a, b) => a.startedAt - b.startedAt)
}

/** Returns the number of tasks that a process is running. */
export function countRunning(folder: string, pid: number) {
  const file = join(folder, `${pid}.journal`)
  if (!existsSync(file)) return 0
  return runsIn(pid, readFileSync(file, 'utf8')).filter(({ endedAt }) => endedAt === undefined).length
}

function runsIn(pid: number, text: string): Run[] {
  const runs: Run[] = []
  const latest = new Map<string, Run>()
  for (const line of text.split('\n')) {
    const [step, time, taskId, label] = line.split(' ')
    // The last line of a journal may be incomplete.
    if (!taskId || label === undefined) continue
    const at = Number(time)
    if (step === 'started') {
      const run: Run = { pid, taskId, label, startedAt: at, endedAt: undefined, outcome: undefined }
      runs.push(run)
      latest.set(taskId, run)
      continue
    }
    const run = latest.get(taskId)
    if (run) Object.assign(run, { endedAt: at, outcome: step })
  }
  return runs
}
