import { readdirSync, readFileSync } from 'node:fs'

const pageBytes = 4_096
const tickMs = 10

/**
 * Returns the resident memory of a process and its descendants, in bytes. Processes that exit during the measurement
 * count as zero.
 */
export function measureMemoryBytes(pid: number): number {
  let bytes = 0
  for (const member of listProcessTree(pid))
    bytes += Number(read(`/proc/${member}/statm`).split(' ')[1] ?? 0) * pageBytes
  return bytes
}

/**
 * Returns the memory of a process and its descendants without pages of files and shared memory, in bytes. Programs of
 * many processes, such as Chromium, would otherwise count their shared pages many times.
 */
export function measureOwnMemoryBytes(pid: number): number {
  let pages = 0
  for (const member of listProcessTree(pid)) {
    const [, resident = 0, shared = 0] = read(`/proc/${member}/statm`).split(' ').map(Number)
    pages += resident - shared
  }
  return pages * pageBytes
}

/**
 * Returns the CPU time that a process and its descendants have used since they started, including reaped children.
 */
export function measureCpuMs(pid: number): number {
  let ticks = 0
  for (const member of listProcessTree(pid)) {
    // Field 2 is the command name in parentheses, which may contain spaces. Only the fields after it are split.
    const fields = read(`/proc/${member}/stat`).split(') ').at(-1)?.split(' ').slice(11, 15) ?? []
    ticks += fields.reduce((sum, field) => sum + Number(field), 0)
  }
  return ticks * tickMs
}

function listProcessTree(pid: number): number[] {
  const tree: number[] = []
  const pending = [pid]
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    tree.push(current)
    for (const thread of list(`/proc/${current}/task`))
      pending.push(...read(`/proc/${current}/task/${thread}/children`).split(' ').filter(Boolean).map(Number))
  }
  return tree
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function list(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
