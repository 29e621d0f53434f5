import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { audit, type Tx } from '../../server/src/platform/database/tenancy.ts'
import type { Lane } from '../../server/src/platform/tasks/lanes.ts'
import {
  defineTask,
  TaskFailure,
  type TaskResult,
  type TaskRun,
} from '../../server/src/platform/tasks/task.ts'
import { planTask } from './crash-plan.ts'
import type { Journal } from './journal.ts'

export const lane: Lane = { name: 'proof', concurrency: 32, maxDepth: 400 }

// Retries last longer than any outage of the proof, because no task may be dead-lettered due to an outage.
const retry = [200, 400, 800, 1_500, ...Array<number>(10).fill(3_000)]

type Tools = { journal: Journal }

const Input = z.object({ number: z.int() })
type Input = z.output<typeof Input>

/** Task that the API schedules. Its effect is a row without a unique key, so that a second execution is visible. */
export const act = defineTask({
  kind: 'proof.act',
  lane: lane.name,
  input: Input,
  retry,
  run: (job: TaskRun<Input>, { journal }: Tools) =>
    withJournal(journal, 'act', job, async ({ input: { number }, taskId, attempt, tenant }) => {
      const plan = planTask(number)
      if (plan.reads) await tenant.transaction((tx) => requireRow(tx, number))
      await sleep(plan.workMs)
      if (attempt <= plan.failures) throw new TaskFailure('as planned')
      if (!plan.writes) return { number }
      return async (tx) => {
        await addEffect(tx, { number, step: 'act', taskId })
        if (plan.followUp) await follow.schedule(tx, { number })
        return { number }
      }
    }),
})

/** Follow-up task, scheduled in the transaction that ends `act`. */
export const follow = defineTask({
  kind: 'proof.follow',
  lane: lane.name,
  input: Input,
  retry,
  run: (job: TaskRun<Input>, { journal }: Tools) =>
    withJournal(journal, 'follow', job, async ({ input: { number }, taskId }) => {
      await sleep(number % 20)
      return async (tx) => {
        await addEffect(tx, { number, step: 'follow', taskId })
        return { number }
      }
    }),
})

/** Runs the task and its ending, and records their times in the journal. */
async function withJournal(
  journal: Journal,
  step: string,
  job: TaskRun<Input>,
  run: (job: TaskRun<Input>) => Promise<TaskResult>,
): Promise<TaskResult> {
  const { taskId } = job
  const label = `${step}/${job.input.number}`
  const fail = (error: unknown) => {
    journal.failed(taskId, label)
    throw error
  }
  journal.started(taskId, label)
  const ending = await run(job).catch(fail)
  if (typeof ending !== 'function') {
    journal.ended(taskId, label)
    return ending
  }
  return async (tx) => {
    const outcome = await ending(tx).catch(fail)
    journal.ended(taskId, label)
    return outcome
  }
}

async function requireRow(tx: Tx, number: number) {
  const { rows } = await sql`select from proof_requests where number = ${number}`.execute(tx)
  if (rows.length !== 1) throw new TaskFailure(`found ${rows.length} rows of its request`, { final: true })
}

async function addEffect(tx: Tx, effect: { number: number; step: string; taskId: string }) {
  audit(tx, 'proof.acted')
  await sql`insert into proof_effects (number, step, task_id, pid)
    values (${effect.number}, ${effect.step}, ${effect.taskId}, ${process.pid})`.execute(tx)
}
