import { expect, test } from 'vitest'
import type { AttemptOutcome } from './attempt.ts'
import { trackHealth } from './health.ts'
import type { WebhookTarget } from './queue.ts'

const start = Date.parse('2026-11-18T12:00:00Z')
const hour = 3_600_000
const day = 24 * hour
const neverUsed = { health_version: 0, breaker: {}, failing_since: null, last_success_at: null }

/** Health of a receiver whose attempts happen at the times that the test names. */
function startFailing() {
  let now = start
  const health = trackHealth(neverUsed as unknown as WebhookTarget, () => now)
  const attempt = (at: number, isSuccess: boolean) => {
    now = at
    return health.recordOutcome({ isSuccess, recorded: { startedAt: new Date(at) } } as AttemptOutcome)
  }
  return {
    failAt: (at: number) => attempt(at, false),
    succeedAt: (at: number) => attempt(at, true),
    failingSince: () => health.current().failingSince?.getTime(),
  }
}

test('pauses after five days of failures', () => {
  const { failAt, failingSince } = startFailing()
  for (let at = start; at < start + 5 * day; at += 10 * hour) expect(failAt(at)).toBe(false)
  expect(failAt(start + 5 * day)).toBe(true)
  expect(failingSince()).toBe(start)
})

test('starts again after a success', () => {
  const { failAt, succeedAt } = startFailing()
  for (let at = start; at < start + 4 * day; at += 10 * hour) failAt(at)
  succeedAt(start + 4 * day)
  expect(failAt(start + 5 * day)).toBe(false)
})

test.each([6 * day, 38 * day, -6 * day])('does not pause when the clock jumps by %i ms and back', (jump) => {
  const { failAt } = startFailing()
  expect(failAt(start)).toBe(false)
  expect(failAt(start + jump)).toBe(false)
  expect(failAt(start + jump + hour)).toBe(false)
  expect(failAt(start + 2 * hour)).toBe(false)
  expect(failAt(start + 3 * hour)).toBe(false)
})

test('does not pause because of a single failure in each of two months', () => {
  const { failAt } = startFailing()
  expect(failAt(start)).toBe(false)
  expect(failAt(start + 30 * day)).toBe(false)
})
