import { fileURLToPath } from 'node:url'
import { keepAllRunning, type SupervisedProcess } from '../programs/keep-running.ts'

export type LoginProcesses = Awaited<ReturnType<typeof startProcesses>>

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))

/** Starts one API, one dispatcher and some workers as in production; crashed workers are restarted. */
export async function startProcesses(env: Record<string, string>, workers: number) {
  const started: SupervisedProcess<{ listening: string }>[] = []
  const close = () => Promise.all(started.map((process) => process.close()))
  const start = async (name: string, count: number, ...args: string[]) => {
    const options = Array.from({ length: count }, (_, n) => ({
      name: `${name} ${n + 1}`,
      program: main,
      args,
      env,
    }))
    const running = await keepAllRunning<{ listening: string }>(options)
    started.push(...running)
    return running
  }
  try {
    const [api] = await start('api', 1, 'api')
    await start('dispatcher', 1, 'dispatcher')
    const connectWorkers = await start('worker', workers, 'worker', 'connect')
    const address = api?.message()?.listening ?? ''
    return { address, workers: connectWorkers, all: started, close }
  } catch (error) {
    await close()
    throw error
  }
}
