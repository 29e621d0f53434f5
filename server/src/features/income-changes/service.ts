import { z } from 'zod'
import { audit, type Tenant, type Tx } from '../../platform/database/tenancy.ts'
import { defineTask, type TaskResult, type TaskRun } from '../../platform/tasks/task.ts'
import { listWithoutFigures } from './queries.ts'

const Input = z.object({ user_id: z.uuid() })

/**
 * Set by server/src/process/worker.ts, because this feature must not import the feature that calculates the summary.
 */
export type IncomeUpdateDeps = { updateSummary(job: TaskRun<z.output<typeof Input>>): Promise<TaskResult> }

/**
 * Updates the review of a user with the current income summary, and publishes an event if the summary has changed since
 * the last one.
 */
export const updateIncomeSummary = defineTask({
  kind: 'income.update',
  lane: 'retrieve',
  input: Input,
  run: (job, { updateSummary }: IncomeUpdateDeps) => updateSummary(job),
})

/**
 * Delay before the summary is updated. A retrieval often stores several entries within seconds, which then cause only
 * one event.
 */
const debounceMs = 5_000

/**
 * Schedules an update of the summary. Called in every transaction that changes data of the summary. Replaces a
 * pending or running task, because a task that has already read the data would miss this change.
 */
export async function markIncomeChanged(tx: Tx, userId: string, delayMs = debounceMs) {
  const key = `income ${userId}`
  await updateIncomeSummary.cancel(tx, key)
  const at = new Date(Date.now() + delayMs)
  await updateIncomeSummary.schedule(tx, { user_id: userId }, { key, userId, at })
}

const fillBatchSize = 500
/** Time between updates of many users, which share a lane with retrievals of people who wait. */
const fillIntervalMs = 50

/**
 * Schedules an update for users with income data but without figures, because an older version stored the data. Returns
 * the number of users. Can be interrupted and repeated.
 */
export async function markMissingSummaries(tenant: Tenant) {
  let marked = 0
  let after: string | undefined
  for (;;) {
    const ids = await tenant.transaction(async (tx) => {
      const batch = await listWithoutFigures(tx, { after, limit: fillBatchSize })
      if (batch.length > 0) audit(tx, 'income.summaries_scheduled')
      for (const [n, id] of batch.entries())
        await markIncomeChanged(tx, id, debounceMs + (marked + n) * fillIntervalMs)
      return batch
    })
    marked += ids.length
    after = ids.at(-1)
    if (ids.length < fillBatchSize) return marked
  }
}
