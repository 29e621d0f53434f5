import { readdirSync, readFileSync } from 'node:fs'

const pageBytes = 4_096

/** What a process and all it has started hold in memory now; those that end meanwhile count as nothing. */
export function memoryOf(pid: number): { bytes: number; processes: number } {
  let bytes = 0
  let processes = 0
  const left = [pid]
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    processes++
    bytes += Number(read(`/proc/${one}/statm`).split(' ')[1] ?? 0) * pageBytes
    for (const thread of list(`/proc/${one}/task`))
      left.push(...read(`/proc/${one}/task/${thread}/children`).split(' ').filter(Boolean).map(Number))
  }
  return { bytes, processes }
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
