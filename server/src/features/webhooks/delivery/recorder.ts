import { createBatcher } from '../../../platform/concurrency/batcher.ts'
import type { Tenancy } from '../../../platform/database/tenancy.ts'
import { isUnreachable } from '../../../platform/database/transient-errors.ts'
import { type AttemptRecord, type QueuedOutcome, type QueueId, recordOutcomes } from './queue.ts'

/** Outcomes that one courier records together. */
type CourierOutcomes = { queue: QueueId; records: readonly AttemptRecord[] }

export type OutcomeRecorder = ReturnType<typeof createOutcomeRecorder>

/**
 * How long a batch waits after the previous one, at most and for each courier of the previous one. A crash repeats
 * the attempts that are not recorded yet, so the wait is short.
 */
const maxDelayMs = 25
const delayPerCourierMs = 8
/** Bounds the statement: a courier has at most 256 outcomes. */
const maxCouriersPerBatch = 32

/**
 * Records the outcomes of all couriers of a process, many in one statement and commit. If a batch is rejected, each
 * courier's outcomes are written in a transaction of their own, so that a locked or rejected row delays no other
 * webhook.
 */
export function createOutcomeRecorder(database: Pick<Tenancy, 'system'>) {
  const write = (batch: readonly CourierOutcomes[]) =>
    database.system((tx) => recordOutcomes(tx, batch.flatMap(queuedOutcomes)))

  async function writeBatch(batch: CourierOutcomes[]) {
    const errors = new Map<CourierOutcomes, unknown>()
    try {
      await write(batch)
    } catch (error) {
      if (batch.length === 1 || isUnreachable(error)) throw error
      await Promise.all(
        batch.map((outcomes) => write([outcomes]).catch((reason) => errors.set(outcomes, reason))),
      )
    }
    return (outcomes: CourierOutcomes) => errors.get(outcomes)
  }

  const batcher = createBatcher(writeBatch, {
    maxBatch: maxCouriersPerBatch,
    maxDelayMs,
    delayPerEntryMs: delayPerCourierMs,
  })

  return {
    /** Resolves once the outcomes are committed. Recording them again has no effect. */
    async record(queue: QueueId, records: readonly AttemptRecord[]) {
      const error = await batcher.add({ queue, records })
      if (error !== undefined) throw error
    },
  }
}

const queuedOutcomes = ({ queue, records }: CourierOutcomes): QueuedOutcome[] =>
  records.map((record) => ({ queue, record }))
