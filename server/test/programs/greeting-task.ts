import { z } from 'zod'
import { audit } from '../../src/platform/database/tenancy.ts'
import type { Server } from '../../src/platform/http/server.ts'
import { replyAfterTask } from '../../src/platform/http/task-reply.ts'
import { unavailable } from '../../src/platform/problem.ts'
import { defineTask, TaskFailure } from '../../src/platform/tasks/task.ts'

/** A minimal task, and an operation that returns its result. */
export const greet = defineTask({
  kind: 'test.greet',
  lane: 'test',
  input: z.object({ name: z.string() }),
  retry: [],
  async run({ input: { name } }, { pauseMs }: { pauseMs: number }) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if (name === 'Nobody') throw new TaskFailure('there is nobody to greet')
    return { greeting: `Hello, ${name}` }
  },
})

const Greeting = z.strictObject({ greeting: z.string() })

export async function greetingRoutes(server: Server) {
  server.route({
    method: 'POST',
    url: '/greetings',
    config: {
      access: { caller: 'client', minRole: 'FullMember', keyScope: 'write' },
      async afterTask(_request, end) {
        if (end?.state === 'done') return { greeting: end.outcome?.greeting }
        if (end?.state === 'dead') return { greeting: `None: ${end.reason}` }
        throw unavailable(new Error('not greeted yet'))
      },
    },
    schema: {
      operationId: 'greet',
      summary: 'Greets',
      tags: ['Test'],
      body: z.strictObject({ name: z.string().max(100) }),
      response: { 201: Greeting },
    },
    async handler({ tenant, body }) {
      const id = await tenant.transaction((tx) => {
        audit(tx, 'test.greeted')
        return greet.schedule(tx, body, { awaited: true })
      })
      return replyAfterTask(id)
    },
  })
}
