import { readdirSync, readFileSync } from 'node:fs'

// /proc reports times in USER_HZ, which is always 100, regardless of the kernel's own tick rate.
const TICKS_PER_SECOND = 100

/** Returns the resident memory, including shared pages. */
export function rssBytes(pid: number): number {
  return readKilobytes(`/proc/${pid}/status`, 'VmRSS')
}

/**
 * Returns the proportional memory: a page shared by n processes counts 1/n, so the figures of several processes can
 * be summed.
 */
export function pssBytes(pid: number): number {
  return readKilobytes(`/proc/${pid}/smaps_rollup`, 'Pss')
}

/** Returns the user and system CPU time. */
export function cpuSeconds(pid: number): number {
  const fields = fieldsOf(`/proc/${pid}/stat`)
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
}

/** Whether SIGSTOP has stopped every thread. A process that has ended counts as frozen. */
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

// Returns the fields of a stat file without the first two. The second is the process name in brackets, which may
// contain spaces.
function fieldsOf(file: string): string[] {
  const stat = readFileSync(file, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

function readKilobytes(file: string, name: string): number {
  const match = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(file, 'utf8'))
  // An error is thrown instead of returning 0, which would look like an excellent measurement.
  if (!match) throw new Error(`${file} has no ${name}: the process has ended`)
  return Number(match[1]) * 1024
}
