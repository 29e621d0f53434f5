import type { Bus } from '../bus/bus.ts'

/**
 * How a password gets from the process that was told it to the worker that needs it: it is never written down. Whoever
 * was told keeps it in memory, at most five minutes; the worker asks over the bus and gets it sealed to a key that it
 * made for this one question.
 */
export type SecretDesk = {
  /** Keeps it for the worker of this task. The buffer belongs to the desk from now on, which overwrites it in the end. */
  leave(taskId: string, secret: Buffer): void
  /** The task is over. */
  forget(taskId: string): void
  /** Undefined when nobody has it any more. Whoever collects overwrites the buffer when done with it. */
  collect(taskId: string): Promise<Buffer | undefined>
  close(): void
}

export function openSecretDesk(_parts: { bus: Bus; key: Buffer }): SecretDesk {
  throw new Error('not built yet')
}
