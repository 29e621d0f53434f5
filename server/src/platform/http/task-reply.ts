import type { FastifyReply } from 'fastify'
import type { TaskEnd } from '../tasks/wait-for-end.ts'

/** Returned by a handler whose reply depends on a task. */
export class PendingReply {
  readonly taskId: string

  constructor(taskId: string) {
    this.taskId = taskId
  }
}

/**
 * Defers the reply to the route's `afterTask`, which receives the result of the task, or undefined after 25 seconds.
 */
export const replyAfterTask = <Reply>(taskId: string) => new PendingReply(taskId) as Reply

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Creates the reply after the handler has returned replyAfterTask. It may run again, in another process, if the
     * caller retries with its Idempotency-Key, so it must use only the request and the database, not the state of the
     * handler.
     */
    afterTask?(request: FastifyRequest, end: TaskEnd | undefined, reply: FastifyReply): Promise<unknown>
  }
}
