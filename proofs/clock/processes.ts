import { fileURLToPath } from 'node:url'
import type { FakeClock } from '../../dev/faults/fake-clock.ts'
import { environmentFor, type World } from '../../server/test/template.ts'
import { lane } from '../programs/crash-tasks.ts'
import { keepAllRunning, type SupervisedProcess } from '../programs/keep-running.ts'

export type ClockProcesses = Awaited<ReturnType<typeof startProcesses>>

const programOf = (name: string) => fileURLToPath(new URL(`../programs/${name}`, import.meta.url))
const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))

/** Starts two processes of each kind. The first of each pair has the first clock, the second has the second. */
export async function startProcesses(world: World, journals: string, clocks: readonly FakeClock[]) {
  const started: SupervisedProcess<unknown>[] = []
  const close = () => Promise.all(started.map((process) => process.close()))
  const startPair = async <Message>(kind: string, program: string, argument: string) => {
    const pair = clocks.map((clock, index) => ({
      name: `${kind} ${index + 1}`,
      program,
      args: [argument],
      env: settingsOf(world, clock),
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
    await startPair('dispatcher', programOf('dispatcher.ts'), JSON.stringify(lane))
    const services = await startPair<{ listening: string }>('service', main, 'all')
    return { apis, workers, services, all: started, close }
  } catch (error) {
    await close()
    throw error
  }
}

export const settingsOf = (world: World, clock: FakeClock): Record<string, string> => ({
  ...environmentFor(world, world.template),
  DATABASE_WAIT_MS: '2000',
  OUTBOUND_LOOPBACK: 'true',
  ...clock.env,
})
