import type { z } from 'zod'
import { afterCommit, type Tenant, type Tx } from '../database/tenancy.ts'
import type { Log } from '../telemetry/log.ts'
import { newUuidV7 } from '../time/uuid-v7.ts'
import { handoverOf } from './dispatch/handover.ts'
import { type TaskOptions, validateTaskOptions } from './options.ts'
import {
  cancelTasksByKey,
  insertOfferedTask,
  insertTask,
  insertTaskOnce,
  insertTasks,
  type TaskOutcome,
} from './queries.ts'
import { defaultRetrySchedule, type RetrySchedule } from './retry.ts'

/**
 * Result of a run: an outcome, or a function that writes the result. The function runs in the transaction that
 * completes the task, so either both are committed or neither is. It is called again if the database was unreachable.
 */
export type TaskResult = TaskOutcome | undefined | ((tx: Tx) => Promise<TaskOutcome | undefined>)

/** One execution of a task, as passed to its run function. */
export type TaskRun<Input> = {
  input: Input
  tenant: Tenant
  taskId: string
  /** The first attempt is 1. */
  attempt: number
  /** Aborted when the task is cancelled or times out, or when the process shuts down. */
  signal: AbortSignal
  /** True once the process is shutting down. A long run should then finish early. */
  isStopping(): boolean
  /** Returns a logger with the task's id, kind and client. */
  log(): Log
}

/** An expected failure. Its message is stored with the task and shown to the operator. */
export class TaskFailure extends Error {
  readonly retryAfterMs: number | undefined
  readonly isFinal: boolean

  constructor(reason: string, options: { retryAfterMs?: number; final?: boolean; cause?: unknown } = {}) {
    super(reason, { cause: options.cause })
    this.name = 'TaskFailure'
    // The delay often comes from a provider's Retry-After header, which may be invalid.
    this.retryAfterMs = isValidDelay(options.retryAfterMs) ? options.retryAfterMs : undefined
    this.isFinal = options.final ?? false
  }
}

const maxRetryDelayMs = 366 * 86_400_000

const isValidDelay = (ms: number | undefined) => ms !== undefined && ms >= 0 && ms <= maxRetryDelayMs

export type TaskDefinition<Schema extends z.ZodType, Deps> = {
  kind: string
  lane: string
  input: Schema
  /** Delays between attempts. When the last attempt has failed, the task becomes dead. */
  retry?: RetrySchedule
  /** Maximum duration of a run. A longer run is aborted and counts as failed. */
  timeoutMs?: number
  /**
   * Set for tasks that delete, send or end something outside the database before their transaction. The worker then
   * confirms the offer with the task's row and uses the input of the row, never that of the message.
   */
  isConfirmedFirst?: boolean
  run(job: TaskRun<z.output<Schema>>, deps: Deps): Promise<TaskResult>
}

/** A kind of task bound to its dependencies, ready for a worker to run. */
export type RunnableTask = {
  kind: string
  lane: string
  retry: RetrySchedule
  timeoutMs: number
  isConfirmedFirst: boolean
  run(job: TaskRun<unknown>): Promise<TaskResult>
}

const defaultTimeoutMs = 60_000
const kindPattern = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)*$/

/**
 * Defines a kind of task. A task is scheduled in the caller's transaction, so it exists only if that transaction
 * commits.
 */
export function defineTask<Schema extends z.ZodType, Deps>(definition: TaskDefinition<Schema, Deps>) {
  const { kind, lane, input: schema } = definition
  if (!kindPattern.test(kind)) throw new Error(`Invalid task kind: ${kind}`)
  return {
    kind,
    lane,
    /** Schedules a task and returns its id. With `once`, this may be the id of an existing task. */
    async schedule(tx: Tx, input: z.input<Schema>, options: TaskOptions = {}): Promise<string> {
      const row = {
        id: newUuidV7(),
        kind,
        lane,
        input: schema.parse(input) as object,
        ...validateTaskOptions(options),
      }
      const handover = handoverOf(tx)
      const isUnconstrained = !options.at && !options.key && !options.pace
      if (isUnconstrained && handover.tryReserve(lane)) {
        const offer = insertOfferedTask(tx, row)
        afterCommit(tx, () => handover.offer(lane, offer))
        return row.id
      }
      if (!options.at || options.at.getTime() <= Date.now())
        afterCommit(tx, () => handover.wakeDispatchers(lane))
      if (options.once) return insertTaskOnce(tx, row)
      insertTask(tx, row)
      return row.id
    },
    /**
     * Schedules many tasks in one statement. Returns the number of tasks added; with `once`, tasks that already exist
     * are not counted.
     */
    async scheduleMany(tx: Tx, tasks: readonly { input: z.input<Schema>; options?: TaskOptions }[]) {
      if (tasks.length === 0) return 0
      const rows = tasks.map(({ input, options = {} }) => ({
        id: newUuidV7(),
        kind,
        lane,
        input: schema.parse(input) as object,
        ...validateTaskOptions(options),
      }))
      const added = await insertTasks(tx, rows)
      afterCommit(tx, () => handoverOf(tx).wakeDispatchers(lane))
      return added.length
    },
    /**
     * Cancels the tasks of this kind and key. A task that is already running may still have external effects, but its
     * result is discarded.
     */
    async cancel(tx: Tx, key: string, { clientId }: { clientId?: string } = {}): Promise<number> {
      const cancelled = await cancelTasksByKey(tx, { kind, key, clientId })
      afterCommit(tx, () => handoverOf(tx).wakeDispatchers(lane))
      return cancelled
    },
    withDeps: (deps: Deps): RunnableTask => ({
      kind,
      lane,
      retry: definition.retry ?? defaultRetrySchedule,
      timeoutMs: definition.timeoutMs ?? defaultTimeoutMs,
      isConfirmedFirst: definition.isConfirmedFirst ?? false,
      run: async (job) => {
        job.input = schema.parse(job.input)
        return definition.run(job as TaskRun<z.output<Schema>>, deps)
      },
    }),
  }
}
