import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startProgram } from '../../dev/faults/processes.ts'
import { makeEffects } from './effects.ts'
import { eventually } from './eventually.ts'
import type { openEngine } from './open-engine.ts'
import { poisonTask } from './programs/poison-task.ts'

type Engine = Pick<
  Awaited<ReturnType<typeof openEngine>>,
  'sql' | 'inTransaction' | 'dispatch' | 'environment'
>

const program = fileURLToPath(new URL('programs/poison-worker.ts', import.meta.url))

/**
 * Runs one task that crashes its worker between harmless tasks. The worker processes are restarted after a delay.
 * Returns what became of the tasks.
 */
export async function runPoison(
  engine: Engine,
  options: { workers: number; restartDelayMs: number; harmlessCount: number; withinMs: number },
) {
  const { sql, inTransaction } = engine
  const effects = await makeEffects(sql)
  engine.dispatch()
  const workers = superviseWorkers(engine.environment, options)
  try {
    const schedule = (crashes: boolean, ms: number) =>
      inTransaction((tx) => poisonTask.schedule(tx, { crashes, ms }))
    const harmless: string[] = []
    const half = options.harmlessCount / 2
    for (let n = 0; n < half; n++) harmless.push(await schedule(false, 300))
    const poison = await schedule(true, 100)
    for (let n = 0; n < half; n++) harmless.push(await schedule(false, 300))
    await eventually(async () => (await sql('select from tasks')).length === 0, options.withinMs)
    const dead = await sql('select id, reason from dead_tasks')
    const counts = await effects.counts()
    return {
      crashes: workers.crashes(),
      poisonReason: dead.find(({ id }) => id === poison)?.reason as string | undefined,
      harmlessDead: dead.filter(({ id }) => id !== poison).length,
      harmlessDone: harmless.filter((id) => counts.get(id) === 1).length,
    }
  } finally {
    await workers.stop()
  }
}

/** Restarts worker processes that crash, and counts the crashes. */
function superviseWorkers(
  env: Record<string, string>,
  { workers, restartDelayMs }: { workers: number; restartDelayMs: number },
) {
  const stopping = new AbortController()
  let crashes = 0
  const supervise = async (n: number) => {
    while (!stopping.signal.aborted) {
      const worker = await startProgram({ program, args: [`worker ${n}`], env, name: 'a worker process' })
      await Promise.race([worker.ended, aborted(stopping.signal)])
      if (stopping.signal.aborted) return void (await worker.kill())
      crashes++
      await sleep(restartDelayMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const supervisors = Array.from({ length: workers }, (_, n) => supervise(n))
  return {
    crashes: () => crashes,
    async stop() {
      stopping.abort()
      await Promise.all(supervisors)
    },
  }
}

const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
