import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Program, startProgram } from '../../dev/faults/processes.ts'
import { readConfig } from '../../server/src/config.ts'
import { openLog } from '../../server/src/platform/telemetry/log.ts'
import { openDependencies } from '../../server/src/process/dependencies.ts'
import { cloneDatabase, runSql } from '../../server/test/open-test-api.ts'
import { environmentFor, type World } from '../../server/test/template.ts'
import { openCosts, type ProofServices } from './costs.ts'

export type TimersSetup = Awaited<ReturnType<typeof openSetup>>

const fileOf = (name: string) => fileURLToPath(new URL(`../programs/${name}.ts`, import.meta.url))

/**
 * Opens a database with its own dispatcher and worker; this process is the producer. Two setups run on the same
 * services, so that few and many scheduled tasks are measured alternately and other load of the machine affects both.
 */
export async function openSetup(world: World, services: ProofServices) {
  const copy = await cloneDatabase(world)
  // Records the time spent in our functions, which shows the cost of the dispatcher's claims.
  await runSql(copy.superuserUrl, `alter database ${copy.name} set track_functions = 'pl'`)
  const env = environmentFor(world, copy.name)
  const started: { stop(): Promise<unknown> }[] = []
  const stop = async () => {
    for (const one of started.reverse()) await one.stop()
  }
  try {
    const deps = await openDependencies(readConfig({ ...env, DATABASE_CONNECTIONS: '4' }), openLog('error'))
    started.push({ stop: () => deps.close() })
    const watcher = new pg.Client({ connectionString: copy.superuserUrl })
    await watcher.connect()
    started.push({ stop: () => watcher.end() })
    const start = async (name: string): Promise<Program> => {
      const program = await startProgram({ name, program: fileOf(name), env })
      started.push(program)
      return program
    }
    const dispatcher = await start('timers-dispatcher')
    const worker = await start('timers-worker')
    /** Runs SQL as superuser, without row-level security. */
    const sql = async <Row extends object>(text: string, values: unknown[] = []) =>
      (await watcher.query<Row>(text, values)).rows
    return {
      name: copy.name,
      databaseUrl: copy.superuserUrl,
      clientId: world.clients.acme.clientId,
      database: deps.database,
      bus: deps.bus,
      dispatcher,
      worker,
      sql,
      readCosts: openCosts(services, { dispatcher, worker, sql }),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
