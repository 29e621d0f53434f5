import { readdirSync, readFileSync } from 'node:fs'

export type RunningProcess = { pid: number; command: string }

/** Lists the processes below a process, also those in its PID namespaces. Zombie processes are left out. */
export function listDescendants(root: number): RunningProcess[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = new Map(all.map((name) => [Number(name), parentOf(Number(name))]))
  const below = new Set([root])
  for (let before = 0; before < below.size; ) {
    before = below.size
    for (const [pid, parent] of parents) if (below.has(parent)) below.add(pid)
  }
  below.delete(root)
  return [...below].map((pid) => ({ pid, command: commandOf(pid) })).filter(({ command }) => command !== '')
}

/** Returns the main process of Chromium among these. Its child processes have a type. */
export const findMainProcess = (processes: RunningProcess[]) =>
  processes.find(({ command }) => /^\S*\/chromium-headless-shell (?!.*--type=)/.test(command))

/** Whether the process is running. A zombie process has an empty command line. */
export const isAlive = (pid: number) => commandOf(pid) !== ''

export function commandOf(pid: number): string {
  return readProc(`/proc/${pid}/cmdline`).replaceAll('\0', ' ')
}

export function readProc(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}

const parentOf = (pid: number) => Number(/\) \S (\d+)/.exec(readProc(`/proc/${pid}/stat`))?.[1] ?? 0)
