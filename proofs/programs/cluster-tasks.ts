import { sql } from 'kysely'
import { z } from 'zod'
import { audit } from '../../server/src/platform/database/tenancy.ts'
import type { Lane } from '../../server/src/platform/tasks/lanes.ts'
import { defineTask } from '../../server/src/platform/tasks/task.ts'

/** Enough lanes that every NATS node is the leader of some of them. */
export const lanes: Lane[] = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => ({
  name: `proof-${letter}`,
  concurrency: 16,
  maxDepth: 200,
}))

/** One task kind per lane. Its effect is a row without a unique key, so that a second execution is visible. */
export const steps = lanes.map((lane) =>
  defineTask({
    kind: `${lane.name}.step`,
    lane: lane.name,
    input: z.object({ number: z.int() }),
    retry: [200, 400, 800, 1_500, ...Array<number>(10).fill(3_000)],
    run:
      async ({ input: { number }, taskId }, _tools: object) =>
      async (tx) => {
        audit(tx, 'proof.acted')
        await sql`insert into proof_effects (number, step, task_id, pid)
          values (${number}, ${lane.name}, ${taskId}, ${process.pid})`.execute(tx)
        return { number }
      },
  }),
)
