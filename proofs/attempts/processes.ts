import { fileURLToPath } from 'node:url'
import { type Kept, keepAllRunning } from '../programs/keep-running.ts'

export type Crew = Awaited<ReturnType<typeof startCrew>>

const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))

/** One API, one dispatcher and some workers as in production; workers that die are started again. */
export async function startCrew(env: Record<string, string>, workers: number) {
  const started: Kept<{ listening: string }>[] = []
  const close = () => Promise.all(started.map((kept) => kept.close()))
  const start = async (name: string, count: number, ...args: string[]) => {
    const all = Array.from({ length: count }, (_, n) => ({
      name: `${name} ${n + 1}`,
      program: main,
      args,
      env,
    }))
    const running = await keepAllRunning<{ listening: string }>(all)
    started.push(...running)
    return running
  }
  try {
    const [api] = await start('api', 1, 'api')
    await start('dispatcher', 1, 'dispatcher')
    const working = await start('worker', workers, 'worker', 'connect')
    const address = api?.message()?.listening ?? ''
    return { address, workers: working, all: started, close }
  } catch (error) {
    await close()
    throw error
  }
}
