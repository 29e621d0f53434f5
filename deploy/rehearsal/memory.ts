import { readdirSync, readFileSync } from 'node:fs'

/** Memory of a process tree: the sum of the proportional set sizes (PSS), so that shared pages count once. */
export function treeMegabytes(rootPids: readonly number[]) {
  const pids = new Set(rootPids.flatMap(processTree))
  const kilobytes = [...pids].reduce((sum, pid) => sum + pssKilobytes(pid), 0)
  return { processes: pids.size, megabytes: Math.round(kilobytes / 1024) }
}

function processTree(pid: number): number[] {
  const children = ifPresent(() => readdirSync(`/proc/${pid}/task`), []).flatMap((thread) =>
    ifPresent(() => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8'), '')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  )
  return [pid, ...children.flatMap(processTree)]
}

function pssKilobytes(pid: number) {
  const text = ifPresent(() => readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'), '')
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0)
}

// A process may end while it is read.
function ifPresent<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}
