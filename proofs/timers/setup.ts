import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Program, startProgram } from '../../dev/faults/processes.ts'
import { readConfig } from '../../server/src/config.ts'
import { openLog } from '../../server/src/platform/telemetry/log.ts'
import { openParts } from '../../server/src/process/dependencies.ts'
import { cloneDatabase, runSql } from '../../server/test/open-test-api.ts'
import { environmentFor, type World } from '../../server/test/template.ts'
import { openCosts, type Services } from './costs.ts'

export type Site = Awaited<ReturnType<typeof openSite>>

const fileOf = (name: string) => fileURLToPath(new URL(`../programs/${name}.ts`, import.meta.url))

/**
 * A database with a dispatcher and a worker of its own, and us as the producer. Two of them stand side by side on the
 * same services, so that few and many sleepers are measured in turns: whatever else the machine does hits both.
 */
export async function openSite(world: World, services: Services) {
  const copy = await cloneDatabase(world)
  // How long PostgreSQL spends in our functions: the only look into the dispatcher's claims from outside.
  await runSql(copy.superuserUrl, `alter database ${copy.name} set track_functions = 'pl'`)
  const env = environmentFor(world, copy.name)
  const started: { stop(): Promise<unknown> }[] = []
  const stop = async () => {
    for (const part of started.reverse()) await part.stop()
  }
  try {
    const parts = await openParts(readConfig({ ...env, DATABASE_CONNECTIONS: '4' }), openLog('error'))
    started.push({ stop: () => parts.close() })
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
    /** As the administrator, who sees everything. */
    const sql = async <Row extends object>(text: string, values: unknown[] = []) =>
      (await watcher.query<Row>(text, values)).rows
    return {
      name: copy.name,
      databaseUrl: copy.superuserUrl,
      clientId: world.clients.acme.clientId,
      database: parts.database,
      bus: parts.bus,
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
