import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { leaveEffect, makeEffects } from '../../../test/effects.ts'
import { eventually, startEngine } from '../../../test/engine.ts'
import { defaultRetrySchedule, nextRetryDelayMs } from './retry.ts'
import { defineTask, TaskFailure, type TaskResult, type TaskRun } from './task.ts'

const engine = await startEngine({ LOG_LEVEL: 'silent' })
const { sql, inTransaction } = engine
const effects = await makeEffects(sql)

type Run = { attempt: number; at: number; signal: AbortSignal }
const runs = new Map<string, Run[]>()
const behaviours = new Map<string, (run: TaskRun<{ does: string }>) => Promise<TaskResult>>()

const lively = defineTask({
  kind: 'test.lively',
  lane: 'test',
  input: z.object({ does: z.string() }),
  retry: [800, 1_000],
  timeoutMs: 1_000,
  async run(taskRun) {
    const { taskId, attempt, signal } = taskRun
    runs.set(taskId, [...(runs.get(taskId) ?? []), { attempt, at: Date.now(), signal }])
    return behaviours.get(taskRun.input.does)?.(taskRun)
  },
})
engine.dispatch()
const worker = engine.work([lively.withDeps(undefined)])

const start = (does: string, run: (run: TaskRun<{ does: string }>) => Promise<TaskResult>) => {
  behaviours.set(does, run)
  return inTransaction((tx) => lively.schedule(tx, { does }, { key: does }))
}
const attemptsOf = (id: string) => runs.get(id)?.map(({ attempt }) => attempt)
const waitForRow = (table: 'ended_tasks' | 'dead_tasks' | 'tasks', id: string, where = 'true') =>
  eventually(async () => (await sql(`select * from ${table} where id = $1 and ${where}`, [id]))[0])
const waitUntilDone = (id: string) => waitForRow('ended_tasks', id, `state = 'done'`)
const waitUntilDead = (id: string) => waitForRow('dead_tasks', id)

test('the retry delay follows the schedule with 20 % jitter and is undefined after the last attempt', () => {
  const waits = fc.array(fc.nat(10_000_000), { maxLength: 10 })
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(waits, fc.integer({ min: 1, max: 12 }), random, (retry, failed, chance) => {
      const wait = nextRetryDelayMs(retry, failed, () => chance)
      const planned = retry[failed - 1]
      if (planned === undefined) expect(wait).toBeUndefined()
      else expect(Math.abs((wait as number) - planned)).toBeLessThanOrEqual(planned * 0.2 + 0.5)
    }),
  )
  expect([nextRetryDelayMs([1_000], 1, () => 0), nextRetryDelayMs([1_000], 1, () => 0.999999)]).toEqual([
    800, 1_200,
  ])
  const hour = defaultRetrySchedule.reduce((sum, wait) => sum + wait, 0) / 3_600_000
  expect({ attempts: defaultRetrySchedule.length + 1, hour: Math.round(hour) }).toEqual({
    attempts: 8,
    hour: 1,
  })
})

test.concurrent('a failing task is retried by its schedule, then it is dead with its last reason', async () => {
  const id = await start('fails', async ({ attempt }) => {
    throw new TaskFailure(`the provider said no ${attempt} times`)
  })
  const waiting = await waitForRow('tasks', id, 'attempts = 1')
  expect(waiting).toMatchObject({ reason: 'the provider said no 1 times' })
  expect(await waitUntilDead(id)).toMatchObject({
    attempts: 3,
    reason: 'the provider said no 3 times',
    kind: 'test.lively',
    key: 'fails',
    input: { does: 'fails' },
    lane: 'test',
  })
  expect(attemptsOf(id)).toEqual([1, 2, 3])
  const [first = 0, second = 0, third = 0] = runs.get(id)?.map(({ at }) => at) ?? []
  expect(second - first).toBeGreaterThanOrEqual(640)
  expect(third - second).toBeGreaterThanOrEqual(800)
  expect(await sql('select from tasks where id = $1', [id])).toEqual([])
})

test.concurrent('a task that succeeds after failures is done, with the number of attempts', async () => {
  const id = await start('recovers', async ({ attempt }) => {
    if (attempt < 3) throw new Error('not yet')
    return { found: attempt, ok: true, word: 'yes', none: null }
  })
  expect(await waitUntilDone(id)).toMatchObject({
    attempts: 3,
    offers: 3,
    outcome: { found: 3, ok: true, word: 'yes', none: null },
  })
})

test.concurrent('a TaskFailure can set the retry delay or be final', async () => {
  const later = await start('later', async ({ attempt }) => {
    throw new TaskFailure('retry later', attempt === 1 ? { retryAfterMs: 1_500 } : { final: true })
  })
  const never = await start('never', async () => {
    throw new TaskFailure('no use', { final: true, retryAfterMs: 10 })
  })
  const last = await start('last', async () => {
    throw new TaskFailure('again and again', { retryAfterMs: 10 })
  })
  expect(await waitUntilDead(never)).toMatchObject({ attempts: 1, reason: 'no use' })
  expect(await waitUntilDead(last)).toMatchObject({ attempts: 3 })
  expect(await waitUntilDead(later)).toMatchObject({ attempts: 2 })
  const [first = 0, second = 0] = runs.get(later)?.map(({ at }) => at) ?? []
  expect(second - first).toBeGreaterThanOrEqual(1_500)
})

test.concurrent('only the name and code of an unexpected error are stored, never its message', async () => {
  const thrown: Record<string, [unknown, string]> = {
    named: [new TypeError('Jane Doe has no AB123456C'), 'TypeError'],
    coded: [
      Object.assign(new Error('connect to jane.example'), { code: 'ECONNREFUSED' }),
      'Error ECONNREFUSED',
    ],
    text: ['Jane Doe', 'Error'],
    nothing: [undefined, 'Error'],
    nullish: [null, 'Error'],
    odd: [{ name: { first: 'Jane' }, code: { secret: 'Doe' } }, 'Error'],
  }
  const checks = Object.entries(thrown).map(async ([does, [error, reason]]) => {
    const id = await start(does, async () => {
      throw error
    })
    expect(await waitUntilDead(id), does).toMatchObject({ reason, attempts: 3 })
  })
  await Promise.all(checks)
})

test.concurrent('a run that times out is aborted and retried, and its late result is discarded', async () => {
  let resolveLate: ((result: TaskResult) => void) | undefined
  const id = await start('slow', async ({ attempt }) => {
    if (attempt === 1)
      return new Promise((resolve) => {
        resolveLate = resolve
      })
    return { attempt }
  })
  const startedAt = Date.now()
  const waiting = await waitForRow('tasks', id, 'attempts = 1')
  expect(waiting.reason).toBe('task timed out')
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(900)
  expect(runs.get(id)?.[0]?.signal).toMatchObject({ aborted: true, reason: { message: 'task timed out' } })
  resolveLate?.(async (tx) => {
    await leaveEffect(tx, id)
    return { attempt: 1 }
  })
  expect(await waitUntilDone(id)).toMatchObject({ outcome: { attempt: 2 }, attempts: 2 })
  expect(await effects.of(id)).toEqual([])
})

test.concurrent('the result and the completion of a task are committed together', async () => {
  const id = await start('together', async ({ taskId }) => async (tx) => {
    await leaveEffect(tx, taskId)
    return { seen: 1 }
  })
  expect(await waitUntilDone(id)).toMatchObject({ outcome: { seen: 1 } })
  expect(await effects.of(id)).toHaveLength(1)
})

test.concurrent('if writing the result fails, it is rolled back and the task is retried', async () => {
  const id = await start('half written', async ({ taskId, attempt }) => async (tx) => {
    await leaveEffect(tx, taskId, `attempt ${attempt}`)
    if (attempt === 1) throw new Error('failed while writing')
    // As after a constraint violation, the transaction is aborted, and every later query fails.
    if (attempt === 2) await tx.selectFrom('no_such_table' as 'users').execute()
    return undefined
  })
  await waitForRow('tasks', id, `attempts = 1 and reason = 'Error'`)
  await waitForRow('tasks', id, `attempts = 2 and reason = 'error 42P01'`)
  await waitUntilDone(id)
  expect(await effects.of(id)).toEqual([{ by: 'attempt 3' }])
})

test.concurrent('an outcome that cannot be stored fails only its own task', async () => {
  behaviours.set('bad outcome', async () => ({ text: 'a \u0000 in it' }))
  behaviours.set('good outcome', async () => ({ text: 'fine' }))
  behaviours.set('bad reason', async () => {
    throw new TaskFailure('a \u0000 in it', { final: true })
  })
  const ids = await inTransaction((tx) =>
    Promise.all(
      Array.from({ length: 16 }, (_, n) =>
        lively.schedule(tx, { does: n === 3 ? 'bad outcome' : n === 5 ? 'bad reason' : 'good outcome' }),
      ),
    ),
  )
  for (const [n, id] of ids.entries()) {
    if (n === 3) expect(await waitUntilDead(id)).toMatchObject({ attempts: 3, reason: 'error 22P05' })
    else if (n === 5)
      expect(await waitUntilDead(id)).toMatchObject({
        attempts: 1,
        reason: expect.stringMatching(/^a .* in it$/),
      })
    else expect(await waitUntilDone(id)).toMatchObject({ attempts: 1, outcome: { text: 'fine' } })
  }
})

test.concurrent('an invalid retry delay is ignored', async () => {
  for (const [does, retryAfterMs] of [
    ['nan', Number.NaN],
    ['for ever', Infinity],
    ['past', -5_000],
  ] as const) {
    const id = await start(does, async ({ attempt }) => {
      if (attempt === 1) throw new TaskFailure('retry', { retryAfterMs })
      return undefined
    })
    expect(await waitUntilDone(id), does).toMatchObject({ attempts: 2 })
  }
})

test('the result of a task cancelled meanwhile is rolled back', async () => {
  let go = () => {}
  let isOver = false
  const id = await start('cancelled', async ({ taskId }) => {
    await new Promise<void>((resolve) => {
      go = resolve
    })
    return async (tx) => {
      await leaveEffect(tx, taskId)
      isOver = true
      return undefined
    }
  })
  await eventually(() => runs.has(id))
  expect(await inTransaction((tx) => lively.cancel(tx, 'cancelled'))).toBe(1)
  go()
  await eventually(() => isOver && worker.running() === 0)
  expect(await effects.of(id)).toEqual([])
  expect(await sql('select state from ended_tasks where id = $1', [id])).toEqual([{ state: 'cancelled' }])
  expect(runs.get(id)).toHaveLength(1)
})
