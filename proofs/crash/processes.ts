import { fileURLToPath } from 'node:url'
import { environmentFor, type World } from '../../server/test/template.ts'
import { lane } from '../programs/crash-tasks.ts'
import { keepAllRunning, type SupervisedProcess } from '../programs/keep-running.ts'

export type CrashProcesses = Awaited<ReturnType<typeof startProcesses>>

/** Starts two APIs, two workers and two dispatchers as separate processes. */
export async function startProcesses(world: World, journals: string) {
  const env = { ...environmentFor(world, world.template), DATABASE_WAIT_MS: '2000' }
  const started: SupervisedProcess<unknown>[] = []
  const close = () => Promise.all(started.map((process) => process.close()))
  const startPair = async <Message>(kind: string, program: string, argument: string) => {
    const file = fileURLToPath(new URL(`../programs/${program}`, import.meta.url))
    const pair = [1, 2].map((number) => ({ name: `${kind} ${number}`, program: file, args: [argument], env }))
    const running = await keepAllRunning<Message>(pair)
    started.push(...running)
    return running
  }
  try {
    const apis = await startPair<{ address: string }>('api', 'crash-api.ts', world.clients.acme.clientId)
    const workers = await startPair('worker', 'crash-worker.ts', journals)
    await startPair('dispatcher', 'dispatcher.ts', JSON.stringify(lane))
    return { apis, workers, all: started, close }
  } catch (error) {
    await close()
    throw error
  }
}
