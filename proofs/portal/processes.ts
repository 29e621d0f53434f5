import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

type Process = { pid: number; parent: number; command: string }

const sampleMs = 500
const exitTimeoutMs = 5_000

/** Samples the Chromium processes started by this process, and finds those left running at the end. */
export function openWatch(openSessions: () => number) {
  const everSeen = new Set<number>()
  const started = new Set<number>()
  const perSession: number[] = []
  let [browsers, processes, before] = [0, 0, 0]

  function sample() {
    const all = chromiumBelow(process.pid)
    // The main process of a browser has no --type argument; its crash handler has another name.
    const mains = all.filter(({ command }) => /^\S*\/chromium(-headless-shell)? (?!.*--type=)/.test(command))
    for (const { pid } of all) everSeen.add(pid)
    for (const { pid } of mains) started.add(pid)
    browsers = Math.max(browsers, mains.length)
    processes = Math.max(processes, all.length)
    const renderers = all.filter(({ command }) => command.includes('--type=renderer'))
    const mb = (some: Process[]) => some.reduce((sum, { pid }) => sum + pssOf(pid), 0) / 1_024
    if (all.length > 0 && before === 0) before = mb(all) - mb(renderers)
    const sessions = openSessions()
    if (sessions > 0 && mains.length === 1 && renderers.length > 0)
      perSession.push(Math.max(0, mb(all) - before) / sessions)
  }
  const timer = setInterval(sample, sampleMs)

  return {
    statistics: () => ({
      browsers,
      processes,
      replaced: started.size,
      mbEach: Math.round(median(perSession)),
      mbBrowser: Math.round(before),
    }),
    /** Returns how many of all observed processes still run. */
    async left(): Promise<number> {
      clearInterval(timer)
      const countLeft = () => [...everSeen].filter((pid) => commandOf(pid).includes('chromium')).length
      for (const until = Date.now() + exitTimeoutMs; countLeft() > 0 && Date.now() < until; ) await sleep(100)
      return countLeft()
    },
    stop: () => clearInterval(timer),
  }
}

const median = (numbers: number[]) =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0

/** Returns the command line of a process; empty for zombies and exited processes. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

function chromiumBelow(root: number): Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(Number(name)), command: commandOf(Number(name)) }))
  const below = new Set([root])
  for (let before = 0; before < below.size; ) {
    before = below.size
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid)
  }
  return all.filter(({ pid, command }) => below.has(pid) && command.includes('chromium'))
}

function parentOf(pid: number): number {
  try {
    return Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** Returns the proportional set size in kB, in which a shared page counts by its share. */
function pssOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
