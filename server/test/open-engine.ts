import { randomUUID } from 'node:crypto'
import { readConfig } from '../src/config.ts'
import { openBus } from '../src/platform/bus/bus.ts'
import { audit, type Tx } from '../src/platform/database/tenancy.ts'
import { openDispatcher } from '../src/platform/tasks/dispatch/dispatcher.ts'
import { openHandover } from '../src/platform/tasks/dispatch/handover.ts'
import type { Lane } from '../src/platform/tasks/lanes.ts'
import type { RunnableTask } from '../src/platform/tasks/task.ts'
import { openWorker } from '../src/platform/tasks/work/worker.ts'
import { openLog } from '../src/platform/telemetry/log.ts'
import { openMetrics } from '../src/platform/telemetry/metrics.ts'
import { openCoreDependencies } from '../src/process/dependencies.ts'
import { cloneDatabase } from './open-test-api.ts'
import { environmentFor, type World } from './template.ts'

export const testLane: Lane = { name: 'test', concurrency: 16, maxDepth: 500 }

/**
 * Opens the task engine on its own database and a real NATS, for tests and proofs. The caller opens dispatchers and
 * workers, and closes the engine.
 */
export async function openEngine(
  world: World,
  settings: Record<string, string> = {},
  databaseAt: World['postgres'] = world.postgres,
) {
  const copy = await cloneDatabase(world)
  const environment = { ...environmentFor({ ...world, postgres: databaseAt }, copy.name), ...settings }
  const config = readConfig(environment)
  const log = openLog(config.LOG_LEVEL)
  const foundation = await openCoreDependencies(config)
  const { database, keyring } = foundation
  const metrics = openMetrics()
  const bus = openBus({
    url: config.NATS_URL,
    prefix: config.NATS_PREFIX,
    key: keyring.cellKey('nats messages'),
    caFile: config.NATS_CA_FILE,
    log,
    onRejected: (reason) => metrics.rejectedMessages.inc({ reason }),
  })
  await bus.ready(5_000)
  openHandover({ database, bus })
  const { clientId } = world.clients.acme
  const actor = { kind: 'operator', id: 'test', requestId: randomUUID() } as const
  const tenantOf = async (id: string) => database.tenant(id, actor, await keyring.of(id))
  const tenant = await tenantOf(clientId)
  const closing: (() => Promise<void>)[] = []

  return {
    world,
    config,
    log,
    foundation,
    database,
    keyring,
    bus,
    metrics,
    tenant,
    clientId,
    tenantOf,
    async close() {
      for (const close of closing.reverse()) await close()
      await bus.close()
      await database.close()
      await copy.drop()
    },
    rivalId: world.clients.rival.clientId,
    /** Environment for processes that use the same engine. */
    environment,
    superuserUrl: copy.superuserUrl,
    sql: copy.sql,
    /** Runs work as a feature would: in a transaction of the client, with the audit line that every write needs. */
    inTransaction: <T>(work: (tx: Tx) => Promise<T>) =>
      tenant.transaction((tx) => {
        audit(tx, 'test.acted')
        return work(tx)
      }),
    /** Adds a user to the client, so that tasks can belong to that user. */
    async addUser(of = clientId) {
      const id = randomUUID()
      await copy.sql(`insert into users (client_id, id, sealed) values ($1, $2, '')`, [of, id])
      return id
    },
    dispatch(lanes: Lane[] = [testLane]) {
      const dispatcher = openDispatcher({
        bus,
        database,
        lanes,
        replicas: config.NATS_REPLICAS,
        keptDays: 7,
        log,
      })
      closing.push(() => dispatcher.close())
      return dispatcher
    },
    work(tasks: RunnableTask[], lanes: Lane[] = [testLane]) {
      const worker = openWorker({
        bus,
        database,
        keyring,
        lanes,
        tasks,
        replicas: config.NATS_REPLICAS,
        log,
        metrics,
      })
      closing.push(() => worker.close(1_000))
      return worker
    },
  }
}
