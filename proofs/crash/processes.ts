import { fileURLToPath } from 'node:url'
import { environmentFor, type World } from '../../server/test/template.ts'
import { lane } from '../programs/crash-tasks.ts'
import { type Kept, keepAllRunning } from '../programs/keep-running.ts'

export type Crew = Awaited<ReturnType<typeof startCrew>>

/** Two of each, every one a process of its own. */
export async function startCrew(world: World, journals: string) {
  const env = { ...environmentFor(world, world.template), DATABASE_WAIT_MS: '2000' }
  const started: Kept<unknown>[] = []
  const close = () => Promise.all(started.map((kept) => kept.close()))
  const two = async <Message>(of: string, program: string, argument: string) => {
    const file = fileURLToPath(new URL(`../programs/${program}`, import.meta.url))
    const pair = [1, 2].map((number) => ({ name: `${of} ${number}`, program: file, args: [argument], env }))
    const running = await keepAllRunning<Message>(pair)
    started.push(...running)
    return running
  }
  try {
    const apis = await two<{ address: string }>('api', 'crash-api.ts', world.clients.acme.clientId)
    const workers = await two('worker', 'crash-worker.ts', journals)
    await two('dispatcher', 'dispatcher.ts', JSON.stringify(lane))
    return { apis, workers, all: started, close }
  } catch (error) {
    await close()
    throw error
  }
}
