import type { FastifyReply } from 'fastify'
import type { TaskEnd } from '../tasks/wait-for-end.ts'

/** Returned by a handler whose reply depends on a task. */
export class PendingReply {
  readonly taskId: string

  constructor(taskId: string) {
    this.taskId = taskId
  }
}

/** Defers the reply to the route's `afterTask`, which receives the end of the task, or undefined after 25 seconds. */
export const replyAfterTask = <Reply>(taskId: string) => new PendingReply(taskId) as Reply

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Makes the reply after the handler returned replyAfterTask. May run again, in another process, if the caller retries with
     * its Idempotency-Key: use only the request and the database, no state of the handler.
     */
    afterTask?(request: FastifyRequest, end: TaskEnd | undefined, reply: FastifyReply): Promise<unknown>
  }
}
