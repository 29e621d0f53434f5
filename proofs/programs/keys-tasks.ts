import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { audit } from '../../server/src/platform/database/tenancy.ts'
import type { Lane } from '../../server/src/platform/tasks/lanes.ts'
import { defineTask, TaskFailure } from '../../server/src/platform/tasks/task.ts'
import type { Journal } from './journal.ts'
import { randomFrom } from './random.ts'

export const lane: Lane = { name: 'proof', concurrency: 24, maxDepth: 1_000 }

/** Task of the proof: number n of its key. */
export const step = defineTask({
  kind: 'proof.step',
  lane: lane.name,
  input: z.object({ key: z.int(), number: z.int() }),
  retry: [100, 200, 400, 800, ...Array<number>(10).fill(1_000)],
  async run({ input: { key, number }, taskId, attempt }, { journal }: { journal: Journal }) {
    const label = `${key}/${number}`
    const { workMs, failures } = planTask(key, number)
    journal.started(taskId, label)
    await sleep(workMs)
    if (attempt <= failures) {
      journal.failed(taskId, label)
      throw new TaskFailure('as planned')
    }
    return async (tx) => {
      audit(tx, 'proof.stepped')
      await sql`insert into proof_effects (key, number, task_id) values (${key}, ${number}, ${taskId})`.execute(
        tx,
      )
      // Recording the end must be the last thing this run does: once it commits, the next task with the same key may
      // start.
      journal.ended(taskId, label)
      return { number }
    }
  },
})

// Some tasks run longer than the first lease renewal, so that kills interrupt them. They are rare: the engine gives up a
// task that has lost five workers, and at full size a run of six seconds is killed one time in five.
const longRunShare = 0.005

function planTask(key: number, number: number) {
  const random = randomFrom(key * 1_000_003 + number)
  const sort = random.next()
  const failures = random.chance(0.05) ? random.integer(1, 2) : 0
  if (sort < longRunShare) return { failures, workMs: random.integer(4_000, 9_000) }
  if (sort < 0.05) return { failures, workMs: random.integer(100, 600) }
  return { failures, workMs: random.integer(0, 20) }
}
