import { runSql } from '../../server/test/open-test-api.ts'
import { historyOfTasks } from '../histories/history.ts'
import { measureHistory } from '../histories/measure-history.ts'
import { planTask } from '../programs/crash-plan.ts'
import type { ScheduledBatch } from './load.ts'

type Effect = { number: number; at: number }

// Nothing has an effect after the last task has ended; this only keeps the order clear.
const afterEndMs = 1_000

/** Checks the history of every task, and of every row that a task writes, with Porcupine. */
export async function measureHistories(url: string, batches: readonly ScheduledBatch[]) {
  const ends: Effect[] = await runSql(
    url,
    `select (input->>'number')::int as number, (extract(epoch from ended_at) * 1000)::float8 as at
       from ended_tasks where kind = 'proof.act' and state = 'done'`,
  )
  const rows: Effect[] = await runSql(
    url,
    `select number, (extract(epoch from at) * 1000)::float8 as at from proof_effects where step = 'act'`,
  )
  const requestsOf = (isIncluded: (number: number) => boolean) =>
    batches.map(({ numbers, sentAt, answeredAt }) => ({
      numbers: numbers.filter(isIncluded),
      sentAt,
      at: answeredAt,
    }))
  const endedAt = Date.now() + afterEndMs
  const parts = [
    measureHistory('tasks', historyOfTasks({ requests: requestsOf(() => true), effects: ends, endedAt })),
    measureHistory(
      'rows of tasks',
      historyOfTasks({ requests: requestsOf((number) => planTask(number).writes), effects: rows, endedAt }),
    ),
  ]
  return {
    lines: parts.flatMap(({ lines }) => lines),
    measurements: parts.flatMap(({ measurements }) => measurements),
  }
}
