import { readdirSync, readFileSync } from 'node:fs'

const pageBytes = 4_096
const tickMs = 10

/** What a process and all it has started hold in memory now; those that end meanwhile count as nothing. */
export function memoryOf(pid: number): number {
  let bytes = 0
  for (const one of familyOf(pid)) bytes += Number(read(`/proc/${one}/statm`).split(' ')[1] ?? 0) * pageBytes
  return bytes
}

/** The processor's time that they have used since they began, with those they have waited for. */
export function processorMsOf(pid: number): number {
  let ticks = 0
  for (const one of familyOf(pid)) {
    // The name comes second, in brackets, and may hold anything.
    const fields = read(`/proc/${one}/stat`).split(') ').at(-1)?.split(' ').slice(11, 15) ?? []
    ticks += fields.reduce((sum, field) => sum + Number(field), 0)
  }
  return ticks * tickMs
}

function familyOf(pid: number): number[] {
  const family: number[] = []
  const left = [pid]
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    family.push(one)
    for (const thread of list(`/proc/${one}/task`))
      left.push(...read(`/proc/${one}/task/${thread}/children`).split(' ').filter(Boolean).map(Number))
  }
  return family
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
