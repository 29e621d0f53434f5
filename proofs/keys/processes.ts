import { fileURLToPath } from 'node:url'
import { type Program, startProgram } from '../../dev/faults/processes.ts'
import { environmentFor, type World } from '../../server/test/template.ts'
import { keepAllRunning, type SupervisedProcess } from '../programs/keep-running.ts'
import { lane } from '../programs/keys-tasks.ts'

export type KeysProcesses = Awaited<ReturnType<typeof startProcesses>>

/** Starts the workers and two dispatchers as separate processes. */
export async function startProcesses(world: World, journals: string, count: number) {
  const started: SupervisedProcess<unknown>[] = []
  const close = () => Promise.all(started.map((process) => process.close()))
  const startGroup = async (groupSize: number, kind: string, program: string, argument: string) => {
    const env = environmentFor(world, world.template)
    const options = Array.from({ length: groupSize }, (_, index) => ({
      name: `${kind} ${index + 1}`,
      program: fileOf(program),
      args: [argument],
      env,
    }))
    const running = await keepAllRunning(options)
    started.push(...running)
    return running
  }
  try {
    const dispatchers = await startGroup(2, 'dispatcher', 'dispatcher.ts', JSON.stringify(lane))
    const workers = await startGroup(count, 'worker', 'keys-worker.ts', journals)
    return { workers, dispatchers, all: started, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Starts a process that schedules the tasks of its own keys and exits. */
export function startProducer(world: World, options: { name: string; figures: number[] }): Promise<Program> {
  return startProgram({
    name: options.name,
    program: fileOf('keys-producer.ts'),
    args: [world.clients.acme.clientId, ...options.figures.map(String)],
    env: environmentFor(world, world.template),
  })
}

const fileOf = (program: string) => fileURLToPath(new URL(`../programs/${program}`, import.meta.url))
