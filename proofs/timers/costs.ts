import { readFileSync } from 'node:fs'
import type { Program } from '../../dev/faults/processes.ts'
import type { makeWorld } from '../../server/test/template.ts'

export type ProofServices = Awaited<ReturnType<typeof makeWorld>>['services']

type RunSql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

const processNames = ['postgres', 'worker', 'dispatcher', 'nats'] as const

/** Measures CPU time and WAL bytes per task, which do not depend on other load of the machine. */
export function openCosts(
  { postgres, nats }: ProofServices,
  { dispatcher, worker, sql }: { dispatcher: Program; worker: Program; sql: RunSql },
) {
  const read = async () => {
    const [row] = await sql<{ bytes: number }>(
      `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`,
    )
    return {
      postgres: sum(postgres.pids().map(cpuSeconds)),
      worker: cpuSeconds(worker.pid),
      dispatcher: cpuSeconds(dispatcher.pid),
      nats: sum(nats.pids().map(cpuSeconds)),
      bytes: row?.bytes ?? Number.NaN,
    }
  }
  return async () => {
    const before = await read()
    return async (tasks: number) => {
      const after = await read()
      const micros = processNames.map(
        (name) => `${name} ${(((after[name] - before[name]) * 1e6) / tasks).toFixed(0)}`,
      )
      return `${micros.join(', ')} µs and ${((after.bytes - before.bytes) / tasks).toFixed(0)} bytes of WAL per task`
    }
  }
}

// Exited children are included, because PostgreSQL's autovacuum runs in short-lived processes.
function cpuSeconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return sum(fields.slice(11, 15).map(Number)) / 100
  } catch {
    return 0
  }
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
