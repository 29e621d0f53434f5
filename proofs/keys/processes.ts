import { fileURLToPath } from 'node:url'
import { type Program, startProgram } from '../../dev/faults/processes.ts'
import { environmentFor, type World } from '../../server/test/template.ts'
import { type Kept, keepAllRunning } from '../programs/keep-running.ts'
import { lane } from '../programs/keys-tasks.ts'

export type Crew = Awaited<ReturnType<typeof startCrew>>

/** The workers, and two dispatchers; every one a process of its own. */
export async function startCrew(world: World, journals: string, count: number) {
  const started: Kept<unknown>[] = []
  const close = () => Promise.all(started.map((kept) => kept.close()))
  const several = async (many: number, of: string, program: string, argument: string) => {
    const env = environmentFor(world, world.template)
    const all = Array.from({ length: many }, (_, index) => ({
      name: `${of} ${index + 1}`,
      program: fileOf(program),
      args: [argument],
      env,
    }))
    const running = await keepAllRunning(all)
    started.push(...running)
    return running
  }
  try {
    const dispatchers = await several(2, 'dispatcher', 'dispatcher.ts', JSON.stringify(lane))
    const workers = await several(count, 'worker', 'keys-worker.ts', journals)
    return { workers, dispatchers, all: started, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** A process that schedules the tasks of its own keys and ends. */
export function startProducer(world: World, of: { name: string; figures: number[] }): Promise<Program> {
  return startProgram({
    name: of.name,
    program: fileOf('keys-producer.ts'),
    args: [world.clients.acme.clientId, ...of.figures.map(String)],
    env: environmentFor(world, world.template),
  })
}

const fileOf = (program: string) => fileURLToPath(new URL(`../programs/${program}`, import.meta.url))
