import type { FastifyReply } from 'fastify'
import type { TaskEnd } from '../tasks/wait-for-end.ts'

/** What a handler returns whose reply depends on a task: the reply is made when the task has ended. */
export class Pending {
  readonly taskId: string

  constructor(taskId: string) {
    this.taskId = taskId
  }
}

/** Leaves the reply to the route's `afterTask`, which gets the end of this task, or undefined after 25 seconds. */
export const whenEnded = <Reply>(taskId: string) => new Pending(taskId) as Reply

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Makes the reply of a handler that returned whenEnded. Called with the same request again if the caller repeats
     * it with its Idempotency-Key, perhaps in another process: it may only use what the database knows.
     */
    afterTask?(request: FastifyRequest, end: TaskEnd | undefined, reply: FastifyReply): Promise<unknown>
  }
}
