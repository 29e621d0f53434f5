import { expect, test } from 'vitest'
import { z } from 'zod'
import { eventually, startEngine } from '../../../test/engine.ts'
import { defineTask } from './task.ts'

const engine = await startEngine()
const { sql, inTransaction } = engine

const ran: { n: number; attempt: number; taskId: string }[] = []
const count = defineTask({
  kind: 'test.count',
  lane: 'test',
  input: z.object({ n: z.int() }),
  async run({ input, attempt, taskId }) {
    ran.push({ n: input.n, attempt, taskId })
    return { seen: input.n }
  },
})
engine.dispatch()
engine.work([count.with(undefined)])

test('a task runs once its transaction is committed, and its outcome is kept', async () => {
  const id = await inTransaction((tx) => count.schedule(tx, { n: 1 }))
  const [ended] = await eventually(async () => {
    const rows = await sql('select * from ended_tasks where id = $1', [id])
    return rows.length > 0 && rows
  })
  expect(ended).toMatchObject({ kind: 'test.count', state: 'done', outcome: { seen: 1 }, attempts: 1 })
  expect(ran).toContainEqual({ n: 1, attempt: 1, taskId: id })
  expect(await sql('select from tasks')).toEqual([])
})
