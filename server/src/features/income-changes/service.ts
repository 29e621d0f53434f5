import { z } from 'zod'
import type { Tx } from '../../platform/database/tenancy.ts'
import { defineTask, type TaskResult, type TaskRun } from '../../platform/tasks/task.ts'

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
export async function markIncomeChanged(tx: Tx, userId: string) {
  const key = `income ${userId}`
  await updateIncomeSummary.cancel(tx, key)
  const at = new Date(Date.now() + debounceMs)
  await updateIncomeSummary.schedule(tx, { user_id: userId }, { key, userId, at })
}
