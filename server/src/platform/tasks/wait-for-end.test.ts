import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startProgram } from '../../../../dev/faults/processes.ts'
import { atEnd } from '../../../test/at-end.ts'
import { eventually, startEngine } from '../../../test/engine.ts'
import { openBus } from '../bus/bus.ts'
import type { TaskOptions } from './options.ts'
import { defineTask, TaskFailure } from './task.ts'
import { createTaskWaiter } from './wait-for-end.ts'

const engine = await startEngine({ LOG_LEVEL: 'silent' })
const { tenant, inTransaction, bus, log } = engine
const waiter = createTaskWaiter({ bus })
// This bus never connects, as if NATS were down.
const disconnectedBus = openBus({
  url: 'nats://127.0.0.1:1',
  prefix: 'disconnected',
  key: Buffer.alloc(32),
  log,
})
atEnd(() => disconnectedBus.close())

const release = new Map<string, () => void>()
const answer = defineTask({
  kind: 'test.answer',
  lane: 'test',
  input: z.object({ does: z.enum(['answer', 'die', 'hold']) }),
  retry: [],
  async run({ input: { does }, taskId }) {
    if (does === 'die') throw new TaskFailure('the provider is closed')
    if (does === 'hold') await new Promise<void>((resolve) => release.set(taskId, resolve))
    return { answer: 42 }
  },
})
engine.dispatch()
engine.work([answer.withDeps(undefined)])

const schedule = (does: 'answer' | 'die' | 'hold', options: TaskOptions = {}) =>
  inTransaction((tx) => answer.schedule(tx, { does }, { awaited: true, ...options }))
const waitUntilHeld = (id: string) => eventually(() => release.get(id))

test('returns the outcome of a completed task', async () => {
  const id = await schedule('answer')
  expect(await waiter.waitForEnd(tenant, id)).toEqual({ state: 'done', outcome: { answer: 42 } })
  expect(await waiter.waitForEnd(tenant, id), 'a second time').toEqual({
    state: 'done',
    outcome: { answer: 42 },
  })
})

test('returns the reason of a dead task', async () => {
  const id = await schedule('die')
  expect(await waiter.waitForEnd(tenant, id)).toEqual({ state: 'dead', reason: 'the provider is closed' })
})

test('reports a cancelled task', async () => {
  const id = await schedule('hold', { key: 'cancelled' })
  const end = waiter.waitForEnd(tenant, id)
  const finish = await waitUntilHeld(id)
  await inTransaction((tx) => answer.cancel(tx, 'cancelled'))
  expect(await end).toEqual({ state: 'cancelled' })
  finish()
})

test('reports a task that was deleted with its user', async () => {
  const userId = await engine.addUser()
  const id = await schedule('hold', { userId })
  const end = waiter.waitForEnd(tenant, id)
  const finish = await waitUntilHeld(id)
  await inTransaction((tx) => tx.deleteFrom('users').where('id', '=', userId).execute())
  expect(await end).toEqual({ state: 'gone' })
  finish()
})

test('reports a task of another client as gone', async () => {
  const id = await schedule('hold')
  const finish = await waitUntilHeld(id)
  expect(await waiter.waitForEnd(await engine.tenantOf(engine.rivalId), id)).toEqual({ state: 'gone' })
  finish()
  expect(await waiter.waitForEnd(tenant, id)).toMatchObject({ state: 'done' })
})

test('returns undefined on timeout, and the task continues', async () => {
  const id = await schedule('hold')
  const startedAt = performance.now()
  expect(await waiter.waitForEnd(tenant, id, 1_300)).toBeUndefined()
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_290)
  expect(await waiter.waitForEnd(tenant, id, 0)).toBeUndefined()
  const finish = await waitUntilHeld(id)
  finish()
  expect(await waiter.waitForEnd(tenant, id)).toMatchObject({ state: 'done' })
})

test('NATS signals the end of even the quickest task, without waiter for the next poll', async () => {
  const unpolled = createTaskWaiter({ bus, pollMs: 3_600_000 })
  for (let n = 0; n < 40; n++) {
    const id = await schedule('answer')
    // The result would be undefined if it depended on the next poll, which is an hour later.
    expect(await unpolled.waitForEnd(tenant, id)).toMatchObject({ state: 'done' })
  }
})

test('without NATS the next poll finds the end', async () => {
  const pollingWaiter = createTaskWaiter({ bus: disconnectedBus })
  const id = await schedule('hold')
  const end = pollingWaiter.waitForEnd(tenant, id)
  const finish = await waitUntilHeld(id)
  finish()
  expect(await end).toMatchObject({ state: 'done' })
})

test('several callers can wait for the same task while one of them times out', async () => {
  const id = await schedule('hold')
  const ends = [1, 2, 3].map(() => waiter.waitForEnd(tenant, id))
  expect(await waiter.waitForEnd(tenant, id, 100)).toBeUndefined()
  const finish = await waitUntilHeld(id)
  finish()
  expect(await Promise.all(ends)).toMatchObject(Array(3).fill({ state: 'done' }))
})

test('another process can wait for a task whose scheduler was killed right after the commit', async () => {
  const program = await startProgram<string>({
    program: fileURLToPath(new URL('../../../test/programs/schedule-one.ts', import.meta.url)),
    args: [engine.clientId, 'test.answer', JSON.stringify({ does: 'answer' })],
    env: engine.environment,
    name: 'a process that schedules',
  })
  await program.kill()
  expect(await waiter.waitForEnd(tenant, program.message)).toMatchObject({ state: 'done' })
})
