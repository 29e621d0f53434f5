import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { eventually, startEngine } from '../../../test/engine.ts'
import { audit } from '../database/tenancy.ts'
import { defineTask, TaskFailure } from './task.ts'

const engine = await startEngine({ LOG_LEVEL: 'silent' })
const { sql, inTransaction, rivalId } = engine
const rival = await engine.tenantOf(rivalId)

type Run = { group: string; n: number; startedAt: number; endedAt: number }
const runs: Run[] = []
const runsOf = (group: string) => runs.filter((run) => run.group === group)
const release = new Map<string, () => void>()

const keyed = defineTask({
  kind: 'test.keyed',
  lane: 'test',
  input: z.object({
    group: z.string(),
    n: z.int(),
    does: z.enum(['work', 'hold', 'hold and fail', 'fail', 'die']).default('work'),
  }),
  retry: [1_000],
  async run({ input: { group, n, does }, attempt }) {
    const run = { group, n, startedAt: performance.now(), endedAt: Number.POSITIVE_INFINITY }
    runs.push(run)
    if (does.startsWith('hold') && attempt === 1)
      await new Promise<void>((resolve) => release.set(`${group} ${n}`, resolve))
    else await sleep(5)
    run.endedAt = performance.now()
    if (does === 'die' || (does.endsWith('fail') && attempt === 1)) throw new TaskFailure('as instructed')
    return undefined
  },
})
// Start two dispatchers and two workers, so that they compete.
for (let n = 0; n < 2; n++) {
  engine.dispatch()
  engine.work([keyed.withDeps(undefined)])
}

const order = (group: string) => runsOf(group).map(({ n }) => n)

async function waitUntilEmpty(group: string, withinMs = 60_000) {
  await eventually(async () => {
    const rows = await sql(`select from tasks where input->>'group' = $1`, [group])
    return rows.length === 0
  }, withinMs)
}

function expectNoOverlap(group: string) {
  const inOrder = runsOf(group).sort((a, b) => a.startedAt - b.startedAt)
  for (const [n, run] of inOrder.entries()) {
    const next = inOrder[n + 1]
    if (next) expect(next.startedAt, `${next.n} begins after ${run.n}`).toBeGreaterThanOrEqual(run.endedAt)
  }
}

const statesOf = async (group: string) =>
  (await sql('select state from tasks where key = $1 order by due_at, id', [group])).map(({ state }) => state)

/**
 * Starts a task that runs until it is released, and a second task with the same key, which is blocked by the first.
 */
async function holdAndQueue(
  group: string,
  { does = 'hold', userId }: { does?: 'hold' | 'hold and fail'; userId?: string } = {},
) {
  const options = { key: group, ...(userId && { userId }) }
  const head = await inTransaction((tx) => keyed.schedule(tx, { group, n: 1, does }, options))
  await eventually(() => runsOf(group).length === 1)
  await inTransaction((tx) => keyed.schedule(tx, { group, n: 2 }, { key: group }))
  await eventually(async () => (await statesOf(group))[1] === 'blocked')
  expect(order(group)).toEqual([1])
  return head
}

test.concurrent('tasks with the same key run one at a time, ordered by due time, then by scheduling', async () => {
  const groups = ['a', 'b', 'c', 'd']
  const base = Date.now() + 1_000
  const counts = new Map<string, number>()
  // The half of the tasks that is due later is scheduled first, in its own transaction.
  for (const half of [1, 0]) {
    await inTransaction(async (tx) => {
      for (let n = 0; n < 5; n++) {
        for (const group of groups) {
          counts.set(group, (counts.get(group) ?? 0) + 1)
          const at = new Date(base + half * 100)
          await keyed.schedule(tx, { group, n: half * 5 + n }, { key: group, at })
        }
      }
    })
  }
  for (const group of groups) {
    await waitUntilEmpty(group)
    expectNoOverlap(group)
    expect(order(group)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  }
})

test.concurrent('tasks with different keys, of different clients or without a key run concurrently', async () => {
  await inTransaction(async (tx) => {
    await keyed.schedule(tx, { group: 'side 1', n: 1, does: 'hold' }, { key: 'side 1' })
    await keyed.schedule(tx, { group: 'side 2', n: 1, does: 'hold' }, { key: 'side 2' })
    await keyed.schedule(tx, { group: 'side none', n: 1, does: 'hold' })
  })
  await rival.transaction(async (tx) => {
    audit(tx, 'test.acted')
    await keyed.schedule(tx, { group: 'side rival', n: 1, does: 'hold' }, { key: 'side 1' })
  })
  const groups = ['side 1', 'side 2', 'side none', 'side rival']
  await eventually(() => groups.every((group) => runsOf(group).length === 1))
  for (const group of groups) release.get(`${group} 1`)?.()
  for (const group of groups) await waitUntilEmpty(group)
})

test.concurrent('a failing task blocks its key until it succeeds', async () => {
  const group = 'fails'
  await inTransaction(async (tx) => {
    await keyed.schedule(tx, { group, n: 1, does: 'fail' }, { key: group })
    await keyed.schedule(tx, { group, n: 2 }, { key: group })
  })
  await waitUntilEmpty(group)
  expect(order(group)).toEqual([1, 1, 2])
})

test.concurrent('a failing task blocks its key until it is dead', async () => {
  const group = 'dies'
  await inTransaction(async (tx) => {
    await keyed.schedule(tx, { group, n: 1, does: 'die' }, { key: group })
    await keyed.schedule(tx, { group, n: 2 }, { key: group })
  })
  await waitUntilEmpty(group)
  expect(order(group)).toEqual([1, 1, 2])
  expect(await sql('select attempts from dead_tasks where key = $1', [group])).toEqual([{ attempts: 2 }])
})

test.concurrent('while a task waits for its next attempt, one with an earlier due time runs first', async () => {
  const group = 'earlier'
  const head = await holdAndQueue(group, { does: 'hold and fail' })
  await inTransaction((tx) => keyed.schedule(tx, { group, n: 0 }, { key: group, at: new Date(0) }))
  await eventually(async () => (await statesOf(group))[0] === 'blocked')
  release.get(`${group} 1`)?.()
  await waitUntilEmpty(group)
  expect(order(group)).toEqual([1, 0, 1, 2])
  expect(await sql('select from ended_tasks where id = $1', [head])).toHaveLength(1)
})

test.concurrent('the next task runs when the running one is cancelled', async () => {
  const group = 'cancelled'
  await holdAndQueue(group)
  await inTransaction(async (tx) => {
    expect(await keyed.cancel(tx, group)).toBe(2)
    await keyed.schedule(tx, { group, n: 3 }, { key: group })
  })
  await waitUntilEmpty(group)
  expect(order(group)).toEqual([1, 3])
  release.get(`${group} 1`)?.()
})

test.concurrent('the next task runs when one waiting for its next attempt is deleted', async () => {
  const group = 'retrying'
  const [head] = await inTransaction(async (tx) => [
    await keyed.schedule(tx, { group, n: 1, does: 'fail' }, { key: group }),
    await keyed.schedule(tx, { group, n: 2 }, { key: group }),
  ])
  // Postpone the retry of the first task from a second to an hour.
  await eventually(async () => {
    const later = `update tasks set wake_at = now() + interval '1 hour'
      where id = $1 and state = 'waiting' and attempts = 1 returning id`
    return (await sql(later, [head])).length === 1
  })
  await eventually(async () => (await statesOf(group))[1] === 'blocked')
  await sql('delete from tasks where id = $1', [head])
  await waitUntilEmpty(group)
  expect(order(group)).toEqual([1, 2])
})

test.concurrent('the next task runs when the user of the running one is deleted', async () => {
  const group = 'with its user'
  const userId = await engine.addUser()
  await holdAndQueue(group, { userId })
  // Delete with the service's role instead of the superuser, so that row-level security applies to the cascade.
  await inTransaction((tx) => tx.deleteFrom('users').where('id', '=', userId).execute())
  await waitUntilEmpty(group)
  expect(order(group)).toEqual([1, 2])
  release.get(`${group} 1`)?.()
})
