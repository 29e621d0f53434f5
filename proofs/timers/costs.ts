import { readFileSync } from 'node:fs'
import type { Program } from '../../dev/faults/processes.ts'
import type { makeWorld } from '../../server/test/template.ts'

export type Services = Awaited<ReturnType<typeof makeWorld>>['services']

export type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

const parts = ['postgres', 'worker', 'dispatcher', 'nats'] as const

/** What tasks cost, whatever else the machine has to do meanwhile: processor time and log of the database. */
export function openCosts(
  { postgres, nats }: Services,
  { dispatcher, worker, sql }: { dispatcher: Program; worker: Program; sql: Sql },
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
      const micros = parts.map(
        (part) => `${part} ${(((after[part] - before[part]) * 1e6) / tasks).toFixed(0)}`,
      )
      return `${micros.join(', ')} µs and ${((after.bytes - before.bytes) / tasks).toFixed(0)} bytes of log a task`
    }
  }
}

// With those of children that have ended: PostgreSQL has its vacuum done by processes that come and go.
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
