import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { defineTask } from '../../src/platform/tasks/task.ts'
import { leaveEffect } from '../effects.ts'

/** A task that crashes its worker process after a while, or, if it is harmless, has one effect. */
export const poisonTask = defineTask({
  kind: 'test.poison',
  lane: 'test',
  input: z.object({ crashes: z.boolean(), ms: z.int() }),
  retry: [100, 100, 100],
  async run({ input: { crashes, ms }, taskId }, worker: string) {
    await sleep(ms)
    if (crashes) process.abort()
    return async (tx) => {
      await leaveEffect(tx, taskId, worker)
      return { worker }
    }
  },
})
