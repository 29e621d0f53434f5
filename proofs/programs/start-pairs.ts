import { fileURLToPath } from 'node:url'
import { environmentFor, type World } from '../../server/test/template.ts'
import { lane } from './crash-tasks.ts'
import { keepAllRunning, type SupervisedProcess } from './keep-running.ts'

export type PairKind = 'api' | 'worker' | 'dispatcher' | 'service'

export type ProcessPairs = Awaited<ReturnType<typeof startPairs>>

const programOf = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const main = programOf('../../server/src/main.ts')

/**
 * Starts two supervised processes of each kind: those of the proof `crash`, and the service itself with all roles.
 * `settingsFor` returns additional settings of one process.
 */
export async function startPairs(
  world: World,
  journals: string,
  settingsFor: (kind: PairKind, index: number) => Record<string, string>,
) {
  const started: SupervisedProcess<unknown>[] = []
  const close = () => Promise.all(started.map((process) => process.close()))
  const startPair = async <Message>(kind: PairKind, program: string, argument: string) => {
    const pair = [0, 1].map((index) => ({
      name: `${kind} ${index + 1}`,
      program,
      args: [argument],
      env: { ...baseSettings(world), ...settingsFor(kind, index) },
    }))
    const running = await keepAllRunning<Message>(pair)
    started.push(...running)
    return running
  }
  try {
    const apis = await startPair<{ address: string }>(
      'api',
      programOf('crash-api.ts'),
      world.clients.acme.clientId,
    )
    const workers = await startPair('worker', programOf('crash-worker.ts'), journals)
    const dispatchers = await startPair('dispatcher', programOf('dispatcher.ts'), JSON.stringify(lane))
    const services = await startPair<{ listening: string }>('service', main, 'all')
    const byKind: Record<PairKind, readonly SupervisedProcess<unknown>[]> = {
      api: apis,
      worker: workers,
      dispatcher: dispatchers,
      service: services,
    }
    return { apis, workers, services, of: (kind: PairKind) => byKind[kind], all: started, close }
  } catch (error) {
    await close()
    throw error
  }
}

const baseSettings = (world: World): Record<string, string> => ({
  ...environmentFor(world, world.template),
  DATABASE_WAIT_MS: '2000',
  // As in production: the timeouts of locks and statements decide how long a fault lasts.
  DATABASE_QUERY_MS: '3000',
  OUTBOUND_LOOPBACK: 'true',
})
