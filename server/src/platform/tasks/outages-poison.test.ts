import { expect, test } from 'vitest'
import { startEngine } from '../../../test/engine.ts'
import { runPoison } from '../../../test/poison.ts'

test('a task that crashes its workers is given up after five, and harmless tasks beside it run once', {
  timeout: 600_000,
}, async () => {
  const engine = await startEngine({ LOG_LEVEL: 'silent' })
  const outcome = await runPoison(engine, {
    workers: 2,
    restartDelayMs: 0,
    harmlessCount: 8,
    withinMs: 500_000,
  })
  expect(outcome).toEqual({
    crashes: expect.toBeOneOf([4, 5]),
    poisonReason: 'worker crashed or stalled 4 times',
    harmlessDead: 0,
    harmlessDone: 8,
  })
})
