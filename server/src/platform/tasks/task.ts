import type { z } from 'zod'
import { afterCommit, type Tenant, type Tx } from '../database/tenancy.ts'
import type { Log } from '../telemetry/log.ts'
import { newTimedId } from '../time/uuid-v7.ts'
import { handoverOf } from './dispatch/handover.ts'
import { checkOptions, type TaskOptions } from './options.ts'
import { cancelByKey, insertMany, insertOffered, insertOnce, insertTask, type Outcome } from './queries.ts'
import { type Retry, standardRetry } from './retry.ts'

/**
 * What a run comes to: an outcome, or a function that writes the result. The function's transaction is the one that
 * ends the task, so both are there or neither; it may be called again if the database was away.
 */
export type Ending = Outcome | undefined | ((tx: Tx) => Promise<Outcome | undefined>)

/** One execution of a task, as its run function sees it. */
export type Job<Input> = {
  input: Input
  tenant: Tenant
  taskId: string
  /** Counts from 1. */
  attempt: number
  /** Aborted when the task was cancelled, its time is over, or the process stops. */
  signal: AbortSignal
  /** True once the process wants to stop: a run that could go on for long should come to its end. */
  isStopping(): boolean
  /** A log that names the task. */
  log(): Log
}

/** A failure that the run function foresaw. Its text is kept with the task and shown to the operator. */
export class TaskFailure extends Error {
  readonly retryAfterMs: number | undefined
  readonly isFinal: boolean

  constructor(reason: string, options: { retryAfterMs?: number; final?: boolean; cause?: unknown } = {}) {
    super(reason, { cause: options.cause })
    this.name = 'TaskFailure'
    // Often what a provider said, and that may be nonsense.
    this.retryAfterMs = isWait(options.retryAfterMs) ? options.retryAfterMs : undefined
    this.isFinal = options.final ?? false
  }
}

const longestWaitMs = 366 * 86_400_000

const isWait = (ms: number | undefined) => ms !== undefined && ms >= 0 && ms <= longestWaitMs

export type Definition<Schema extends z.ZodType, Tools> = {
  kind: string
  lane: string
  input: Schema
  /** Waits between attempts; after the last one the task is dead. */
  retry?: Retry
  /** A run that takes longer is aborted and counts as failed. */
  timeoutMs?: number
  run(job: Job<z.output<Schema>>, tools: Tools): Promise<Ending>
}

/** A kind of task together with its tools: what a worker needs to run it. */
export type Runnable = {
  kind: string
  lane: string
  retry: Retry
  timeoutMs: number
  run(job: Job<unknown>): Promise<Ending>
}

const kindName = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)*$/

/** Work for later, recorded in the transaction that made it necessary: neither can exist without the other. */
export function defineTask<Schema extends z.ZodType, Tools>(definition: Definition<Schema, Tools>) {
  const { kind, lane, input: schema } = definition
  if (!kindName.test(kind)) throw new Error(`Not a name for a kind of task: ${kind}`)
  return {
    kind,
    lane,
    /** Returns the id of the task; with `once`, perhaps of one that was there already. */
    async schedule(tx: Tx, input: z.input<Schema>, options: TaskOptions = {}): Promise<string> {
      const row = {
        id: newTimedId(),
        kind,
        lane,
        input: schema.parse(input) as object,
        ...checkOptions(options),
      }
      const handover = handoverOf(tx)
      const isFree = !options.at && !options.key && !options.pace
      if (isFree && handover.hasRoom(lane)) {
        const offer = insertOffered(tx, row)
        afterCommit(tx, () => handover.offer(lane, offer))
        return row.id
      }
      if (!options.at || options.at.getTime() <= Date.now()) afterCommit(tx, () => handover.wake(lane))
      if (options.once) return insertOnce(tx, row)
      insertTask(tx, row)
      return row.id
    },
    /** Thousands at the price of one; returns how many were added, without those that were there `once` already. */
    async scheduleMany(tx: Tx, tasks: readonly { input: z.input<Schema>; options?: TaskOptions }[]) {
      if (tasks.length === 0) return 0
      const rows = tasks.map(({ input, options = {} }) => ({
        id: newTimedId(),
        kind,
        lane,
        input: schema.parse(input) as object,
        ...checkOptions(options),
      }))
      const added = await insertMany(tx, rows)
      afterCommit(tx, () => handoverOf(tx).wake(lane))
      return added.length
    },
    /** Takes back the tasks of this kind and key; one that is running may still act, but its result is not kept. */
    async cancel(tx: Tx, key: string, { clientId }: { clientId?: string } = {}): Promise<number> {
      const cancelled = await cancelByKey(tx, { kind, key, clientId })
      afterCommit(tx, () => handoverOf(tx).wake(lane))
      return cancelled
    },
    with: (tools: Tools): Runnable => ({
      kind,
      lane,
      retry: definition.retry ?? standardRetry,
      timeoutMs: definition.timeoutMs ?? 60_000,
      run: async (job) => {
        job.input = schema.parse(job.input)
        return definition.run(job as Job<z.output<Schema>>, tools)
      },
    }),
  }
}
