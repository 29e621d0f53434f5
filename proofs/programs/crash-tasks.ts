import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { audit, type Tx } from '../../server/src/platform/database/tenancy.ts'
import type { Lane } from '../../server/src/platform/tasks/lanes.ts'
import { defineTask, type Ending, type Job, TaskFailure } from '../../server/src/platform/tasks/task.ts'
import { planOf } from './crash-plan.ts'
import type { Journal } from './journal.ts'

export const lane: Lane = { name: 'proof', concurrency: 32, depth: 400 }

// Longer than any outage of the proof: no task may die of one.
const retry = [200, 400, 800, 1_500, ...Array<number>(10).fill(3_000)]

type Tools = { journal: Journal }

const Input = z.object({ number: z.int() })
type Input = z.output<typeof Input>

/** What the api schedules. Its result is a row without any unique key: done twice, there would be two. */
export const act = defineTask({
  kind: 'proof.act',
  lane: lane.name,
  input: Input,
  retry,
  run: (job: Job<Input>, { journal }: Tools) =>
    noted(journal, 'act', job, async ({ input: { number }, taskId, attempt, tenant }) => {
      const plan = planOf(number)
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

/** What a result schedules. */
export const follow = defineTask({
  kind: 'proof.follow',
  lane: lane.name,
  input: Input,
  retry,
  run: (job: Job<Input>, { journal }: Tools) =>
    noted(journal, 'follow', job, async ({ input: { number }, taskId }) => {
      await sleep(number % 20)
      return async (tx) => {
        await addEffect(tx, { number, step: 'follow', taskId })
        return { number }
      }
    }),
})

/** The run and its ending, with their times in the journal. */
async function noted(
  journal: Journal,
  step: string,
  job: Job<Input>,
  run: (job: Job<Input>) => Promise<Ending>,
): Promise<Ending> {
  const { taskId } = job
  const label = `${step}/${job.input.number}`
  const failing = (error: unknown) => {
    journal.failed(taskId, label)
    throw error
  }
  journal.started(taskId, label)
  const ending = await run(job).catch(failing)
  if (typeof ending !== 'function') {
    journal.ended(taskId, label)
    return ending
  }
  return async (tx) => {
    const outcome = await ending(tx).catch(failing)
    journal.ended(taskId, label)
    return outcome
  }
}

async function requireRow(tx: Tx, number: number) {
  const { rows } = await sql`select from proof_requests where number = ${number}`.execute(tx)
  if (rows.length !== 1) throw new TaskFailure(`it found ${rows.length} rows of its request`, { final: true })
}

async function addEffect(tx: Tx, of: { number: number; step: string; taskId: string }) {
  audit(tx, 'proof.acted')
  await sql`insert into proof_effects (number, step, task_id, pid)
    values (${of.number}, ${of.step}, ${of.taskId}, ${process.pid})`.execute(tx)
}
