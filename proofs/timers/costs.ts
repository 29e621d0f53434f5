import type { Program } from '../../dev/faults/processes.ts'
import type { makeWorld } from '../../server/test/template.ts'
import { cpuSecondsOf } from '../programs/cpu-seconds.ts'

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
      postgres: cpuSecondsOf(postgres.pids()),
      worker: cpuSecondsOf([worker.pid]),
      dispatcher: cpuSecondsOf([dispatcher.pid]),
      nats: cpuSecondsOf(nats.pids()),
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
