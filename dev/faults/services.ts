import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Nats, startNats } from '../services/nats.ts'
import { type Postgres, startPostgres } from '../services/postgres.ts'
import { ServiceError, stopProcesses } from '../services/processes.ts'
import { pssBytes, rssBytes } from './process-figures.ts'
import { faultsOfService } from './service-faults.ts'

export type Faults = ReturnType<typeof faultsOf>

/**
 * Returns functions that inject faults into running services. `services.stop` and `services.remove` still work
 * afterwards.
 */
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
    start: ({ folder, port, monitorPort, program }) => startNats({ folder, port, monitorPort, program }),
    memoryOf: rssBytes,
  })
  return {
    get nats() {
      return faults.handle()
    },
    killNats: faults.kill,
    stopNats: faults.stop,
    /** Restarts NATS on the same port and data. */
    startNatsAgain: faults.startAgain,
    /** Kills NATS, deletes the JetStream folder with every stream, and restarts NATS on the same port. */
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
    start: ({ folder, port, durable, binaries }) => startPostgres({ folder, port, durable, binaries }),
    // PostgreSQL's processes share one large buffer, which resident memory would count once per process.
    memoryOf: pssBytes,
  })
  return {
    get postgres() {
      return faults.handle()
    },
    killPostgres: faults.kill,
    stopPostgres: faults.stop,
    /** Restarts PostgreSQL on the same port and data, with the same durability. */
    startPostgresAgain: faults.startAgain,
    /**
     * Restarts PostgreSQL after a stop like `pg_ctl stop -m immediate`: without a final checkpoint, so the start runs
     * crash recovery.
     */
    restartPostgresImmediately: async () => {
      await faults.resume()
      await stopImmediately(faults.handle())
      await faults.startAgain()
    },
    pausePostgres: faults.pause,
    resumePostgres: faults.resume,
    postgresMemoryBytes: faults.memoryBytes,
  }
}

async function stopImmediately({ dataFolder, pids, kill }: Postgres): Promise<void> {
  const livePids = pids()
  const server = Number.parseInt(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8'), 10)
  if (!livePids.includes(server)) throw new ServiceError('postgres: not running')
  await stopProcesses([server], 'SIGQUIT', 15_000)
  await kill()
}
