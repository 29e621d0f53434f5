import { readdirSync, readFileSync } from 'node:fs'

// What Linux shows to programs is always in hundredths of a second, whatever its own clock does.
const TICKS_PER_SECOND = 100

/** Memory in use, with everything it shares with others. */
export function rssBytes(pid: number): number {
  return kilobytes(`/proc/${pid}/status`, 'VmRSS')
}

/** Memory in use, where a page shared by n processes counts one nth: these may be added up. */
export function pssBytes(pid: number): number {
  return kilobytes(`/proc/${pid}/smaps_rollup`, 'Pss')
}

/** Processor time it has used, its own and the kernel's on its behalf. */
export function cpuSeconds(pid: number): number {
  const fields = fieldsOf(`/proc/${pid}/stat`)
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** Whether SIGSTOP has reached every one of its threads; what is gone stands still too. */
export function isFrozen(pid: number): boolean {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    return threads.every((thread) => /^[TtZX]$/.test(stateOf(pid, thread)))
  } catch {
    return true
  }
}

function stateOf(pid: number, thread: string): string {
  try {
    return fieldsOf(`/proc/${pid}/task/${thread}/stat`)[0] ?? 'X'
  } catch {
    return 'X'
  }
}

// Without the first two: the second is the name in brackets, which may hold spaces.
function fieldsOf(file: string): string[] {
  const stat = readFileSync(file, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function kilobytes(file: string, name: string): number {
  const found = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(file, 'utf8'))
  // Zero would look like a very good figure: a process that has ended has none.
  if (!found) throw new Error(`${file} has no ${name}: the process has ended`)
  return Number(found[1]) * 1024
}
