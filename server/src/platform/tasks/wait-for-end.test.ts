import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startProgram } from '../../../../dev/faults/processes.ts'
import { atEnd } from '../../../test/at-end.ts'
import { eventually, startEngine } from '../../../test/engine.ts'
import { openBus } from '../bus/bus.ts'
import type { TaskOptions } from './options.ts'
import { defineTask, TaskFailure } from './task.ts'
import { openWaiting } from './wait-for-end.ts'

const engine = await startEngine({ LOG_LEVEL: 'silent' })
const { tenant, inTransaction, bus, log } = engine
const waiting = openWaiting({ bus })
// Whoever has it hears nothing, as if NATS were away.
const deafBus = openBus({ url: 'nats://127.0.0.1:1', prefix: 'deaf', log })
atEnd(() => deafBus.close())

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
engine.work([answer.with(undefined)])

const schedule = (does: 'answer' | 'die' | 'hold', options: TaskOptions = {}) =>
  inTransaction((tx) => answer.schedule(tx, { does }, { awaited: true, ...options }))
const untilHeld = (id: string) => eventually(() => release.get(id))

test('whoever waits is told that a task is done, with its outcome', async () => {
  const id = await schedule('answer')
  expect(await waiting.forEnd(tenant, id)).toEqual({ state: 'done', outcome: { answer: 42 } })
  expect(await waiting.forEnd(tenant, id), 'and again').toEqual({ state: 'done', outcome: { answer: 42 } })
})

test('whoever waits is told that a task is dead, and why', async () => {
  const id = await schedule('die')
  expect(await waiting.forEnd(tenant, id)).toEqual({ state: 'dead', reason: 'the provider is closed' })
})

test('whoever waits is told that a task was cancelled', async () => {
  const id = await schedule('hold', { key: 'cancelled' })
  const end = waiting.forEnd(tenant, id)
  const letGo = await untilHeld(id)
  await inTransaction((tx) => answer.cancel(tx, 'cancelled'))
  expect(await end).toEqual({ state: 'cancelled' })
  letGo()
})

test('whoever waits is told that a task is gone with its user', async () => {
  const userId = await engine.addUser()
  const id = await schedule('hold', { userId })
  const end = waiting.forEnd(tenant, id)
  const letGo = await untilHeld(id)
  await inTransaction((tx) => tx.deleteFrom('users').where('id', '=', userId).execute())
  expect(await end).toEqual({ state: 'gone' })
  letGo()
})

test('to another client it looks as if there were no such task', async () => {
  const id = await schedule('hold')
  const letGo = await untilHeld(id)
  expect(await waiting.forEnd(await engine.tenantOf(engine.rivalId), id)).toEqual({ state: 'gone' })
  letGo()
  expect(await waiting.forEnd(tenant, id)).toMatchObject({ state: 'done' })
})

test('whoever does not want to wait any longer hears nothing, and the task goes on', async () => {
  const id = await schedule('hold')
  const startedAt = performance.now()
  expect(await waiting.forEnd(tenant, id, 1_300)).toBeUndefined()
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_290)
  expect(await waiting.forEnd(tenant, id, 0)).toBeUndefined()
  const letGo = await untilHeld(id)
  letGo()
  expect(await waiting.forEnd(tenant, id)).toMatchObject({ state: 'done' })
})

test('NATS announces the end of a task, however quick it is: no wait for the next poll', async () => {
  const announced = openWaiting({ bus, pollMs: 3_600_000 })
  for (let n = 0; n < 40; n++) {
    const id = await schedule('answer')
    // Undefined if only the poll after an hour would have seen it.
    expect(await announced.forEnd(tenant, id)).toMatchObject({ state: 'done' })
  }
})

test('without NATS the next poll finds the end', async () => {
  const deaf = openWaiting({ bus: deafBus })
  const id = await schedule('hold')
  const end = deaf.forEnd(tenant, id)
  const letGo = await untilHeld(id)
  letGo()
  expect(await end).toMatchObject({ state: 'done' })
})

test('many wait for the same task, and one of them gives up', async () => {
  const id = await schedule('hold')
  const ends = [1, 2, 3].map(() => waiting.forEnd(tenant, id))
  expect(await waiting.forEnd(tenant, id, 100)).toBeUndefined()
  const letGo = await untilHeld(id)
  letGo()
  expect(await Promise.all(ends)).toMatchObject(Array(3).fill({ state: 'done' }))
})

test('a task whose process died right after it was scheduled can be waited for by another', async () => {
  const program = await startProgram<string>({
    program: fileURLToPath(new URL('../../../test/programs/schedule-one.ts', import.meta.url)),
    args: [engine.clientId, 'test.answer', JSON.stringify({ does: 'answer' })],
    env: engine.environment,
    name: 'a process that schedules',
  })
  await program.kill()
  expect(await waiting.forEnd(tenant, program.message)).toMatchObject({ state: 'done' })
})
