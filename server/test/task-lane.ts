import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Lane } from '../src/platform/tasks/lanes.ts'
import type { TaskOptions } from '../src/platform/tasks/options.ts'
import { defineTask } from '../src/platform/tasks/task.ts'
import { leaveEffect } from './effects.ts'
import { type Engine, eventually, testLane } from './engine.ts'

type Run = { taskId: string; worker: string; startedAt: number; signal: AbortSignal }
type Input = { ms?: number; result?: boolean; holds?: boolean }

/** Opens a task kind in its own lane. The task sleeps and may have an effect. Runs are recorded by worker name. */
export function openTaskLane(engine: Engine, name: string, settings: Partial<Lane> = {}) {
  const lane: Lane = { ...testLane, ...settings, name }
  const runs: Run[] = []
  const held = new Map<string, () => void>()
  const kind = defineTask({
    kind: `test.${name}`,
    lane: name,
    input: z.object({
      ms: z.int().default(0),
      result: z.boolean().default(false),
      holds: z.boolean().default(false),
    }),
    retry: [1_000],
    async run({ input: { ms, result, holds }, taskId, signal }, worker: string) {
      runs.push({ taskId, worker, startedAt: Date.now(), signal })
      if (ms > 0) await sleep(ms)
      if (holds) await new Promise<void>((resolve) => held.set(taskId, resolve))
      if (!result) return { worker }
      return async (tx) => {
        await leaveEffect(tx, taskId, worker)
        return { worker }
      }
    },
  })
  const runsOf = (id: string) => runs.filter(({ taskId }) => taskId === id)
  return {
    lane,
    kind,
    runs,
    runsOf,
    /** Releases a blocked task. */
    release: (id: string) => held.get(id)?.(),
    schedule: (input: Input = {}, options: TaskOptions = {}) =>
      engine.inTransaction((tx) => kind.schedule(tx, input, options)),
    dispatch: () => engine.dispatch([lane]),
    work: (worker = 'only') => engine.work([kind.withDeps(worker)], [lane]),
    untilRun: (id: string, withinMs?: number) => eventually(() => runsOf(id)[0], withinMs),
    untilEnded: (id: string, withinMs?: number) =>
      eventually(
        async () => (await engine.sql('select * from ended_tasks where id = $1', [id]))[0],
        withinMs,
      ),
  }
}
