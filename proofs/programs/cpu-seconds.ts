import { readFileSync } from 'node:fs'
import { parseProcessTicks } from '../harness/machine-load.ts'

const ticksPerSecond = 100

/**
 * Returns the CPU time of processes so far. Exited children are included, because PostgreSQL's autovacuum runs in
 * short-lived processes.
 */
export function cpuSecondsOf(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    try {
      return parseProcessTicks(readFileSync(`/proc/${pid}/stat`, 'utf8')).ticks
    } catch {
      return 0
    }
  })
  return ticks.reduce((total, count) => total + count, 0) / ticksPerSecond
}
