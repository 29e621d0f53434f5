import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Nats, startNats } from '../services/nats.ts'
import { type Postgres, startPostgres } from '../services/postgres.ts'
import { ServiceError, stopProcesses } from '../services/processes.ts'
import { pssBytes, rssBytes } from './process-figures.ts'
import { faultsOfService } from './service-faults.ts'

export type Faults = ReturnType<typeof faultsOf>

/** What can go wrong with the services of a proof, in one object. `services.stop` and `remove` still work. */
export function faultsOf(services: { nats: Nats; postgres: Postgres }) {
  const ofNats = faultsOfNats(services.nats)
  const ofPostgres = faultsOfPostgres(services.postgres)
  return {
    ...ofNats,
    ...ofPostgres,
    get nats() {
      return ofNats.nats
    },
    get postgres() {
      return ofPostgres.postgres
    },
  }
}

export function faultsOfNats(first: Nats) {
  const faults = faultsOfService({
    name: 'nats',
    first,
    start: ({ folder, port, monitorPort }) => startNats({ folder, port, monitorPort }),
    memoryOf: rssBytes,
  })
  return {
    get nats() {
      return faults.handle()
    },
    killNats: faults.kill,
    stopNats: faults.stop,
    /** On the same port, with what is on its disk. */
    startNatsAgain: faults.startAgain,
    /** Loses every stream: killed, its whole JetStream folder deleted, started on the same port. */
    wipeNats: async () => {
      await faults.kill()
      rmSync(join(faults.handle().folder, 'jetstream'), { recursive: true, force: true })
      await faults.startAgain()
    },
    pauseNats: faults.pause,
    resumeNats: faults.resume,
    natsMemoryBytes: faults.memoryBytes,
  }
}

export function faultsOfPostgres(first: Postgres) {
  const faults = faultsOfService({
    name: 'postgres',
    first,
    start: ({ folder, port, durable }) => startPostgres({ folder, port, durable }),
    // Most of what its processes show as theirs is the one shared buffer.
    memoryOf: pssBytes,
  })
  return {
    get postgres() {
      return faults.handle()
    },
    killPostgres: faults.kill,
    stopPostgres: faults.stop,
    /** On the same port and data, as durable as before. */
    startPostgresAgain: faults.startAgain,
    /** Ended as by `pg_ctl stop -m immediate`, without a last checkpoint: the start has to recover. */
    restartPostgresImmediately: async () => {
      await faults.resume()
      await endImmediately(faults.handle())
      await faults.startAgain()
    },
    pausePostgres: faults.pause,
    resumePostgres: faults.resume,
    postgresMemoryBytes: faults.memoryBytes,
  }
}

async function endImmediately({ dataFolder, pids, kill }: Postgres): Promise<void> {
  const found = pids()
  const server = Number.parseInt(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8'), 10)
  if (!found.includes(server)) throw new ServiceError('postgres: it is not running')
  await stopProcesses([server], 'SIGQUIT', 15_000)
  await kill()
}
