import { z } from 'zod'
import { defineTask } from '../../server/src/platform/tasks/task.ts'

export const latencyLane = { name: 'latency', concurrency: 16, maxDepth: 500 }

/** Task that returns its start time by the monotonic clock, which all processes of a machine share. */
export const noteStart = defineTask({
  kind: 'proof.note',
  lane: latencyLane.name,
  input: z.object({ number: z.int() }),
  async run({ input: { number } }) {
    return { number, started: String(process.hrtime.bigint()) }
  },
})
