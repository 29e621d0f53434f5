import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { eventually, startEngine } from '../../../test/engine.ts'
import { audit } from '../database/tenancy.ts'
import { defineTask, TaskFailure } from './task.ts'

const engine = await startEngine({ LOG_LEVEL: 'silent' })
const { sql, inTransaction, rivalId } = engine
const rival = await engine.tenantOf(rivalId)

type Run = { line: string; n: number; startedAt: number; endedAt: number }
const runs: Run[] = []
const runsOf = (line: string) => runs.filter((run) => run.line === line)
const release = new Map<string, () => void>()

const keyed = defineTask({
  kind: 'test.keyed',
  lane: 'test',
  input: z.object({
    line: z.string(),
    n: z.int(),
    does: z.enum(['work', 'hold', 'hold and fail', 'fail', 'die']).default('work'),
  }),
  retry: [1_000],
  async run({ input: { line, n, does }, attempt }) {
    const run = { line, n, startedAt: performance.now(), endedAt: Number.POSITIVE_INFINITY }
    runs.push(run)
    if (does.startsWith('hold') && attempt === 1)
      await new Promise<void>((resolve) => release.set(`${line} ${n}`, resolve))
    else await sleep(5)
    run.endedAt = performance.now()
    if (does === 'die' || (does.endsWith('fail') && attempt === 1)) throw new TaskFailure('as it was told')
    return undefined
  },
})
// Two of each, so that they get into each other's way.
for (let n = 0; n < 2; n++) {
  engine.dispatch()
  engine.work([keyed.with(undefined)])
}

const order = (line: string) => runsOf(line).map(({ n }) => n)

async function untilEmpty(line: string, withinMs = 60_000) {
  await eventually(async () => {
    const rows = await sql(`select from tasks where input->>'line' = $1`, [line])
    return rows.length === 0
  }, withinMs)
}

function expectNeverTwo(line: string) {
  const inOrder = runsOf(line).sort((a, b) => a.startedAt - b.startedAt)
  for (const [n, run] of inOrder.entries()) {
    const next = inOrder[n + 1]
    if (next) expect(next.startedAt, `${next.n} begins after ${run.n}`).toBeGreaterThanOrEqual(run.endedAt)
  }
}

const statesOf = async (line: string) =>
  (await sql('select state from tasks where key = $1 order by due_at, id', [line])).map(({ state }) => state)

/** A task that runs until it is let go, and behind it one more of its key. */
async function holdAndQueue(
  line: string,
  { does = 'hold', userId }: { does?: 'hold' | 'hold and fail'; userId?: string } = {},
) {
  const options = { key: line, ...(userId && { userId }) }
  const head = await inTransaction((tx) => keyed.schedule(tx, { line, n: 1, does }, options))
  await eventually(() => runsOf(line).length === 1)
  await inTransaction((tx) => keyed.schedule(tx, { line, n: 2 }, { key: line }))
  await eventually(async () => (await statesOf(line))[1] === 'blocked')
  expect(order(line)).toEqual([1])
  return head
}

test.concurrent('tasks of one key run one at a time in the order of their time, then of their scheduling', async () => {
  const lines = ['a', 'b', 'c', 'd']
  const base = Date.now() + 1_000
  const counts = new Map<string, number>()
  // Scheduled crosswise: the second half is due before the first, in another transaction.
  for (const half of [1, 0]) {
    await inTransaction(async (tx) => {
      for (let n = 0; n < 5; n++) {
        for (const line of lines) {
          counts.set(line, (counts.get(line) ?? 0) + 1)
          const at = new Date(base + half * 100)
          await keyed.schedule(tx, { line, n: half * 5 + n }, { key: line, at })
        }
      }
    })
  }
  for (const line of lines) {
    await untilEmpty(line)
    expectNeverTwo(line)
    expect(order(line)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  }
})

test.concurrent('tasks of different keys run side by side, of other clients and without a key too', async () => {
  await inTransaction(async (tx) => {
    await keyed.schedule(tx, { line: 'side 1', n: 1, does: 'hold' }, { key: 'side 1' })
    await keyed.schedule(tx, { line: 'side 2', n: 1, does: 'hold' }, { key: 'side 2' })
    await keyed.schedule(tx, { line: 'side none', n: 1, does: 'hold' })
  })
  await rival.transaction(async (tx) => {
    audit(tx, 'test.acted')
    await keyed.schedule(tx, { line: 'side rival', n: 1, does: 'hold' }, { key: 'side 1' })
  })
  const lines = ['side 1', 'side 2', 'side none', 'side rival']
  await eventually(() => lines.every((line) => runsOf(line).length === 1))
  for (const line of lines) release.get(`${line} 1`)?.()
  for (const line of lines) await untilEmpty(line)
})

test.concurrent('one that fails keeps its place until it succeeds', async () => {
  const line = 'fails'
  await inTransaction(async (tx) => {
    await keyed.schedule(tx, { line, n: 1, does: 'fail' }, { key: line })
    await keyed.schedule(tx, { line, n: 2 }, { key: line })
  })
  await untilEmpty(line)
  expect(order(line)).toEqual([1, 1, 2])
})

test.concurrent('one that fails keeps its place until it is dead', async () => {
  const line = 'dies'
  await inTransaction(async (tx) => {
    await keyed.schedule(tx, { line, n: 1, does: 'die' }, { key: line })
    await keyed.schedule(tx, { line, n: 2 }, { key: line })
  })
  await untilEmpty(line)
  expect(order(line)).toEqual([1, 1, 2])
  expect(await sql('select attempts from dead_tasks where key = $1', [line])).toEqual([{ attempts: 2 }])
})

test.concurrent('while one waits for its next attempt, one that was due earlier goes first', async () => {
  const line = 'earlier'
  const head = await holdAndQueue(line, { does: 'hold and fail' })
  await inTransaction((tx) => keyed.schedule(tx, { line, n: 0 }, { key: line, at: new Date(0) }))
  await eventually(async () => (await statesOf(line))[0] === 'blocked')
  release.get(`${line} 1`)?.()
  await untilEmpty(line)
  expect(order(line)).toEqual([1, 0, 1, 2])
  expect(await sql('select from ended_tasks where id = $1', [head])).toHaveLength(1)
})

test.concurrent('when one that is running is cancelled the next runs', async () => {
  const line = 'cancelled'
  await holdAndQueue(line)
  await inTransaction(async (tx) => {
    expect(await keyed.cancel(tx, line)).toBe(2)
    await keyed.schedule(tx, { line, n: 3 }, { key: line })
  })
  await untilEmpty(line)
  expect(order(line)).toEqual([1, 3])
  release.get(`${line} 1`)?.()
})

test.concurrent('when one that waits for its next attempt is taken back the next runs', async () => {
  const line = 'retrying'
  const [head] = await inTransaction(async (tx) => [
    await keyed.schedule(tx, { line, n: 1, does: 'fail' }, { key: line }),
    await keyed.schedule(tx, { line, n: 2 }, { key: line }),
  ])
  // It would try again in a second; now it would do so in an hour.
  await eventually(async () => {
    const later = `update tasks set wake_at = now() + interval '1 hour'
      where id = $1 and state = 'waiting' and attempts = 1 returning id`
    return (await sql(later, [head])).length === 1
  })
  await eventually(async () => (await statesOf(line))[1] === 'blocked')
  await sql('delete from tasks where id = $1', [head])
  await untilEmpty(line)
  expect(order(line)).toEqual([1, 2])
})

test.concurrent('when the user of the one that is running is deleted the next runs', async () => {
  const line = 'with its user'
  const userId = await engine.addUser()
  await holdAndQueue(line, { userId })
  // As the service does it, not as a superuser: the fence stands around what the deletion takes along.
  await inTransaction((tx) => tx.deleteFrom('users').where('id', '=', userId).execute())
  await untilEmpty(line)
  expect(order(line)).toEqual([1, 2])
  release.get(`${line} 1`)?.()
})
